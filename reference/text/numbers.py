"""Cells as numbers between blanks, commas or frame strokes: `4 . 0 12`, and sets of candidates as `1/3/5`."""

from __future__ import annotations

from ..errors import PuzzleError
from ..layout import Layout
from .puzzle_text import OPEN, PuzzleText


def fits(text: PuzzleText, layout: Layout) -> bool:
    """Whether there is one token a cell."""
    return len(text.tokens) == layout.cell_count


def read(text: PuzzleText, layout: Layout) -> list[int]:
    """The candidate set of each cell."""
    # A framed picture of candidates has a group of digits in every cell. Without a frame, or beside open cells, 12 is a
    # number that is too large.
    grouped = text.framed and layout.size <= 9 and not any(token in OPEN for token, _ in text.tokens)
    return [_candidates(token, layout, cell, line, grouped) for cell, (token, line) in enumerate(text.tokens)]


def _candidates(token: str, layout: Layout, cell: int, line: int | None, grouped: bool) -> int:
    if token in OPEN:
        return layout.all_values
    # A lone stroke is a list without members.
    parts = [] if set(token) == {"/"} else token.split("/")
    if grouped and len(parts) == 1 and list(token) == sorted(set(token)):
        parts = list(token)
    mask = 0
    for part in parts:
        # int() alone would also take other scripts' digits, signs and underscores, and any length.
        number = int(part) if part.isascii() and part.isdigit() and len(part) < 10 else 0
        if not 1 <= number <= layout.size:
            shown = repr(token) if part == token else f"{part!r} in {token!r}"
            raise PuzzleError(
                f"{shown} is neither a value of 1..{layout.size} nor an open cell ({' '.join(OPEN)})",
                cell=layout.labels[cell],
                value=token,
                line=line,
            )
        mask |= 1 << (number - 1)
    if not mask:
        raise PuzzleError(f"{token!r} leaves no candidate", cell=layout.labels[cell], value=token, line=line)
    return mask
