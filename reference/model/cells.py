"""Cells as people write them: open, a value or a set of candidates; in rows, in one list, or by label.

`masks_of` turns them into candidate sets, `grid_values` into the values of a grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import islice, zip_longest
from typing import Any

from ..contract.errors import PuzzleError, shown
from ..layouts.classic import CLASSIC, classic_for, fitting_hint
from .layout import Layout, check_layout
from .rules import whole_number

# Python's numbers, text and lists for the values of NumPy and pandas, which are recognised without an import.

OPEN = ".0*_?"
"""Characters that stand for an open cell."""

_MOST_ITEMS = 2**20
"""Items of an iterable that are read, at most: an endless one is refused."""


def plain(value: object) -> object:
    """Returns numbers, text and lists of Python for those of NumPy and pandas; an iterable as a list; others as is.

    Text, sets, mappings and bytes stay.
    """
    if isinstance(value, (int, str, list, tuple, Set, Mapping, bytes, bytearray, type)) or value is None:
        return value
    for name in ("tolist", "to_list", "to_numpy"):
        convert = getattr(value, name, None)
        if callable(convert):
            found = convert()
            return plain(found) if name == "to_numpy" else found
    if isinstance(value, Iterable):
        items = list(islice(value, _MOST_ITEMS + 1))
        if len(items) > _MOST_ITEMS:
            raise PuzzleError(
                f"{shown(value)} has no end, or more than {_MOST_ITEMS} items: no puzzle has so many cells"
            )
        return items
    return value


def whole(value: object) -> int | None:
    """Returns a plain value as a whole number: an integer, a float without fraction, digits; None for anything else."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, str):
        text = value.strip()
        # int() alone would also accept digits of other scripts, signs, underscores, and any length.
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
    return whole_number(value)


def is_missing(value: object) -> bool:
    """Whether this is NaN, or pandas' NA or NaT."""
    return (isinstance(value, float) and value != value) or type(value).__name__ in ("NAType", "NaTType")


OPEN_TEXTS = frozenset({*OPEN, "-", "", "nan", "none", "<na>"})
"""Texts of one cell that mean an open one, in lower case; those of more than one character come from tables."""


def masks_of(cells: object, layout: Layout | None = None) -> tuple[Layout, tuple[int, ...]]:
    """Returns the layout and the candidate set of each cell; without a layout the classic one of the fitting size.

    `cells` are values in reading order, rows of values, or a mapping from cells to values: a cell is a label (`"A1"`),
    an index from 0, or (row, column) from 0, and missing cells are open. See `mask_of` for a value. Without a layout a
    mapping is on the classic 9x9. Raises `PuzzleError` for anything else, and `LayoutError` for an unknown cell.
    """
    if layout is not None:
        check_layout(layout)
    elif isinstance(cells, Mapping):
        layout = CLASSIC
    items = _in_reading_order(cells, layout)
    layout = layout or classic_for(len(items))
    if len(items) != layout.cell_count:
        count = "1 cell" if len(items) == 1 else f"{len(items)} cells"
        hint = fitting_hint(len(items), layout)
        raise PuzzleError(f"{count}, but the layout {layout.name} has {layout.cell_count}{hint}")
    return layout, tuple([mask_of(item, layout, cell) for cell, item in enumerate(items)])


def mask_of(value: object, layout: Layout, cell: int) -> int:
    """Returns the candidate set that a cell was given as.

    Open is 0, None, NaN, or one of `OPEN_TEXTS`; a value is a whole number or its digits; candidates are a set of
    values, or text such as `1/3/5`. A list is refused, which could be a row.
    """
    value = plain(value)
    if _is_open(value):
        return layout.all_values
    if isinstance(value, str) and "/" in value:
        value = dict.fromkeys(value.split("/")).keys()
    if not isinstance(value, Set):
        return mask_of_value(value, layout, cell)
    mask = 0
    for candidate in value:
        mask |= mask_of_value(candidate, layout, cell)
    if not mask:
        raise PuzzleError("no candidate is left", cell=layout.labels[cell])
    return mask


def mask_of_value(value: object, layout: Layout, cell: int) -> int:
    """Returns the candidate set of a given; raises `PuzzleError` for anything but a value: truth values are refused."""
    value = plain(value)
    number = whole(value)
    if number is None or not 1 <= number <= layout.size:
        raise PuzzleError(_why_no_value(value, layout), cell=layout.labels[cell])
    return 1 << number - 1


def _why_no_value(value: object, layout: Layout) -> str:
    values = f"the values {layout.range_of_values}"
    if whole(value) is not None:
        more = "; {1, 3} are two candidates" if isinstance(value, str) and len(value) > 1 else ""
        return f"{value} is outside {values}{more}"
    if isinstance(value, (list, tuple)):
        wrong = "is a list, not a cell: candidates are a set, as {1, 3}, and solve_many takes several puzzles"
        return f"{shown(value)} {wrong}"
    if _is_open(value):
        return f"{shown(value)} is an open cell, where one of {values} is expected"
    return f"{shown(value)} is neither one of {values} nor an open cell (0, None, '.')"


def grid_values(grid: object, layout: Layout) -> list[object]:
    """Returns what a grid holds in each cell: an int for each whole number or its digits, anything else as it is.

    The number of items may be wrong: that is for the caller to see. Text is read by `parse_puzzle`, not here.
    """
    items = map(plain, _in_reading_order(grid, layout))
    return [item if (number := whole(item)) is None else number for item in items]


def _in_reading_order(cells: object, layout: Layout | None) -> list[Any]:
    """Returns one item a cell, of a mapping, a list, or rows: None for a cell that a mapping does not name.

    Rows are as long as those of the layout, or all cells are in one row or column. Without a layout they form a square,
    and a mapping is refused. Where most rows have nine items and the third has eight, the error names row 3. Raises
    `PuzzleError` for anything else.
    """
    if isinstance(cells, Mapping) and layout is not None:
        named = by_cell(cells, layout)
        return [named.get(cell) for cell in range(layout.cell_count)]
    if isinstance(cells, str):
        raise PuzzleError(f"{shown(cells)} is text: parse_puzzle reads it")
    if isinstance(cells, (bytes, bytearray)):
        raise PuzzleError(f"{shown(cells)} is bytes, not text: decode() makes text of it")
    listed = plain(cells)
    if not isinstance(listed, (list, tuple)):
        raise PuzzleError(
            f"{shown(cells)} is no puzzle: text such as '53..7....6..195...' is one, or rows of values with 0 for open"
        )
    rows: list[Any] = [plain(item) for item in listed]
    if not rows or not all(isinstance(row, (list, tuple)) for row in rows):
        return rows
    lengths = [len(row) for row in rows]
    usual = max(set(lengths), key=lengths.count)
    wanted = [usual] * len(rows) if layout is None else [len(row) for row in layout.rows]
    if layout is not None and lengths != wanted:
        height, width = (1 + max(position[axis] for position in layout.positions) for axis in (0, 1))
        if lengths == [width] * height:
            return _without_gaps(rows, layout)
    if len(rows) > 1 and set(lengths) != {1}:
        for number, (length, right) in enumerate(zip_longest(lengths, wanted, fillvalue=0), start=1):
            if length != right:
                raise PuzzleError(f"row {number} has {length} cells, not {right}")
        if layout is None and usual != len(rows):
            square = "no square: name the layout; solve_many takes several puzzles"
            raise PuzzleError(f"{len(rows)} rows of {usual} cells are {square}")
    return [value for row in rows for value in row]


def _without_gaps(rows: Sequence[Sequence[object]], layout: Layout) -> list[object]:
    """Returns the items at the cells of a layout, from rows that also have an item where there is no cell."""
    for row, items in enumerate(rows):
        for column, item in enumerate(items):
            if layout.cell_at(row, column) is None and not _is_open(plain(item)):
                raise PuzzleError(f"row {row + 1} has {shown(item)} in column {column + 1}, where there is no cell")
    return [rows[row][column] for row, column in layout.positions]


def by_cell(given: Mapping[object, object], layout: Layout) -> dict[int, object]:
    """Returns cell to what a mapping has for it; raises `PuzzleError` for a cell that is named twice."""
    keys: dict[int, object] = {}
    for key in given:
        cell = layout.index(key)
        if cell in keys:
            raise PuzzleError(f"{keys[cell]!r} and {key!r} are the same cell", cell=layout.labels[cell])
        keys[cell] = key
    return {cell: given[key] for cell, key in keys.items()}


def _is_open(value: object) -> bool:
    if isinstance(value, str):
        return value.strip().lower() in OPEN_TEXTS or whole(value) == 0
    return value is None or is_missing(value) or whole(value) == 0
