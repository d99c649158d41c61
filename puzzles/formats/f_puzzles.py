"""Puzzles of f-puzzles, as JSON: a grid of cells, and rules by key.

What a layout can say is read: `f_puzzle_rules.py` has a row for each rule. Any other key that may be a rule is refused
by name. Rules that stand in words alone (`ruleset`) cannot be read: such words are left out, and so are colours and
fog.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from math import isqrt
from typing import Any

from ...reference.contract.errors import PuzzleError, shown
from ...reference.model.cells import mask_of_value
from ...reference.model.layout import Layout, Rule
from ...reference.model.puzzle import Puzzle
from ..text.entries import PuzzleEntry, errors_name
from .f_puzzle_rules import FLAGS, RULES, flagged, named_cell
from .json_parts import (
    check_keys,
    parts_of,
    square_of,
    stated_solution,
    title_in,
    usual_layout,
    whole_in,
    with_regions,
)

_MOST_RULES = 3000
_NOT_READ = "the rule {} of f-puzzles is not read: no layout can say it yet"
_ASIDE = frozenset(
    ("size", "grid", "title", "author", "ruleset", "solution", "metadata", "disabledlogic", "truecandidatesoptions")
    + ("highlightConflicts", "highlightconflicts", "fogofwar", "foglight", "successMessage", "msgcorrect")
    + ("even", "odd")
)
"""Keys that are no rules, or that are read apart from the rules."""

_KEYS_IN_WORDS = {*FLAGS, *RULES}.union(
    ("even", "odd", "evencell", "oddcell", "diagonal", "minimumcell", "maximumcell", "whisper", "palindromes")
)
"""Names of rules as `activeConstraints` lists them, which says nothing that the rules themselves do not say."""

_CELL_KEYS = frozenset(
    ("value", "given", "region", "givenPencilMarks", "centerPencilMarks", "cornerPencilMarks")
    + ("c", "cArray", "highlight", "highlights", "selected")
    + ("centremarks", "cornermarks", "pencilMarks", "color")  # in SudokuPad
)


def entry_of_f_puzzle(content: dict[str, Any]) -> PuzzleEntry:
    """Returns the entry of an object of f-puzzles; raises `PuzzleError` or `LayoutError`, which names the rule."""
    cells = square_of(content["grid"], "grid")
    size = isqrt(len(cells))
    if whole_in(content.get("size"), "size", size) != size:
        raise PuzzleError(f"size is {shown(content['size'])}, but the grid has {size} rows")
    _check_listed(content.get("activeConstraints") or [])
    check_keys(content, {"activeConstraints", *_ASIDE, *FLAGS, *RULES}, _NOT_READ)
    return entry_of_square(_base(cells, size), cells, content, "f-puzzles")


def entry_of_square(base: Layout, cells: list[dict[str, Any]], content: dict[str, Any], name: str) -> PuzzleEntry:
    """Returns the entry of a square of cells on a layout of rows, columns and regions, and of the rules in `content`.

    The layout is called by `name`. Raises `PuzzleError` or `LayoutError`, which names the key of the rule.
    """
    layout = flagged(base, tuple(key for key in FLAGS if content.get(key)))
    rules: list[Rule] = []
    for key, rules_in in RULES.items():
        if content.get(key):
            rules += _named(key, rules_in(base, parts_of(content[key], key)), _MOST_RULES - len(rules))
    layout = layout.extended(rules, name) if rules else layout
    masks = [_mask(cell, number, layout) for number, cell in enumerate(cells)]
    for key, first in (("odd", 0), ("even", 1)):
        wanted = sum(1 << value for value in range(first, layout.size, 2))
        for part in parts_of(content.get(key) or [], key):
            masks[named_cell(part.get("cell") if isinstance(part, dict) else part, layout)] &= wanted
    solution = stated_solution(content.get("solution"), layout)
    return PuzzleEntry(1, Puzzle(layout, tuple(masks)), name=title_in(content), solution=solution)


def _check_listed(names: Any) -> None:
    """Raises `PuzzleError` where a list of rules in use names one that is not read."""
    for name in parts_of(names, "activeConstraints"):
        key = re.sub(r"[\s-]", "", name).lower() if isinstance(name, str) else ""
        if key not in _KEYS_IN_WORDS:
            raise PuzzleError(_NOT_READ.format(shown(name)))


def _named(key: str, rules: Iterator[Rule], most: int) -> list[Rule]:
    """Returns the rules of one key; errors name it."""
    with errors_name(key):
        found = list(islice(rules, most + 1))
        if len(found) > most:
            raise PuzzleError(f"more than {_MOST_RULES} sums, pairs and units, which no puzzle has")
    return found


def _base(cells: list[dict[str, Any]], size: int) -> Layout:
    """Returns rows, columns and regions; cells without a region are in the usual block."""
    usual = usual_layout(size)
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
        regions.append(whole_in(region, "a region"))
    return with_regions(regions)


def _mask(cell: dict[str, Any], number: int, layout: Layout) -> int:
    check_keys(cell, _CELL_KEYS, "{} of a cell is not read", layout.labels[number])
    if cell.get("given"):
        return mask_of_value(cell.get("value"), layout, number)
    marks = cell.get("givenPencilMarks")
    if not marks:
        return layout.all_values
    mask = 0
    for value in parts_of(marks, "givenPencilMarks"):
        mask |= mask_of_value(value, layout, number)
    return mask
