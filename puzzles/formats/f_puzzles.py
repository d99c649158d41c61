"""Puzzles of f-puzzles, as JSON: a grid of cells, and rules by key.

What a layout can say is read: `RULES` has a row for each. Any other key that may be a rule is refused
by name. Rules that stand in words alone (`ruleset`) cannot be read: such words are left out, and so are colours and
fog.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, islice, pairwise
from math import isqrt
from typing import Any

from ...reference.contract.errors import PuzzleError, shown
from ...reference.layouts.cages import cage_rules
from ...reference.layouts.classic import classic_for, is_classic_size, latin
from ...reference.layouts.extra_units import anti_king, anti_knight, diagonal, disjoint_groups
from ...reference.layouts.lines import DIRECTIONS, arrow_sum, little_killer_sum, number_pairs
from ...reference.layouts.neighbours import SIGNS, neighbours, non_consecutive
from ...reference.layouts.regions import jigsaw
from ...reference.model.cells import mask_of_value, whole
from ...reference.model.layout import Layout, Position, Rule
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import Pair, Unit
from ..text.entries import PuzzleEntry, errors_name, in_one_line

_LARGEST = 16
"""The most rows of a grid that are read."""

_MOST_PARTS = 500
"""The most cells, lines or parts of a rule: the largest grid has fewer."""

_MOST_RULES = 3000
_NOT_READ = "the rule {} of f-puzzles is not read: no layout can say it yet"
_ASIDE = frozenset(
    ("size", "grid", "title", "author", "ruleset", "solution", "metadata", "disabledlogic", "truecandidatesoptions")
    + ("highlightConflicts", "highlightconflicts", "fogofwar", "foglight", "successMessage", "msgcorrect")
    + ("even", "odd")
)
"""Keys that are no rules, or that are read apart from the rules."""

_CELL_KEYS = frozenset(
    ("value", "given", "region", "givenPencilMarks", "centerPencilMarks", "cornerPencilMarks")
    + ("c", "cArray", "highlight", "highlights", "selected")
)


def entry_of_f_puzzle(content: dict[str, Any]) -> PuzzleEntry:
    """Returns the entry of an object of f-puzzles; raises `PuzzleError` or `LayoutError`, which names the rule."""
    cells = _square(content["grid"])
    size = isqrt(len(cells))
    if _whole_in(content.get("size"), "size", size) != size:
        raise PuzzleError(f"size is {shown(content['size'])}, but the grid has {size} rows")
    _check_listed(content.get("activeConstraints") or [])
    _check_keys(content, {"activeConstraints", *_ASIDE, *FLAGS, *RULES}, _NOT_READ)
    base = _base(cells, size)
    layout = _flagged(base, tuple(key for key in FLAGS if content.get(key)))
    rules: list[Rule] = []
    for key, rules_in in RULES.items():
        if content.get(key):
            with errors_name(key):
                rules += islice(rules_in(base, _parts(content[key], key)), _MOST_RULES + 1 - len(rules))
                if len(rules) > _MOST_RULES:
                    raise PuzzleError(f"more than {_MOST_RULES} sums, pairs and units, which no puzzle has")
    layout = layout.extended(rules, "f-puzzles") if rules else layout
    masks = [_mask(cell, number, layout) for number, cell in enumerate(cells)]
    for key, first in (("odd", 0), ("even", 1)):
        wanted = sum(1 << value for value in range(first, layout.size, 2))
        for part in _parts(content.get(key) or [], key):
            masks[_cell(part.get("cell") if isinstance(part, dict) else part, layout)] &= wanted
    title = content.get("title")
    name = in_one_line(title) if title and isinstance(title, str) else None
    return PuzzleEntry(1, Puzzle(layout, tuple(masks)), name=name, solution=_solution(content, layout))


def _check_listed(names: Any) -> None:
    """Raises `PuzzleError` where a list of rules in use names one that is not read."""
    for name in _parts(names, "activeConstraints"):
        key = re.sub(r"[\s-]", "", name).lower() if isinstance(name, str) else ""
        if key not in _KEYS_IN_WORDS:
            raise PuzzleError(_NOT_READ.format(shown(name)))


def _base(cells: list[dict[str, Any]], size: int) -> Layout:
    """Returns rows, columns and regions; cells without a region are in the usual block."""
    usual = classic_for(size * size) if is_classic_size(size) else latin(size)
    if all("region" not in cell for cell in cells):
        return usual
    rows, columns = usual.block or (1, size)
    regions = []
    for number, cell in enumerate(cells):
        row, column = divmod(number, size)
        block = row // rows * (size // columns) + column // columns
        region = cell.get("region", block)
        if region is None:
            raise PuzzleError("cells without a region are not read", cell=usual.labels[number])
        regions.append(_whole_in(region, "a region"))
    found = jigsaw(regions)
    same = {frozenset(unit.cells) for unit in found.units} == {frozenset(unit.cells) for unit in usual.units}
    return usual if same else found


def _mask(cell: dict[str, Any], number: int, layout: Layout) -> int:
    _check_keys(cell, _CELL_KEYS, "{} of a cell is not read", layout.labels[number])
    if cell.get("given"):
        return mask_of_value(cell.get("value"), layout, number)
    marks = cell.get("givenPencilMarks")
    if not marks:
        return layout.all_values
    mask = 0
    for value in _parts(marks, "givenPencilMarks"):
        mask |= mask_of_value(value, layout, number)
    return mask


# Parts of the JSON: squares, lists, numbers, cells.


def _square(rows: Any) -> list[dict[str, Any]]:
    """Returns the cells of a square of rows, in reading order; raises `PuzzleError` for anything else."""
    size = len(_parts(rows, "grid"))
    if not 1 <= size <= _LARGEST:
        raise PuzzleError(f"grid has {size} rows, and 1 to {_LARGEST} are read")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, list) or len(row) != size or not all(isinstance(cell, dict) for cell in row):
            raise PuzzleError(f"row {number} of grid is {shown(row)}, not a list of {size} objects")
    return [cell for row in rows for cell in row]


def _parts(value: Any, what: str) -> list[Any]:
    """Returns a list; raises `PuzzleError` for anything else, and for a very long one."""
    if not isinstance(value, list):
        raise PuzzleError(f"{what} is {shown(value)}, not a list")
    if len(value) > _MOST_PARTS:
        raise PuzzleError(f"{what} has {len(value)} parts, and at most {_MOST_PARTS} are read")
    return value


def _whole_in(value: Any, what: str, default: int | None = None) -> int:
    """Returns a whole number from a number or its text; the default where there is none, or an empty text.

    Raises `PuzzleError` for anything else.
    """
    if not _is_given(value) and default is not None:
        return default
    number = whole(value)
    if number is None or abs(number) >= 10**9:
        raise PuzzleError(f"{what} is {shown(value)}, not a whole number")
    return number


def _is_given(value: Any) -> bool:
    """Returns whether a value is there, and no empty text."""
    return value not in (None, "")


def _check_keys(content: Mapping[str, Any], known: Collection[str], wrong: str, cell: str | None = None) -> None:
    """Raises `PuzzleError` for a key that is not known and has a value; `wrong` says so, with `{}` for the key."""
    for key, value in content.items():
        if key not in known and value not in (None, False, "", [], {}):
            raise PuzzleError(wrong.format(shown(key)), cell=cell)


def _solution(content: Mapping[str, Any], layout: Layout) -> tuple[int, ...] | None:
    """Returns the stated solution, digits or a list of numbers, where it has a value for each cell."""
    stated = content.get("solution")
    if isinstance(stated, str):
        stated = stated.split(",") if "," in stated else list(stated)
    if not isinstance(stated, list) or len(stated) != layout.cell_count:
        return None
    values = [int(value) if re.fullmatch("[0-9]{1,9}", str(value)) else 0 for value in stated]
    return tuple(values) if all(1 <= value <= layout.size for value in values) else None


# The rules of f-puzzles' JSON: one function and one row each, from what the JSON says to rules of a layout.

_DIRECTIONS = {"DR": "down-right", "DL": "down-left", "UR": "up-right", "UL": "up-left"}


def _place(written: Any) -> Position:
    """Returns row and column, from 0, of a place such as `"R1C1"`; it may lie outside."""
    found = re.fullmatch(r"R([0-9]{1,3})C([0-9]{1,3})", written) if isinstance(written, str) else None
    if not found:
        raise PuzzleError(f"{shown(written)} is no cell such as R1C1")
    return int(found[1]) - 1, int(found[2]) - 1


def _cell(written: Any, layout: Layout) -> int:
    """Returns the cell at a place."""
    found = layout.cell_at(*_place(written))
    if found is None:
        raise PuzzleError(f"{shown(written)} is no cell of the grid")
    return found


def _cells(part: Any, layout: Layout, key: str = "cells") -> list[int]:
    """Returns the cells that a part of a rule lists, one or more."""
    listed = _parts(part.get(key), key) if isinstance(part, dict) else []
    if not listed:
        raise PuzzleError(f"{shown(part)} has no {key}, a list such as ['R1C1', 'R1C2']")
    return [_cell(cell, layout) for cell in listed]


def _lines(part: Any, layout: Layout) -> list[list[int]]:
    """Returns the cells of each line that a part of a rule lists."""
    listed = _parts(part.get("lines"), "lines") if isinstance(part, dict) else []
    if not listed:
        raise PuzzleError(f"{shown(part)} has no lines, a list of lists of cells")
    return [_cells({"cells": line}, layout) for line in listed]


FLAGS: dict[str, Callable[[Layout], Layout]] = {
    "diagonal-": lambda layout: layout.extended(diagonal(layout).units[-2:-1], "diagonal"),
    "diagonal+": lambda layout: layout.extended(diagonal(layout).units[-1:], "diagonal"),
    "disjointgroups": disjoint_groups,
    "antiknight": anti_knight,
    "antiking": anti_king,
    "nonconsecutive": non_consecutive,
}
"""Key to what it adds to a layout where its value is true; in this order."""


@lru_cache(maxsize=32)
def _flagged(base: Layout, keys: tuple[str, ...]) -> Layout:
    """Returns the layout with these rules for the whole grid; errors name their keys."""
    for key in keys:
        with errors_name(key):
            base = FLAGS[key](base)
    return base


def _extra_regions(layout: Layout, parts: list[Any]) -> Iterator[Rule]:
    for number, part in enumerate(parts, start=1):
        yield Unit(f"extra region {number}", tuple(_cells(part, layout)))


def _cages(layout: Layout, parts: list[Any]) -> Iterator[Rule]:
    """Yields the unit and the sum of cages with a total, the unit of others."""
    for part in parts:
        cells, value = _cells(part, layout), part.get("value")
        if not _is_given(value):
            yield Unit(f"cage {layout.labels[cells[0]]}", tuple(cells))
        else:
            yield from cage_rules(layout, cells, _whole_in(value, "the total of a cage"))


def _little_killers(layout: Layout, parts: list[Any]) -> Iterator[Rule]:
    for part in parts:
        direction = part.get("direction") if isinstance(part, dict) else None
        if not isinstance(direction, str) or direction not in _DIRECTIONS:
            raise PuzzleError(f"{shown(part)} has no direction DR, DL, UR or UL")
        if not _is_given(part.get("value")):
            continue  # an arrow without a number says nothing
        word = _DIRECTIONS[direction]
        (row, column), (down, right) = _place(part.get("cell")), DIRECTIONS[word]
        first = layout.cell_at(row + down, column + right)
        if first is None:
            raise PuzzleError(f"no cell lies {word} of {shown(part.get('cell'))}")
        yield little_killer_sum(layout, first, word, _whole_in(part["value"], "the total of a little killer"))


def _arrows(layout: Layout, parts: list[Any]) -> Iterator[Rule]:
    for part in parts:
        circle = sorted(_cells(part, layout))
        for line in _lines(part, layout) if part.get("lines") else []:
            yield arrow_sum(layout, circle, [cell for cell in line if cell not in circle])


def _pairs(
    layout: Layout,
    parts: list[Any],
    name: str,
    lines_in: Callable[[Any, Layout], list[list[int]]],
    holds: Callable[[int, int, int], bool],
    default: int | None = None,
) -> Iterator[Rule]:
    """Yields a pair for each two neighbours along the lines of each part.

    `holds` gets the numbers in the two cells and that of the part, which has one where there is a `default`.
    """
    for part in parts:
        lines = lines_in(part, layout)
        value = 0 if default is None else _whole_in(part.get("value"), f"the number of a {name}", default)
        allowed = number_pairs(layout, lambda one, other: holds(one, other, value))  # noqa: B023
        for line in lines:
            for step in pairwise(line):
                yield Pair(name if default is None else f"{name} {value}", step, allowed)


def _two(part: Any, layout: Layout) -> list[list[int]]:
    """Returns the two cells of a part."""
    cells = _cells(part, layout)
    if len(cells) != 2:
        raise PuzzleError(f"{shown(part)} has {len(cells)} cells, not two")
    return [cells]


def _palindromes(layout: Layout, parts: list[Any]) -> Iterator[Rule]:
    same = number_pairs(layout, int.__eq__)
    for line in (line for part in parts for line in _lines(part, layout)):
        for pair in zip(line[: len(line) // 2], reversed(line), strict=False):
            yield Pair(f"palindrome {layout.labels[line[0]]}", pair, same)


def _renbans(layout: Layout, parts: list[Any]) -> Iterator[Rule]:
    for line in (line for part in parts for line in _lines(part, layout)):
        count = len(line)
        unit = Unit(f"renban {layout.labels[line[0]]}", tuple(line))
        unit.check_for(layout.size)
        yield unit
        near = number_pairs(layout, lambda one, other: abs(one - other) < count)  # noqa: B023
        for pair in combinations(line, 2):
            yield Pair("renban", pair, near)


def _clones(layout: Layout, parts: list[Any]) -> Iterator[Rule]:
    same = number_pairs(layout, int.__eq__)
    for part in parts:
        cells, copies = _cells(part, layout), _cells(part, layout, "cloneCells")
        if len(cells) != len(copies):
            raise PuzzleError(f"{len(cells)} cells have {len(copies)} clones")
        for pair in zip(cells, copies, strict=True):
            yield Pair(f"clone {layout.labels[pair[0]]}", pair, same)


def _signs(layout: Layout, parts: list[Any]) -> Iterator[Rule]:
    for part in parts:
        sign = part.get("value") if isinstance(part, dict) else None
        if sign not in ("X", "x", "V", "v"):
            raise PuzzleError(f"the value of xv is {shown(sign)}, neither X nor V")
        holds = SIGNS[sign.upper()]
        yield from _pairs(layout, [part], sign.upper(), _two, lambda a, b, _: holds(a, b))  # noqa: B023


def _extremes(layout: Layout, parts: list[Any], name: str) -> Iterator[Rule]:
    """Yields pairs for cells below, or above, all their neighbours that are no such cells themselves."""
    cells = {_cell(part.get("cell") if isinstance(part, dict) else part, layout) for part in parts}
    rising = number_pairs(layout, int.__lt__)
    for one, other in neighbours(layout):
        for cell, beside in ((one, other), (other, one)):
            if cell in cells and beside not in cells:
                yield Pair(name, (cell, beside) if name == "minimum" else (beside, cell), rising)


RULES: dict[str, Callable[[Layout, list[Any]], Iterator[Rule]]] = {
    "extraregion": _extra_regions,
    "killercage": _cages,
    "littlekillersum": _little_killers,
    "arrow": _arrows,
    "thermometer": lambda layout, parts: _pairs(layout, parts, "thermometer", _lines, lambda a, b, _: a < b),
    "palindrome": _palindromes,
    "whispers": lambda layout, parts: _pairs(layout, parts, "whisper", _lines, lambda a, b, d: abs(a - b) >= d, 5),
    "renban": _renbans,
    "clone": _clones,
    "difference": lambda layout, parts: _pairs(layout, parts, "difference", _two, lambda a, b, d: abs(a - b) == d, 1),
    "ratio": lambda layout, parts: _pairs(layout, parts, "ratio", _two, lambda a, b, r: a == r * b or b == r * a, 2),
    "xv": _signs,
    "minimum": lambda layout, parts: _extremes(layout, parts, "minimum"),
    "maximum": lambda layout, parts: _extremes(layout, parts, "maximum"),
}
"""Key to the rules that its list of parts adds to a layout; in this order."""

_KEYS_IN_WORDS = {*FLAGS, *RULES}.union(
    ("even", "odd", "evencell", "oddcell", "diagonal", "minimumcell", "maximumcell", "whisper", "palindromes")
)
"""Names of rules as `activeConstraints` lists them, which says nothing that the rules themselves do not say."""
