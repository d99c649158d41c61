"""Where a table was measured."""

import platform

from unitdoku.encoders.naming.listing import versions_of


def environment() -> str:
    """Returns a line with the Python, the processor's kind and the versions of the solvers' packages."""
    found = versions_of(["sat:cadical195", "cpsat"])
    versions = ", ".join(f"{package} {version}" for package, version in found.items())
    return f"Python {platform.python_version()}, {platform.machine()}, {versions}"
