"""Layouts from nothing but a list of rules: given in Python, or in a JSON file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from os import PathLike, fspath
from typing import Any

from ..contract.errors import LayoutError, joined, shown
from ..model.layout import Cells, Layout, Position, Rule, check_cells, check_layout, checked_size
from ..model.rules import Pair, Sum, Unit, listed, whole_pair
from .neighbours import compared, comparison_of

_SHOWN = "the list of shown cells"

LARGEST_FILE = 2**25
"""The most bytes of a file of units: several times what the layouts of most cells and units take."""


def from_units(
    size: int,
    units: Iterable[Rule | Cells],
    shape: tuple[int, int] | None = None,
    name: str = "units",
    first_value: int = 1,
    shown: Cells | None = None,
) -> Layout:
    """Returns a rectangle of `shape` (rows, columns; default `size` by `size`) with only these units, sums and pairs.

    A unit is a `Unit`, or its cells: a list, a set or an array of indices from 0 in reading order, labels such as
    `"A1"`, or pairs of row and column from 0. Units without a name are numbered: `unit 1` and so on. Value 1 stands for
    `first_value` in sums and in text. Solutions that agree in the cells `shown` count as one; None shows all cells.
    Raises `LayoutError` for other units, and for a size or shape that no layout has.
    """
    size = checked_size(size)
    rows, columns = (size, size) if shape is None else _pair(shape, "shape")
    check_cells(max(rows, 0) * max(columns, 0))
    positions = tuple((row, column) for row in range(rows) for column in range(columns))
    layout = Layout(size, (), positions, first_value=first_value)
    return replace(layout + units, name=name, shown=None if shown is None else layout.indices(shown, _SHOWN))


def units_file(path: str | PathLike[str], base: Layout | None = None) -> Layout:
    """Returns the layout that a JSON file defines; with a base, the base with the rules of the file added.

    See `layout_of` for the content. Raises `LayoutError` for a file that cannot be read or defines no layout.
    """
    if base is not None:
        check_layout(base)
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
    return layout_of(content, path, base)


_RULES = {
    "units": ("name", "cells", "repeatable"),
    "sums": ("name", "cells", "total", "coefficients", "relation"),
    "pairs": ("name", "cells", "allowed"),
    "cages": ("name", "cells", "total"),
}
"""What lists of rules hold: the keys of their objects."""

_KEYS = (*_RULES, "size", "shape", "positions", "block", "first_value", "shown")


def layout_of(content: Any, path: str = "", base: Layout | None = None) -> Layout:
    """Returns the layout that the content of a JSON file defines; with a base, the base with its rules added.

    The content is a list of units, or an object with one or more of `units`, `sums`, `pairs` and `cages`, and
    optionally `size` (default: cells of the longest unit), `first_value` (default 1), `shape` (rows and columns,
    default `size` by `size`) or, where the cells are no rectangle, `positions` (row and column of each cell, from 0),
    `block` (rows and columns, for pictures) and `shown` (a list of cells, default all). A unit is a list of cells or
    an object with `name`, `cells` and optionally `repeatable` (a list of values); a cell is a label (`"A1"`) or an
    index from 0. A sum has `cells`, `total`, and optionally `name`, `coefficients` and `relation`; a pair has `cells`,
    `allowed` (a list of pairs of values, or `<`, `>`, `<=`, `>=`, `!=`) and optionally `name`. A cage has `cells`,
    `total` and optionally `name`; its unit and its sum come after the others. Raises `LayoutError` for other content.
    """
    where = path or "layout"
    if isinstance(content, list):
        content = {"units": content}
    if not isinstance(content, dict) or not any(isinstance(content.get(kind), list) for kind in _RULES):
        known = joined(tuple(_RULES), "or")
        raise LayoutError(f"{where}: expected a list of units, or an object with a list named {known}")
    _check_keys(content, _KEYS, where)
    name = f"@{path}" if path else "units"
    try:
        of_kind = {kind: _objects(content.get(kind, []), kind) for kind in _RULES}
        longest = max((len(unit["cells"]) for unit in of_kind["units"]), default=0)
        layout = base or _cells(content, longest)
        rules = [
            rule
            for kind, objects in of_kind.items()
            for number, each in enumerate(objects, start=1)
            for rule in _rules(layout, kind, number, each)
        ]
        if "shown" in content:
            layout = replace(layout, shown=layout.indices(content["shown"], _SHOWN))
        return layout.extended(rules, name) if base is not None else replace(layout + rules, name=name)
    except LayoutError as error:
        raise LayoutError(f"{where}: {error.message}", cell=error.cell) from error


def content_of(layout: Layout, base: Layout | None = None) -> dict[str, object]:
    """Returns the object for JSON from which `layout_of` builds the same layout, without its name.

    With a base, which `begins` the layout, only the rules that come after those of the base are written.
    """

    def named(rule: Rule, **more: object) -> dict[str, object]:
        return _without_none({"name": rule.name, "cells": [layout.labels[cell] for cell in rule.cells], **more})

    def summed(each: Sum) -> dict[str, object]:
        coefficients = None if each.coefficients is None else list(each.coefficients)
        relation = None if each.relation == "=" else each.relation
        return named(each, total=each.total, coefficients=coefficients, relation=relation)

    def paired(each: Pair) -> dict[str, object]:
        return named(each, allowed=comparison_of(each.allowed, layout.size) or sorted(map(list, each.allowed)))

    def caged(each: Sum) -> dict[str, object]:
        name = None if each.name == _name_of_cage(layout, each.cells) else each.name
        return named(each, name=name, total=each.total)

    begun = base or layout.only()
    units, sums = layout.units[len(begun.units) :], layout.sums[len(begun.sums) :]
    pairs = layout.pairs[len(begun.pairs) :]
    cages = min(_cages_at_the_end(layout), len(units), len(sums))
    plain_units, plain_sums = units[: len(units) - cages], sums[: len(sums) - cages]
    content = {
        "size": layout.size,
        "positions": list(map(list, layout.positions)),
        "units": [named(each, repeatable=list(each.repeatable) or None) for each in plain_units],
        "block": layout.block and list(layout.block),
        "first_value": None if layout.first_value == 1 else layout.first_value,
        "sums": [summed(each) for each in plain_sums] or None,
        "pairs": [paired(each) for each in pairs] or None,
        "cages": [caged(each) for each in sums[len(sums) - cages :]] or None,
        "shown": None if layout.shown is None else [layout.labels[cell] for cell in layout.shown],
    }
    return {key: part for key, part in _without_none(content).items() if base is None or key in _RULES}


def _cages_at_the_end(layout: Layout) -> int:
    """Returns how many of the last units are cages, each with one of the last sums, in the same order."""
    count = 0
    for unit, each in zip(reversed(layout.units), reversed(layout.sums), strict=False):
        if each.name != unit.name or each.cells != unit.cells or each.coefficients or each.relation != "=":
            break
        count += 1
    return count


def _name_of_cage(layout: Layout, cells: Sequence[int]) -> str:
    """Returns the name of a cage of these cells that has no other, as `cage` gives it."""
    return f"cage {layout.labels[cells[0]]}" if cells else "cage"


def begins(base: Layout, layout: Layout) -> bool:
    """Whether a layout has the cells and values of the base, and its rules before others."""
    rules = ((base.units, layout.units), (base.sums, layout.sums), (base.pairs, layout.pairs))
    return base.only() == layout.only() and all(own == others[: len(own)] for own, others in rules)


def _without_none(content: dict[str, object]) -> dict[str, object]:
    return {key: part for key, part in content.items() if part is not None}


def _cells(content: dict[str, Any], longest: int) -> Layout:
    """Returns the cells without units; by default there are as many values as cells in the longest unit."""
    size, first_value = content.get("size", longest), content.get("first_value", 1)
    block = _pair(content["block"], "block") if "block" in content else None
    if "positions" not in content:
        return replace(from_units(size, (), content.get("shape"), first_value=first_value), block=block)
    if "shape" in content:
        raise LayoutError("shape and positions both say where the cells are")
    positions = listed(content["positions"], "positions are", "[row, column]")
    return Layout(size, (), tuple(_pair(each, "position") for each in positions), block, first_value=first_value)


def _objects(rules: Any, kind: str) -> list[dict[str, Any]]:
    """Returns the objects of a list of rules; a unit may also be a list of cells."""
    rules = listed(rules, f"{kind} are", "objects")
    objects = [{"cells": each} if kind == "units" and isinstance(each, list) else each for each in rules]
    for number, each in enumerate(objects, start=1):
        what = f"{kind[:-1]} {number}"
        if not isinstance(each, dict) or not isinstance(each.get("cells"), list):
            raise LayoutError(f"{what} is {shown(each)}, not an object with a list named cells")
        _check_keys(each, _RULES[kind], what)
    return objects


def _rules(layout: Layout, kind: str, number: int, each: dict[str, Any]) -> list[Rule]:
    """Returns the rule of an object; of a cage its unit and its sum."""
    name = str(each.get("name", f"{kind[:-1]} {number}"))
    if kind == "units":
        return [replace(layout.unit(each["cells"], name), repeatable=each.get("repeatable", ()))]
    cells = layout.indices(each["cells"], f"{kind[:-1]} {name!r}")
    if kind == "pairs":
        allowed = each.get("allowed")
        return [Pair(name, cells, compared(allowed, layout.size) if isinstance(allowed, str) else allowed)]  # type: ignore[arg-type]  # it checks what it gets
    if "total" not in each:
        raise LayoutError(f"{kind[:-1]} {name!r} has no total")
    if kind == "sums":
        return [Sum(name, cells, each["total"], each.get("coefficients"), each.get("relation", "="))]
    name = name if "name" in each else _name_of_cage(layout, cells)
    return [Unit(name, cells), Sum(name, cells, each["total"])]


def _check_keys(content: dict[str, Any], known: Sequence[str], where: str) -> None:
    for key in content:
        if key not in known:
            raise LayoutError(f"{where}: unknown key {shown(key)}; known: {', '.join(known)}")


def _pair(value: Any, what: str) -> Position:
    pair = whole_pair(value)
    if pair is None:
        raise LayoutError(f"{what} is {shown(value)}, not [rows, columns]")
    return pair


# JSON as files of units and lines of puzzles hold it.


def read_json(text: str) -> Any:
    """Returns what the text holds; raises ValueError where it is no JSON, also for a key that an object has twice.

    Python's reader alone would take the last value of such a key.
    """
    import json  # here, as most programs that import this package read none

    try:
        return json.loads(text, object_pairs_hook=_object)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"the key {shown(twice)} is there twice in an object")
    return content
