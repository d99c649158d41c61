"""Futoshiki as text: a square of cells with `<` and `>` between them, `^` and `v` between its rows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...reference.contract.errors import PuzzleError, shown
from ...reference.layouts.classic import latin
from ...reference.layouts.lines import number_pairs
from ...reference.model.cells import OPEN
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import Pair

_UP = "^"
_DOWN = "vV"


_Cell = re.Match[str]
"""The text of a cell, and where it stands in its line."""


def futoshiki(picture: str) -> Puzzle:
    """Returns the puzzle of a Futoshiki picture: rows and columns, relations between neighbours, and givens.

    A row has a cell for each value, `.` or a number, with blanks between them and `<` or `>` where one is less than the
    other. In a line between two rows `^` says that the cell above is less than the cell below, `v` that it is greater;
    such a sign stands in a column of text where the row above or the row below has a cell. `#` starts a comment. Raises
    `PuzzleError`, with the line, for other text.
    """
    if not isinstance(picture, str):
        raise PuzzleError(f"{shown(picture)} is no picture of a Futoshiki, which is text")
    rows: list[list[_Cell]] = []
    between: list[tuple[int, str]] = []
    less: list[_Step] = []
    for number, raw in enumerate(picture.splitlines(), start=1):
        line = raw.partition("#")[0].rstrip()
        if not line:
            continue
        if set(line) <= set(" " + _UP + _DOWN):
            between.append((number, line))
            continue
        cells = list(_cells_of(line, number, len(rows), less))
        if rows and len(cells) != len(rows[0]):
            raise PuzzleError(f"{len(cells)} cells, but the first row has {len(rows[0])}", line=number)
        for where, signs in between:
            less += _between(signs, where, rows, cells)
        between = []
        rows.append(cells)
    size = len(rows)
    if between:
        raise PuzzleError("signs stand in a line without a row below", line=between[0][0])
    if not rows or len(rows[0]) != size:
        columns = len(rows[0]) if rows else 0
        raise PuzzleError(f"a Futoshiki is a square, but this picture has {size} rows of {columns} cells")
    base = latin(size)
    allowed = number_pairs(base, int.__lt__)
    places = {place: cell for cell, place in enumerate(base.positions)}
    pairs = [Pair("less than", (places[one], places[other]), allowed) for one, other in less]
    layout = base.extended(pairs, "less-than")
    givens = {}
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell[0] not in OPEN:
                if not re.fullmatch("[0-9]{1,9}", cell[0]):
                    wrong = f"{shown(cell[0])} is neither a value of 1..{size} nor an open cell (.)"
                    raise PuzzleError(wrong, cell=base.labels[row * size + column])
                givens[row * size + column] = int(cell[0])
    return Puzzle.from_givens(givens, layout)


_Step = tuple[tuple[int, int], tuple[int, int]]
"""Two cells as row and column, of which the first is less."""


def _cells_of(line: str, number: int, row: int, less: list[_Step]) -> Iterator[_Cell]:
    """Yields the cells of a row, and notes the relations between them."""
    sign, column = "", 0
    for match in re.finditer(r"[<>]|[^\s<>]+", line):
        text = match[0]
        if text in "<>":
            if sign or not column:
                raise PuzzleError(f"{text!r} does not stand between two cells", line=number)
            sign = text
            continue
        if sign:
            left, right = (row, column - 1), (row, column)
            less.append((left, right) if sign == "<" else (right, left))
        yield match
        sign, column = "", column + 1
    if sign:
        raise PuzzleError(f"{sign!r} does not stand between two cells", line=number)


def _between(signs: str, number: int, rows: list[list[_Cell]], below: list[_Cell]) -> Iterator[_Step]:
    """Yields the relations of a line between two rows."""
    for place, sign in enumerate(signs):
        if sign == " ":
            continue
        columns = {
            column
            for cells in (rows[-1] if rows else [], below)
            for column, cell in enumerate(cells)
            if cell.start() <= place < cell.end()
        }
        if not rows or len(columns) != 1:
            where = "no cell" if not columns else "two cells" if rows else "no row"
            wrong = f"{sign!r} in column {place + 1} of the text stands under {where}"
            raise PuzzleError(wrong, line=number)
        (column,) = columns
        upper, lower = (len(rows) - 1, column), (len(rows), column)
        yield (upper, lower) if sign in _UP else (lower, upper)
