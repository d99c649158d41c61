"""Puzzles of any size with a known solution: a shuffled pattern grid, some of whose cells are given."""

from __future__ import annotations

import random

from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.layouts.classic import classic
from ...reference.puzzle import Puzzle


def pattern_grid(layout: Layout, rng: random.Random) -> Grid:
    """A grid that keeps to rows, columns and the blocks of the layout, if it has some; other units are not looked at.

    Each row is the one above moved by as many places as a block has columns, and by one more where a band of blocks
    begins; then values, rows and columns are shuffled without taking a block apart.
    """
    size = layout.size
    high, wide = layout.block or (1, size)
    values = rng.sample(range(1, size + 1), size)
    rows, columns = _lines(size // high, high, rng), _lines(size // wide, wide, rng)
    return tuple(values[(wide * (row % high) + row // high + column) % size] for row in rows for column in columns)


def pattern_puzzle(side: int, share: float, seed: int) -> Puzzle:
    """A classic puzzle with that share of the cells given, at random; it has a solution, and may have more."""
    layout = classic(side * side)
    grid = pattern_grid(layout, random.Random(seed))  # noqa: S311 - no secret
    cells = range(layout.cell_count)
    given = set(random.Random(seed + 1).sample(cells, round(share * layout.cell_count)))  # noqa: S311 - no secret
    return Puzzle.from_values(layout, [grid[cell] if cell in given else 0 for cell in cells])


def _lines(groups: int, each: int, rng: random.Random) -> list[int]:
    """The rows, or columns, in another order that keeps the groups of `each` together."""
    return [
        group * each + line for group in rng.sample(range(groups), groups) for line in rng.sample(range(each), each)
    ]
