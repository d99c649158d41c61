"""Puzzles of SudokuPad, as JSON: cells, regions and cages. Lines and other drawings have no meaning there: refused."""

from __future__ import annotations

import re
from typing import Any

from ...reference.errors import PuzzleError, shown
from ...reference.layout import Layout, Rule
from ...reference.layouts.cages import cage_rules
from ...reference.layouts.latin import latin
from ...reference.puzzle import Puzzle
from ...reference.sum import Sum
from ...reference.unit import Unit
from ..text.entries import PuzzleEntry
from .f_puzzle_rules import FLAGS, flagged
from .json_parts import (
    LARGEST,
    check_keys,
    is_given,
    parts_of,
    stated_solution,
    title_in,
    usual_layout,
    value_mask,
    whole,
    with_regions,
)

_ASIDE = frozenset(
    ("cells", "regions", "cages", "global", "id", "cellSize", "title", "author", "rules", "metadata", "metaData")
    + ("settings", "solution", "foglight", "fogofwar", "videos", "duration", "sudoku", "version")
)
_DRAWN = ("lines", "arrows", "underlays", "overlays")
_CELL_ASIDE = frozenset(("value", "given", "centremarks", "pencilMarks", "cornermarks", "c", "color"))
_META = re.compile(r"(?s)([A-Za-z]+):\s*(.*)")


def entry_of_sudokupad(content: dict[str, Any]) -> PuzzleEntry:
    """Returns the entry of an object of SudokuPad; raises `PuzzleError` or `LayoutError`, which names the part."""
    rows = parts_of(content["cells"], "cells")
    size = len(rows)
    if not 1 <= size <= LARGEST or any(not isinstance(row, list) or len(row) != size for row in rows):
        raise PuzzleError(f"cells are no square of rows: {size} rows; at most {LARGEST} are read")
    for key in _DRAWN:
        if content.get(key):
            count = len(content[key]) if isinstance(content[key], list) else 1
            wrong = f"{key}: {count} drawn, whose meaning stands in words alone: f-puzzles has keys for such rules"
            raise PuzzleError(wrong)
    check_keys(content, (*_ASIDE, *_DRAWN), "{} of SudokuPad is not read")
    layout = _regions(content.get("regions"), size)
    for key in parts_of(content.get("global") or [], "global"):
        if not isinstance(key, str) or key not in FLAGS:
            raise PuzzleError(f"the global rule {shown(key)} is not read; read are {', '.join(FLAGS)}")
    layout = flagged(layout, tuple(dict.fromkeys(content.get("global") or [])))
    layout, said = _cages(content, layout)
    masks = [_mask(cell, number, layout) for number, cell in enumerate(cell for row in rows for cell in row)]
    solution = stated_solution(said.get("solution") or content.get("solution"), layout)
    return PuzzleEntry(1, Puzzle(layout, tuple(masks)), name=title_in(said) or title_in(content), solution=solution)


def _regions(regions: Any, size: int) -> Layout:
    if not regions:
        return latin(size)
    usual = usual_layout(size)
    number: dict[int, int] = {}
    for each, cells in enumerate(parts_of(regions, "regions")):
        for cell in _listed(cells, usual):
            if cell in number:
                raise PuzzleError("the cell is in two regions", cell=usual.labels[cell])
            number[cell] = each
    if len(number) != size * size:
        raise PuzzleError(f"{len(number)} of {size * size} cells are in a region")
    return with_regions([number[cell] for cell in range(size * size)])


def _listed(cells: Any, layout: Layout) -> list[int]:
    found = []
    for place in parts_of(cells, "cells"):
        pair = place if isinstance(place, list) and len(place) == 2 else [None, None]
        cell = None
        if all(isinstance(number, int) and not isinstance(number, bool) for number in pair):
            cell = layout.cell_at(*pair)
        if cell is None:
            raise PuzzleError(f"{shown(place)} is no cell, a row and a column from 0")
        found.append(cell)
    return found


def _cages(content: dict[str, Any], layout: Layout) -> tuple[Layout, dict[str, Any]]:
    """Returns the layout with all cages, and what cages without cells say about the puzzle."""
    metadata = content.get("metadata")
    said: dict[str, Any] = dict(metadata) if isinstance(metadata, dict) else {}
    rules: list[Rule] = []
    for part in parts_of(content.get("cages") or [], "cages"):
        if not isinstance(part, dict):
            raise PuzzleError(f"a cage is {shown(part)}, not an object")
        value = part.get("sum", part.get("value"))
        if not part.get("cells"):
            meta = _META.fullmatch(str(value))
            if meta:
                said.setdefault(meta[1].lower(), meta[2])
        elif part.get("type") not in ("region", "rowcol") and not (part.get("hidden") and not is_given(value)):
            rules += _cage(part, value, layout)
    return layout.extended(rules, "cages") if rules else layout, said


def _cage(part: dict[str, Any], value: Any, layout: Layout) -> tuple[Rule, ...]:
    cells = tuple(_listed(part["cells"], layout))
    name = f"cage {layout.labels[cells[0]]}"
    if not is_given(value) and not part.get("unique"):
        raise PuzzleError("a cage has neither a value nor unique: its meaning stands in words alone")
    if not is_given(value):
        return (Unit(name, cells),)
    total = whole(value, "the value of a cage")
    return (Sum(name, cells, total),) if part.get("unique") is False else cage_rules(layout, cells, total)


def _mask(cell: Any, number: int, layout: Layout) -> int:
    label = layout.labels[number]
    if not isinstance(cell, dict):
        raise PuzzleError(f"a cell is {shown(cell)}, not an object", cell=label)
    check_keys(cell, _CELL_ASIDE, "{} of a cell is not read", label)
    return value_mask(cell["value"], layout, label) if is_given(cell.get("value")) else layout.all_values
