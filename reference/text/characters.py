"""Cells as single characters: `4.....8.5.3...`."""

from __future__ import annotations

from ..errors import PuzzleError
from ..layout import Layout
from .puzzle_text import OPEN, PuzzleText

DIGITS = "123456789"


def fits(text: PuzzleText, layout: Layout) -> bool:
    """Whether there is one character a cell, in one piece or in groups."""
    return not text.listed and len(text.characters) == layout.cell_count


def read(text: PuzzleText, layout: Layout) -> list[int]:
    """The candidate set of each cell, digits standing for themselves."""
    if layout.size > len(DIGITS):
        raise PuzzleError(
            f"one character a cell cannot be told apart for {layout.size} values: give numbers with blanks or commas "
            "between them, or name the symbols that stand for the values"
        )
    return read_symbols(text, layout, DIGITS[: layout.size])


def read_symbols(text: PuzzleText, layout: Layout, symbols: str) -> list[int]:
    """The candidate set of each cell; the symbol at index `v - 1` stands for value `v`."""
    table = character_masks(layout, symbols)
    masks = []
    for cell, (character, line) in enumerate(text.characters):
        if character not in table:
            raise PuzzleError(
                f"{character!r} is neither a value of {_range(symbols)} nor an open cell ({' '.join(OPEN)})",
                cell=layout.labels[cell],
                value=character,
                line=line,
            )
        masks.append(table[character])
    return masks


def character_masks(layout: Layout, symbols: str) -> dict[str, int]:
    """The candidate set that each character stands for."""
    masks = dict.fromkeys(OPEN, layout.all_values)
    masks.update((symbol, 1 << index) for index, symbol in enumerate(symbols))
    return masks


def _range(symbols: str) -> str:
    return f"1..{symbols[-1]}" if DIGITS.startswith(symbols) else symbols
