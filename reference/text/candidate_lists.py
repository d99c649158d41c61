"""Cells as lists of candidates of fixed length: 729 characters for 9x9, nine a cell, the digit or an open mark."""

from __future__ import annotations

from ..errors import PuzzleError
from ..layout import Layout
from .characters import DIGITS
from .puzzle_text import OPEN, PuzzleText


def fits(text: PuzzleText, layout: Layout) -> bool:
    """Whether there are as many characters as candidates, none of them a stroke of `1/3/5`; for up to nine values."""
    if layout.size > len(DIGITS) or text.listed or len(text.characters) != layout.cell_count * layout.size:
        return False
    return all(character != "/" for character, _ in text.characters)


def is_group(token: str, size: int) -> bool:
    """Whether this can be the candidates of one cell: a place for each value, the digit or an open mark in it."""
    return len(token) == size <= len(DIGITS) and all(
        character == digit or character in OPEN for character, digit in zip(token, DIGITS, strict=False)
    )


def read(text: PuzzleText, layout: Layout) -> list[int]:
    """The candidate set of each cell."""
    size = layout.size
    masks = [0] * layout.cell_count
    for index, (character, line) in enumerate(text.characters):
        cell, place = divmod(index, size)
        if character == DIGITS[place]:
            masks[cell] |= 1 << place
        elif character not in OPEN:
            raise PuzzleError(
                f"{character!r} stands where {DIGITS[place]} or an open mark ({' '.join(OPEN)}) is expected",
                cell=layout.labels[cell],
                value=character,
                line=line,
            )
        if place == size - 1 and not masks[cell]:
            raise PuzzleError("no candidate is left", cell=layout.labels[cell], value="", line=line)
    return masks
