"""The classic layout that fits the text of a puzzle whose layout is not given."""

from __future__ import annotations

from math import isqrt

from ...reference.contract.errors import PuzzleError, shown
from ...reference.layouts.classic import classic_for, is_classic_count
from ...reference.model.cells import OPEN
from ...reference.model.layout import Layout
from .puzzle_text import PuzzleText

_MOST_BY_CHARACTER = 9
"""The largest size whose values have single digits."""


def layout_of_text(text: PuzzleText, symbols: str | None = None) -> Layout:
    """Returns the classic layout that has as many cells as the text; raises `PuzzleError` where there is none.

    Cells are counted as `parse_puzzle` reads them, also with `-` for open cells. Of two counts that fit, that with the
    dashes of rows is taken: `53--7----` has nine cells.
    """
    counts = [_cells_in(reading, symbols) for reading in text.readings(symbols)]
    as_rows = counts[1::-1]
    for count in [*as_rows, *counts[2:]]:
        if is_classic_count(count):
            return classic_for(count)
    if not text.characters:
        raise PuzzleError(
            "the text holds no puzzle: a line such as 53..7.... with a character for each of 81 cells is one"
        )
    if symbols is None and not any(character in OPEN or character.isdigit() for character, _ in text.characters):
        words = " ".join(token for token, _ in text.tokens)
        raise PuzzleError(f"{shown(words)} is no puzzle: a puzzle has digits, and {' '.join(OPEN)} for open cells")
    return classic_for(max(as_rows))


def _cells_in(text: PuzzleText, symbols: str | None) -> int:
    """Returns the number of cells: of pieces between blanks, commas and frames, of characters or of candidate lists."""
    pieces, characters = len(text.tokens), text.character_count
    if symbols is not None:
        return characters
    rows = all(len(token) == pieces for token, _ in text.tokens)  # as many pieces as characters in each: a square
    if text.listed or (pieces > 1 and is_classic_count(pieces) and not rows):
        return pieces
    side: int = round(characters ** (1 / 3))
    if side**3 == characters and side <= _MOST_BY_CHARACTER < isqrt(characters):
        return side * side
    return characters
