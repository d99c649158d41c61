"""Scaled Sudokus as CPMpy's data sets have them: `# size=16 box=4x4`, then a row of cells a line.

Heads give the width, then the height, of a block. `.` is an open cell; the symbols are 1 to 9, A to Z, then 0 for 36.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from ...reference.contract.errors import PuzzleError
from ...reference.layouts.classic import classic
from ...reference.model.puzzle import Puzzle
from ..text.entries import PuzzleEntry, entry_at
from ..text.parse import parse_puzzle
from .source import PuzzleSource

_SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0"
_HEAD = re.compile(r"#\s*size=(\d{1,4})\s+box=(\d{1,4})x(\d{1,4})")


def read(source: PuzzleSource) -> Iterator[PuzzleEntry]:
    """Yields a puzzle for each head and the rows below it."""
    head, start = None, 0
    rows: list[str] = []
    for number, line in source.lines():
        if isinstance(line, PuzzleError):
            yield PuzzleEntry(number, error=line)
        elif found := _HEAD.match(line):
            if head or rows:
                yield entry_at(start, partial(_puzzle, head, rows))
            head, start, rows = found, number, []
        elif line and not line.startswith("#") and len(rows) <= len(_SYMBOLS):
            start = start or number
            rows.append(line)
    if head or rows:
        yield entry_at(start, partial(_puzzle, head, rows))


def _puzzle(head: re.Match[str] | None, rows: list[str]) -> Puzzle:
    if head is None:
        raise PuzzleError("a line such as '# size=16 box=4x4' is expected before the rows")
    size, width, height = map(int, head.groups())
    if size > len(_SYMBOLS):
        raise PuzzleError(f"size is {size}, but there are symbols for {len(_SYMBOLS)} values only")
    wrong = next((row for row in rows if len(row) != size), None)
    if len(rows) != size or wrong is not None:
        found = f"{len(rows)} rows" if wrong is None else f"a row of {len(wrong)} cells"
        raise PuzzleError(f"{found}, but {size} rows of {size} cells are expected")
    return parse_puzzle("".join(rows), classic(size, (height, width)), _SYMBOLS[:size])
