"""What the JSON of f-puzzles and that of SudokuPad have in common: lists, numbers, regions, values of cells."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ...reference.contract.errors import PuzzleError, shown
from ...reference.layouts.classic import classic_for, is_classic_size, latin
from ...reference.layouts.regions import jigsaw
from ...reference.model.cells import whole
from ...reference.model.layout import Layout
from ..text.entries import in_one_line

LARGEST = 16
"""The most rows of a grid that are read."""

MOST_PARTS = 500
"""The most cells, lines or parts of a rule: the largest grid has fewer."""


def parts_of(value: Any, what: str) -> list[Any]:
    """Returns a list; raises `PuzzleError` for anything else, and for a very long one."""
    if not isinstance(value, list):
        raise PuzzleError(f"{what} is {shown(value)}, not a list")
    if len(value) > MOST_PARTS:
        raise PuzzleError(f"{what} has {len(value)} parts, and at most {MOST_PARTS} are read")
    return value


def square_of(rows: Any, what: str) -> list[dict[str, Any]]:
    """Returns the cells of a square of rows, in reading order; raises `PuzzleError` for anything else."""
    size = len(parts_of(rows, what))
    if not 1 <= size <= LARGEST:
        raise PuzzleError(f"{what} has {size} rows, and 1 to {LARGEST} are read")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, list) or len(row) != size or not all(isinstance(cell, dict) for cell in row):
            raise PuzzleError(f"row {number} of {what} is {shown(row)}, not a list of {size} objects")
    return [cell for row in rows for cell in row]


def whole_in(value: Any, what: str, default: int | None = None) -> int:
    """Returns a whole number from a number or its text; the default where there is none, or an empty text.

    Raises `PuzzleError` for anything else.
    """
    if not is_given(value) and default is not None:
        return default
    number = whole(value)
    if number is None or abs(number) >= 10**9:
        raise PuzzleError(f"{what} is {shown(value)}, not a whole number")
    return number


def is_given(value: Any) -> bool:
    """Returns whether a value is there, and no empty text."""
    return value not in (None, "")


def check_keys(content: Mapping[str, Any], known: Collection[str], wrong: str, cell: str | None = None) -> None:
    """Raises `PuzzleError` for a key that is not known and has a value; `wrong` says so, with `{}` for the key."""
    for key, value in content.items():
        if key not in known and value not in (None, False, "", [], {}):
            raise PuzzleError(wrong.format(shown(key)), cell=cell)


def usual_layout(size: int) -> Layout:
    """Returns the classic layout of this size, or rows and columns alone where there is none."""
    return classic_for(size * size) if is_classic_size(size) else latin(size)


def with_regions(regions: Sequence[int]) -> Layout:
    """Returns a layout with the region of each cell; the usual one where these are its blocks."""
    found = jigsaw(regions)
    usual = usual_layout(found.size)
    same = {frozenset(unit.cells) for unit in found.units} == {frozenset(unit.cells) for unit in usual.units}
    return usual if same else found


def title_in(content: Mapping[str, Any]) -> str | None:
    """Returns the title in one line; None where it is no text, or empty."""
    title = content.get("title")
    return in_one_line(title) if title and isinstance(title, str) else None


def stated_solution(stated: Any, layout: Layout) -> tuple[int, ...] | None:
    """Returns the stated solution, digits or a list of numbers, where it has a value for each cell."""
    if isinstance(stated, str):
        stated = stated.split(",") if "," in stated else list(stated)
    if not isinstance(stated, list) or len(stated) != layout.cell_count:
        return None
    values = [int(value) if re.fullmatch("[0-9]{1,9}", str(value)) else 0 for value in stated]
    return tuple(values) if all(1 <= value <= layout.size for value in values) else None
