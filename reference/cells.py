"""Cells as people write them: open, a value or a set of candidates; in rows, in one list, or by label.

`masks_of` turns them into candidate sets, `grid_values` into the values of a grid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from .errors import PuzzleError, shown
from .layout import Layout
from .layouts.check import check_layout
from .layouts.classic import CLASSIC
from .layouts.fitting import classic_for, fitting_hint
from .plain_values import OPEN, is_missing, plain, whole

OPEN_TEXTS = frozenset({*OPEN, "-", "?", "", "nan", "none", "<na>"})
"""Texts of one cell that mean an open one, in lower case; those of more than one character come from tables."""

_TEXT_BYTES = frozenset(b"0123456789.*_ \n")
"""Bytes that are text and no values."""


def masks_of(cells: object, layout: Layout | None = None) -> tuple[Layout, tuple[int, ...]]:
    """Returns the layout and the candidate set of each cell; without a layout the classic one of the fitting size.

    `cells` are values in reading order, rows of values, or a mapping from cells to values: a cell is a label (`"A1"`),
    an index from 0, or (row, column) from 0, and missing cells are open. See `mask_of` for a value. Without a layout a
    mapping is on the classic 9x9. Raises `PuzzleError` for anything else.
    """
    return _masks_by(mask_of, cells, layout)


def candidate_masks_of(cells: object, layout: Layout | None = None) -> tuple[Layout, tuple[int, ...]]:
    """Returns the same for cells that hold sets of candidates; see `set_of`."""
    return _masks_by(set_of, cells, layout)


def _masks_by(
    read: Callable[[object, Layout, int], int], cells: object, layout: Layout | None
) -> tuple[Layout, tuple[int, ...]]:
    if layout is not None:
        check_layout(layout)
    if isinstance(cells, Mapping):
        layout = layout or CLASSIC
        given = by_cell(cells, layout)
        flat = [given.get(cell) for cell in range(layout.cell_count)]
    else:
        flat = _flattened(_items(cells), layout)
        layout = layout or classic_for(len(flat))
    if len(flat) != layout.cell_count:
        count = "1 cell" if len(flat) == 1 else f"{len(flat)} cells"
        hint = fitting_hint(len(flat), layout)
        raise PuzzleError(f"{count}, but the layout {layout.name} has {layout.cell_count}{hint}")
    everything = layout.all_values
    masks = [everything if value is None else read(value, layout, cell) for cell, value in enumerate(flat)]
    return layout, tuple(masks)


def mask_of(value: object, layout: Layout, cell: int) -> int:
    """Returns the candidate set that a cell was given as.

    Open is 0, None, NaN, or one of `OPEN_TEXTS`; a value is a whole number or its digits; candidates are a set of
    values, or text such as `1/3/5`. Truth values are refused, as True would count as 1.
    """
    if type(value) is not int:
        value = plain(value)
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in OPEN_TEXTS:
            return layout.all_values
        value = text
    if isinstance(value, Set) or (isinstance(value, str) and "/" in value):
        return set_of(value, layout, cell)
    if value is None or is_missing(value):
        return layout.all_values
    number = whole(value)
    if number is None or not 0 <= number <= layout.size:
        raise _no_value(value, layout, cell)
    return 1 << (number - 1) if number else layout.all_values


def set_of(value: object, layout: Layout, cell: int) -> int:
    """Returns the candidate set of a set of values, or of their digits in a text; None and NaN mean all values.

    A single number is refused, which could be a value or a set of bits, and so is a list, which could be a row.
    """
    items: Any = plain(value)
    if isinstance(items, str):
        text = items.strip()
        items = None if text.lower() in OPEN_TEXTS else text.split("/") if "/" in text else list(text)
    elif items is not None and not isinstance(items, Set) and not is_missing(items):
        raise PuzzleError(f"{shown(value)} is no set of candidates: {{1, 3}} is one", cell=layout.labels[cell])
    if items is None or is_missing(items):
        return layout.all_values
    mask = 0
    for item in map(plain, items):
        number = whole(item)
        if number is None or not 1 <= number <= layout.size:
            raise _no_value(item, layout, cell)
        mask |= 1 << (number - 1)
    if not mask:
        raise PuzzleError("no candidate is left", cell=layout.labels[cell])
    return mask


def grid_values(grid: object, layout: Layout) -> list[object]:
    """Returns what a grid holds in each cell: an int for each whole number or its digits, anything else as it is.

    The number of items may be wrong: that is for the caller to see. Text is read by `parse_puzzle`, not here.
    """
    if isinstance(grid, Mapping):
        given = by_cell(grid, layout)
        flat: list[object] = [given.get(cell) for cell in range(layout.cell_count)]
    else:
        flat = _flattened(_items(grid), layout)
    values = []
    for item in flat:
        value = plain(item)
        number = whole(value)
        values.append(value if number is None else number)
    return values


def _flattened(items: list[object], layout: Layout | None) -> list[object]:
    """Returns one item a cell. Lists are rows: as long as those of the layout, or all cells in one row or column.

    Without a layout rows form a square. Raises `PuzzleError` for other rows.
    """
    rows = [item for item in items if isinstance(item, (list, tuple))]
    if not rows or len(rows) < len(items):
        return items
    lengths = [len(row) for row in rows]
    if len(rows) > 1 and set(lengths) != {1}:
        wanted = [len(row) for row in layout.rows] if layout is not None else [len(rows)] * len(rows)
        if layout is not None and lengths != wanted:
            height, width = (1 + max(position[axis] for position in layout.positions) for axis in (0, 1))
            if lengths == [width] * height:
                return _without_gaps(rows, layout)
        if lengths != wanted:
            raise _wrong_rows(lengths, layout)
    return [value for row in rows for value in row]


def _without_gaps(rows: Sequence[Sequence[object]], layout: Layout) -> list[object]:
    """Returns the items at the cells of a layout, from rows that also have an item where there is no cell."""
    for row, items in enumerate(rows):
        for column, item in enumerate(items):
            if layout.cell_at(row, column) is None and not _is_open(item):
                raise PuzzleError(f"row {row + 1} has {shown(item)} in column {column + 1}, where there is no cell")
    return [rows[row][column] for row, column in layout.positions]


def _wrong_rows(lengths: list[int], layout: Layout | None) -> PuzzleError:
    """Returns the error for rows of these lengths."""
    usual = max(set(lengths), key=lengths.count)
    for number, length in enumerate(lengths, start=1):
        if length != usual and (layout is None or len({len(row) for row in layout.rows}) == 1):
            return PuzzleError(f"row {number} has {length} cells, but the others have {usual}")
    seen = f"{len(lengths)} rows of {usual} cells"
    if layout is None:
        return PuzzleError(f"{seen} are no square: name the layout; solve_many takes several puzzles")
    own = [len(row) for row in layout.rows]
    wanted = f"{len(own)} rows of {own[0]}" if len(set(own)) == 1 else f"{layout.cell_count} cells in {len(own)} rows"
    return PuzzleError(f"{seen}, but the layout {layout.name} has {wanted}")


def by_cell(given: Mapping[object, object], layout: Layout) -> dict[int, object]:
    """Returns cell to what a mapping has for it; raises `PuzzleError` for a cell that is named twice."""
    keys: dict[int, object] = {}
    for key in given:
        cell = cell_of(key, layout)
        if cell in keys:
            raise PuzzleError(f"{keys[cell]!r} and {key!r} are the same cell", cell=layout.labels[cell])
        keys[cell] = key
    return {cell: given[key] for cell, key in keys.items()}


def cell_of(key: object, layout: Layout) -> int:
    """Returns the cell of a label, an index, or a (row, column), both from 0; raises `LayoutError` or `PuzzleError`."""
    if isinstance(key, str):
        return layout.cell(key)
    found: int | None = None
    pair = isinstance(key, tuple) and len(key) == 2
    numbers = [whole(plain(part)) for part in key] if isinstance(key, tuple) and pair else [whole(plain(key))]
    if None not in numbers:
        row, *column = map(_int, numbers)
        found = layout.cell_at(row, column[0]) if column else row if 0 <= row < layout.cell_count else None
    if found is None:
        last = layout.cell_count - 1
        forms = f"labels are {layout.labels[0]} to {layout.labels[-1]}, indices 0 to {last}, or (row, column) from 0"
        raise PuzzleError(f"there is no cell {shown(key)}: {forms}")
    return found


def _items(cells: object) -> list[object]:
    """Returns the items of an iterable, themselves plain; raises `PuzzleError` for text and for anything else."""
    if isinstance(cells, str):
        raise PuzzleError(f"{shown(cells)} is text: parse_puzzle reads it")
    if isinstance(cells, (bytes, bytearray)):
        if cells and set(cells) <= _TEXT_BYTES:
            raise PuzzleError(f"{shown(cells)} is bytes, not text: decode() makes text of it")
        return list(cells)
    found = plain(cells)
    if not isinstance(found, (list, tuple)):
        raise PuzzleError(
            f"{shown(cells)} is no puzzle: text such as '53..7....6..195...' is one, or rows of values with 0 for open"
        )
    return [plain(item) for item in found]


def _is_open(item: object) -> bool:
    value = plain(item)
    return value is None or is_missing(value) or value == 0 or (isinstance(value, str) and value.strip() in OPEN_TEXTS)


def _int(number: int | None) -> int:
    return number or 0


def _no_value(value: object, layout: Layout, cell: int) -> PuzzleError:
    label = layout.labels[cell]
    if isinstance(value, bool):
        return PuzzleError(f"{value} is a truth value, not one of the values {layout.range_of_values}", cell=label)
    if whole(value) is not None:
        more = "; {1, 3} are two candidates" if isinstance(value, str) and len(value) > 1 else ""
        return PuzzleError(f"{value} is outside the values {layout.range_of_values}{more}", cell=label)
    if isinstance(value, (list, tuple)):
        wrong = "is a list, not a cell: candidates are a set, as {1, 3}, and solve_many takes several puzzles"
        return PuzzleError(f"{shown(value)} {wrong}", cell=label)
    message = f"{shown(value)} is neither one of the values {layout.range_of_values} nor an open cell (0, None, '.')"
    return PuzzleError(message, cell=label)
