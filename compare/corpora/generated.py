"""Corpora that are made when they are asked for, from a seed: the same ones everywhere."""

from __future__ import annotations

import random

from ...reference.layouts.latin import latin
from ...reference.puzzle import Puzzle
from .pattern_grid import pattern_puzzle

LATIN_ORDER = 25
LATIN_SHARES = (0.46, 0.50, 0.52, 0.54, 0.58)
"""Shares of given cells, from where every square of a dozen had a grid to where none of a dozen had."""

LATIN_EACH = 4

GROWING_SIDES = (2, 3, 4, 5, 6)
GROWING_SHARE = 0.6
GROWING_EACH = 4


def latin_transition() -> tuple[Puzzle, ...]:
    """Latin squares with some cells filled at random, so that no two equal values meet: quasigroup completion.

    With few givens there is nearly always a grid, with many nearly never; the hard ones lie between, in a transition
    that is the sharper the larger the square is (Gomes and Selman, "Problem structure in the presence of
    perturbations", 1997). Here half of the squares have a grid at about 53 % given.
    """
    return tuple(
        partial_latin_square(LATIN_ORDER, share, f"latin:{share}:{number}")
        for share in LATIN_SHARES
        for number in range(LATIN_EACH)
    )


def growing_grids() -> tuple[Puzzle, ...]:
    """Classic puzzles of 4x4, 9x9 and so on, each with the same share of its cells given; see `pattern_puzzle`."""
    return tuple(
        pattern_puzzle(side, GROWING_SHARE, 100 * side + number)
        for side in GROWING_SIDES
        for number in range(GROWING_EACH)
    )


def partial_latin_square(order: int, share: float, seed: str) -> Puzzle:
    """A Latin square of which that share of the cells is given, or as many as could be; there may be no grid for it."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    left = round(share * order * order)
    values = [0] * (order * order)
    rows, columns = [set(range(1, order + 1)) for _ in range(order)], [set(range(1, order + 1)) for _ in range(order)]
    for cell in rng.sample(range(order * order), order * order):
        row, column = divmod(cell, order)
        free = sorted(rows[row] & columns[column])
        if left and free:
            left -= 1
            values[cell] = rng.choice(free)
            rows[row].discard(values[cell])
            columns[column].discard(values[cell])
    return Puzzle.from_values(latin(order), values)
