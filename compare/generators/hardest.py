"""Puzzles with one solution that need many guesses: of many changes of a puzzle the best is kept, again and again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

from ...reference.errors import BackendUnavailable, FormulaTooLarge
from ...reference.layout import Layout
from ...reference.native.backend import NativeBackend, NativeSession
from ...reference.native.bulk import answers_of
from ...reference.puzzle import Puzzle
from .kinds import Drawn
from .proven import minimal, proof, with_solution

_ENOUGH = 40
"""How often the compiled search guesses on a puzzle that is hard enough for a check."""

_ROUNDS, _USUAL_CELLS = 100, 81
"""How often a puzzle is changed on layouts of so many cells: smaller ones are all easy, larger ones take longer."""

_IN_BULK, _BY_PROOF = 256, 2
"""Changes that are judged each time, with the compiled search, and without it."""

_JUDGE_WORK = 200.0
"""Milliseconds of work for all changes that are judged at a time, counted in steps; what is left then is unsettled."""

_SLICE = 1.0
"""Seconds between two looks for Ctrl-C."""

_MOST_REMOVED = 2
"""Givens that a change takes away."""

_MORE_ADDED = (-1, 0, 0, 0, 1, 1)
"""How many more it adds, at the rates at which these occur here."""

Judge = Callable[[Sequence[Sequence[int]]], list[float]]
"""Returns how often a solver guesses on each puzzle, given as values with 0 for open cells.

It is -1 for a puzzle that has not one solution."""


def hardest(layout: Layout, rng: random.Random, guesses: int = _ENOUGH) -> Drawn:
    """Returns a puzzle with one solution that takes a solver so many guesses, or the hardest that is found.

    It begins with a minimal puzzle. A change takes one or two givens away and adds others of the same solution. The
    solver is the compiled search, or, where that is missing, `proof`, with fewer changes. Raises `PuzzleError` where no
    grid is found.
    """
    drawn = minimal(layout, rng)
    (grid,) = drawn.solutions
    judge, width = _judge_of(layout)
    ratio = layout.cell_count / _USUAL_CELLS
    rounds = round(_ROUNDS * min(ratio, 1 / ratio) ** 2)
    best = list(drawn.puzzle.values)
    (most,) = judge([best])
    for _ in range(rounds):
        if most >= guesses:
            break
        changed = _changes(best, grid, rng, width)
        found, number = max((taken, number) for number, taken in enumerate(judge(changed)))
        if found >= most:
            best, most = changed[number], found
    return with_solution(Puzzle.from_values(best, layout), grid)


def _changes(values: Sequence[int], grid: Sequence[int], rng: random.Random, count: int) -> list[list[int]]:
    """Returns the values with so many changes, each a list of its own."""
    given = [cell for cell, value in enumerate(values) if value]
    free = [cell for cell, value in enumerate(values) if not value]
    changes = []
    for _ in range(count):
        changed = list(values)
        removed = min(rng.randint(1, _MOST_REMOVED), len(given))
        for cell in rng.sample(given, removed):
            changed[cell] = 0
        for cell in rng.sample(free, min(removed + rng.choice(_MORE_ADDED), len(free))):
            changed[cell] = grid[cell]
        changes.append(changed)
    return changes


def _judge_of(layout: Layout) -> tuple[Judge, int]:
    """Returns the judge of puzzles on the layout, and how many changes it judges each time."""
    try:
        return partial(_in_bulk, NativeBackend().open(layout)), _IN_BULK
    except (BackendUnavailable, FormulaTooLarge):
        return partial(_by_proof, layout), _BY_PROOF


def _in_bulk(session: NativeSession, puzzles: Sequence[Sequence[int]]) -> list[float]:
    items = memoryview(bytes(chain.from_iterable(puzzles)))
    job = session.kernel.Job(
        session.program, items, as_values=True, limit=2, seconds=-1.0, threads=1, grids=False, ordered=True
    )
    stop = session.rounds(_JUDGE_WORK)
    while not job.run(_SLICE, stop) and job.rounds < stop:
        pass
    answers = answers_of(job)
    unique = (count == 1 and done for count, done in zip(answers.counts, answers.exhausted, strict=True))
    return [guesses if one else -1 for guesses, one in zip(answers.guesses, unique, strict=True)]


def _by_proof(layout: Layout, puzzles: Sequence[Sequence[int]]) -> list[float]:
    found = [proof(Puzzle.from_values(values, layout), 2) for values in puzzles]
    return [result.statistics.get("guesses", 0.0) if result.unique else -1 for result in found]
