"""Cages around a known grid: connected cells of different values, with the total that they have in the grid."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ...reference.grid import Grid
from ...reference.layout import Layout, Position
from ...reference.layouts.cages import cage_rules
from .kinds import connected_parts

Cage = tuple[int, ...]
"""The cells of a cage, ascending."""

Neighbours = tuple[tuple[int, ...], ...]
"""For each cell those above, left, right and below, as far as there are cells."""


def draw_cages(layout: Layout, grid: Grid, rng: random.Random, least: int, most: int) -> list[Cage]:
    """Returns connected cages of the grid that hold every cell once, of at most `most` cells, in reading order.

    A cage grows from the free cell with the fewest free neighbours to a random size from `least` on, and is smaller
    where no neighbour of another value is free.
    """
    near = neighbours(layout)
    free = set(range(layout.cell_count))
    cages: list[Cage] = []
    while free:
        cell = min(free, key=lambda each: (len(free.intersection(near[each])), rng.random()))
        free.discard(cell)
        cage = [cell]
        size = rng.randint(least, most)
        while len(cage) < size:
            values = {grid[each] for each in cage}
            fit = sorted(
                {other for each in cage for other in near[each] if other in free and grid[other] not in values}
            )
            if not fit:
                break
            cage.append(rng.choice(fit))
            free.discard(cage[-1])
        cages.append(tuple(sorted(cage)))
    return sorted(cages)


def is_connected(cells: Sequence[int], layout: Layout) -> bool:
    """Whether the cells are connected by their sides."""
    near = neighbours(layout)
    return len(list(connected_parts(cells, near.__getitem__))) <= 1


def with_cages(layout: Layout, cages: Iterable[Cage], grid: Grid) -> Layout:
    """Returns the layout with a unit and a sum for each cage, with the totals of the grid."""
    return layout + [rule for cage in cages for rule in cage_rules(layout, cage, total_of(layout, cage, grid))]


def total_of(layout: Layout, cells: Iterable[int], grid: Grid) -> int:
    """Returns what the numbers of the grid add up to."""
    return sum(layout.number(grid[cell]) for cell in cells)


@lru_cache(maxsize=64)
def neighbours(layout: Layout) -> Neighbours:
    """Returns for each cell those above, left, right and below, as far as there are cells."""
    around = ([layout.cell_at(*near) for near in beside(position)] for position in layout.positions)
    return tuple(tuple(cell for cell in cells if cell is not None) for cells in around)


def beside(position: Position) -> list[Position]:
    """Returns the positions above, left, right and below."""
    row, column = position
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
