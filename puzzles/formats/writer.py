"""What a writer of a format is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...reference.puzzle import Puzzle
from ..text.entries import PuzzleEntry
from ..text.plain_lines import PlainBlock


class Writer(NamedTuple):
    """How puzzles are written: a heading, then each of them."""

    text: Callable[[Puzzle, PuzzleEntry], str]
    """Returns the text of the puzzle of an entry, with its last newline, or raises `PuzzleError`."""
    headings: tuple[str, str] = ("", "")
    """What comes first: where the first puzzle has no solution, and where it has one."""
    block: Callable[[PlainBlock], str | None] | None = None
    """Returns the text of a block of plain puzzles at once, where that is quicker; None for one entry after another."""
