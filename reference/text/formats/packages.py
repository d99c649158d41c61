"""Packages that a format needs beyond the standard library: imported when a file is in such a format, not before."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ...errors import PuzzleError


def optional_package(name: str, extra: str, what: str) -> Any:
    """Returns a module of another package; raises `PuzzleError`, with the extra to install, where there is none."""
    try:
        return import_module(name)
    except ImportError as error:
        needed = name.partition(".")[0]
        raise PuzzleError(f"{what} needs {needed} ({error}): pip install 'unitdoku[{extra}]'") from error
