"""Kakuro, Futoshiki and cryptarithms, each from its usual text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ...reference.contract.errors import LayoutError, PuzzleError, shown
from ...reference.layouts.cages import cage_rules
from ...reference.layouts.cell_lists import line_from
from ...reference.layouts.classic import latin
from ...reference.layouts.from_units import from_units
from ...reference.layouts.lines import less_than
from ...reference.model.cells import OPEN
from ...reference.model.layout import Layout, Position, Rule, check_cells
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import Sum, Unit, label_of, whole_between

# Kakuro grids as text: black cells with clues such as `17\6`, the total down and then that across.

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
    layout = replace(layout + rules, name="kakuro")
    covered = {cell for unit in layout.units for cell in unit.cells}
    for cell, label in enumerate(layout.labels):
        if cell not in covered:
            raise LayoutError("the white cell stands in no run", cell=label)
    return Puzzle.from_values([value for _, value in sorted(white.items())], layout)


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


# Futoshiki as text: a square of cells with `<` and `>` between them, `^` and `v` between its rows.

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
    layout = less_than(latin(size), *less) if less else latin(size)
    givens = {}
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell[0] not in OPEN:
                if not re.fullmatch("[0-9]{1,9}", cell[0]):
                    wrong = f"{shown(cell[0])} is neither a value of 1..{size} nor an open cell (.)"
                    raise PuzzleError(wrong, cell=layout.labels[row * size + column])
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


# Cryptarithms: sums of words in which each letter stands for a digit.

_TERM = re.compile(r"\s*+([+-]?)\s*+(?:([0-9]{1,9})\s*+\*\s*+)?(?:([^\W\d_]+)|([0-9]{1,15}))\s*+(?=[+-]|$)")
"""A sign, maybe a factor, and a word or a number."""


def cryptarithm(equation: str, base: int = 10) -> Puzzle:
    """Returns the puzzle of an equation such as `"SEND + MORE = MONEY"`: different letters are different digits.

    Either side may have any number of words with `+` or `-` between them, factors (`3 * TWO`) and plain decimal
    numbers. A cell stands for each letter, in the order in which letters first appear: `S E N D M O R Y`. Value 1 is
    digit 0 (`first_value=0`), and there are `base` digits. Words of several letters do not begin with 0. Raises
    `LayoutError` for other text, and for more letters than digits.
    """
    if not isinstance(equation, str):
        raise LayoutError(f"{shown(equation)} is no equation, which is text such as 'SEND + MORE = MONEY'")
    digits = whole_between(base, 2, 36, "a cryptarithm has a base of 2 to 36")
    sides = equation.upper().split("=")
    if len(sides) != 2:
        raise LayoutError(f"{shown(equation)} is no equation: exactly one = is expected")
    weights: dict[str, int] = {}
    leading: set[str] = set()
    constant = 0
    for side, direction in zip(sides, (1, -1), strict=True):
        for times, word in _terms(side, equation):
            if isinstance(word, int):
                constant += direction * times * word
                continue
            leading.update(word[:1] if len(word) > 1 else "")
            for place, letter in enumerate(reversed(word)):
                weights[letter] = weights.get(letter, 0) + direction * times * digits**place
    letters = list(dict.fromkeys(letter for letter in equation.upper() if letter in weights))
    if len(letters) > digits:
        wrong = f"{len(letters)} letters, but there are only {digits} digits: {' '.join(letters)}"
        raise LayoutError(wrong)
    cells = [cell for cell, letter in enumerate(letters) if weights[letter]]
    if not cells:
        raise LayoutError(f"{shown(equation)} says nothing about its letters: they cancel out")
    name = " ".join(equation.upper().split())
    rules: list[Rule] = [
        Unit(f"letters {' '.join(letters)}", tuple(range(len(letters)))),
        Sum(name, tuple(cells), -constant, tuple(weights[letters[cell]] for cell in cells)),
    ]
    layout = from_units(digits, rules, (1, len(letters)), "cryptarithm", first_value=0)
    not_zero = layout.all_values & ~1
    return Puzzle(layout, tuple(not_zero if letter in leading else layout.all_values for letter in letters))


def _terms(side: str, equation: str) -> list[tuple[int, str | int]]:
    """Returns factor and word, or number, of each term of a side."""
    terms: list[tuple[int, str | int]] = []
    end = 0
    while end < len(side) or not terms:
        term = _TERM.match(side, end)
        if not term or (terms and not term[1]):
            known = "words, numbers and factors (3 * TWO) with + and - between them"
            raise LayoutError(f"{shown(equation)} is no sum of words: each side has {known}")
        sign = -1 if term[1] == "-" else 1
        terms.append((sign * int(term[2] or 1), term[3] or int(term[4])))
        end = term.end()
    return terms
