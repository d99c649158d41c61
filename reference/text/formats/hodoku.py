"""Lines of HoDoKu's library of steps: `:0803:14:6..+9+5...:417 427:489::`.

The fields are the number of a technique, its candidates, the grid, in which `+` stands before a digit that a player
placed, and the candidates that are removed already, each as digit, row and column. The others describe the next step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import PuzzleError
from ...layouts.classic import CLASSIC
from ...puzzle import Puzzle, values_in
from ..entries import PuzzleEntry
from ..parse import parse_puzzle
from .source import Source, line_by_line
from .text_forms import puzzle_of
from .writer import Writer


def read(source: Source) -> Iterator[PuzzleEntry]:
    """Yields the position of each line: placed digits are given, removed candidates are not there."""
    return line_by_line(source, _puzzle)


def _puzzle(line: str) -> Puzzle:
    fields = line.split(":", 8)
    if len(fields) < 5 or fields[0]:
        wrong = "is no line of a library: :TECHNIQUE:CANDIDATES:GRID:REMOVED: is expected"
        raise PuzzleError(f"{line[:60]!r} {wrong}", value=line[:60])
    grid = re.fullmatch(r"(?:\+?[1-9]|[.0])*", fields[3])
    if not grid:
        column = len(":".join(fields[:3])) + 2
        raise PuzzleError(f"the grid at column {column} holds more than digits, + before a digit, and .")
    if len(fields[3]) > 2 * CLASSIC.cell_count:
        raise PuzzleError(
            f"the grid has {len(fields[3])} characters, but at most {2 * CLASSIC.cell_count} are expected"
        )
    puzzle = parse_puzzle(fields[3].replace("+", ""), CLASSIC)
    masks = list(puzzle.candidates)
    for removed in fields[4].split():
        if not re.fullmatch("[1-9]{3}", removed):
            wrong = "is no removed candidate: digit, row and column are expected, as 417"
            raise PuzzleError(f"{removed[:20]!r} {wrong}", value=removed[:20])
        digit, row, column = map(int, removed)
        masks[row * 9 + column - 10] &= ~(1 << digit - 1)
    return Puzzle(CLASSIC, tuple(masks))


def _text(entry: PuzzleEntry) -> str:
    puzzle = puzzle_of(entry)
    if puzzle.layout != CLASSIC:
        raise PuzzleError(f"hodoku holds puzzles on classic, not on {puzzle.layout.name}: choose json")
    grid = "".join(str(value) if value else "." for value in puzzle.values)
    removed = [
        f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
        for cell, mask in enumerate(puzzle.candidates)
        if mask & (mask - 1)
        for digit in values_in(CLASSIC.all_values & ~mask)
    ]
    return f":0000:x:{grid}:{' '.join(removed)}:::\n"


WRITER = Writer(_text)
