"""Killer Sudokus: a grid of any layout in which cages replace the givens."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from .cages import Cage, draw_cages, halves, neighbours, with_cages
from .grids import require_grid
from .kinds import Drawn, Kind, known
from .proven import Prove


def killer(layout: Layout, grid: Grid, cages: Sequence[Cage]) -> Puzzle:
    """Returns a puzzle without givens whose cages have the totals of the grid."""
    return Puzzle.empty(with_cages(layout, cages, grid))


def planted_killer(layout: Layout, rng: random.Random, most: int = 5) -> Drawn:
    """Returns a killer with cages of 1 to `most` cells that a random grid solves, perhaps beside others."""
    grid = require_grid(layout, rng)
    puzzle = killer(layout, grid, draw_cages(layout, grid, rng, 1, most))
    return known(Kind.SATISFIABLE, puzzle, (grid,), "the cages have the totals of a grid")


def unique_killer(
    layout: Layout, rng: random.Random, prove: Prove, least: int = 1, most: int = 5, merges: int = 0
) -> Drawn:
    """Returns a killer with one solution, from cages of `least` to `most` cells; a cage of one cell is a given.

    Cages are divided, one of the largest at a time, until `prove` finds no second solution: at the latest when each
    cell is a cage. Then so many pairs of neighbouring cages are tried, and merged where the solution stays the only
    one, up to `most` cells: the more, the harder. Raises `PuzzleError` where no grid is found.
    """
    grid = require_grid(layout, rng)
    cages = draw_cages(layout, grid, rng, least, most)
    while not prove(killer(layout, grid, cages), 2).unique and max(map(len, cages)) > 1:
        largest = max(map(len, cages))
        cage = rng.choice([cage for cage in cages if len(cage) == largest])
        cages = sorted([*(each for each in cages if each != cage), *halves(cage, layout, rng)])
    for _ in range(merges):
        merged = merged_cages(cages, layout, grid, rng, most)
        if merged is not None and prove(killer(layout, grid, merged), 2).unique:
            cages = merged
    how = "the cages have the totals of a grid, and were divided until a solver proved it to be the only solution"
    return known(Kind.UNIQUE, killer(layout, grid, cages), (grid,), how)


def merged_cages(cages: Sequence[Cage], layout: Layout, grid: Grid, rng: random.Random, most: int) -> list[Cage] | None:
    """Returns the cages with one merged with a neighbour, a smaller one more likely; None where values are equal.

    A merged cage has at most `most` cells, of different values.
    """
    first = min(rng.sample(cages, min(2, len(cages))), key=len)
    near = {other for cell in first for other in neighbours(layout)[cell]}
    others = [cage for cage in cages if cage != first and near.intersection(cage)]
    if not others:
        return None
    second = rng.choice(others)
    both = tuple(sorted(first + second))
    if len(both) > most or len({grid[cell] for cell in both}) < len(both):
        return None
    return sorted([*(cage for cage in cages if cage not in (first, second)), both])
