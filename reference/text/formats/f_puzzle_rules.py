"""The rules of f-puzzles' JSON: one function and one row each, from what the JSON says to a layout with the rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ...errors import PuzzleError, shown
from ...layout import Layout, Position
from ...layouts.cages import cage
from ...layouts.chess import anti_king, anti_knight
from ...layouts.disjoint_groups import disjoint_groups
from ...layouts.line_pairs import clones, number_pairs, palindrome, thermometer, whisper
from ...layouts.line_sums import arrow, little_killer
from ...layouts.neighbours import neighbours, non_consecutive
from ...pair import Pair
from ...unit import Unit

_DIRECTIONS: dict[str, tuple[str, Position]] = {
    "DR": ("down-right", (1, 1)),
    "DL": ("down-left", (1, -1)),
    "UR": ("up-right", (-1, 1)),
    "UL": ("up-left", (-1, -1)),
}
MOST_PARTS = 2000
"""The most cells, lines or parts of a rule: the largest grid has fewer."""


def place_of(text: Any) -> Position:
    """Returns row and column, from 0, of a place such as `R1C1`; both may lie beside the grid."""
    found = re.fullmatch(r"R([0-9]{1,3})C([0-9]{1,3})", text) if isinstance(text, str) else None
    if not found:
        raise PuzzleError(f"{shown(text)} is no cell such as R1C1", value=shown(text))
    return int(found[1]) - 1, int(found[2]) - 1


def cell_of(text: Any, layout: Layout) -> int:
    """Returns the cell of a text such as `R1C1`."""
    found = layout.cell_at(*place_of(text))
    if found is None:
        raise PuzzleError(f"{shown(text)} is no cell of the grid", value=shown(text))
    return found


def cells_of(part: Any, layout: Layout, key: str = "cells") -> list[int]:
    """Returns the cells that a part of a rule lists, one or more."""
    listed = parts_of(part.get(key), key) if isinstance(part, dict) else []
    if not listed:
        raise PuzzleError(f"{shown(part)} has no {key}, a list such as ['R1C1', 'R1C2']")
    return [cell_of(cell, layout) for cell in listed]


def lines_of(part: Any, layout: Layout) -> list[list[int]]:
    """Returns the cells of each line that a part of a rule lists."""
    listed = parts_of(part.get("lines"), "lines") if isinstance(part, dict) else []
    if not listed:
        raise PuzzleError(f"{shown(part)} has no lines, a list of lists of cells")
    return [cells_of({"cells": line}, layout) for line in listed]


def parts_of(value: Any, what: str) -> list[Any]:
    """Returns a list; raises `PuzzleError` for anything else, and for a very long one."""
    if not isinstance(value, list):
        raise PuzzleError(f"{what} is {shown(value)}, not a list", value=shown(value))
    if len(value) > MOST_PARTS:
        raise PuzzleError(f"{what} has {len(value)} parts, and at most {MOST_PARTS} are read")
    return value


def whole(value: Any, what: str, default: int | None = None) -> int:
    """Returns a whole number from a number or its text; the default where there is none, or an empty text."""
    if value in (None, "") and default is not None:
        return default
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value.strip()):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
        return value
    raise PuzzleError(f"{what} is {shown(value)}, not a whole number", value=shown(value))


def diagonals(layout: Layout, down: bool, up: bool) -> Layout:
    """Returns the layout with one or both diagonals as units."""
    size = layout.size
    units = [Unit("main diagonal", tuple(line * size + line for line in range(size)))] if down else []
    units += [Unit("anti-diagonal", tuple(line * size + size - 1 - line for line in range(size)))] if up else []
    return layout.extended(units, "diagonal") if units else layout


def _extra_regions(layout: Layout, parts: list[Any]) -> Layout:
    units = [Unit(f"extra region {number}", tuple(cells_of(part, layout))) for number, part in enumerate(parts, 1)]
    return layout.extended(units, "extra-regions")


def _cages(layout: Layout, parts: list[Any]) -> Layout:
    for part in parts:
        cells = cells_of(part, layout)
        value = part.get("value")
        if value in (None, ""):
            layout = layout.extended([Unit(f"cage {layout.labels[cells[0]]}", tuple(cells))], "cage")
        else:
            layout = cage(layout, cells, whole(value, "the total of a cage"))
    return layout


def _little_killers(layout: Layout, parts: list[Any]) -> Layout:
    for part in parts:
        if not isinstance(part, dict) or part.get("direction") not in _DIRECTIONS:
            raise PuzzleError(f"{shown(part)} has no direction DR, DL, UR or UL")
        if part.get("value") in (None, ""):
            continue  # an arrow without a number says nothing
        word, (down, right) = _DIRECTIONS[part["direction"]]
        row, column = place_of(part.get("cell"))
        first = layout.cell_at(row + down, column + right)
        if first is None:
            raise PuzzleError(f"no cell lies {word} of {shown(part.get('cell'))}", value=shown(part.get("cell")))
        layout = little_killer(layout, first, word, whole(part["value"], "the total of a little killer"))
    return layout


def _arrows(layout: Layout, parts: list[Any]) -> Layout:
    for part in parts:
        circle = sorted(cells_of(part, layout))
        for line in lines_of(part, layout) if part.get("lines") else []:
            shaft = [cell for cell in line if cell not in circle]
            layout = arrow(layout, circle, shaft)
    return layout


def _thermometers(layout: Layout, parts: list[Any]) -> Layout:
    return thermometer(layout, *(line for part in parts for line in lines_of(part, layout)))


def _palindromes(layout: Layout, parts: list[Any]) -> Layout:
    return palindrome(layout, *(line for part in parts for line in lines_of(part, layout)))


def _whispers(layout: Layout, parts: list[Any]) -> Layout:
    for part in parts:
        difference = whole(part.get("value") if isinstance(part, dict) else None, "the difference of a whisper", 5)
        layout = whisper(layout, *lines_of(part, layout), difference=difference)
    return layout


def _renbans(layout: Layout, parts: list[Any]) -> Layout:
    rules: list[Unit | Pair] = []
    for line in (line for part in parts for line in lines_of(part, layout)):
        count = len(line)
        near = number_pairs(layout, lambda one, other, count=count: abs(one - other) < count)  # type: ignore[misc]
        rules.append(Unit(f"renban {layout.labels[line[0]]}", tuple(line)))
        pairs = [(one, other) for place, one in enumerate(line) for other in line[place + 1 :]]
        rules += [Pair("renban", pair, near) for pair in pairs]
    return layout.extended(rules, "renban")


def _clones(layout: Layout, parts: list[Any]) -> Layout:
    for part in parts:
        layout = clones(layout, cells_of(part, layout), cells_of(part, layout, "cloneCells"))
    return layout


def _two(part: Any, layout: Layout) -> tuple[int, int]:
    cells = cells_of(part, layout)
    if len(cells) != 2:
        raise PuzzleError(f"{shown(part)} has {len(cells)} cells, not two")
    return cells[0], cells[1]


def _differences(layout: Layout, parts: list[Any]) -> Layout:
    rules = []
    for part in parts:
        pair = _two(part, layout)
        value = whole(part.get("value"), "a difference", 1)
        allowed = number_pairs(layout, lambda one, other, value=value: abs(one - other) == value)  # type: ignore[misc]
        rules.append(Pair(f"difference {value}", pair, allowed))
    return layout.extended(rules, "difference")


def _ratios(layout: Layout, parts: list[Any]) -> Layout:
    rules = []
    for part in parts:
        pair = _two(part, layout)
        value = whole(part.get("value"), "a ratio", 2)

        def holds(one: int, other: int, value: int = value) -> bool:
            return one == value * other or other == value * one

        rules.append(Pair(f"ratio {value}", pair, number_pairs(layout, holds)))
    return layout.extended(rules, "ratio")


def _signs(layout: Layout, parts: list[Any]) -> Layout:
    rules = []
    for part in parts:
        pair = _two(part, layout)
        sign = part.get("value")
        total = {"X": 10, "x": 10, "V": 5, "v": 5}.get(sign) if isinstance(sign, str) else None
        if total is None:
            raise PuzzleError(f"the value of xv is {shown(sign)}, neither X nor V", value=shown(sign))
        allowed = number_pairs(layout, lambda one, other, total=total: one + other == total)  # type: ignore[misc]
        rules.append(Pair(sign.upper(), pair, allowed))
    return layout.extended(rules, "xv")


def _extremes(layout: Layout, parts: list[Any], least: bool) -> Layout:
    """Returns the layout with cells below, or above, all their neighbours that are not such cells themselves."""
    cells = {cell_of(part.get("cell") if isinstance(part, dict) else part, layout) for part in parts}
    rising = number_pairs(layout, int.__lt__)
    rules = []
    for one, other in neighbours(layout):
        for cell, beside in ((one, other), (other, one)):
            if cell in cells and beside not in cells:
                pair = (cell, beside) if least else (beside, cell)
                rules.append(Pair("minimum" if least else "maximum", pair, rising))
    return layout.extended(rules, "minimum" if least else "maximum")


FLAGS: dict[str, Callable[[Layout], Layout]] = {
    "diagonal-": lambda layout: diagonals(layout, True, False),
    "diagonal+": lambda layout: diagonals(layout, False, True),
    "disjointgroups": disjoint_groups,
    "antiknight": anti_knight,
    "antiking": anti_king,
    "nonconsecutive": non_consecutive,
}
"""Key to what it adds to a layout where its value is true; in this order."""

RULES: dict[str, Callable[[Layout, list[Any]], Layout]] = {
    "extraregion": _extra_regions,
    "killercage": _cages,
    "littlekillersum": _little_killers,
    "arrow": _arrows,
    "thermometer": _thermometers,
    "palindrome": _palindromes,
    "whispers": _whispers,
    "renban": _renbans,
    "clone": _clones,
    "difference": _differences,
    "ratio": _ratios,
    "xv": _signs,
    "minimum": lambda layout, parts: _extremes(layout, parts, least=True),
    "maximum": lambda layout, parts: _extremes(layout, parts, least=False),
}
"""Key to what its list of parts adds to a layout; in this order."""
