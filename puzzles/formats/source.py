"""What readers of a format get: the lines of a file, and what the caller says about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, NamedTuple

from ...reference.contract.errors import PuzzleError
from ...reference.model.layout import Layout
from ..text.lines import decoded, why_no_text

LONGEST_ROW = 2**20
"""The most characters of a line, but of JSON: several times what the largest grid takes."""


class ReadOptions(NamedTuple):
    """What a caller says about a file; layouts that stand in the file override `layout`."""

    layout: Layout
    symbols: str | None = None
    allow_files: bool = False
    file_format: str | None = None
    """The name of a format, maybe with options: `csv:puzzle=board`; None recognises it by the content."""

    @property
    def format_options(self) -> dict[str, str]:
        """The options behind the name of the format, `{"puzzle": "board"}`; raises `PuzzleError` for other text."""
        found = {}
        for part in filter(None, (self.file_format or "").partition(":")[2].split(",")):
            key, mark, value = part.partition("=")
            if not mark:
                raise PuzzleError(f"{part!r} is no option of a format, such as puzzle=NAME")
            found[key.strip()] = value.strip()
        return found


class Source(NamedTuple):
    """What a reader gets."""

    parts: Iterator[list[bytes]]
    """The lines of a file in lists, each of all that have arrived."""
    options: ReadOptions
    file: IO[bytes] | None = None
    """The file itself, where it is known."""

    def lines(self, most: int = LONGEST_ROW) -> Iterator[tuple[int, str | PuzzleError]]:
        """Yields the number of each line, from 1, and its text without outer blanks, or why it is no text.

        The first line that is binary is the last one. A line with more than `most` characters is an error.
        """
        number = 0
        for part in self.parts:
            for raw in part:
                number += 1
                why = why_no_text(raw, number == 1)
                if why is not None:
                    yield number, PuzzleError(why, line=number)
                    return
                try:
                    yield number, line_text(raw, number, most).strip()
                except PuzzleError as error:
                    yield number, error


def line_text(raw: bytes, number: int, most: int = LONGEST_ROW) -> str:
    """Returns a line as text; raises `PuzzleError`, with the line, for one that is no UTF-8, or too long."""
    if len(raw) > most:
        raise PuzzleError(
            f"the line has more than {most} characters, which no puzzle in this format needs", line=number
        )
    return decoded(raw, number)
