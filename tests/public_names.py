"""Writes the stub that shows the public names to type checkers: `python tests/public_names.py`."""

from __future__ import annotations

from places import ROOT

import unitdoku

STUB = ROOT / "src/unitdoku/__init__.pyi"


def stub() -> str:
    """Returns the text of the stub: an import for each row of the table in `src/unitdoku/__init__.py`."""
    lines = ["# Made by `python tests/public_names.py` from the table in __init__.py.", ""]
    lines += [f"from unitdoku import {name} as {name}" for name in sorted({*unitdoku.MODULES, "course"})]
    for module, names in sorted(unitdoku.PUBLIC_NAMES.items()):
        lines += [f"from unitdoku.{module} import {name} as {name}" for name in sorted(names.split())]
    lines += ["", "PUBLIC_NAMES: dict[str, str]", "MODULES: tuple[str, ...]", "__all__: list[str]", "__version__: str"]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    STUB.write_text(stub())
