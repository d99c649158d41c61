"""Random layouts of units, sums and pairs.

In some units values may repeat, and some layouts show a part of their cells.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from unitdoku import Grid, Pair, Puzzle, Sum, Unit, from_units, solve
from unitdoku.compare.corpora.corpus import Corpus, Provenance
from unitdoku.compare.races.control_puzzles import control_puzzles


def shown_part(grid: Grid, puzzle: Puzzle) -> Grid:
    """What counts of a solution, computed here."""
    shown = puzzle.layout.shown
    return grid if shown is None else tuple(value for cell, value in enumerate(grid) if cell in shown)


def check_controls(puzzles: Iterable[Puzzle]) -> None:
    """Asserts that the control puzzles of a race with these puzzles have the solutions that they are said to have."""
    controls = control_puzzles(Corpus("drawn", tuple(puzzles), Provenance("made for this test")), 1)
    assert controls
    for asked, truth in controls:
        there = {shown_part(grid, asked) for grid in solve(asked, "reference", limit=5000).solutions}
        assert there.issuperset(shown_part(grid, asked) for grid in truth.solutions)
        assert not truth.exhausted or len(there) == len(truth.solutions)


def differ(unit: Unit, grid: Grid) -> bool:
    return all(
        grid[one] != grid[other] or grid[one] in unit.repeatable
        for number, one in enumerate(unit.cells)
        for other in unit.cells[:number]
    )


def draw(rng: random.Random) -> Puzzle:
    """A puzzle whose rules hold in some grid, or, one time in four, need not."""
    size, cells = rng.randint(2, 5), rng.randint(2, 6)
    grid = tuple(rng.randint(1, size) for _ in range(cells))
    first_value = rng.choice((1, 1, 1, 0, -3, 5))
    planted = rng.random() < 0.75
    rules: list[Unit | Sum | Pair] = []
    for number in range(rng.randint(0, 3)):
        repeatable = tuple(rng.sample(range(1, size + 1), rng.randint(1, size))) if rng.random() < 0.4 else ()
        chosen = tuple(rng.sample(range(cells), rng.randint(1, cells if repeatable else min(size, cells))))
        unit = Unit(f"unit {number}", chosen, repeatable)
        if not planted or differ(unit, grid):
            rules.append(unit)
    for number in range(rng.randint(0, 3)):
        chosen = tuple(rng.sample(range(cells), rng.randint(1, cells)))
        weights = tuple(rng.choice((-3, -1, 1, 1, 2)) for _ in chosen) if rng.random() < 0.5 else None
        relation = rng.choice(("=", "=", "<=", ">="))
        reached = Sum("", chosen, 0, weights).of([value - 1 + first_value for value in grid])
        off = 0 if planted and relation == "=" else rng.randint(0, 2)
        rules.append(Sum(f"sum {number}", chosen, reached + (off if relation == "<=" else -off), weights, relation))
    for each in [rule for rule in rules if isinstance(rule, Sum) and len(rule) <= size and rng.random() < 0.5]:
        if not planted or len({grid[cell] for cell in each.cells}) == len(each.cells):
            rules.append(Unit("cage", each.cells))
    for number in range(rng.randint(0, 2)):
        first, second = rng.sample(range(cells), 2)
        values = range(1, size + 1)
        table = {(one, other) for one in values for other in values if rng.random() < 0.6}
        if planted:
            table.add((grid[first], grid[second]))
        rules.append(Pair(f"pair {number}", (first, second), frozenset(table)))
    shown = rng.sample(range(cells), rng.randint(0, cells)) if rng.random() < 0.4 else None
    layout = from_units(size, rules, (1, cells), first_value=first_value, shown=shown)
    masks = [rng.getrandbits(size) | 1 << value - 1 if rng.random() < 0.3 else layout.all_values for value in grid]
    return Puzzle(layout, tuple(masks))
