"""Killers without givens that are hard for SAT solvers: of changed cages those are kept that take more conflicts."""

from __future__ import annotations

import random
from collections.abc import Callable

from unique_sums import killer

from unitdoku import Grid, Layout, Puzzle
from unitdoku.compare.generators.grid_rules import Cage, draw_cages
from unitdoku.compare.generators.grids import random_grid
from unitdoku.compare.generators.kinds import Drawn, Kind, known
from unitdoku.reference.layouts.cell_lists import cells_beside, is_connected

Effort = Callable[[Puzzle, float], float]
"""Returns what it costs to prove that a solution is the only one; -1 where it is not.

Where that is certain to be less than the second argument, any smaller number will do.
"""

_STARTS = 5
"""Puzzles with one solution of which the one that takes most effort is the start."""

_TRIES = 100
"""Changes that are tried for one that leaves all cages connected and of different values."""

_STEPS = (1, 1, 1, 2, 3)
"""How many changes are made at once, at the rates at which these occur here."""


def hard_killer(
    layout: Layout, rng: random.Random, effort: Effort, least: int, most: int, rounds: int, enough: float
) -> Drawn:
    """Returns a killer of cages of `least` to `most` cells with one solution, the one that took the most effort.

    The search is a walk from the best of a few random puzzles: a change moves a cell to a neighbouring cage, or divides
    two neighbouring cages anew, and is kept where the puzzle still has one solution and takes no less effort. It ends
    after so many rounds, and when the effort is enough. Raises `PuzzleError` where no grid is found.
    """
    best, grid, cages = max(_start(layout, rng, effort, least, most) for _ in range(_STARTS))
    for _ in range(rounds):
        if best >= enough:
            break
        changed = cages
        for _ in range(rng.choice(_STEPS)):
            changed = _changed(changed, layout, grid, rng, least, most)
        found = effort(killer(layout, grid, changed), best)
        if found >= best:
            best, cages = found, changed
    how = f"cages of {least} to {most} cells were changed as long as that took a solver no less effort"
    return known(Kind.UNIQUE, killer(layout, grid, sorted(cages)), (grid,), how)


def _start(layout: Layout, rng: random.Random, effort: Effort, least: int, most: int) -> tuple[float, Grid, list[Cage]]:
    """Returns the effort, the grid and the cages of a random killer with one solution."""
    while True:
        grid = random_grid(layout, rng)
        cages = draw_cages(layout, grid, rng, least, most)
        if min(map(len, cages)) >= least and (found := effort(killer(layout, grid, cages), 0)) >= 0:
            return found, grid, cages


def _changed(cages: list[Cage], layout: Layout, grid: Grid, rng: random.Random, least: int, most: int) -> list[Cage]:
    """Returns the cages with one change, or as they are where none was found."""
    near = cells_beside(layout)
    place = {cell: number for number, cage in enumerate(cages) for cell in cage}
    for _ in range(_TRIES):
        cell = rng.randrange(layout.cell_count)
        here, there = place[cell], place[rng.choice(near[cell])]
        if here == there:
            continue
        both = [*cages[here], *cages[there]]
        if rng.random() < 0.5:
            first = [each for each in cages[here] if each != cell]
        else:
            first = rng.sample(both, rng.randint(1, len(both) - 1))
        second = [each for each in both if each not in first]
        if all(least <= len(part) <= most and _is_cage(part, layout, grid) for part in (first, second)):
            changed = list(cages)
            changed[here], changed[there] = tuple(sorted(first)), tuple(sorted(second))
            return changed
    return cages


def _is_cage(cells: list[int], layout: Layout, grid: Grid) -> bool:
    return len({grid[cell] for cell in cells}) == len(cells) and is_connected(cells, layout)
