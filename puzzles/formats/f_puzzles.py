"""Puzzles of f-puzzles, as JSON: a grid of cells, and rules by key.

What a layout can say is read: `f_puzzle_rules.py` has a row for each rule. Any other key that may be a rule is refused
by name. Rules that stand in words alone (`ruleset`) cannot be read: such words are left out, and so are colours and
fog.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ...reference.errors import LayoutError, PuzzleError, shown
from ...reference.layout import Layout, Rule
from ...reference.layouts.fitting import classic_for, is_classic_size
from ...reference.layouts.jigsaw import jigsaw
from ...reference.layouts.latin import latin
from ...reference.puzzle import Puzzle
from ..text.entries import PuzzleEntry
from .f_puzzle_rules import FLAGS, RULES, cell_of, flagged, parts_of, whole

_LARGEST = 16
_MOST_RULES = 3000
_ASIDE = frozenset(
    ("size", "grid", "title", "author", "ruleset", "solution", "metadata", "disabledlogic", "truecandidatesoptions")
    + (
        "highlightConflicts",
        "highlightconflicts",
        "fogofwar",
        "foglight",
        "successMessage",
        "msgcorrect",
        "even",
        "odd",
    )
)
"""Keys that are no rules, or that are read apart from the rules."""

_KEYS_IN_WORDS = frozenset(
    (
        *FLAGS,
        *RULES,
        "even",
        "odd",
        "evencell",
        "oddcell",
        "diagonal",
        "minimumcell",
        "maximumcell",
        "whisper",
        "palindromes",
    )
)
"""Names of rules as `activeConstraints` lists them, which says nothing that the rules themselves do not say."""

_CELL_KEYS = frozenset(("value", "given", "region", "givenPencilMarks", "centerPencilMarks", "cornerPencilMarks"))
_CELL_ASIDE = frozenset(("c", "cArray", "highlight", "highlights", "selected"))


def entry_of_f_puzzle(content: dict[str, Any], line: int) -> PuzzleEntry:
    """Returns the entry of an object of f-puzzles; raises `PuzzleError` or `LayoutError`, which names the rule."""
    grid = parts_of(content["grid"], "grid")
    size = whole(content.get("size"), "size", len(grid))
    if not 1 <= size <= _LARGEST or len(grid) != size:
        raise PuzzleError(f"size is {size}, but the grid has {len(grid)} rows; at most {_LARGEST} are read")
    cells: list[dict[str, Any]] = []
    for number, row in enumerate(grid, start=1):
        if not isinstance(row, list) or len(row) != size or not all(isinstance(cell, dict) for cell in row):
            raise PuzzleError(f"row {number} of the grid is {shown(row)}, not a list of {size} objects")
        cells += row
    base = _base(cells, size)
    for key, value in content.items():
        if key == "activeConstraints":
            _check_listed(value)
        elif key not in _ASIDE and key not in FLAGS and key not in RULES and value not in (None, False, "", [], {}):
            raise PuzzleError(f"the rule {shown(key)} of f-puzzles is not read: no layout can say it yet")
    flags = tuple(key for key in FLAGS if content.get(key))
    layout = flagged(base, flags)
    rules: list[Rule] = []
    for key, rules_in in RULES.items():
        if content.get(key):
            rules += _named(key, rules_in(base, parts_of(content[key], key)), _MOST_RULES - len(rules))
    layout = layout.extended(rules, "f-puzzles") if rules else layout
    masks = [_mask(cell, number, layout) for number, cell in enumerate(cells)]
    for key, first in (("odd", 0), ("even", 1)):
        wanted = sum(1 << value for value in range(first, size, 2))
        for part in parts_of(content.get(key) or [], key):
            masks[cell_of(part.get("cell") if isinstance(part, dict) else part, layout)] &= wanted
    title = content.get("title")
    solution = _solution(content.get("solution"), layout)
    return PuzzleEntry(
        line, Puzzle(layout, tuple(masks)), name=title if isinstance(title, str) else None, solution=solution
    )


def _check_listed(names: Any) -> None:
    """Raises `PuzzleError` where a list of rules in use names one that is not read."""
    for name in parts_of(names, "activeConstraints"):
        key = re.sub(r"[\s-]", "", name).lower() if isinstance(name, str) else ""
        if key not in _KEYS_IN_WORDS:
            raise PuzzleError(f"the rule {shown(name)} of f-puzzles is not read: no layout can say it yet")


def _named(key: str, rules: Iterator[Rule], most: int) -> list[Rule]:
    """Returns the rules of one key; errors name it."""
    try:
        found = list(islice(rules, most + 1))
    except (LayoutError, PuzzleError) as error:
        error.message = f"{key}: {error.message}"
        raise
    if len(found) > most:
        raise PuzzleError(f"{key}: more than {_MOST_RULES} sums, pairs and units, which no puzzle has")
    return found


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
        regions.append(whole(region, "a region"))
    found = jigsaw(regions)
    same = {frozenset(unit.cells) for unit in found.units} == {frozenset(unit.cells) for unit in usual.units}
    return usual if same else found


def _mask(cell: dict[str, Any], number: int, layout: Layout) -> int:
    label = layout.labels[number]
    for key, value in cell.items():
        if key not in _CELL_KEYS and key not in _CELL_ASIDE and value not in (None, False, "", [], {}):
            raise PuzzleError(f"{shown(key)} of a cell is not read", cell=label)
    if cell.get("given"):
        return 1 << _value(cell.get("value"), layout, label) - 1
    marks = cell.get("givenPencilMarks")
    if not marks:
        return layout.all_values
    mask = 0
    for value in parts_of(marks, "givenPencilMarks"):
        mask |= 1 << _value(value, layout, label) - 1
    return mask


def _value(value: Any, layout: Layout, label: str) -> int:
    try:
        found = whole(value, "the value")
    except PuzzleError as error:
        error.cell = label
        raise
    if not 1 <= found <= layout.size:
        raise PuzzleError(f"{found} is outside the values 1..{layout.size}", cell=label)
    return found


def _solution(stated: Any, layout: Layout) -> tuple[int, ...] | None:
    """Returns the stated solution, where it has a value for each cell."""
    if isinstance(stated, str):
        stated = stated.split(",") if "," in stated else list(stated)
    if not isinstance(stated, list) or len(stated) != layout.cell_count:
        return None
    values = [whole(value, "a value of the solution", 0) if str(value).isdigit() else 0 for value in stated]
    return tuple(values) if all(1 <= value <= layout.size for value in values) else None
