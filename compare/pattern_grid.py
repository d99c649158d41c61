"""Puzzles of any size with a known solution: a shuffled pattern grid, some of whose cells are given."""

from __future__ import annotations

import random

from ..reference.grid import Grid
from ..reference.layouts.classic import classic
from ..reference.puzzle import Puzzle


def pattern_grid(side: int, seed: int) -> Grid:
    """A grid of the classic layout with blocks of `side` rows and columns.

    Each row is the one above moved by `side` places, and by one more where a band of blocks begins; then values, bands
    and the rows in them, stacks and the columns in them are shuffled, which keeps the rules.
    """
    rng = random.Random(seed)  # noqa: S311 - no secret
    size = side * side
    values = rng.sample(range(1, size + 1), size)
    rows, columns = _lines(side, rng), _lines(side, rng)
    return tuple(values[(side * (row % side) + row // side + column) % size] for row in rows for column in columns)


def pattern_puzzle(side: int, share: float, seed: int) -> Puzzle:
    """A classic puzzle with that share of the cells given, at random; it has a solution, and may have more."""
    layout = classic(side * side)
    grid = pattern_grid(side, seed)
    cells = range(layout.cell_count)
    given = set(random.Random(seed + 1).sample(cells, round(share * layout.cell_count)))  # noqa: S311 - no secret
    return Puzzle.from_values(layout, [grid[cell] if cell in given else 0 for cell in cells])


def _lines(side: int, rng: random.Random) -> list[int]:
    """The rows, or columns, in another order that keeps the blocks together."""
    return [band * side + line for band in rng.sample(range(side), side) for line in rng.sample(range(side), side)]
