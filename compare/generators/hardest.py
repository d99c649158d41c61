"""Puzzles with one solution that need many guesses: of many changes of a puzzle the best is kept, again and again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain
from math import inf

from ...reference.contract.errors import BackendUnavailable, FormulaTooLarge
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ...reference.native.backend import NativeBackend, NativeSession
from ...reference.native.bulk import answers_of
from .kinds import Drawn
from .proven import minimal

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
