"""What stands in the cells of a picture for terminals: values, small grids of candidates, clues of Kakuro."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.pencil_marks import pencil_marks
from ...reference.puzzle import Puzzle

Place = tuple[int, int]

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Form(NamedTuple):
    """How much room cells take."""

    pad: int
    """Blanks between a line and a cell."""
    blank: int
    """Blanks between cells without a line."""
    letters: bool
    """Whether numbers from 10 on are letters."""
    symbols: str | None = None
    """One character for each value, in the place of its number."""


_FORMS = (Form(1, 1, False), Form(0, 1, False), Form(1, 1, True), Form(0, 1, True), Form(0, 0, True))
"""The widest first."""


class CellText(NamedTuple):
    """The lines of a cell and their style."""

    lines: Sequence[str]
    style: str


def number_text(layout: Layout, value: int, form: Form) -> str:
    """Returns the number that a value stands for, or its letter, or its symbol."""
    if form.symbols is not None:
        return form.symbols[value - 1]
    number = layout.number(value)
    return _LETTERS[number - 10] if form.letters and number > 9 else str(number)


def forms_for(layout: Layout, symbols: str | None) -> list[Form]:
    """Returns the forms of pictures, the widest first; those with letters where these are enough."""
    if symbols is not None and len(symbols) == layout.size:
        return [form._replace(symbols=symbols) for form in _FORMS if not form.letters]
    enough = layout.first_value >= 0 and layout.number(layout.size) < 10 + len(_LETTERS)
    return [form for form in _FORMS if enough or not form.letters]


def cell_texts(
    puzzle: Puzzle, solution: Grid | None, candidates: bool, clues: dict[Place, list[str]], form: Form
) -> dict[Place, CellText]:
    """Returns the lines of each cell, and of each place with clues, by row and column."""
    layout, givens = puzzle.layout, puzzle.givens
    side = next(side for side in range(1, 13) if side * side >= layout.size)
    wide = max(len(number_text(layout, value, form)) for value in (1, layout.size))
    apart = " " if form.pad or wide > 1 else ""
    texts: dict[Place, CellText] = {}
    for cell, mask in enumerate(pencil_marks(puzzle) if candidates else puzzle.candidates):
        if cell in givens:
            text = CellText([number_text(layout, givens[cell], form)], "given")
        elif solution is not None:
            text = CellText([number_text(layout, solution[cell], form)], "found")
        elif candidates or mask != layout.all_values:
            held = [
                number_text(layout, value, form) if mask >> (value - 1) & 1 else ""
                for value in range(1, layout.size + 1)
            ]
            rows = [held[first : first + side] for first in range(0, layout.size, side)]
            lines = [apart.join(text.rjust(wide) for text in row) for row in rows]
            text = CellText([line.ljust(len(lines[0])) for line in lines], "small")
        else:
            text = CellText(["·"], "open")
        texts[layout.positions[cell]] = text
    for place, (below, right) in clues.items():
        lines = [f"{below}\\{right}"]
        if not form.pad:  # narrower on two lines
            lines = [right and f"\\{right}", below and f"{below}\\"]
        texts[place] = CellText(lines, "clue")
    return texts


def padded(text: CellText, wide: int, high: int) -> list[str]:
    """Returns so many lines of this width, with the text in the middle."""
    above = (high - len(text.lines)) // 2
    lines = [*[""] * above, *text.lines, *[""] * (high - len(text.lines) - above)]
    return [" " * ((wide - len(line) + 1) // 2) + line + " " * ((wide - len(line)) // 2) for line in lines]
