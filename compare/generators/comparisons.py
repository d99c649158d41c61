"""Puzzles in which neighbouring cells are compared: Futoshiki and thermometer Sudokus, around a known grid."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.layouts.latin import latin
from ...reference.layouts.relations import compared
from ...reference.pair import Pair
from ...reference.puzzle import Puzzle
from .cages import neighbours
from .constructions import needed, with_givens
from .grids import require_grid
from .kinds import Drawn, Kind, known
from .proven import Prove

Path = tuple[int, ...]
"""The cells of a thermometer, from the bulb on: their values rise."""

_SHORTEST = 3
"""Cells of a thermometer."""


def unique_futoshiki(size: int, rng: random.Random, prove: Prove, late: int = 0) -> Drawn:
    """Returns a Futoshiki with one solution, in which every given and every comparison is needed for that.

    Of the grid and all comparisons of neighbours one after the other is taken away, givens first but for `late` of
    them, while `prove` finds no second solution.
    """
    layout = latin(size)
    grid = require_grid(layout, rng)
    cells = rng.sample(range(layout.cell_count), layout.cell_count)
    pairs = rising_neighbours(layout, grid)
    clues: list[Path] = [(cell,) for cell in cells[late:]]
    clues += rng.sample(pairs, len(pairs)) + [(cell,) for cell in cells[:late]]

    def puzzle(kept: Sequence[Path]) -> Puzzle:
        given = [cell for cell, *others in kept if not others]
        return with_givens(with_paths(layout, [path for path in sorted(kept) if len(path) > 1]), grid, given)

    left = needed(clues, lambda kept: bool(prove(puzzle(kept), 2).unique))
    return _unique(puzzle(left), grid, "givens and comparisons were taken away")


def planted_futoshiki(size: int, rng: random.Random, share: float = 0.5) -> Drawn:
    """Returns a Futoshiki without givens that a random grid solves; about that share of neighbours are compared."""
    layout = latin(size)
    grid = require_grid(layout, rng)
    pairs = [pair for pair in rising_neighbours(layout, grid) if rng.random() < share]
    return _planted(Puzzle.empty(with_paths(layout, pairs)), grid)


def planted_thermometers(layout: Layout, rng: random.Random, count: int = 4, longest: int = 5) -> Drawn:
    """Returns a puzzle with thermometers and no givens that a random grid solves."""
    grid = require_grid(layout, rng)
    return _planted(Puzzle.empty(with_paths(layout, draw_paths(layout, grid, rng, count, longest))), grid)


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


def _unique(puzzle: Puzzle, grid: Grid, what: str) -> Drawn:
    how = f"{what} while a solver proved that there is one solution"
    return known(Kind.UNIQUE, puzzle, (grid,), how)


def _planted(puzzle: Puzzle, grid: Grid) -> Drawn:
    return known(Kind.SATISFIABLE, puzzle, (grid,), "cells are compared as in a known grid")
