"""Puzzles that need search, with answers that a solver proved: minimal ones, nearly unsolvable ones, few solutions.

The recipes of `puzzles.py` need no solver, but what they draw can mostly be solved without a guess. These puzzles are
for what happens after a guess. Work is counted in steps of the search, never in seconds: the same random generator
draws the same puzzles.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, islice
from math import inf
from typing import NamedTuple

from ...encoders.naming.sessions import lend_session
from ...encoders.reasons.small_sets import minimal as needed
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendUnavailable, FormulaTooLarge, PuzzleError, Unsupported
from ...reference.contract.result import Result
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from ...reference.model.rules import Unit
from ...reference.native.backend import NativeBackend, NativeSession
from ...reference.native.bulk import answers_of
from .constructions import clash, with_givens
from .grids import propagated, random_grid
from .kinds import CONSTRUCTION, Drawn, Kind, Unlucky, known

# Puzzles without a solution for which elimination and only choice find no contradiction: they need search.
#
# Each has a *core*: cells whose candidates cannot be placed, for a reason that the two rules do not cover. It is an
# instance of the pigeonhole principle, or an odd cycle of cells with two values.

_STEPS = 600
"""The number of cells that the search for one core may try."""
_MOST_PIGEONS = 5
"""The largest number of pigeons: with more, a search without learning takes too long, as it tries nearly all orders."""


class CoreForm(NamedTuple):
    """A kind of core: a number of cells that are all restricted to the same values."""

    cells: int
    values: int
    ring: bool

    @property
    def how(self) -> str:
        """A sentence that says why such a core cannot be filled."""
        if self.ring:
            return f"a ring of {self.cells} cells, each a peer of the next, has to alternate between two values"
        return f"{self.cells} cells that are peers of each other have to share {self.values} values"


def core_forms(layout: Layout) -> list[CoreForm]:
    """Returns the cores worth looking for in the layout, simplest first; a layout may hold none of them.

    *Pigeons*: `m` cells, all peers of each other, restricted to `m - 1` values. Proof: their values all differ.
    *Odd rings*: an odd number of cells, each a peer of the next and the last of the first, restricted to two values.
    Proof: along the ring the values alternate, so with an odd number the last cell has the value of the first.
    """
    pigeons = [CoreForm(cells, cells - 1, ring=False) for cells in range(3, min(layout.size + 1, _MOST_PIGEONS) + 1)]
    rings = [CoreForm(cells, 2, ring=True) for cells in (5, 7, 9) if layout.size > 1]
    return pigeons[:1] + rings[:1] + pigeons[1:] + rings[1:]


def find_core(layout: Layout, form: CoreForm, order: Sequence[int]) -> list[int] | None:
    """Returns the cells of a core, or None if there is none or none was found within a fixed number of steps.

    The search is depth-first and takes cells along `order`, which holds all cells. Every cell of a core has at least
    two candidates, so elimination does not apply. For only choice a complete unit must keep two places for each value:
    the cells of the core exclude all other values of their unit, so a complete unit holds at most `size - 2` of them,
    unless the core has every value.
    """
    peers = layout.peers
    rank = {cell: number for number, cell in enumerate(order)}

    def fits(chosen: list[int], cell: int) -> bool:
        crowded = form.values < layout.size and any(
            len(unit) >= layout.size and sum(other in unit.cells for other in chosen) > layout.size - 3
            for unit in layout.units_of[cell]
        )
        if crowded or cell in chosen:
            return False
        if not form.ring:
            return all(cell in peers[other] for other in chosen)
        return len(chosen) + 1 < form.cells or cell in peers[chosen[0]]

    stack: list[list[int]] = [[cell] for cell in reversed(order) if fits([], cell)]
    for _ in range(_STEPS):
        if not stack:
            break
        chosen = stack.pop()
        if len(chosen) == form.cells:
            return chosen
        near = sorted(peers[chosen[-1]], key=rank.__getitem__, reverse=True)
        stack += [[*chosen, cell] for cell in near if fits(chosen, cell)]
    return None


def search_only(
    layout: Layout, core: Mapping[int, int], how: str, hints: Iterable[tuple[int, int]], givens: int | None = None
) -> Drawn:
    """Returns a puzzle around the core; raises `Unlucky` where the rules find a contradiction.

    `core` maps cells to the candidates that cannot be placed (see `core_forms` for the proof), and `how` says why. Each
    hint, an open cell and a candidate set, is added unless the rules would then find a contradiction; with `givens` the
    hints end at that number of givens. Further restrictions add no solution, so the proof stands.
    """
    candidates = [core.get(cell, layout.all_values) for cell in range(layout.cell_count)]
    state = propagated(layout, candidates)
    given = 0
    for cell, mask in hints:
        if state is None or given == givens:
            break
        if candidates[cell] == layout.all_values and state[cell] & mask:
            narrowed = list(state)
            narrowed[cell] &= mask
            after = propagated(layout, narrowed)
            if after is not None:
                candidates[cell], state = mask, after
                given += not mask & (mask - 1)
    puzzle = Puzzle(layout, tuple(candidates))
    if not is_beyond_the_rules(puzzle):
        raise Unlucky("the rules refute it")
    return known(Kind.SEARCH, puzzle, (), how)


def is_beyond_the_rules(puzzle: Puzzle) -> bool:
    """Returns whether elimination and only choice neither fill the puzzle nor find a contradiction."""
    masks = propagated(puzzle.layout, puzzle.candidates)
    return masks is not None and any(mask & (mask - 1) for mask in masks)


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
        found = session.solve(puzzle, limit, Deadline(None, work))
    return replace(found, statistics={})  # which has times


def is_only_solution(layout: Layout, grid: Sequence[int], cells: Iterable[int]) -> bool:
    """Returns whether a solver proves that a grid is the only solution with the givens in these cells."""
    return bool(proof(with_givens(layout, grid, cells), 2).unique)


def minimal(layout: Layout, rng: random.Random) -> Drawn:
    """Returns a puzzle with one solution, in which every given is needed for that, as a solver has proved.

    Raises `PuzzleError` where no grid is found.
    """
    grid = random_grid(layout, rng)
    cells = rng.sample(range(len(grid)), len(grid))
    left = needed(cells, partial(is_only_solution, layout, grid))
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


# Puzzles with one solution that need many guesses: of many changes of a puzzle the best is kept, again and again.

_ENOUGH = 40
"""How often the compiled search guesses on a puzzle that is hard enough for a check."""

_ROUNDS, _USUAL_CELLS = 100, 81
"""How often a puzzle is changed on layouts of so many cells: smaller ones are all easy, larger ones take longer."""

_CHANGES = 256
"""Changes that are judged each time."""

_JUDGE_WORK = 200.0
"""Milliseconds of work for all changes that are judged at a time, counted in steps; what is left then is unsettled."""

_MOST_REMOVED = 2
"""Givens that a change takes away."""

_MORE_ADDED = (-1, 0, 0, 0, 1, 1)
"""How many more it adds, at the rates at which these occur here."""


def hardest(layout: Layout, rng: random.Random, guesses: int = _ENOUGH) -> Drawn:
    """Returns a puzzle with one solution that takes the compiled search so many guesses, or the hardest that is found.

    It begins with a minimal puzzle, which is all where that search is missing: a change takes one or two givens away
    and adds others of the same solution, and too many changes are judged for another. Raises `PuzzleError` where no
    grid is found.
    """
    drawn = minimal(layout, rng)
    try:
        session = NativeBackend().open(layout)
    except (BackendUnavailable, FormulaTooLarge):
        return drawn
    (grid,) = drawn.solutions
    ratio = layout.cell_count / _USUAL_CELLS
    rounds = round(_ROUNDS * min(ratio, 1 / ratio) ** 2)
    best = list(drawn.puzzle.values)
    (most,) = _guesses(session, [best])
    for _ in range(rounds):
        if most >= guesses:
            break
        changed = _changes(best, grid, rng)
        found, number = max((taken, number) for number, taken in enumerate(_guesses(session, changed)))
        if found >= most:
            best, most = changed[number], found
    return drawn._replace(puzzle=Puzzle.from_values(best, layout))


def _changes(values: Sequence[int], grid: Sequence[int], rng: random.Random) -> list[list[int]]:
    """Returns the values with a change, so many times anew."""
    given = [cell for cell, value in enumerate(values) if value]
    free = [cell for cell, value in enumerate(values) if not value]
    changes = []
    for _ in range(_CHANGES):
        changed = list(values)
        removed = min(rng.randint(1, _MOST_REMOVED), len(given))
        for cell in rng.sample(given, removed):
            changed[cell] = 0
        for cell in rng.sample(free, min(removed + rng.choice(_MORE_ADDED), len(free))):
            changed[cell] = grid[cell]
        changes.append(changed)
    return changes


def _guesses(session: NativeSession, puzzles: Sequence[Sequence[int]]) -> list[int]:
    """Returns how often the search guesses on each puzzle, given as values with 0 for open cells; -1 unless unique."""
    items = memoryview(bytes(chain.from_iterable(puzzles)))
    job = session.kernel.Job(session.program, items, as_values=True, limit=2, seconds=-1.0, threads=1, grids=False)
    job.run(inf, session.rounds(_JUDGE_WORK))
    answers = answers_of(job)
    unique = (count == 1 and done for count, done in zip(answers.counts, answers.exhausted, strict=True))
    return [guesses if one else -1 for guesses, one in zip(answers.guesses, unique, strict=True)]
