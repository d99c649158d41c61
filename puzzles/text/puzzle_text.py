"""The text of one puzzle, split into lines, tokens and characters without comments and frames."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from ...reference.model.cells import OPEN

# Between cells: blanks, list separators, and the strokes that pictures are framed with; not the sign of a number.
_BETWEEN = re.compile(r"(?:[\s,;|+]|(?<=[^\s,;/])-|-(?![0-9]))+")
# In a line of frame only; the corners of some programs' frames are characters that mean an open cell elsewhere.
_IN_RULES = frozenset(" \t|+-=*.:'")
_IN_STROKES = frozenset(" \t|+-")

_STROKES = dict.fromkeys(range(0x2500, 0x2580), "+")
_STROKES |= dict.fromkeys(map(ord, "─━┄┅┈┉═╌╍╴╶╸╺╼╾"), "-") | dict.fromkeys(map(ord, "│┃┆┇┊┋║╎╏╵╷╹╻╽╿"), "|")
"""The strokes of frames that are drawn with characters of their own, as ASCII has them."""

Piece = tuple[str, int | None]
"""A piece of text and its line, counted from 1; None where the text is a single line."""


def is_frame(line: str) -> bool:
    """Whether the line holds nothing but a stroke of a frame."""
    return is_rule(line) or (bool(line.strip()) and not _BETWEEN.sub("", line))


def is_rule(line: str) -> bool:
    """Whether the line is one between the rows of a picture, such as `-----+-----`."""
    return "--" in line and _IN_RULES.issuperset(line)


def is_stroke(line: str) -> bool:
    """Whether the line is a stroke of a frame that might be a row of open cells, written as `-`."""
    return "-" in line and _IN_STROKES.issuperset(line)


def with_open_dashes(line: str) -> str:
    """Returns the line with each `-` as an open cell."""
    return line.replace("-", OPEN[0])


def tokens_in(line: str) -> list[str]:
    """Returns the pieces between blanks, commas and frame strokes."""
    return [token for token in _BETWEEN.split(line) if token]


def without_comment(line: str) -> str:
    """Returns the line up to a `#`, without outer blanks, and with the strokes of frames in ASCII."""
    content = line.partition("#")[0].strip()
    return content if content.isascii() else content.translate(_STROKES)


class PuzzleText:
    """The lines of one puzzle, without comments, each with its number in the input; `lines` are those without frame."""

    def __init__(self, lines: Iterable[Piece]) -> None:
        self._all_lines = tuple(lines)
        self.lines = tuple(piece for piece in self._all_lines if not is_frame(piece[0]))

    @classmethod
    def of(cls, text: str) -> PuzzleText:
        """Returns the text of one puzzle; several lines are numbered from 1."""
        lines = [without_comment(line) for line in text.splitlines()]
        numbers: Iterable[int | None] = range(1, len(lines) + 1) if len(lines) > 1 else [None]
        pieces = zip(lines, numbers, strict=False)
        return cls((line, number) for line, number in pieces if line)

    @cached_property
    def dashes(self) -> int:
        """The number of `-` in all lines, those of frame too."""
        return sum(line.count("-") for line, _ in self._all_lines)

    def readings(self, symbols: str | None = None) -> Iterator[PuzzleText]:
        """Yields the text as it is, then with each `-` as an open cell: those of rows, and those of rules too.

        `5 3 - | - 7 -` needs the second reading; a row such as `---------` looks like a rule, and needs the third one.
        """
        yield self
        if self.dashes and "-" not in (symbols or ""):
            yield self.with_open_dashes(rules_too=False)
            yield self.with_open_dashes(rules_too=True)

    def with_open_dashes(self, rules_too: bool) -> PuzzleText:
        """Returns the text with each `-` as an open cell, that of rules (`-----`) only where they are wanted too."""
        lines = self._all_lines if rules_too else [piece for piece in self._all_lines if not is_rule(piece[0])]
        return PuzzleText((with_open_dashes(line), number) for line, number in lines)

    @cached_property
    def character_count(self) -> int:
        """The number of `characters`, without a list of them."""
        return sum(len(token) for token, _ in self.tokens)

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
