"""Random grids of any layout."""

from __future__ import annotations

import random
from typing import NamedTuple

from ...reference.errors import PuzzleError
from ...reference.grid import Grid, is_solution
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle, values_in
from ..corpora.generated import pattern_grid
from .propagation import propagated

_PATTERN_FROM = 10
"""Number of values from which rows, columns and blocks alone are filled by a pattern: it costs next to nothing."""
_ATTEMPTS = (2, 2, 4, 4, 20)
"""How many boards, times the number of cells, each search of a grid may look at; each begins with another unit."""


class GridSearch(NamedTuple):
    """What a search for a grid brought: the grid, or None; `exhausted` if it is settled that there is none."""

    grid: Grid | None
    exhausted: bool = False


def draw_grid(layout: Layout, rng: random.Random) -> Grid | None:
    """A random grid of the layout, or None when there is none *or* none was found; `find_grid` tells which.

    The effort is counted in boards, not in seconds: the same seed gives the same grid.
    """
    return find_grid(layout, rng).grid


def find_grid(layout: Layout, rng: random.Random) -> GridSearch:
    """A random grid of the layout, checked by `is_solution`, and whether it is settled that there is none.

    Rows, columns and blocks of ten values and more are filled by a shuffled pattern. Otherwise a longest unit gets
    its values at random, which loses nothing as values may be renamed, and a depth-first search fills the rest: the
    rules, then a random cell of those with the fewest candidates, its values in random order. A few such searches are
    made, none of which looks at more than some boards a cell.
    """
    puzzle = Puzzle.empty(layout)
    pattern = pattern_grid(layout, rng) if layout.size >= _PATTERN_FROM and layout.is_square else None
    if pattern is not None and is_solution(pattern, puzzle):
        return GridSearch(pattern)
    for effort in _ATTEMPTS:
        found = _search(layout, rng, effort * (layout.cell_count + 1))
        if found.exhausted or (found.grid is not None and is_solution(found.grid, puzzle)):
            return found
    return GridSearch(None)


def require_grid(layout: Layout, rng: random.Random) -> Grid:
    """A random grid of the layout; `PuzzleError` says whether there is none or none was found."""
    found = find_grid(layout, rng)
    if found.grid is not None:
        return found.grid
    if found.exhausted:
        raise PuzzleError(f"the layout {layout.name} has no grid at all")
    raise PuzzleError(f"no grid of the layout {layout.name} was found with the effort that a draw may take")


def _search(layout: Layout, rng: random.Random, boards: int) -> GridSearch:
    open_boards = [_first_board(layout, rng)]
    while open_boards:
        if not boards:
            return GridSearch(None)
        boards -= 1
        masks = propagated(layout, open_boards.pop())
        if masks is None:
            continue
        counts = [mask.bit_count() for mask in masks]
        fewest = min((count for count in counts if count > 1), default=0)
        if not fewest:
            return GridSearch(tuple(mask.bit_length() for mask in masks))
        cell = rng.choice([cell for cell, count in enumerate(counts) if count == fewest])
        for value in rng.sample(values_in(masks[cell]), fewest):
            board = list(masks)
            board[cell] = 1 << (value - 1)
            open_boards.append(board)
    return GridSearch(None, exhausted=True)


def _first_board(layout: Layout, rng: random.Random) -> list[int]:
    """All candidates, but for one of the longest units, whose cells have random values."""
    board = [layout.all_values] * layout.cell_count
    longest = max(map(len, layout.units), default=0)
    if longest:
        unit = rng.choice([unit for unit in layout.units if len(unit) == longest])
        for cell, value in zip(unit.cells, rng.sample(range(layout.size), longest), strict=True):
            board[cell] = 1 << value
    return board
