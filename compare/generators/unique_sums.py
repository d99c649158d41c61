"""Killers, Kakuro and Futoshiki with one solution each.

Each function gets `prove`, which returns at most so many solutions of a puzzle, `exhausted` where these are all.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.layouts.latin import latin
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from .constructions import needed, with_givens
from .grid_rules import Cage, Path, draw_cages, rising_neighbours, with_cages, with_paths
from .grids import require_grid
from .kakuro import Runs, draw_digits, draw_pattern, kakuro_layout, runs_of
from .kinds import Drawn, Kind, known
from .neighbours import connected_parts, is_connected, neighbours

Prove = Callable[[Puzzle, int], Result]

CHANGES = 150
"""How often the digits of a pattern are changed for a Kakuro with one solution; a new pattern follows."""

DRAWS = 50
"""How often a change is drawn, of more cells each time, until it changes something."""

MORE_NEW = 2
"""Digits that a change draws anew beside those of the runs through one cell."""


def killer(layout: Layout, grid: Grid, cages: Sequence[Cage]) -> Puzzle:
    """Returns a puzzle without givens whose cages have the totals of the grid."""
    return Puzzle.empty(with_cages(layout, cages, grid))


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


def halves(cage: Cage, layout: Layout, rng: random.Random) -> tuple[Cage, Cage]:
    """Returns two connected parts of a connected cage of two cells or more, as equal in size as a random walk finds."""
    near = neighbours(layout)
    start = rng.choice(cage)
    (order,) = connected_parts([start, *cage], lambda cell: [other for other in near[cell] if other in cage])
    for count in sorted(range(1, len(cage)), key=lambda count: abs(2 * count - len(cage))):
        if is_connected(order[count:], layout):
            return tuple(sorted(order[:count])), tuple(sorted(order[count:]))
    # The last cell of a breadth-first walk is a leaf of its tree, so that the others stay connected.
    return tuple(sorted(order[:-1])), (order[-1],)


def unique_kakuro(rows: int, columns: int, rng: random.Random, prove: Prove, black: float = 0.3) -> Drawn:
    """Returns a Kakuro with one solution, in a pattern as `draw_pattern` returns it.

    Most digits have several solutions. Where `prove` finds another one, some of the digits in which it differs are
    drawn anew, and so on; after many changes the pattern is, too. The same seed draws the same Kakuro as long as
    `prove` finds the same solutions.
    """
    while True:
        white = draw_pattern(rows, columns, rng, black)
        runs = runs_of(white)
        digits = draw_digits(runs, len(white), rng, {})
        for _ in range(CHANGES):
            if digits is None:
                break
            puzzle = Puzzle.empty(kakuro_layout(white, runs, digits))
            found = prove(puzzle, 2)
            if found.unique:
                how = "digits were changed until a solver proved them to be the only solution for their totals"
                return known(Kind.UNIQUE, puzzle, (digits,), how)
            others = [solution for solution in found.solutions if solution != digits]
            if not others:
                break  # nothing is known in time
            digits = changed(digits, others[0], runs, rng)


def changed(digits: Grid, other: Grid, runs: Runs, rng: random.Random) -> Grid | None:
    """Returns other digits: some are new of those that differ in another solution. None where none were found."""
    differ = {cell for cell, digit in enumerate(digits) if other[cell] != digit}
    start = rng.choice(sorted(differ))
    new = {cell for run in runs if start in run for cell in run if cell in differ}
    new.update(rng.sample(sorted(differ), min(MORE_NEW, len(differ))))
    for _ in range(DRAWS):
        kept = {cell: digit for cell, digit in enumerate(digits) if cell not in new}
        drawn = draw_digits(runs, len(digits), rng, kept)
        if drawn is not None and drawn != digits:
            return drawn
        new.add(rng.randrange(len(digits)))
    return None


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
    how = "givens and comparisons were taken away while a solver proved that there is one solution"
    return known(Kind.UNIQUE, puzzle(left), (grid,), how)
