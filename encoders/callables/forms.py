"""The forms in which solvers of others take a puzzle: the object, a line of text, values, rows."""

from __future__ import annotations

from collections.abc import Callable

from ...puzzles.text.write import write_line
from ...reference.contract.errors import OptionError
from ...reference.model.puzzle import Puzzle


def as_line(puzzle: Puzzle, open_cell: str) -> str:
    """Returns the puzzle in one line, as `write_line` writes it, with this sign for an open cell."""
    return write_line(puzzle).replace(".", open_cell)


def _rows(puzzle: Puzzle) -> list[list[int]]:
    values = puzzle.values
    return [[values[cell] for cell in row] for row in puzzle.layout.rows]


FORMS: dict[str, Callable[[Puzzle, str], object]] = {
    "puzzle": lambda puzzle, _: puzzle,
    "text": as_line,
    "values": lambda puzzle, _: list(puzzle.values),
    "rows": lambda puzzle, _: _rows(puzzle),
}
"""The forms in which a solver may take a puzzle: name to a function of the puzzle and the sign of an open cell."""


def checked_sign(sign: str) -> str:
    """Returns the sign of an open cell; raises `OptionError` for what cannot be one."""
    if len(sign) != 1 or not sign.isprintable() or sign.isspace() or (sign.isdigit() and sign != "0"):
        raise OptionError(f"the sign of an open cell is one character, no blank and no value, not {sign!r}")
    return sign
