"""Prints what an extra of unitdoku needs, one requirement a line: pip fetches it while the kernel is compiled.

Usage: python tests/requirements.py dev
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def requirements(project: dict[str, Any], extra: str) -> Iterator[str]:
    """Yields the requirements of an extra; those of the extras that it names are its own."""
    for requirement in project["optional-dependencies"][extra]:
        extras = re.fullmatch(rf"{project['name']}\[(.*)\]", requirement)
        if extras is None:
            yield requirement
        else:
            for other in extras[1].split(","):
                yield from requirements(project, other)


if __name__ == "__main__":
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    print("\n".join([*project["dependencies"], *requirements(project, sys.argv[1])]))
