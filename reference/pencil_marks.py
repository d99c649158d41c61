"""What the cells of a puzzle may still hold beside its givens, as one writes it in small digits."""

from __future__ import annotations

from .puzzle import Puzzle


def pencil_marks(puzzle: Puzzle) -> list[int]:
    """Returns the candidates of each cell without the values that are given to its peers; those of givens unchanged."""
    layout, values = puzzle.layout, puzzle.values
    left = list(puzzle.candidates)
    for cell, mask in enumerate(left):
        if not values[cell]:
            for peer in layout.peers[cell]:
                if values[peer] and cell in layout.rivals(peer, values[peer]):
                    mask &= ~puzzle.candidates[peer]
            left[cell] = mask
    return left
