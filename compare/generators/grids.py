"""Random grids of any layout, and the two rules that the search for them uses.

The rules are *elimination* (a cell with one candidate takes it from its peers) and *only choice* (a value that only one
cell of a complete unit can take goes there). They are written from their definitions and share no code with a solver:
a puzzle that was drawn to need search needs it even if a solver applies the rules wrongly.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from ...reference.contract.capabilities import Capabilities
from ...reference.contract.errors import PuzzleError
from ...reference.model.grid import Grid, solves
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from ..corpora.generated import pattern_grid

# The source of random choices for layouts and puzzles: a seeded generator here, Hypothesis in `strategies.py`.
#
# A recipe asks its source for every choice. One recipe therefore serves both, and shrinks if the source can shrink.

Item = TypeVar("Item")


class Choices:
    """Makes every choice with one random generator, so that the same seed gives the same choices.

    Callers list the options of each choice with the simplest one first, for subclasses that shrink.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def one(self, options: Sequence[Item]) -> Item:
        """Returns one of the options, all equally likely; there must be at least one."""
        return self._rng.choice(options)

    def number(self, low: int, high: int) -> int:
        """Returns a number from `low` to `high`, both included, all equally likely."""
        return self._rng.randint(low, high)

    def some(self, items: Sequence[Item], count: int | None = None, most: int | None = None) -> list[Item]:
        """Returns `count` distinct items in random order; without a count, a random number of them up to `most`."""
        if count is None:
            count = self._rng.randint(0, len(items) if most is None else min(most, len(items)))
        return self._rng.sample(items, count)

    def order(self, items: Sequence[Item]) -> list[Item]:
        """Returns all items in random order."""
        return self._rng.sample(items, len(items))

    def random(self) -> random.Random:
        """Returns a generator for work that would need too many single choices."""
        return self._rng


_PATTERN_FROM = 10
"""Number of values from which a shuffled pattern fills rows, columns and blocks: it costs next to nothing."""
_ATTEMPTS = (2, 2, 4, 4, 20)
"""Limit on the boards of each search, in multiples of the number of cells. Each search starts with a random unit."""


def random_grid(layout: Layout, rng: random.Random) -> Grid:
    """Returns a random grid of the layout, checked by `solves`.

    A shuffled pattern fills rows, columns and blocks of ten values and more. Otherwise a longest unit gets random
    values, which loses no grid because values are interchangeable, and a depth-first search fills the rest: it applies
    the rules, then branches on a random cell with the fewest candidates, in random order. The effort is limited in
    boards, not in seconds, so the same seed gives the same grid.

    Raises `PuzzleError`, which says whether the layout has none or none was found, and `Unsupported` for sums and
    pairs, which tell values apart.
    """
    Capabilities().check(layout, "the search for a random grid")
    puzzle = Puzzle.empty(layout)
    pattern = pattern_grid(layout, rng) if layout.size >= _PATTERN_FROM and layout.is_square else None
    if pattern is not None and solves(pattern, puzzle):
        return pattern
    for effort in _ATTEMPTS:
        grid = _search(layout, rng, effort * (layout.cell_count + 1))
        if grid is not None and solves(grid, puzzle):
            return grid
    raise PuzzleError(f"no grid of the layout {layout.name} was found with the effort that a draw may take")


def _search(layout: Layout, rng: random.Random, boards: int) -> Grid | None:
    """Returns a grid by the two rules, None where so many boards are not enough; raises `PuzzleError` for none."""
    board = [layout.all_values] * layout.cell_count
    longest = max(map(len, layout.units), default=0)
    if longest:
        unit = rng.choice([unit for unit in layout.units if len(unit) == longest])
        for cell, value in zip(unit.cells, rng.sample(range(layout.size), longest), strict=True):
            board[cell] = 1 << value
    open_boards = [board]
    while open_boards:
        if not boards:
            return None
        boards -= 1
        masks = propagated(layout, open_boards.pop())
        if masks is None:
            continue
        counts = [mask.bit_count() for mask in masks]
        fewest = min((count for count in counts if count > 1), default=0)
        if not fewest:
            return tuple(mask.bit_length() for mask in masks)
        cell = rng.choice([cell for cell, count in enumerate(counts) if count == fewest])
        for value in rng.sample(values_in(masks[cell]), fewest):
            board = list(masks)
            board[cell] = 1 << (value - 1)
            open_boards.append(board)
    raise PuzzleError(f"the layout {layout.name} has no grid at all")


def propagated(layout: Layout, candidates: Sequence[int]) -> list[int] | None:
    """Returns the candidate sets once elimination and only choice change nothing more, or None for a contradiction.

    A contradiction is a cell without candidates, or a value without a place in a complete unit.
    """
    masks = list(candidates)
    placed: list[int] | None = [cell for cell, mask in enumerate(masks) if not mask & (mask - 1)]
    while placed or (placed := _choose(layout, masks)):
        cell = placed.pop()
        value = masks[cell]
        for peer in layout.rivals(cell, value.bit_length()):
            if masks[peer] & value:
                masks[peer] = rest = masks[peer] & ~value
                if not rest:
                    return None
                if not rest & (rest - 1):
                    placed.append(peer)
    return None if placed is None else masks


def _choose(layout: Layout, masks: list[int]) -> list[int] | None:
    """Applies only choice; returns the cells that got a value, None where a value has no place or a cell takes two."""
    placed = []
    for unit in layout.complete_units:
        once = twice = 0
        for cell in unit.cells:
            twice |= once & masks[cell]
            once |= masks[cell]
        if once != layout.all_values:
            return None
        for cell in unit.cells if once != twice else ():
            only = masks[cell] & ~twice
            if only & (only - 1):
                return None
            if only and only != masks[cell]:
                masks[cell] = only
                placed.append(cell)
    return placed
