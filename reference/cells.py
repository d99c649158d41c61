"""Cells as people write them: open, a value or a set of candidates; in rows, in one list, or by label.

`masks_of` turns them into candidate sets, `grid_values` into the values of a grid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from math import isqrt

from .errors import PuzzleError, shown
from .layout import Layout
from .layouts.any_layout import any_layout
from .layouts.fitting import classic_for, fitting_hint, is_classic_count
from .plain_values import is_missing, plain, whole
from .text.puzzle_text import OPEN
from .unit import whole_number

OPEN_TEXTS = frozenset({*OPEN, "-", "?", "", "nan", "none", "<na>"})
"""Texts of one cell that mean an open one, in lower case; those of more than one character come from tables."""

_TEXT_BYTES = frozenset(b"0123456789.*_ \n")
"""Bytes that are text and no values."""


def masks_of(cells: object, layout: object = None) -> tuple[Layout, tuple[int, ...]]:
    """Returns the layout and the candidate set of each cell; without a layout the classic one of the fitting size.

    `cells` are values in reading order, rows of values, or a mapping from cells to values: a cell is a label (`"A1"`),
    an index from 0, or (row, column) from 0, and missing cells are open. See `mask_of` for a value. Without a layout a
    mapping is on the classic 9x9, unless it has every cell of a smaller one. Raises `PuzzleError` for anything else.
    """
    return _masks_by(mask_of, cells, layout)


def candidate_masks_of(cells: object, layout: object = None) -> tuple[Layout, tuple[int, ...]]:
    """Returns the same for cells that hold sets of candidates; see `set_of`."""
    return _masks_by(set_of, cells, layout)


def _masks_by(
    read: Callable[[object, Layout, int], int], cells: object, layout: object
) -> tuple[Layout, tuple[int, ...]]:
    found = None if layout is None else any_layout(layout)
    if isinstance(cells, Mapping):
        found = _layout_of_keys(cells) if found is None else found
        given = by_cell(cells, found)
        flat = [given.get(cell) for cell in range(found.cell_count)]
    else:
        flat, found = in_reading_order(cells, found, sets=read is set_of)
    everything = found.all_values
    masks = []
    for cell, value in enumerate(flat):
        masks.append(everything if value is None else read(value, found, cell))
    return found, tuple(masks)


def mask_of(value: object, layout: Layout, cell: int) -> int:
    """Returns the candidate set that a cell was given as.

    Open is 0, None, NaN, or one of `OPEN_TEXTS`; a value is a whole number or its digits; candidates are a set or list
    of values, or text such as `1/3/5`. Truth values are refused, as True would count as 1.
    """
    if type(value) is not int:
        value = plain(value)
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in OPEN_TEXTS:
            return layout.all_values
        value = text.split("/") if "/" in text else text
    if isinstance(value, (list, tuple, Set)):
        return set_of(value, layout, cell)
    if value is None or is_missing(value):
        return layout.all_values
    number = whole(value)
    if number is None or not 0 <= number <= layout.size:
        raise _no_value(value, layout, cell)
    return 1 << (number - 1) if number else layout.all_values


def set_of(value: object, layout: Layout, cell: int) -> int:
    """Returns the candidate set of a collection of values, or of their digits; None and NaN mean all values.

    A single number is refused: it could be a value or a set of bits. So is a list of all values in another order than
    ascending, which is a row of a grid and no list of candidates.
    """
    value = plain(value)
    if isinstance(value, str):
        text = value.strip()
        value = None if text.lower() in OPEN_TEXTS else text.split("/") if "/" in text else list(text)
    if value is None or is_missing(value):
        return layout.all_values
    if not isinstance(value, (list, tuple, Set)):
        label = _label(layout, cell)
        raise PuzzleError(f"{shown(value)} is no set of candidates: {{1, 3}} is one", cell=label)
    mask = last = 0
    ascending = True
    for item in map(plain, value):
        number = whole(item)
        if number is None or not 1 <= number <= layout.size:
            raise _no_value(item, layout, cell)
        ascending, last = ascending and number > last, number
        mask |= 1 << (number - 1)
    if not mask:
        raise PuzzleError("no candidate is left", cell=_label(layout, cell))
    if not isinstance(value, Set) and len(value) == layout.size and not ascending:
        raise PuzzleError(
            f"{shown(value)} looks like a row, where one cell is expected; several puzzles are for solve_many",
            cell=_label(layout, cell),
        )
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


def in_reading_order(cells: object, layout: Layout | None, *, sets: bool) -> tuple[list[object], Layout]:
    """Returns what stands for each cell, and the layout; raises `PuzzleError` where rows or their number do not fit.

    With `sets`, a list of one value is a set of candidates and no row of one cell.
    """
    shape = getattr(cells, "shape", None)
    if isinstance(shape, tuple) and len(shape) > 2:
        if sum(length != 1 for length in shape) > 2:
            shown = "x".join(map(str, shape))
            raise PuzzleError(f"an array of {shown} is no puzzle, which has rows and columns: solve_many takes several")
        cells = cells.squeeze()  # type: ignore[attr-defined]  # arrays have it
    flat = _flattened(_items(cells), layout, sets=sets)
    if layout is None:
        layout = classic_for(len(flat))
    if len(flat) != layout.cell_count:
        # A value beyond the last cell says more than their number.
        for cell in range(layout.cell_count, len(flat)):
            mask_of(flat[cell], layout, cell)
        raise wrong_count(len(flat), layout)
    return flat, layout


def wrong_count(count: int, layout: Layout) -> PuzzleError:
    """Returns the error for a wrong number of cells."""
    several = count > layout.cell_count and count % layout.cell_count == 0
    hint = "; several puzzles are for solve_many" if several else fitting_hint(count)
    cells = "1 cell" if count == 1 else f"{count} cells"
    return PuzzleError(f"{cells}, but the layout {layout.name} has {layout.cell_count}{hint}")


def _flattened(items: list[object], layout: Layout | None, *, sets: bool = False) -> list[object]:
    """Returns one item a cell: rows are joined, lists of candidates stay."""

    def is_set(row: Sequence[object]) -> bool:
        return sets and len(row) == 1 and whole_number(row[0]) is not None

    while len(items) == 1 and isinstance(items[0], (list, tuple)):
        if is_set(items[0]) or (layout is not None and layout.cell_count == 1 and len(items[0]) != 1):
            break  # the candidates of its only cell
        items = [plain(item) for item in items[0]]
    if items and all(isinstance(item, str) for item in items) and {len(str(item)) for item in items} == {len(items)}:
        items = [list(str(item)) for item in items] if len(items) > 1 else items
    if not items or not all(isinstance(item, (list, tuple)) for item in items):
        return items
    rows = [list(item) for item in items if isinstance(item, (list, tuple))]
    lengths = [len(row) for row in rows]
    count = len(rows)
    if set(lengths) == {1} and any(map(is_set, rows)):
        return items
    if layout is not None:
        if lengths == [len(row) for row in layout.rows]:
            return [value for row in rows for value in row]
        columns = max(column for _, column in layout.positions) + 1
        if count == layout.positions[-1][0] + 1 and set(lengths) == {columns}:
            return _without_gaps(rows, layout)
        fits_cells = count == layout.cell_count
    else:
        if set(lengths) == {count}:
            return [value for row in rows for value in row]
        fits_cells = count > 1 and is_classic_count(count) and max(lengths) <= isqrt(count)
    if set(lengths) == {1}:
        return [row[0] for row in rows]
    if fits_cells:
        return list(items)
    raise _wrong_rows(lengths, layout, any(isinstance(item, (list, tuple)) for row in rows for item in row))


def _without_gaps(rows: list[list[object]], layout: Layout) -> list[object]:
    """Returns the items at the cells of a layout, from rows that also have an item where there is no cell."""
    for row, items in enumerate(rows):
        for column, item in enumerate(items):
            if layout.cell_at(row, column) is None and not _is_open(item):
                raise PuzzleError(f"row {row + 1} has {shown(item)} in column {column + 1}, where there is no cell")
    return [rows[row][column] for row, column in layout.positions]


def _wrong_rows(lengths: list[int], layout: Layout | None, nested: bool) -> PuzzleError:
    """Returns the error for rows of these lengths; `nested` says that their items are lists, too."""
    usual = max(set(lengths), key=lengths.count)
    for number, length in enumerate(lengths, start=1):
        if length != usual and (layout is None or len({len(row) for row in layout.rows}) == 1):
            return PuzzleError(f"row {number} has {length} cells, but the others have {usual}")
    seen = f"{len(lengths)} rows of {usual} cells"
    if layout is None:
        several = usual > 1 and is_classic_count(usual)
        hint = "they look like several puzzles, which solve_many takes" if several or nested else "name its layout"
        return PuzzleError(f"{seen} are no classic puzzle, which is a square: {hint}")
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


def _layout_of_keys(given: Mapping[object, object]) -> Layout:
    """Returns the classic layout whose cells are exactly the keys, if its values fit, else the classic 9x9."""
    usual = classic_for(81)
    if len(given) < 2 or not is_classic_count(len(given)):
        return usual
    layout = classic_for(len(given))
    try:
        for cell, value in by_cell(given, layout).items():
            mask_of(value, layout, cell)
    except ValueError:
        return usual
    return layout


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
            f"{shown(cells)} is neither a list of cells, rows of cells nor a mapping from cells to values"
        )
    return [plain(item) for item in found]


def _is_open(item: object) -> bool:
    value = plain(item)
    return value is None or is_missing(value) or value == 0 or (isinstance(value, str) and value.strip() in OPEN_TEXTS)


def _int(number: int | None) -> int:
    return number or 0


def _label(layout: Layout, cell: int) -> str | None:
    return layout.labels[cell] if cell < layout.cell_count else None


def _no_value(value: object, layout: Layout, cell: int) -> PuzzleError:
    label = _label(layout, cell)
    if isinstance(value, bool):
        return PuzzleError(f"{value} is a truth value, not one of the values {layout.range_of_values}", cell=label)
    if whole(value) is not None:
        more = "; {1, 3} are two candidates" if isinstance(value, str) and len(value) > 1 else ""
        return PuzzleError(f"{value} is outside the values {layout.range_of_values}{more}", cell=label)
    message = f"{shown(value)} is neither one of the values {layout.range_of_values} nor an open cell (0, None, '.')"
    return PuzzleError(message, cell=label)
