"""Layouts from nothing but a list of units: given in Python, or in a JSON file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ..errors import LayoutError
from ..layout import Layout, Unit

MOST_VALUES = 144
"""The largest size that a name or a file may ask for, so that a slip such as 10000 for 100 cannot fill the memory."""


def from_units(
    size: int,
    units: Iterable[Unit | Sequence[int | str]],
    shape: tuple[int, int] | None = None,
    name: str = "units",
) -> Layout:
    """Returns a rectangle of `shape` (rows, columns; default `size` by `size`) with only these units.

    A unit is a `Unit`, or a sequence of cells: indices from 0 in reading order, or labels such as `"A1"`. Units without
    a name are numbered: `unit 1` and so on.
    """
    rows, columns = (size, size) if shape is None else shape
    positions = tuple((row, column) for row in range(rows) for column in range(columns))
    return replace(Layout(size, (), positions) + units, name=name)


def units_file(path: str, base: Layout | None = None) -> Layout:
    """Returns the layout that a JSON file defines; with a base, the base with the units of the file added.

    See `layout_of` for the content. Raises `LayoutError` for a file that cannot be read or defines no layout.
    """
    import json  # here, as most programs that import this package read no such file

    try:
        with open(path, encoding="utf-8-sig") as file:
            content = json.load(file)
    except UnicodeDecodeError as error:
        raise LayoutError(f"{path}: is no UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise LayoutError(f"{path}: is no JSON: {error}") from error
    except RecursionError as error:
        raise LayoutError(f"{path}: is nested too deeply") from error
    except (OSError, ValueError) as error:
        raise LayoutError(f"{path!r} cannot be read: {getattr(error, 'strerror', error)}") from error
    return layout_of(content, path, base)


def layout_of(content: Any, path: str = "", base: Layout | None = None) -> Layout:
    """Returns the layout that the content of a JSON file defines; with a base, the base with its units added.

    The content is a list of units, or an object with `units` and optionally `size` (default: cells of the longest
    unit), `shape` (rows and columns, default `size` by `size`) or, where the cells are no rectangle, `positions` (row
    and column of each cell, from 0), and `block` (rows and columns, for pictures). A unit is a list of cells or an
    object with `name` and `cells`; a cell is a label (`"A1"`) or an index from 0. Raises `LayoutError` for other
    content.
    """
    where = path or "layout"
    if isinstance(content, list):
        content = {"units": content}
    if not isinstance(content, dict) or not isinstance(content.get("units"), list):
        raise LayoutError(f"{where}: expected a list of units, or an object with a list named units")
    _check_keys(content, ("units", "size", "shape", "positions", "block"), where)
    name = f"@{path}" if path else "units"
    try:
        units = [_unit(unit, number) for number, unit in enumerate(content["units"], start=1)]
        if base is not None:
            return base.extended([base.unit(cells, label) for label, cells in units], name)
        layout = _cells(content, _whole(content.get("size", max((len(cells) for _, cells in units), default=0))))
        return replace(layout + [layout.unit(cells, label) for label, cells in units], name=name)
    except LayoutError as error:
        raise LayoutError(f"{where}: {error.message}", cell=error.cell, value=error.value) from error


def content_of(layout: Layout) -> dict[str, object]:
    """Returns the object for JSON from which `layout_of` builds the same layout, without its name."""
    units = [{"name": unit.name, "cells": [layout.labels[cell] for cell in unit.cells]} for unit in layout.units]
    positions = [list(position) for position in layout.positions]
    content: dict[str, object] = {"size": layout.size, "positions": positions, "units": units}
    if layout.block is not None:
        content["block"] = list(layout.block)
    return content


def _cells(content: dict[str, Any], size: int) -> Layout:
    """Returns the cells without units."""
    block = _pair(content["block"], "block") if "block" in content else None
    if "positions" not in content:
        shape = _pair(content["shape"], "shape") if content.get("shape") is not None else None
        return replace(from_units(size, (), shape), block=block)
    if "shape" in content:
        raise LayoutError("shape and positions both say where the cells are")
    if not isinstance(content["positions"], list):
        raise LayoutError("positions is no list of [row, column]")
    return Layout(size, (), tuple(_pair(position, "position") for position in content["positions"]), block)


def _unit(unit: Any, number: int) -> tuple[str, Sequence[int | str]]:
    if isinstance(unit, dict):
        if not isinstance(unit.get("cells"), list):
            raise LayoutError(f"unit {number}: expected an object with a list named cells")
        _check_keys(unit, ("name", "cells"), f"unit {number}")
        return str(unit.get("name", f"unit {number}")), unit["cells"]
    if not isinstance(unit, list):
        raise LayoutError(f"unit {number} is {unit!r}, not a list of cells", value=repr(unit))
    return f"unit {number}", unit


def _check_keys(content: dict[str, Any], known: Sequence[str], where: str) -> None:
    for key in content:
        if key not in known:
            raise LayoutError(f"{where}: unknown key {key!r}; known: {', '.join(known)}", value=key)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_VALUES:
        raise LayoutError(f"{value!r} is not a whole number up to {MOST_VALUES}", value=repr(value))
    return value


def _pair(value: Any, what: str) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise LayoutError(f"{what} is {value!r}, not [rows, columns]", value=repr(value))
    return _whole(value[0]), _whole(value[1])
