"""Units from a JSON file: a layout of its own, or units to add to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..errors import LayoutError
from ..layout import Layout
from .from_units import from_units

MOST_VALUES = 144
"""The largest size that a name or a file may ask for: a slip such as 10000 for 100 must not fill the memory."""


def units_file(path: str, base: Layout | None = None) -> Layout:
    """The layout that the file defines; with a base, the base with the units of the file added.

    The file holds a list of units, or an object with `units` and, as needed, `size` (default: cells of the longest
    unit) and `shape` (rows and columns, default `size` by `size`). A unit is a list of cells or an object with `name`
    and `cells`; a cell is a label (`"A1"`) or an index from 0. Raises `LayoutError` for anything else.
    """
    content = _read(path)
    if isinstance(content, list):
        content = {"units": content}
    if not isinstance(content, dict) or not isinstance(content.get("units"), list):
        raise LayoutError(f"{path}: expected a list of units, or an object with a list named units")
    _only_keys(content, ("units", "size", "shape"), path)
    name = f"@{path}"
    try:
        units = [_unit(unit, number) for number, unit in enumerate(content["units"], start=1)]
        if base is not None:
            added = [base.unit(cells, label) for label, cells in units]
            return replace(base + added, name=f"{base.name}+{name}")
        size = content.get("size", max((len(cells) for _, cells in units), default=0))
        layout = from_units(_whole(size), (), _shape(content.get("shape")), name)
        return replace(layout + [layout.unit(cells, label) for label, cells in units], name=name)
    except LayoutError as error:
        raise LayoutError(f"{path}: {error.message}", cell=error.cell, value=error.value) from error


def _read(path: str) -> Any:
    import json  # here, as most programs that import this package read no such file

    try:
        file = open(path, encoding="utf-8-sig")  # noqa: SIM115 - closed below; what fails here is the path
    except (OSError, ValueError) as error:
        raise LayoutError(f"{path!r} cannot be read: {getattr(error, 'strerror', error)}") from error
    try:
        with file:
            return json.load(file)
    except OSError as error:
        raise LayoutError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LayoutError(f"{path}: is no UTF-8 text") from error
    except RecursionError as error:
        raise LayoutError(f"{path}: is nested too deeply") from error
    except ValueError as error:
        raise LayoutError(f"{path}: is no JSON: {error}") from error


def _unit(unit: Any, number: int) -> tuple[str, Sequence[int | str]]:
    if isinstance(unit, dict):
        if not isinstance(unit.get("cells"), list):
            raise LayoutError(f"unit {number}: expected an object with a list named cells")
        _only_keys(unit, ("name", "cells"), f"unit {number}")
        return str(unit.get("name", f"unit {number}")), unit["cells"]
    if not isinstance(unit, list):
        raise LayoutError(f"unit {number} is {unit!r}, not a list of cells", value=repr(unit))
    return f"unit {number}", unit


def _only_keys(content: dict[str, Any], known: Sequence[str], where: str) -> None:
    for key in content:
        if key not in known:
            raise LayoutError(f"{where}: unknown key {key!r}; known: {', '.join(known)}", value=key)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_VALUES:
        raise LayoutError(f"{value!r} is not a whole number up to {MOST_VALUES}", value=repr(value))
    return value


def _shape(value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2:
        raise LayoutError(f"shape is {value!r}, not [rows, columns]", value=repr(value))
    return _whole(value[0]), _whole(value[1])
