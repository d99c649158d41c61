"""Puzzles that need search, with answers that a solver proved: minimal ones, nearly unsolvable ones, few solutions.

The recipes of `puzzles.py` need no solver, but what they draw can mostly be solved without a guess. These puzzles are
for what happens after a guess. Work is counted in steps of the search, never in seconds: the same random generator
draws the same puzzles.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain, combinations, islice

from ...encoders.naming.sessions import lend_session
from ...encoders.reasons.explain import minimal as needed
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendUnavailable, FormulaTooLarge, PuzzleError, Unsupported
from ...reference.contract.result import Result
from ...reference.contract.search import Ended, in_steps
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from ...reference.model.rules import Unit
from .constructions import clash, with_givens
from .grids import propagated, random_grid
from .kinds import CONSTRUCTION, Drawn, Kind, Unlucky, known

NO_SOLUTION = Result((), exhausted=True, backend=CONSTRUCTION)
"""The truth about a puzzle that has none."""

_PROOF_WORK = 200.0
"""Milliseconds of work for a proof, counted in steps; what is not settled by then counts as unknown."""

MOST_PROVEN = 400
"""Cells of a layout on which puzzles are drawn that a solver has to prove: each cell takes a proof."""

_CELLS_TRIED = 300_000
"""False givens that are tried times the cells of the layout: all of a 9x9, some forty of an 81x81."""

_MOST_SOLUTIONS = 40
"""Of a puzzle with few solutions."""

_DIFFERENCES = 8
"""Givens whose removal is tried for a puzzle with few solutions."""


def proof(puzzle: Puzzle, limit: int, work: float = _PROOF_WORK) -> Result:
    """Returns what the compiled search finds in steps of about `work` milliseconds: at most `limit` solutions.

    The reference solver takes its place where that is not installed, or does not take the layout. The clock and earlier
    calls change nothing.
    """
    try:
        return _found_by("native:lanes=1", puzzle, limit, work)
    except (BackendUnavailable, FormulaTooLarge, Unsupported):
        return _found_by("reference", puzzle, limit, work)


def _found_by(name: str, puzzle: Puzzle, limit: int, work: float) -> Result:
    with lend_session(name, {}, puzzle.layout) as session:
        deadline = Deadline(None)
        deadline.work = work
        search = in_steps(session.turns(puzzle, limit, deadline))
        solutions, ended = [], Ended()
        try:
            while (grid := next(search)) is not None:
                solutions.append(grid)
        except StopIteration as end:
            ended = end.value
        finally:
            search.close()
    return Result(tuple(solutions), ended.exhausted, ended.statistics, name, puzzle)


def minimal(layout: Layout, rng: random.Random) -> Drawn:
    """Returns a puzzle with one solution, in which every given is needed for that, as a solver has proved.

    Raises `PuzzleError` where no grid is found.
    """
    grid = random_grid(layout, rng)
    cells = rng.sample(range(len(grid)), len(grid))
    left = needed(cells, lambda cells: bool(proof(with_givens(layout, grid, cells), 2).unique))
    how = "givens were taken out of a grid, while the others had one solution by proof of a solver"
    return known(Kind.UNIQUE, with_givens(layout, grid, left), (grid,), how)


def few_solutions(layout: Layout, rng: random.Random) -> Drawn:
    """Returns a minimal puzzle without one of its givens, with all of its solutions: of several the fewest.

    Raises `PuzzleError` where no grid is found, there are no givens, or each puzzle has many solutions.
    """
    whole = minimal(layout, rng).puzzle
    found = []
    for cell in rng.sample(list(whole.givens), min(_DIFFERENCES, len(whole.givens))):
        puzzle = with_givens(layout, whole.values, [other for other in whole.givens if other != cell])
        truth = proof(puzzle, _MOST_SOLUTIONS)
        if truth.exhausted:
            found.append((puzzle, truth))
    if not found:
        raise Unlucky("without one of its givens a puzzle has many solutions")
    puzzle, truth = min(found, key=lambda one: len(one[1].solutions))
    how = "a puzzle in which every given is needed has lost one; a solver found all solutions"
    return Drawn(puzzle, Kind.SEVERAL, truth, how)


def with_false_given(puzzle: Puzzle, solution: Sequence[int], rng: random.Random) -> Puzzle | None:
    """Returns the puzzle of this one solution with a given that the solution does not have: it has none.

    Where there is one (on large grids among the first that are tried), the given is such that elimination and only
    choice find no contradiction, else one that no given peer has. Returns None where every shown cell is given.
    """
    # A cell that is not shown may have other values in the same solution.
    false = [
        (cell, value)
        for cell in puzzle.cells_of_difference
        for value in values_in(puzzle.candidates[cell])
        if value != solution[cell]
    ]
    rng.shuffle(false)
    values, peers = puzzle.values, puzzle.layout.peers
    false.sort(key=lambda given: given[1] in [values[peer] for peer in peers[given[0]]])
    changed = (puzzle.restricted(cell, 1 << (value - 1)) for cell, value in false)
    first = next(changed, None)
    if first is None:
        return None
    tried = islice(chain([first], changed), 1 + _CELLS_TRIED // puzzle.layout.cell_count)
    hidden = (each for each in tried if propagated(each.layout, each.candidates) is not None)
    return next(hidden, first)


def one_unit_clash(layout: Layout, rng: random.Random) -> Drawn:
    """Returns a puzzle with two equal givens that share one unit only, and no other contradiction in givens.

    None, a quarter or half of the other cells are given. Raises `PuzzleError` where no grid is found, and where all
    cells of the unit share others.
    """
    if not layout.units:
        raise PuzzleError("no unit has two cells that could clash")
    unit, share = rng.choice(layout.units), rng.choice((0.0, 0.25, 0.5))
    grid = random_grid(layout, rng)
    pairs = [
        (one, other)
        for one in unit.cells
        for other in unit.cells
        if one != other and sum(one in each.cells and other in each.cells for each in layout.units) == 1
    ]
    if not pairs:
        raise Unlucky(f"the cells of {unit.name} share other units")
    first, second = rng.choice(pairs)
    wrong = {peer for peer in layout.peers[second] if grid[peer] == grid[first]}
    free = [cell for cell in range(layout.cell_count) if cell not in wrong and cell not in (first, second)]
    return clash(layout, grid, unit, (first, second), rng.sample(free, round(share * len(free))), {})


def broken_in(layout: Layout, units: Sequence[Unit], rng: random.Random) -> Drawn:
    """Returns a puzzle of two equal givens in one of these units, which a grid without these units completes.

    A solver that does not look at givens in these units finds a solution. All or most cells are given. Raises
    `PuzzleError` where no grid is found, and where the grid keeps to these units.
    """
    share = rng.choice((1.0, 0.9))
    others = tuple(unit for unit in layout.units if unit not in units)
    grid = random_grid(Layout(layout.size, others, layout.positions, None, layout.name), rng)
    equal = [(unit, pair) for unit in units for pair in combinations(unit.cells, 2) if grid[pair[0]] == grid[pair[1]]]
    if not equal:
        raise Unlucky("the grid keeps to the units that are left out")
    unit, pair = rng.choice(equal)
    return clash(layout, grid, unit, pair, rng.sample(range(layout.cell_count), round(share * layout.cell_count)), {})


def kinds_of_units(layout: Layout) -> list[list[Unit]]:
    """Returns the units by the first word of their names, `row` or `block` for example, in order of the layout."""
    kinds: dict[str, list[Unit]] = {}
    for unit in layout.units:
        if len(unit) > 1:
            kinds.setdefault(unit.name.partition(" ")[0], []).append(unit)
    return list(kinds.values())
