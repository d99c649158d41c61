"""What reading a file of puzzles yields: an entry for each puzzle, the error in it, or a block of plain lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from ...reference.contract.errors import LayoutError, PuzzleError
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ...reference.model.rooms_above import html_of
from .parse import NO_CELL, bytes_of_cells

_Item = TypeVar("_Item")

_Read = TypeVar("_Read")

_LONGEST_NAME = 200


class PuzzleEntry(NamedTuple):
    """One puzzle of a file, or the error in it; `line` (from 1) is where its text starts."""

    line: int
    puzzle: Puzzle | None = None
    error: PuzzleError | LayoutError | None = None
    name: str | None = None
    """The name that the file gives the puzzle, in one line."""
    solution: tuple[int, ...] | None = None
    """The grid that the file states as its solution; nothing has been checked but its length and its values."""

    def _repr_html_(self) -> str | None:
        """Returns a picture for notebooks with the name below it, or the error."""
        return html_of(self)


def entry_at(line: int, read: Callable[[], Puzzle | PuzzleEntry], is_one_line: bool = False) -> PuzzleEntry:
    """Returns the entry of what is read, or of the error in reading it, at a line of the file.

    The error keeps a line of its own, unless the text is one line, whose JSON may hold a text of several.
    """
    try:
        found = read()
    except (PuzzleError, LayoutError) as error:
        error.line = line if is_one_line else error.line or line
        return PuzzleEntry(line, error=error)
    return PuzzleEntry(line, found) if isinstance(found, Puzzle) else found._replace(line=line)


@contextmanager
def errors_name(part: str) -> Iterator[None]:
    """Puts the name of a part of a puzzle, such as the key of a rule, before the messages of errors in it."""
    try:
        yield
    except (PuzzleError, LayoutError) as error:
        error.message = f"{part}: {error.message}"
        raise


def each_entry(entries: Iterable[PuzzleEntry | PlainBlock]) -> Iterator[PuzzleEntry]:
    """Yields the entries, those of a block one by one."""
    for entry in entries:
        if isinstance(entry, PuzzleEntry):
            yield entry
        else:
            for index in range(len(entry)):
                yield PuzzleEntry(entry.line + index, entry.puzzle(index), solution=entry.solution(index))


def in_one_line(text: str) -> str:
    """Returns the beginning of a name as one line of printable characters."""
    shown_part = " ".join(text[:_LONGEST_NAME].split())
    return "".join(character if character.isprintable() else "?" for character in shown_part)


# Lines that hold nothing but one character for each cell, read many at a time: most lines of most large files.


class PlainBlock(NamedTuple):
    """Puzzles of one character a cell, on consecutive lines."""

    line: int
    """The line of the first puzzle, from 1."""
    layout: Layout
    values: bytes
    """A byte for each cell, 0 if it is open; cells in reading order, puzzle after puzzle."""
    solutions: bytes | None = None
    """The solutions that the file states, likewise: zeros for a puzzle without one, None where it states none."""

    def __len__(self) -> int:
        return len(self.values) // self.layout.cell_count

    def parts(self, most: int) -> Iterator[PlainBlock]:
        """Yields the same puzzles in blocks of at most `most`."""
        for first in range(0, len(self), most):
            yield self.part(first, first + most)

    def part(self, first: int, last: int) -> PlainBlock:
        """Returns the puzzles from index `first` up to, but without, index `last`."""
        width = self.layout.cell_count
        cells = slice(first * width, last * width)
        solutions = None if self.solutions is None else self.solutions[cells]
        return PlainBlock(self.line + first, self.layout, self.values[cells], solutions)

    def puzzle(self, index: int) -> Puzzle:
        """Returns the puzzle of one line; index 0 is the first."""
        first = index * self.layout.cell_count
        return Puzzle.from_cell_bytes(self.values[first : first + self.layout.cell_count], self.layout)

    def solution(self, index: int) -> tuple[int, ...] | None:
        """Returns the solution that the file states for one puzzle, if it states one."""
        first = index * self.layout.cell_count
        stated = tuple((self.solutions or b"")[first : first + self.layout.cell_count])
        return stated if any(stated) else None


class PlainLines:
    """Reads plain lines of one layout.

    No line counts as plain where values have no single ASCII characters, or where a whole puzzle is as long as a row
    of a picture.
    """

    def __init__(self, layout: Layout, symbols: str | None) -> None:
        self._layout = layout
        plain = symbols or layout.symbols or ""
        usable = plain and plain.isascii() and all(len(row) != layout.cell_count for row in layout.rows)
        self._table = bytes_of_cells(plain) if usable else None

    def block(self, lines: Sequence[bytes], number: int) -> PlainBlock | None:
        """Returns all lines as one block, the first line with this number; None if any of them is not plain."""
        count = self._layout.cell_count
        if self._table is None or not lines or len(lines[0].rstrip()) != count:
            return None  # at once, as most lines of other forms are
        joined = b"".join(lines)
        if b"\r" in joined:
            joined = joined.replace(b"\r\n", b"\n")
        texts = joined.removesuffix(b"\n").split(b"\n")
        if len(texts) != len(lines):
            return None  # some item of `lines` is not exactly one line
        if set(map(len, texts)) != {count}:
            texts = [text.rstrip(b" \t") for text in texts]
            if set(map(len, texts)) != {count}:
                return None
        values = self.values(texts)
        return None if values is None else PlainBlock(number, self._layout, values)

    def values(self, texts: Sequence[bytes]) -> bytes | None:
        """Returns a byte for each cell of texts of one puzzle each, 0 if it is open; None if any text is not plain."""
        if self._table is None or set(map(len, texts)) != {self._layout.cell_count}:
            return None
        values = b"".join(texts).translate(self._table)
        return None if NO_CELL in values else values

    def solutions(self, texts: Sequence[bytes]) -> bytes | None:
        """Returns the same of solutions: zeros for an empty text; None if another has an open cell or is not plain."""
        stated = self.values([text for text in texts if text])
        if stated is None or 0 in stated:
            return None
        width = self._layout.cell_count
        cells = iter(range(0, len(stated), width))
        return b"".join([stated[(at := next(cells)) : at + width] if text else bytes(width) for text in texts])


def halved(
    items: Sequence[_Item],
    number: int,
    together: Callable[[Sequence[_Item], int], Iterable[_Read] | None],
    singly: Callable[[_Item, int], Iterable[_Read]],
) -> Iterator[_Read]:
    """Yields what is read in lines or rows, the first with this number: in all `together`, where that is not None.

    Else each half is read in this way, and an item alone `singly`. Of 100,000 lines with a heading in the middle, most
    are in a few large blocks then.
    """
    found = together(items, number)
    if found is not None:
        yield from found
    elif len(items) > 1:
        half = len(items) // 2
        yield from halved(items[:half], number, together, singly)
        yield from halved(items[half:], number + half, together, singly)
    else:
        for item in items:
            yield from singly(item, number)
