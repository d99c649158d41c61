"""The text of one puzzle, split into lines, tokens and characters without comments and frames."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

OPEN = ".0*_"
"""Characters that stand for an open cell."""

# Between cells: blanks, list separators, and the strokes that pictures are framed with; not the sign of a number.
_BETWEEN = re.compile(r"(?:[\s,;|+]|(?<=[^\s,;])-|-(?![0-9]))+")
# A line of frame only; the corners of some programs' frames are characters that mean an open cell elsewhere.
_RULE = re.compile(r"[\s|+\-=*.:']*--[\s|+\-=*.:']*")

Piece = tuple[str, int | None]
"""A piece of text and its line, counted from 1; None where the text is a single line."""


def is_frame(line: str) -> bool:
    """Whether the line holds nothing but a stroke of a frame."""
    return _RULE.fullmatch(line) is not None or (bool(line.strip()) and not _BETWEEN.sub("", line))


def tokens_in(line: str) -> list[str]:
    """Returns the pieces between blanks, commas and frame strokes."""
    return [token for token in _BETWEEN.split(line) if token]


def without_comment(line: str) -> str:
    """Returns the line up to a `#`, without outer blanks."""
    return line.partition("#")[0].strip()


class PuzzleText:
    """The lines of one puzzle, without comments and lines of frame, each with its number in the input."""

    def __init__(self, lines: Iterable[Piece]) -> None:
        self.lines = tuple(lines)

    @classmethod
    def of(cls, text: str) -> PuzzleText:
        """Returns the text of one puzzle; several lines are numbered from 1."""
        lines = [without_comment(line) for line in text.splitlines()]
        numbers: Iterable[int | None] = range(1, len(lines) + 1) if len(lines) > 1 else [None]
        pieces = zip(lines, numbers, strict=False)
        return cls((line, number) for line, number in pieces if line and not is_frame(line))

    @cached_property
    def tokens(self) -> tuple[Piece, ...]:
        """Everything between separators, in reading order."""
        return tuple((token, number) for line, number in self.lines for token in tokens_in(line))

    @cached_property
    def characters(self) -> tuple[Piece, ...]:
        """Every character that is no separator, in reading order."""
        return tuple((character, number) for token, number in self.tokens for character in token)

    @cached_property
    def listed(self) -> bool:
        """Whether the cells are separated one by one, so that a longer token is one number and not several cells."""
        single = sum(len(token) == 1 for token, _ in self.tokens)
        return 2 * single > len(self.tokens) or any("," in line or ";" in line for line, _ in self.lines)
