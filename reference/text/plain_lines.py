"""Lines that are nothing but cells, many at a time: most lines of most large files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..layout import Layout
from ..puzzle import Puzzle
from .characters import DIGITS, character_masks

_NO_CELL = 255


class PlainBlock(NamedTuple):
    """Puzzles of one character a cell, on lines that follow each other."""

    line: int
    """Where the first one is, from 1."""
    layout: Layout
    values: bytes
    """A byte a cell, 0 where it is open; cells in reading order, puzzle after puzzle."""

    def __len__(self) -> int:
        return len(self.values) // self.layout.cell_count

    def parts(self, most: int) -> Iterator[PlainBlock]:
        """The same puzzles in blocks of at most so many."""
        size = most * self.layout.cell_count
        for first in range(0, len(self.values), size):
            line = self.line + first // self.layout.cell_count
            yield PlainBlock(line, self.layout, self.values[first : first + size])

    def puzzle(self, index: int) -> Puzzle:
        """The puzzle of one line; index 0 is the first."""
        first = index * self.layout.cell_count
        return Puzzle.from_values(self.layout, self.values[first : first + self.layout.cell_count])


def plain_masks(layout: Layout, symbols: str | None) -> dict[str, int] | None:
    """The candidate set of each character that may stand for a cell.

    None where a line of cells is not to be told from a row of a picture, or values have no characters.
    """
    plain = symbols or (DIGITS[: layout.size] if layout.size <= len(DIGITS) else "")
    if not plain.isascii() or not plain or any(len(row) == layout.cell_count for row in layout.rows):
        return None
    return character_masks(layout, plain)


class PlainLines:
    """Reads such lines; `masks` as `plain_masks` has them."""

    def __init__(self, layout: Layout, masks: dict[str, int]) -> None:
        self._layout = layout
        self._masks = masks
        table = bytearray([_NO_CELL]) * 256
        for character, mask in masks.items():
            table[ord(character)] = 0 if mask == layout.all_values else mask.bit_length()
        self._table = bytes(table)

    def puzzle(self, raw: str | bytes) -> Puzzle | None:
        """The puzzle of one line; None where it is anything else."""
        count = self._layout.cell_count
        if not count <= len(raw) <= count + 2:
            return None
        text = raw.decode("latin-1") if isinstance(raw, bytes) else raw
        try:
            masks = tuple([self._masks[character] for character in text.rstrip("\r\n")])
        except KeyError:
            return None
        return Puzzle(self._layout, masks) if len(masks) == count else None

    def block(self, lines: Sequence[bytes], number: int) -> PlainBlock | None:
        """All lines as puzzles, the first of them at this number; None where one of them is anything else."""
        joined = b"".join(lines)
        if b"\r" in joined:
            joined = joined.replace(b"\r\n", b"\n")
            if b"\r" in joined:
                return None  # a line of several
        texts = joined.removesuffix(b"\n").split(b"\n")
        count = self._layout.cell_count
        if len(texts) != len(lines):
            return None  # not each ends where it ought to
        if set(map(len, texts)) != {count}:
            texts = [text.rstrip(b" \t") for text in texts]
            if set(map(len, texts)) != {count}:
                return None
        values = b"".join(texts).translate(self._table)
        return None if _NO_CELL in values else PlainBlock(number, self._layout, values)
