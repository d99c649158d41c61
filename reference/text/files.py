"""Files of puzzles: one a line, or pictures with blank lines between them; a bad puzzle does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from ..errors import LayoutError, PuzzleError
from ..layout import Layout
from ..puzzle import Puzzle
from .json_lines import parse_json_line
from .parse import check_symbols, is_list, puzzle_from
from .plain_lines import PlainBlock, PlainLines
from .puzzle_text import PuzzleText, is_frame, tokens_in, without_comment

_SHORT = 32
"""Below this number, lines that are not all plain are read one by one."""

_Text = TypeVar("_Text")


class PuzzleEntry(NamedTuple):
    """One puzzle of a file, or the error in it; `line` (from 1) is where its text starts."""

    line: int
    puzzle: Puzzle | None = None
    error: PuzzleError | LayoutError | None = None


def read_puzzles(lines: Iterable[str | bytes], layout: Layout, symbols: str | None = None) -> Iterator[PuzzleEntry]:
    """Yields an entry for each puzzle, in order, and reads no further than needed; yields nothing for other text.

    Lines come from a file opened as text or, so that an error can name a line that is no UTF-8, as bytes. A line longer
    than a row of the layout is a puzzle of its own, and so is a JSON object (see `parse_json_line`); shorter lines make
    a picture that ends with a blank line. Each format of `parse_puzzle` is accepted; `#` starts a comment.
    """
    return _Reader(layout, symbols).entries(lines)


def read_blocks(
    parts: Iterable[list[bytes]], layout: Layout, symbols: str | None = None
) -> Iterator[PuzzleEntry | PlainBlock]:
    """Yields the same as `read_puzzles`, from lists of lines; consecutive plain lines of a list become one block."""
    return _Reader(layout, symbols).blocks(parts)


class _Reader:
    def __init__(self, layout: Layout, symbols: str | None) -> None:
        if symbols is not None:
            check_symbols(symbols, layout)
        self._layout = layout
        self._symbols = symbols
        self._row_lengths = {len(row) for row in layout.rows}
        self._longest_row = max(self._row_lengths)
        self._plain_lines = PlainLines(layout, symbols)
        self._next = 1
        self._picture: list[tuple[str, int | None]] = []  # its rows so far, no more than a puzzle can use
        self._picture_rows = 0

    def entries(self, lines: Iterable[str | bytes]) -> Iterator[PuzzleEntry]:
        yield from self._lines(lines)
        yield from self._end_of_picture()

    def blocks(self, parts: Iterable[list[bytes]]) -> Iterator[PuzzleEntry | PlainBlock]:
        for lines in parts:
            yield from self._blocks_of(lines)
        yield from self._end_of_picture()

    def _blocks_of(self, lines: list[bytes]) -> Iterator[PuzzleEntry | PlainBlock]:
        block = self._plain_lines.block(lines, self._next)
        if block is not None:
            yield from self._end_of_picture()
            yield block
            self._next += len(lines)
        elif len(lines) < _SHORT:
            yield from self._lines(lines)
        else:
            # Headings and blank lines are few: halving finds the blocks between them.
            half = len(lines) // 2
            yield from self._blocks_of(lines[:half])
            yield from self._blocks_of(lines[half:])

    def _lines(self, lines: Iterable[str | bytes]) -> Iterator[PuzzleEntry]:
        for raw in _split_at_returns(lines):
            yield from self._line(raw, self._next)
            self._next += 1

    def _line(self, raw: str | bytes, number: int) -> Iterator[PuzzleEntry]:
        puzzle = self._plain_lines.puzzle(raw)
        if puzzle is not None:
            yield from self._end_of_picture()
            yield PuzzleEntry(number, puzzle)
            return
        try:
            line = _decoded(raw, number)
        except PuzzleError as error:
            yield from self._end_of_picture()
            yield PuzzleEntry(number, error=error)
            return
        content = without_comment(line)
        if content.startswith("{"):
            yield from self._end_of_picture()
            # The whole line: a # may stand within the object.
            yield self._entry(number, parse_json_line, line)
        elif not line.strip():
            yield from self._end_of_picture()
        elif not content or is_frame(content):
            pass
        elif self._is_row(content):
            self._picture_rows += 1
            if len(self._picture) <= len(self._layout.rows):
                self._picture.append((content, number))
        else:
            yield from self._end_of_picture()
            yield self._entry(number, puzzle_from, PuzzleText([(content, None)]))

    def _is_row(self, content: str) -> bool:
        """Whether a line looks like a row of a picture rather than like a whole puzzle, complete or not."""
        if len(self._layout.rows) == 1:
            return False
        tokens = tokens_in(content)
        characters = sum(map(len, tokens))
        whole = self._layout.cell_count
        if len(tokens) == whole or len(tokens) > self._longest_row:
            return False
        if characters <= self._longest_row:
            return characters != whole
        # A row of numbers or of candidates has a token a cell; a whole puzzle may be one token or several groups. Nine
        # groups of nine characters can be either: candidates are those with every digit at its own place.
        lists = all(is_list(token, self._layout.size) for token in tokens)
        return len(tokens) in self._row_lengths and (characters != whole or lists or "/" in content)

    def _end_of_picture(self) -> Iterator[PuzzleEntry]:
        rows, count = self._picture, self._picture_rows
        self._picture, self._picture_rows = [], 0
        if not rows:
            return
        first = rows[0][1] or 1
        if count > len(rows):
            most = len(self._layout.rows)
            many = f"{count} rows without a blank line between, but the layout {self._layout.name} has {most}"
            yield PuzzleEntry(first, error=PuzzleError(many, line=first))
        else:
            yield self._entry(first, puzzle_from, PuzzleText(rows))

    def _entry(self, number: int, parse: Callable[[_Text, Layout, str | None], Puzzle], text: _Text) -> PuzzleEntry:
        try:
            return PuzzleEntry(number, parse(text, self._layout, self._symbols))
        except (PuzzleError, LayoutError) as error:
            # An error within a JSON object has a line of its text, not of the file.
            error.line = number if isinstance(text, str) else error.line or number
            return PuzzleEntry(number, error=error)


def _split_at_returns(lines: Iterable[str | bytes]) -> Iterator[str | bytes]:
    """Yields the lines, each split at bare carriage returns."""
    for line in lines:
        if isinstance(line, bytes):
            yield from line.rstrip(b"\r\n").split(b"\r") if b"\r" in line else [line]
        else:
            yield from line.rstrip("\r\n").split("\r") if "\r" in line else [line]


def _decoded(raw: str | bytes, number: int) -> str:
    if isinstance(raw, str):
        return raw
    try:
        return raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        message = f"byte {raw[error.start]:#04x} at column {error.start + 1} is no UTF-8"
        raise PuzzleError(message, line=number) from error
