"""Layouts from nothing but a list of rules: given in Python, or in a JSON file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from os import PathLike, fspath
from typing import Any

from ..errors import LayoutError, shown
from ..layout import MOST_CELLS, MOST_VALUES, Cells, Layout, Rule, check_cells, checked_size
from ..pair import Pair
from ..sum import Sum
from ..unit import whole_pair
from .any_layout import any_layout
from .json_text import read_json

LARGEST_FILE = 2**25
"""The most bytes of a file of units: several times what the layouts of most cells and units take."""


def from_units(
    size: int,
    units: Iterable[Rule | Cells],
    shape: tuple[int, int] | None = None,
    name: str = "units",
    first_value: int = 1,
) -> Layout:
    """Returns a rectangle of `shape` (rows, columns; default `size` by `size`) with only these units, sums and pairs.

    A unit is a `Unit`, or its cells: a list, a set or an array of indices from 0 in reading order, labels such as
    `"A1"`, or pairs of row and column from 0. Units without a name are numbered: `unit 1` and so on. Value 1 stands for
    `first_value` in sums and in text. Raises `LayoutError` for other units, and for a size or shape that no layout has.
    """
    size = checked_size(size)
    pair = (size, size) if shape is None else whole_pair(shape)
    if pair is None:
        raise LayoutError(f"a shape is (rows, columns), not {shown(shape)}", value=shown(shape))
    rows, columns = pair
    check_cells(max(rows, 0) * max(columns, 0))
    positions = tuple((row, column) for row in range(rows) for column in range(columns))
    return replace(Layout(size, (), positions, first_value=first_value) + units, name=name)


def units_file(path: str | PathLike[str], base: Layout | str | None = None) -> Layout:
    """Returns the layout that a JSON file defines; with a base, the base with the rules of the file added.

    See `layout_of` for the content. Raises `LayoutError` for a file that cannot be read or defines no layout.
    """
    try:
        path = fspath(path)
        with open(path, "rb") as file:
            text = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError, TypeError) as error:
        raise LayoutError(f"{path!r} cannot be read: {getattr(error, 'strerror', error)}") from error
    if len(text) > LARGEST_FILE:
        raise LayoutError(f"{path}: is longer than {LARGEST_FILE} bytes, which no layout needs")
    try:
        content = read_json(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise LayoutError(f"{path}: is no UTF-8 text") from error
    except ValueError as error:
        raise LayoutError(f"{path}: is no JSON: {error}") from error
    return layout_of(content, path, None if base is None else any_layout(base))


def layout_of(content: Any, path: str = "", base: Layout | None = None) -> Layout:
    """Returns the layout that the content of a JSON file defines; with a base, the base with its rules added.

    The content is a list of units, or an object with `units` and optionally `size` (default: cells of the longest
    unit), `first_value` (default 1), `shape` (rows and columns, default `size` by `size`) or, where the cells are no
    rectangle, `positions` (row and column of each cell, from 0), `block` (rows and columns, for pictures), `sums` and
    `pairs`. A unit is a list of cells or an object with `name` and `cells`; a cell is a label (`"A1"`) or an index from
    0. A sum has `cells`, `total`, and optionally `name`, `coefficients` and `relation`; a pair has `cells`, `allowed`
    (a list of pairs of values) and optionally `name`. Raises `LayoutError` for other content.
    """
    where = path or "layout"
    if isinstance(content, list):
        content = {"units": content}
    if not isinstance(content, dict) or not isinstance(content.get("units"), list):
        raise LayoutError(f"{where}: expected a list of units, or an object with a list named units")
    _check_keys(content, ("units", "size", "shape", "positions", "block", "sums", "pairs", "first_value"), where)
    name = f"@{path}" if path else "units"
    try:
        units = [_unit(unit, number) for number, unit in enumerate(content["units"], start=1)]
        longest = max((len(cells) for _, cells in units), default=0)
        layout = base or _cells(content, _whole(content.get("size", longest), MOST_VALUES))
        rules: list[Rule] = [layout.unit(cells, label) for label, cells in units]
        rules += [_sum(each, number, layout) for number, each in _numbered(content, "sums")]
        rules += [_pair_of(each, number, layout) for number, each in _numbered(content, "pairs")]
        return layout.extended(rules, name) if base is not None else replace(layout + rules, name=name)
    except LayoutError as error:
        raise LayoutError(f"{where}: {error.message}", cell=error.cell, value=error.value) from error


def content_of(layout: Layout) -> dict[str, object]:
    """Returns the object for JSON from which `layout_of` builds the same layout, without its name."""

    def named(rule: Rule) -> dict[str, object]:
        return {"name": rule.name, "cells": [layout.labels[cell] for cell in rule.cells]}

    positions = [list(position) for position in layout.positions]
    content: dict[str, object] = {"size": layout.size, "positions": positions, "units": list(map(named, layout.units))}
    if layout.block is not None:
        content["block"] = list(layout.block)
    if layout.first_value != 1:
        content["first_value"] = layout.first_value
    if layout.sums:
        content["sums"] = [named(each) | _own_content(each) for each in layout.sums]
    if layout.pairs:
        content["pairs"] = [named(pair) | {"allowed": list(map(list, sorted(pair.allowed)))} for pair in layout.pairs]
    return content


def _own_content(each: Sum) -> dict[str, object]:
    content: dict[str, object] = {"total": each.total}
    if each.coefficients is not None:
        content["coefficients"] = list(each.coefficients)
    if each.relation != "=":
        content["relation"] = each.relation
    return content


def _cells(content: dict[str, Any], size: int) -> Layout:
    """Returns the cells without units."""
    block = _pair(content["block"], "block") if "block" in content else None
    first_value = content.get("first_value", 1)
    if "positions" not in content:
        shape = _pair(content["shape"], "shape") if content.get("shape") is not None else None
        return replace(from_units(size, (), shape, first_value=first_value), block=block)
    if "shape" in content:
        raise LayoutError("shape and positions both say where the cells are")
    if not isinstance(content["positions"], list):
        raise LayoutError("positions is no list of [row, column]")
    positions = tuple(_pair(position, "position") for position in content["positions"])
    return Layout(size, (), positions, block, first_value=first_value)


def _unit(unit: Any, number: int) -> tuple[str, Sequence[int | str]]:
    if isinstance(unit, dict):
        if not isinstance(unit.get("cells"), list):
            raise LayoutError(f"unit {number}: expected an object with a list named cells")
        _check_keys(unit, ("name", "cells"), f"unit {number}")
        return str(unit.get("name", f"unit {number}")), unit["cells"]
    if not isinstance(unit, list):
        raise LayoutError(f"unit {number} is {shown(unit)}, not a list of cells", value=shown(unit))
    return f"unit {number}", unit


def _numbered(content: dict[str, Any], kind: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yields the objects of a list of sums or pairs, counted from 1."""
    listed = content.get(kind, [])
    if not isinstance(listed, list):
        raise LayoutError(f"{kind} is {shown(listed)}, not a list of objects", value=shown(listed))
    for number, each in enumerate(listed, start=1):
        if not isinstance(each, dict) or not isinstance(each.get("cells"), list):
            raise LayoutError(f"number {number} of the {kind}: expected an object with a list named cells")
        yield number, each


def _sum(content: dict[str, Any], number: int, layout: Layout) -> Sum:
    name = str(content.get("name", f"sum {number}"))
    _check_keys(content, ("name", "cells", "total", "coefficients", "relation"), f"sum {name!r}")
    if "total" not in content:
        raise LayoutError(f"sum {name!r} has no total")
    cells = layout.indices(content["cells"], f"sum {name!r}")
    return Sum(name, cells, content["total"], content.get("coefficients"), content.get("relation", "="))


def _pair_of(content: dict[str, Any], number: int, layout: Layout) -> Pair:
    name = str(content.get("name", f"pair {number}"))
    _check_keys(content, ("name", "cells", "allowed"), f"pair {name!r}")
    cells = layout.indices(content["cells"], f"pair {name!r}")
    return Pair(name, cells, content.get("allowed"))  # type: ignore[arg-type]  # it checks what it gets


def _check_keys(content: dict[str, Any], known: Sequence[str], where: str) -> None:
    for key in content:
        if key not in known:
            raise LayoutError(f"{where}: unknown key {shown(key)}; known: {', '.join(known)}", value=key)


def _whole(value: Any, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise LayoutError(f"{shown(value)} is not a whole number up to {most}", value=shown(value))
    return value


def _pair(value: Any, what: str) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise LayoutError(f"{what} is {shown(value)}, not [rows, columns]", value=shown(value))
    return _whole(value[0], MOST_CELLS), _whole(value[1], MOST_CELLS)
