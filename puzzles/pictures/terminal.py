"""A puzzle as a picture for terminals: lines of characters around regions and cages, colours on request.

Start with `terminal_picture`: it takes the widest of some forms that fits. `terminal_cells.py` has what stands in
cells, `terminal_lines.py` the characters of lines, `terminal_colours.py` the colours.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product
from textwrap import wrap

from ...reference.grid import Grid
from ...reference.puzzle import Puzzle
from .adjacencies import adjacencies
from .block_frames import regions
from .extra_units import extra_units
from .notes import line_in_words, notes
from .pictured import clues_of, pictured
from .rule_lines import rule_lines
from .terminal_cells import Form, Place, cell_texts, forms_for, number_text, padded
from .terminal_colours import MARKED, coloured
from .terminal_lines import Stroke, in_ascii, joint

_WIDEST_NOTE = 100


def terminal_picture(
    puzzle: Puzzle,
    solution: Grid | None = None,
    *,
    candidates: bool = False,
    color: bool = False,
    width: int | None = None,
    ascii_only: bool = False,
    marked: Collection[int] = (),
    symbols: str | None = None,
) -> str | None:
    """Returns a puzzle as lines of text without a newline at the end, or None where no form of it fits the width.

    Heavy lines go around regions, light ones around cages, whose totals stand in the line above their first cells. With
    a `solution` its values stand in the other cells; with `candidates` open cells have small grids of what they may
    still hold. With `color` there are escape sequences of 256 colours: givens are bold, found values blue, the cells of
    extra units and of lines are shaded, and `marked` cells have a red ground. `symbols` stand for the values, where
    there is one for each. Words below say what is not drawn, and which cells are in extra units.
    """
    for form in forms_for(puzzle.layout, symbols):
        picture = _Picture(puzzle, solution, candidates, form, marked)
        if picture.is_readable and (width is None or picture.width <= width):
            lines = picture.lines(color, width)
            return "\n".join(map(in_ascii, lines) if ascii_only else lines)
    return None


class _Picture:
    """The picture in one form. Places are (row, column); `_canvas` has a character, style and shade at (y, x)."""

    def __init__(
        self, puzzle: Puzzle, solution: Grid | None, candidates: bool, form: Form, marked: Collection[int]
    ) -> None:
        layout = puzzle.layout
        self._layout, self._form = layout, form
        self._shown = pictured(layout)
        self._rule_lines = rule_lines(layout, self._shown)
        self._of_cell = regions(layout)
        self._cage_of = {cell: number for number, cage in enumerate(self._shown.cages) for cell in cage.cells}
        in_lines = [set(line.cells) for line in self._rule_lines]
        self._signs = {
            pair: sign for pair, sign in self._shown.signs.items() if not any(map(set(pair).issubset, in_lines))
        }
        self._shades = self._shaded() | {layout.positions[cell]: MARKED for cell in marked}
        clues = clues_of(layout, self._shown.runs)
        self._texts = cell_texts(puzzle, solution, candidates, clues, form)
        self._has_small = any(text.style == "small" for text in self._texts.values())
        self._rows = range(min(row for row, _ in self._texts), max(row for row, _ in self._texts) + 1)
        self._columns = range(min(column for _, column in self._texts), max(column for _, column in self._texts) + 1)
        self._is_black = bool(clues)
        totals = max((len(str(cage.total)) for cage in self._shown.cages), default=0) - 2 * form.pad
        self._wide = max(totals, *(len(line) for text in self._texts.values() for line in text.lines))
        self._high = max(len(text.lines) for text in self._texts.values())
        self._measure()

    @property
    def is_readable(self) -> bool:
        """Whether numbers beside each other do not run together."""
        return self._form.blank > 0 or self._wide == 1

    def _measure(self) -> None:
        """Sets where columns and rows begin, and where the lines before them are; None where there is none."""
        self._line_x: dict[int, int | None] = {}
        self._line_y: dict[int, int | None] = {}
        self._x: dict[int, int] = {}
        self._y: dict[int, int] = {}
        x = y = 0
        pad, ends = self._form.pad, (self._columns.start, self._columns.stop)
        for column in (*self._columns, self._columns.stop):
            has_line = any(
                self._beside(row, column) or self._sign((row, column - 1), (row, column)) for row in self._rows
            )
            x += pad if has_line and column != ends[0] else 0
            self._line_x[column] = x if has_line else None
            x += 1 + pad * (column != ends[1]) if has_line else 0 if column in ends else self._form.blank
            self._x[column] = x
            x += self._wide if column in self._columns else 0
        for row in (*self._rows, self._rows.stop):
            has_line = any(
                self._above(row, column) or self._sign((row - 1, column), (row, column)) for column in self._columns
            )
            self._line_y[row] = y if has_line else None
            y += has_line
            self._y[row] = y
            y += self._high if row in self._rows else 0
        self.width, self._height = x, y

    def lines(self, color: bool, width: int | None) -> Iterator[str]:
        """Yields the lines of the picture, and below them what is not drawn in words."""
        self._canvas: list[list[tuple[str, str, int | None]]] = [
            [(" ", "", None)] * self.width for _ in range(self._height)
        ]
        self._put_shades()
        self._put_lines()
        self._put_cells()
        for line in self._canvas:
            if not color:
                yield "".join(text for text, _, _ in line).rstrip()
                continue
            while line and line[-1] == (" ", "", None):
                line.pop()
            yield coloured(line)
        for note in self._notes():
            known = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in note)
            yield from wrap(known, width or _WIDEST_NOTE, subsequent_indent="  ", break_on_hyphens=False)

    def _put(self, y: int, x: int, text: str, style: str) -> None:
        for at, one in enumerate(text, start=x):
            self._canvas[y][at] = (one, style, self._canvas[y][at][2])

    def _put_shades(self) -> None:
        """Shades cells and the blanks beside them, and what is between cells of the same shade."""
        for (row, column), shade in self._shades.items():
            end = self._y[row + 1] if self._shades.get((row + 1, column)) == shade else self._y[row] + self._high
            first, last = (
                self._x[column] - self._blanks(column),
                self._x[column] + self._wide + self._blanks(column + 1),
            )
            if self._shades.get((row, column + 1)) == shade:
                last = self._x[column + 1]
            for y, x in product(range(self._y[row], end), range(first, last)):
                if self._canvas[y][x][2] is None:
                    self._canvas[y][x] = (" ", "", shade)

    def _blanks(self, column: int) -> int:
        """Returns how many blanks are between a column, or the one before it, and what divides the two."""
        if self._line_x[column] is not None:
            return self._form.pad
        return 0 if column in (self._columns.start, self._columns.stop) else self._form.blank

    def _put_lines(self) -> None:
        for row, column in product((*self._rows, self._rows.stop), (*self._columns, self._columns.stop)):
            y, x = self._line_y[row], self._line_x[column]
            above, before = self._above(row, column), self._above(row, column - 1)
            beside, before_above = self._beside(row, column), self._beside(row - 1, column)
            if y is not None:
                middle = self._x[column] - 1 if x is None else x
                if column in self._columns:
                    right = self._x[column + 1] if self._line_x[column + 1] is None else self._line_x[column + 1]
                    for at in range(middle + 1, right or 0):
                        self._put(y, at, joint(Stroke.NONE, above, Stroke.NONE, above), above.style)
                if x is not None:
                    strokes = (before_above, above, beside, before)
                    self._put(y, x, joint(*strokes), max(strokes, key=lambda stroke: stroke.weight).style)
                sign = self._sign((row - 1, column), (row, column))
                self._put(y, self._x[column] + (self._wide - 1) // 2, sign, "sign")
            if x is not None and row in self._rows:
                for at in range(self._y[row], self._y[row] + self._high):
                    self._put(at, x, joint(beside, Stroke.NONE, beside, Stroke.NONE), beside.style)
                self._put(self._y[row] + (self._high - 1) // 2, x, self._sign((row, column - 1), (row, column)), "sign")

    def _put_cells(self) -> None:
        for row, column in product(self._rows, self._columns):
            text = self._texts.get((row, column))
            if text is not None:
                for y, line in enumerate(padded(text, self._wide, self._high), start=self._y[row]):
                    self._put(y, self._x[column], line, text.style)
            elif self._is_black:
                for y in range(self._y[row], self._y[row] + self._high):
                    self._put(y, self._x[column], "░" * self._wide, "black")
        for cage in self._shown.cages:
            row, column = self._layout.positions[min(cage.cells)]
            above, before = self._line_y[row], self._line_x[column]
            if above is not None and before is not None:
                self._put(above, before + 1, str(cage.total), "total")

    def _shaded(self) -> dict[Place, int]:
        """Returns the number of the shade of each cell in an extra unit or in a line."""
        units = [unit.cells for unit in extra_units(self._layout, self._shown.cages)]
        groups = [*units, *(line.cells for line in self._rule_lines)]
        return {self._layout.positions[cell]: number for number, cells in enumerate(groups) for cell in cells}

    def _cell(self, row: int, column: int) -> int | None:
        return self._layout.cell_at(row, column) if row >= 0 and column >= 0 else None

    def _stroke(self, one: int | None, other: int | None) -> Stroke:
        if one is None or other is None:
            return Stroke.NONE if one is other else Stroke.REGION
        same_cage = self._cage_of.get(one) == self._cage_of.get(other)
        if self._of_cell[one] != self._of_cell[other]:
            return Stroke.INSIDE_CAGE if same_cage and one in self._cage_of else Stroke.REGION
        if not same_cage:
            return Stroke.CAGE
        return Stroke.CELL if self._has_small else Stroke.NONE

    def _beside(self, row: int, column: int) -> Stroke:
        """Returns the line to the left of a place."""
        return self._stroke(self._cell(row, column - 1), self._cell(row, column))

    def _above(self, row: int, column: int) -> Stroke:
        """Returns the line above a place."""
        return self._stroke(self._cell(row - 1, column), self._cell(row, column))

    def _sign(self, one: Place, other: Place) -> str:
        first, second = self._cell(*one), self._cell(*other)
        return "" if first is None or second is None else self._signs.get((first, second), "")

    def _notes(self) -> Iterator[str]:
        layout = self._layout
        if self._form.letters and layout.number(layout.size) > 9:
            tens = range(10, layout.number(layout.size) + 1)
            yield ", ".join(
                f"{number_text(layout, number - layout.first_value + 1, self._form)} {number}" for number in tens
            )
        for unit in extra_units(layout, self._shown.cages):
            yield f"{unit.name}: {' '.join(layout.labels[cell] for cell in unit.cells)}"
        for line in self._rule_lines:
            yield line_in_words(layout, line)
        if edges := adjacencies(layout):
            yield f"different: {', '.join('-'.join(layout.labels[cell] for cell in pair) for pair in edges)}"
        yield from notes(layout, self._shown, self._rule_lines)
