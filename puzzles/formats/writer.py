"""What a writer of a format is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...reference.contract.errors import PuzzleError
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..text.entries import PuzzleEntry


class Writer(NamedTuple):
    """How puzzles are written: a heading, then each of them."""

    text: Callable[[Puzzle, PuzzleEntry], str]
    """Returns the text of the puzzle of an entry, with its last newline, or raises `PuzzleError`."""
    headings: tuple[str, str] = ("", "")
    """What comes first: where the first puzzle has no solution, and where it has one."""
    block: Callable[[Layout, list[str], bytes | None], str] | None = None
    """Returns the text of a `PlainBlock` from its layout, the lines of its puzzles, and the values of its solutions.

    None where writing puzzles one after another is as quick.
    """


_CHARACTERS = bytes.maketrans(bytes(range(10)), b".123456789")


def plain_lines(layout: Layout, values: bytes | None) -> list[str] | None:
    """Returns the lines, without their ends, of many puzzles or solutions, whose values are those of a `PlainBlock`.

    None where values have no digits of their own, and for None.
    """
    if values is None or layout.symbols is None or layout.first_value != 1:
        return None
    text, width = values.translate(_CHARACTERS).decode("ascii"), layout.cell_count
    return [text[first : first + width] for first in range(0, len(text), width)]


def plain_cells(puzzle: Puzzle, what: str, open_mark: str = ".") -> str:
    """Returns one character a cell; raises `PuzzleError`, which names the format, for candidates and large values."""
    if puzzle.layout.symbols is None or (open_mark == "0" and puzzle.layout.first_value <= 0):
        raise PuzzleError(f"{what} has one digit a cell, but {puzzle.layout.name} has {puzzle.layout.size} values")
    cells = puzzle.cell_texts()
    for label, cell in zip(puzzle.layout.labels, cells, strict=True):
        if len(cell) > 1:
            raise PuzzleError(f"{what} has no place for the candidates {cell}: choose json", cell=label)
    return "".join(cells).replace(".", open_mark)


def check_nine(puzzle: Puzzle, what: str) -> None:
    """Raises `PuzzleError`, which names the format, for a puzzle that is no square of nine rows and columns."""
    if puzzle.layout.size != 9 or not puzzle.layout.is_square or puzzle.layout.first_value != 1:
        raise PuzzleError(f"{what} holds squares of nine rows and columns, not {puzzle.layout.name}: choose json")
