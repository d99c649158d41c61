"""Comparisons of neighbouring cells around a known grid, for Futoshiki and thermometer Sudokus."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import pairwise

from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.layouts.relations import compared
from ...reference.pair import Pair
from .cages import neighbours

Path = tuple[int, ...]
"""The cells of a thermometer, from the bulb on: their values rise."""

_SHORTEST = 3
"""Cells of a thermometer."""


def draw_paths(layout: Layout, grid: Grid, rng: random.Random, count: int, longest: int) -> list[Path]:
    """Returns at most `count` paths of neighbours, by sides or corners, with rising values, that share no cell."""
    near = [set(sides) for sides in neighbours(layout)]
    for cell, (row, column) in enumerate(layout.positions):
        corners = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
        near[cell].update(other for place in corners if (other := layout.cell_at(*place)) is not None)
    free = set(range(layout.cell_count))
    paths: list[Path] = []
    for cell in rng.sample(sorted(free), len(free)):
        length = rng.randint(_SHORTEST, max(_SHORTEST, longest))
        path = [cell] if cell in free else []
        while path and len(path) < length:
            higher = sorted(each for each in near[path[-1]] if each in free and grid[each] > grid[path[-1]])
            if not higher:
                break
            path.append(rng.choice(higher))
        if len(path) >= _SHORTEST and len(paths) < count:
            paths.append(tuple(path))
            free.difference_update(path)
    return sorted(paths)


def rising_neighbours(layout: Layout, grid: Grid) -> list[Path]:
    """Returns all neighbours by sides whose values differ, each as a path from the smaller value to the larger."""
    near = neighbours(layout)
    return [(cell, other) for cell in range(layout.cell_count) for other in near[cell] if grid[cell] < grid[other]]


def with_paths(layout: Layout, paths: Iterable[Path]) -> Layout:
    """Returns the layout with a pair for each step of each path: the value of the second cell is larger."""
    less = compared("<", layout.size)
    labels = layout.labels
    steps = [step for path in paths for step in pairwise(path)]
    return layout + [Pair(f"{labels[low]} < {labels[high]}", (low, high), less) for low, high in steps]
