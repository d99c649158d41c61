"""Text with puzzles: one a line, or pictures with blank lines between them; a bad puzzle does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from ...reference.contract.errors import PuzzleError
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from .entries import PlainBlock, PlainLines, PuzzleEntry, each_entry, entry_at, halved
from .json_lines import read_json_line
from .lines import LONGEST_LINE, decoded, why_no_text
from .parse import (
    PuzzleText,
    check_length,
    is_frame,
    is_list,
    is_stroke,
    puzzle_from,
    tokens_in,
    with_open_dashes,
    without_comment,
)


class TextReader:
    """Reads text of one layout: lines of one puzzle each, pictures, JSON lines."""

    def __init__(self, layout: Layout, symbols: str | None, allow_files: bool) -> None:
        self._layout = layout
        self._symbols = symbols
        self._allow_files = allow_files
        self._row_lengths = {len(row) for row in layout.rows}
        self._longest_row = max(self._row_lengths)
        self._most_lines = len(layout.rows) + 1  # one too many shows that there are too many
        self._plain_lines = PlainLines(layout, symbols)
        self._picture: list[tuple[str, int | None]] = []  # its rows so far, no more than a puzzle can use
        self._picture_rows = 0
        self._has_puzzles = False
        self._is_no_text = False

    def blocks(self, parts: Iterable[list[bytes]]) -> Iterator[PuzzleEntry | PlainBlock]:
        """Yields an entry for each puzzle in lists of lines; consecutive plain lines of a list become one block."""
        number = 1
        for lines in parts:
            read = halved(lines, number, self._together, self._line)
            # A line that arrives alone is no block.
            yield from read if len(lines) > 1 else each_entry(read)
            if self._is_no_text:
                return
            number += len(lines)
        yield from self._end_of_picture()

    def _together(self, lines: Sequence[bytes], number: int) -> list[PuzzleEntry | PlainBlock] | None:
        """Returns what lines hold that are all plain, all blank, or rows of a picture that has too many."""
        if self._is_no_text:
            return []
        block = self._plain_lines.block(lines, number)
        if block is not None:
            self._has_puzzles = True
            return [*self._end_of_picture(), block]
        if not any(map(bytes.strip, lines)):
            return [*self._end_of_picture()]
        if self._picture_rows > self._most_lines and all(map(self._is_row_line, set(lines))):
            # This picture is an error already: its rows are counted, which are few different ones in a packed file.
            self._picture_rows += len(lines)
            return []
        return None

    def _is_row_line(self, raw: bytes) -> bool:
        """Whether a line, wherever it stands, can be nothing but a row of a picture in printable ASCII."""
        text = raw.rstrip(b"\r\n").decode("latin-1")
        content = without_comment(text)
        if not (text.isascii() and text.isprintable()) or content[:1] in ("", "{") or is_frame(content):
            return False
        return self._plain_lines.block([raw], 1) is None and self._is_row(content)

    def _line(self, raw: bytes, number: int) -> Iterator[PuzzleEntry]:
        try:
            line = self._decoded(raw, number)
            content = without_comment(line)
            if not content.startswith("{"):
                check_length(content, self._layout)
        except PuzzleError as error:
            yield from self._end_of_picture()
            error.line = number
            yield PuzzleEntry(number, error=error)
            return
        if content.startswith("{"):
            yield from self._end_of_picture()
            # The whole line: a # may stand within the object.
            read = partial(read_json_line, line, self._layout, self._symbols, self._allow_files)
            yield self._entry(number, read, is_one_line=True)
        elif not line.strip():
            yield from self._end_of_picture()
        elif not content or is_frame(content):
            if is_stroke(content) and len(self._picture) - self._picture_rows < self._most_lines:
                self._picture.append((content, number))  # it may be a row of open cells
        elif self._is_row(content):
            self._picture_rows += 1
            if self._picture_rows <= self._most_lines:
                self._picture.append((content, number))
        else:
            yield from self._end_of_picture()
            yield self._entry(number, partial(puzzle_from, PuzzleText([(content, None)]), self._layout, self._symbols))

    def _decoded(self, raw: bytes, number: int) -> str:
        """Returns a line as text; raises `PuzzleError` where it is none."""
        if not self._has_puzzles:
            # A stray byte later costs one puzzle; a file that begins with some has none.
            why = why_no_text(raw, number == 1)
            self._is_no_text = why is not None
            if why is not None:
                raise PuzzleError(why)
        if len(raw) > LONGEST_LINE:
            raise PuzzleError(f"the line has more than {LONGEST_LINE} characters, which no puzzle needs")
        return decoded(raw, number)

    def _is_row(self, content: str) -> bool:
        """Whether a line looks like a row of a picture rather than like a whole puzzle, complete or not.

        Of 9x9 `53..7....`, `5 3 . | . 7 . | . . .` and `12/3 4 ...` are rows; 70 characters are a puzzle, too short.
        """
        if len(self._layout.rows) == 1:
            return False
        whole = self._layout.cell_count
        if "-" in content and self._layout.first_value >= 0:  # below 0 it is a sign
            cells = tokens_in(with_open_dashes(content))
            if whole in (len(cells), sum(map(len, cells))):
                return False
        tokens = tokens_in(content)
        characters = sum(map(len, tokens))
        if len(tokens) == whole or len(tokens) > self._longest_row:
            return False
        if characters <= self._longest_row:
            return characters != whole
        # A row of numbers or of candidates has a token a cell; a whole puzzle may be one token or several groups. Nine
        # groups of nine characters can be either: candidates are those with every digit at its own place.
        lists = all(is_list(token, self._layout.size) for token in tokens)
        return len(tokens) in self._row_lengths and (characters != whole or lists or "/" in content)

    def _end_of_picture(self) -> Iterator[PuzzleEntry]:
        text, count = PuzzleText(self._picture), self._picture_rows
        self._picture, self._picture_rows = [], 0
        if not count:
            return
        first = text.lines[0][1] or 1
        if count > self._most_lines:
            most = len(self._layout.rows)
            many = f"{count} rows without a blank line between, but the layout {self._layout.name} has {most}"
            yield PuzzleEntry(first, error=PuzzleError(many, line=first))
        else:
            yield self._entry(first, partial(puzzle_from, text, self._layout, self._symbols))

    def _entry(self, number: int, read: Callable[[], Puzzle | PuzzleEntry], is_one_line: bool = False) -> PuzzleEntry:
        found = entry_at(number, read, is_one_line)
        self._has_puzzles |= found.error is None
        return found
