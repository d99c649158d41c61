"""Records of the Sudoku Exchange puzzle bank: 12 digits of a hash, 81 characters, and a rating, in 100 bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from hashlib import sha1

from ...reference.contract.errors import PuzzleError
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..text.entries import PuzzleEntry, entry_at
from ..text.parse import parse_puzzle
from .source import PuzzleSource, Writer, plain_cells

_RECORD = re.compile(r"([0-9a-fA-F]{12})\s+([0-9.]+)\s+([0-9]{1,3}(?:\.[0-9]{1,3})?)")


def read(source: PuzzleSource) -> Iterator[PuzzleEntry]:
    """Yields the puzzle of each record; the hash is not compared with it, and the rating is not kept."""
    for number, line in source.lines():
        if isinstance(line, PuzzleError):
            yield PuzzleEntry(number, error=line)
        elif line and not line.startswith("#"):
            yield entry_at(number, partial(_puzzle, line, source.options.layout))


def _puzzle(line: str, layout: Layout) -> Puzzle:
    record = _RECORD.fullmatch(line)
    if not record:
        wrong = "is no record: 12 digits of a hash, a puzzle and a rating are expected, with blanks between them"
        raise PuzzleError(f"{line[:60]!r} {wrong}")
    return parse_puzzle(record[2], layout)


def _text(puzzle: Puzzle, _: PuzzleEntry) -> str:
    cells = plain_cells(puzzle, "exchange", open_mark="0")
    return f"{sha1(cells.encode(), usedforsecurity=False).hexdigest()[:12]} {cells}  0.0\n"


WRITER = Writer(_text)
"""The rating is 0.0, as puzzles have none here."""
