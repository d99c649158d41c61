r"""Kakuro grids as text: black cells with clues such as `17\6`, the total down and then that across."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...reference.contract.errors import LayoutError, shown
from ...reference.layouts.cages import cage_rules
from ...reference.layouts.cell_lists import line_from
from ...reference.model.layout import Layout, Position, check_cells
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import label_of

_WHITE = frozenset({".", "_", "x", "X", "0"})
_SIZE = 9
_DIRECTIONS: dict[str, Position] = {"down": (1, 0), "across": (0, 1)}

_Clue = dict[str, int]
"""What a black cell says: the total of the run below it, of that to its right."""


def kakuro(grid: str) -> Puzzle:
    r"""Returns the puzzle of a Kakuro grid: each run of white cells is a cage with the total of its clue.

    The grid has a line for each row and blanks between cells. A white cell is `.` (or `_`, `x`, `0`) or a given digit;
    a black one is `#` or `\`; a clue `17\6` is the total down, then across, either of which may be missing: `17\`,
    `\6`. Write such text as a raw string (`r"17\6"`), or `17/6`. Cells are labelled by their place in the whole grid,
    black cells counted.

    Raises `LayoutError` for what is no such text, rows of different lengths, a run without a total, a total without a
    run, a run of more than nine cells, and a total that its run never has.
    """
    white: dict[Position, int] = {}
    clues: dict[Position, _Clue] = {}
    for row, cells in enumerate(_rows(grid)):
        for column, text in enumerate(cells):
            read = _cell(text, label_of(row, column))
            if isinstance(read, int):
                white[row, column] = read
            else:
                clues[row, column] = read
    if not white:
        raise LayoutError("a Kakuro grid needs white cells, written as .")
    layout = Layout(_SIZE, (), tuple(sorted(white)), name="kakuro")
    rules = [rule for name, run, total in _runs(layout, clues) for rule in cage_rules(layout, run, total, name)]
    solved = layout + rules
    covered = {cell for unit in solved.units for cell in unit.cells}
    for cell, label in enumerate(layout.labels):
        if cell not in covered:
            raise LayoutError("the white cell stands in no run", cell=label)
    named = Layout(_SIZE, solved.units, layout.positions, name="kakuro", sums=solved.sums)
    masks = (1 << value - 1 if value else named.all_values for _, value in sorted(white.items()))
    return Puzzle(named, tuple(masks))


def _rows(grid: object) -> list[list[str]]:
    """Returns the cells of each line of the text."""
    if not isinstance(grid, str):
        raise LayoutError(f"{shown(grid)} is no Kakuro grid, which is text")
    rows = [line.split() for line in grid.splitlines() if line.strip()]
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            wrong = f"row {number} of the Kakuro grid has {len(row)} cells, but row 1 has {len(rows[0])}"
            raise LayoutError(wrong)
    check_cells(sum(map(len, rows)))
    return rows


def _cell(cell: str, label: str) -> int | _Clue:
    """Returns the digit of a white cell, 0 if it is open, or what a black cell says."""
    if cell in _WHITE:
        return 0
    if re.fullmatch("[1-9]", cell):
        return int(cell)
    clue = re.fullmatch(r"([0-9]{0,9})[\\/]([0-9]{0,9})|#", cell)
    if clue:
        return {name: int(total) for name, total in zip(_DIRECTIONS, clue.groups(), strict=True) if total}
    known = r"white is . or a digit, black #, and a clue 17\6 in a raw string (r'...'), or 17/6"
    raise LayoutError(f"{shown(cell)} is no cell of a Kakuro grid: {known}", cell=label)


def _runs(layout: Layout, clues: dict[Position, _Clue]) -> Iterator[tuple[str, tuple[int, ...], int]]:
    """Yields name, cells and total of each run; a single white cell is one only where a clue says so."""
    for direction, (down, right) in _DIRECTIONS.items():
        without_run = {place: clue[direction] for place, clue in clues.items() if direction in clue}
        for cell, (row, column) in enumerate(layout.positions):
            before = (row - down, column - right)
            if layout.cell_at(*before) is not None:
                continue
            run = line_from(layout, cell, (down, right))
            total = without_run.pop(before, None)
            first = layout.labels[run[0]]
            if total is not None:
                yield f"{direction} {first}", run, total
            elif len(run) > 1:
                wrong = f"the run {direction} from it has {len(run)} cells, but no total in a black cell before it"
                raise LayoutError(wrong, cell=first)
        for place, total in without_run.items():
            wrong = f"its total {total} {direction} has no run: no white cell follows"
            raise LayoutError(wrong, cell=label_of(*place))
