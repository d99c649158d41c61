"""Killers, Kakuro and Futoshiki with one solution each, the first two without givens.

Each function gets `prove`, which returns at most so many solutions of a puzzle, `exhausted` where these are all.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from unitdoku import Grid, Layout, Puzzle, Result, Sum, latin
from unitdoku.compare.generators.constructions import with_givens
from unitdoku.compare.generators.grid_rules import Cage, draw_cages, draw_pattern, total_of
from unitdoku.compare.generators.grids import random_grid
from unitdoku.compare.generators.kinds import Drawn, Kind, known
from unitdoku.encoders.reasons.small_sets import minimal
from unitdoku.layouts import killer as with_cages
from unitdoku.layouts import less_than
from unitdoku.reference.layouts.cell_lists import cells_beside, connected_parts, is_connected
from unitdoku.reference.model.puzzle import values_in

Prove = Callable[[Puzzle, int], Result]

STEPS = 50
"""Digits that are tried for each cell before a search counts as too long."""

LIKELY = (5, 2, 1, 1, 1, 1, 1, 2, 5)
"""How likely the digits 1 to 9 come first: runs of small, or of large, digits have few sets with their total."""

CHANGES = 150
"""How often the digits of a pattern are changed for a Kakuro with one solution; a new pattern follows."""

DRAWS = 50
"""How often a change is drawn, of more cells each time, until it changes something."""

MORE_NEW = 2
"""Digits that a change draws anew beside those of the runs through one cell."""


def killer(layout: Layout, grid: Grid, cages: Sequence[Cage]) -> Puzzle:
    """Returns a puzzle without givens whose cages have the totals of the grid."""
    return Puzzle.empty(with_cages([(cage, total_of(layout, cage, grid)) for cage in cages], layout))


def unique_killer(
    layout: Layout, rng: random.Random, prove: Prove, least: int = 1, most: int = 5, merges: int = 0
) -> Drawn:
    """Returns a killer with one solution, from cages of `least` to `most` cells; a cage of one cell is a given.

    Cages are divided, one of the largest at a time, until `prove` finds no second solution: at the latest when each
    cell is a cage. Then so many pairs of neighbouring cages are tried, and merged where the solution stays the only
    one, up to `most` cells: the more, the harder. Raises `PuzzleError` where no grid is found.
    """
    grid = random_grid(layout, rng)
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
    near = {other for cell in first for other in cells_beside(layout)[cell]}
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
    near = cells_beside(layout)
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
        pattern = draw_pattern(rows, columns, rng, black)
        digits = draw_digits(pattern, rng, {})
        for _ in range(CHANGES):
            if digits is None:
                break
            totals = [Sum(run.name, run.cells, total_of(pattern, run.cells, digits)) for run in pattern.units]
            puzzle = Puzzle.empty(pattern + totals)
            found = prove(puzzle, 2)
            if found.unique:
                how = "digits were changed until a solver proved them to be the only solution for their totals"
                return known(Kind.UNIQUE, puzzle, (digits,), how)
            others = [solution for solution in found.solutions if solution != digits]
            if not others:
                break  # nothing is known in time
            digits = changed(digits, others[0], pattern, rng)


def changed(digits: Grid, other: Grid, pattern: Layout, rng: random.Random) -> Grid | None:
    """Returns other digits: some are new of those that differ in another solution. None where none were found."""
    differ = {cell for cell, digit in enumerate(digits) if other[cell] != digit}
    start = rng.choice(sorted(differ))
    new = differ & {start, *pattern.peers[start]}
    new.update(rng.sample(sorted(differ), min(MORE_NEW, len(differ))))
    for _ in range(DRAWS):
        kept = {cell: digit for cell, digit in enumerate(digits) if cell not in new}
        drawn = draw_digits(pattern, rng, kept)
        if drawn is not None and drawn != digits:
            return drawn
        new.add(rng.randrange(len(digits)))
    return None


def draw_digits(pattern: Layout, rng: random.Random, kept: Mapping[int, int]) -> Grid | None:
    """Returns random digits that differ in each run, with those that are kept; None for too long a search."""
    cells, peers = range(pattern.cell_count), pattern.peers
    digits = dict(kept)
    masks = [pattern.all_values] * len(cells)
    for cell, digit in digits.items():
        for peer in peers[cell]:
            masks[peer] &= ~(1 << digit - 1)
    steps = STEPS * len(cells)

    def fill() -> bool:
        nonlocal steps
        open_cells = [cell for cell in cells if cell not in digits]
        if not open_cells:
            return True
        cell = min(open_cells, key=lambda each: (masks[each].bit_count(), rng.random()))
        # A random order by weights: Efraimidis and Spirakis, "Weighted random sampling with a reservoir" (2006).
        options = {digit: rng.random() ** (1 / LIKELY[digit - 1]) for digit in values_in(masks[cell])}
        for digit in sorted(options, key=options.__getitem__, reverse=True):
            steps -= 1
            if steps < 0:
                return False
            changed = [each for each in peers[cell] if each not in digits and masks[each] >> digit - 1 & 1]
            digits[cell] = digit
            for each in changed:
                masks[each] &= ~(1 << digit - 1)
            if all(masks[each] for each in changed) and fill():
                return True
            for each in changed:
                masks[each] |= 1 << digit - 1
            del digits[cell]
        return False

    return tuple(digits[cell] for cell in cells) if fill() else None


def unique_futoshiki(size: int, rng: random.Random, prove: Prove, late: int = 0) -> Drawn:
    """Returns a Futoshiki with one solution, in which every given and every comparison is needed for that.

    Of the grid and all comparisons of neighbours one after the other is taken away, givens first but for `late` of
    them, while `prove` finds no second solution.
    """
    layout = latin(size)
    grid = random_grid(layout, rng)
    cells = rng.sample(range(layout.cell_count), layout.cell_count)
    near = cells_beside(layout)
    pairs = [(cell, other) for cell in range(layout.cell_count) for other in near[cell] if grid[cell] < grid[other]]
    clues: list[tuple[int, ...]] = [(cell,) for cell in cells[late:]]
    clues += rng.sample(pairs, len(pairs)) + [(cell,) for cell in cells[:late]]

    def puzzle(kept: Sequence[tuple[int, ...]]) -> Puzzle:
        given = [cell for cell, *others in kept if not others]
        signs = [clue for clue in sorted(kept) if len(clue) > 1]
        return with_givens(less_than(layout, *signs) if signs else layout, grid, given)

    left = minimal(clues, lambda kept: bool(prove(puzzle(kept), 2).unique))
    how = "givens and comparisons were taken away while a solver proved that there is one solution"
    return known(Kind.UNIQUE, puzzle(left), (grid,), how)
