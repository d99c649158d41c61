"""The classic layout that fits the text of a puzzle whose layout is not given."""

from __future__ import annotations

from math import isqrt

from ...reference.errors import PuzzleError, shown
from ...reference.layout import Layout
from ...reference.layouts.fitting import classic_for, is_classic_count
from ...reference.plain_values import OPEN
from .puzzle_text import PuzzleText, tokens_in

_MOST_BY_CHARACTER = 9
"""The largest size whose values have single digits."""


def layout_of_text(text: str, symbols: str | None = None) -> Layout:
    """Returns the classic layout that has as many cells as the text; raises `PuzzleError` where there is none.

    Cells are counted as `parse_puzzle` reads them: pieces between blanks, commas and frames, or single characters, or
    lists of candidates.
    """
    split = PuzzleText.of(text)
    pieces, characters = len(split.tokens), len(split.characters)
    if symbols is not None:
        return classic_for(characters)
    if not characters:
        raise PuzzleError(
            "the text holds no puzzle: a line such as 53..7.... with a character for each of 81 cells is one"
        )
    rows = all(len(token) == pieces for token, _ in split.tokens)  # as many pieces as characters in each: a square
    if pieces > 1 and is_classic_count(pieces) and not rows:
        return classic_for(pieces)
    if not split.listed:
        side = round(characters ** (1 / 3))
        if side**3 == characters and side <= _MOST_BY_CHARACTER and isqrt(characters) > _MOST_BY_CHARACTER:
            return classic_for(side * side)
        if isqrt(characters) <= _MOST_BY_CHARACTER and is_classic_count(characters):
            return classic_for(characters)
        dashes = [character for character in text if not character.isspace()]
        if is_classic_count(len(dashes)) and all(character == "-" or tokens_in(character) for character in dashes):
            return classic_for(len(dashes))
    count = pieces if split.listed else characters
    if not any(character in OPEN or character.isdigit() for character, _ in split.characters):
        raise PuzzleError(f"{shown(text)} is no puzzle: a puzzle has digits, and {' '.join(OPEN)} for open cells")
    return classic_for(count)
