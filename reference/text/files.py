"""Files of puzzles: one a line, or pictures with blank lines between them; a bad one does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..errors import LayoutError, PuzzleError
from ..layout import Layout
from ..puzzle import Puzzle
from .candidate_lists import is_group
from .json_lines import parse_json_line
from .parse import check_symbols, puzzle_from
from .plain_lines import PlainBlock, PlainLines, plain_masks
from .puzzle_text import PuzzleText, is_frame, tokens_in, without_comment

_SHORT = 32
"""Fewer lines than so many are read one by one where they are not all plain."""


class Entry(NamedTuple):
    """One puzzle of a file, or what is wrong with it; `line` (from 1) is where its text starts."""

    line: int
    puzzle: Puzzle | None = None
    error: PuzzleError | LayoutError | None = None


def read_puzzles(lines: Iterable[str | bytes], layout: Layout, symbols: str | None = None) -> Iterator[Entry]:
    """An entry for each puzzle, in order, read no further than needed; nothing for text without puzzles.

    Lines come from a file opened as text or, so that a line of bytes that are no UTF-8 can be named, as bytes. A line
    longer than a row of the layout is a puzzle of its own, as is a JSON object (see `parse_json_line`); shorter lines
    make a picture that ends with a blank line. Each format of `parse_puzzle` is understood; `#` starts a comment.
    """
    if symbols is not None:
        check_symbols(symbols, layout)
    return _Reader(layout, symbols).read(lines)


def read_blocks(
    parts: Iterable[list[bytes]], layout: Layout, symbols: str | None = None
) -> Iterator[Entry | PlainBlock]:
    """As `read_puzzles`, from lines that come in lists; many plain lines one after the other in a list are a block."""
    if symbols is not None:
        check_symbols(symbols, layout)
    return _Reader(layout, symbols).read_blocks(parts)


class _Picture:
    """The rows of a picture so far, no more of them than a puzzle can use."""

    def __init__(self, line: int, most: int) -> None:
        self.line = line
        self.most = most
        self.rows: list[tuple[str, int | None]] = []
        self.count = 0

    def add(self, row: str, number: int) -> None:
        self.count += 1
        if len(self.rows) < self.most:
            self.rows.append((row, number))


class _Reader:
    def __init__(self, layout: Layout, symbols: str | None) -> None:
        self._layout = layout
        self._symbols = symbols
        self._row_lengths = {len(row) for row in layout.rows}
        self._longest_row = max(self._row_lengths)
        self._picture: _Picture | None = None
        masks = plain_masks(layout, symbols)
        self._plain_lines = PlainLines(layout, masks) if masks is not None else None
        self._next = 1

    def read(self, lines: Iterable[str | bytes]) -> Iterator[Entry]:
        yield from self._lines(lines)
        yield from self._end_of_picture()

    def read_blocks(self, parts: Iterable[list[bytes]]) -> Iterator[Entry | PlainBlock]:
        for lines in parts:
            yield from self._blocks_of(lines)
        yield from self._end_of_picture()

    def _blocks_of(self, lines: list[bytes]) -> Iterator[Entry | PlainBlock]:
        block = self._plain_lines.block(lines, self._next) if self._plain_lines is not None else None
        if block is not None:
            yield from self._end_of_picture()
            yield block
            self._next += len(lines)
        elif len(lines) < _SHORT:
            yield from self._lines(lines)
        else:
            # Headings and blank lines are few: what is between them is found by halving.
            half = len(lines) // 2
            yield from self._blocks_of(lines[:half])
            yield from self._blocks_of(lines[half:])

    def _lines(self, lines: Iterable[str | bytes]) -> Iterator[Entry]:
        for raw in _split_at_returns(lines):
            yield from self._raw_line(raw, self._next)
            self._next += 1

    def _raw_line(self, raw: str | bytes, number: int) -> Iterator[Entry]:
        puzzle = self._plain_lines.puzzle(raw) if self._plain_lines is not None else None
        if puzzle is not None:
            entry = Entry(number, puzzle)
            yield from self._end_of_picture()
            yield entry
            return
        try:
            line = _decoded(raw, number)
        except PuzzleError as error:
            yield from self._end_of_picture()
            yield Entry(number, error=error)
            return
        yield from self._line(line, number)

    def _line(self, line: str, number: int) -> Iterator[Entry]:
        content = without_comment(line)
        if not line.strip():
            yield from self._end_of_picture()
        elif content.startswith("{"):
            yield from self._end_of_picture()
            # The whole line: a # may stand within the object.
            yield self._entry(number, lambda: parse_json_line(line, self._layout, self._symbols), in_json=True)
        elif not content or is_frame(content):
            pass
        elif self._is_row(content):
            if self._picture is None:
                self._picture = _Picture(number, len(self._layout.rows) + 1)
            self._picture.add(content, number)
        else:
            yield from self._end_of_picture()
            text = PuzzleText([(content, None)])
            yield self._entry(number, lambda: puzzle_from(text, self._layout, self._symbols))

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
        groups = all(is_group(token, self._layout.size) for token in tokens)
        return len(tokens) in self._row_lengths and (characters != whole or groups or "/" in content)

    def _end_of_picture(self) -> Iterator[Entry]:
        picture, self._picture = self._picture, None
        if picture is None:
            return
        if picture.count > picture.most:
            error = PuzzleError(
                f"{picture.count} rows without a blank line between, but the layout {self._layout.name} "
                f"has {len(self._layout.rows)}",
                line=picture.line,
            )
            yield Entry(picture.line, error=error)
            return
        text = PuzzleText(picture.rows)
        yield self._entry(picture.line, lambda: puzzle_from(text, self._layout, self._symbols))

    def _entry(self, number: int, parse: Callable[[], Puzzle], in_json: bool = False) -> Entry:
        try:
            return Entry(number, parse())
        except (PuzzleError, LayoutError) as error:
            # Within a JSON object lines are those of its text, not of the file.
            error.line = number if in_json else error.line or number
            return Entry(number, error=error)


def _split_at_returns(lines: Iterable[str | bytes]) -> Iterator[str | bytes]:
    """The lines, those that hold several with bare carriage returns between them taken apart."""
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
        raise PuzzleError(
            f"byte {raw[error.start]:#04x} at column {error.start + 1} is no UTF-8", line=number
        ) from error
