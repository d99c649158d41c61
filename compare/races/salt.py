"""Salt: puzzles with other numbers of solutions than those of a corpus, asked among them to notice false claims.

Nearly all puzzles that people collect have one solution, so that a solver which claims that without a look is right on
them. Salt is derived from the puzzles of a corpus: some with given values opened until there are two solutions, some
with a false given, some with two equal givens in a unit. It is kept apart: it is in no time and in no count of a race.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import NamedTuple

from ...encoders.solve import solve
from ...reference.deadline import Deadline
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ..corpora.corpus import Corpus
from ..cross_check.shrink import opened, restricted_cells
from ..generators.proven import MOST_PROVEN, NO_SOLUTION, with_false_given

USUAL_SHARE = 20
"""By default a race asks one puzzle of salt for so many of the corpus."""

_LEAST, _MOST = 3, 20
"""Puzzles of salt for a corpus."""

_TRIES = 4
"""Puzzles of the corpus from which one of salt is tried to be made."""

_PROOF_SECONDS, _ALL_SECONDS = 0.5, 10.0
"""The time limit of a proof, and of all for a corpus: of puzzles that are hard there is less salt."""


class SaltPuzzle(NamedTuple):
    """A puzzle, its number, which is negative, and some or all of its solutions."""

    number: int
    puzzle: Puzzle
    truth: Result
    """Exhausted where there are no other solutions."""


def salt_of(corpus: Corpus, share: int) -> tuple[SaltPuzzle, ...]:
    """Returns salt for a corpus, a puzzle for `share` of its puzzles; none for 0.

    It follows from the corpus, but for proofs that the time limit cuts short. There are fewer where they are, and where
    the puzzles are too large to be proven, only those with equal givens.
    """
    if not share:
        return ()
    rng = random.Random(corpus.digest)  # noqa: S311 - no secret
    deadline = Deadline(_ALL_SECONDS)
    found: list[SaltPuzzle] = []
    kinds = (_with_several, _with_false_given, _with_clash)
    for turn in range(min(_MOST, max(_LEAST, len(corpus.puzzles) // share))):
        for tried in range(_TRIES):
            puzzle = rng.choice(corpus.puzzles)
            without_proof = puzzle.layout.cell_count > MOST_PROVEN or deadline.expired or tried == _TRIES - 1
            salt = (_with_clash if without_proof else kinds[turn % 3])(puzzle, rng)
            if salt is not None:
                found.append(SaltPuzzle(-1 - len(found), *salt))
                break
    return tuple(found)


_Salt = tuple[Puzzle, Result]


def _with_several(puzzle: Puzzle, rng: random.Random) -> _Salt | None:
    """Opens cells until there are two solutions."""
    cells = restricted_cells(puzzle)
    rng.shuffle(cells)
    for count in range(1, len(cells) + 1):
        other = opened(puzzle, cells[:count])
        found = solve(other, limit=2, seconds=_PROOF_SECONDS)
        if len(found.solutions) == 2:
            return other, Result(found.solutions, False)
        if not found.exhausted:
            return None
    return None


def _with_false_given(puzzle: Puzzle, rng: random.Random) -> _Salt | None:
    found = solve(puzzle, limit=2, seconds=_PROOF_SECONDS)
    other = with_false_given(puzzle, found.solutions[0], rng) if found.unique else None
    return None if other is None else (other, NO_SOLUTION)


def _with_clash(puzzle: Puzzle, rng: random.Random) -> _Salt | None:
    """Gives two cells of a unit the same value."""
    units = [unit.cells for unit in puzzle.layout.units if len(unit) > 1]
    if not units:
        return None
    pairs = list(combinations(rng.choice(units), 2))
    rng.shuffle(pairs)
    for one, other in pairs:
        common = puzzle.candidates[one] & puzzle.candidates[other]
        if common:
            value = common & -common
            return puzzle.restricted(one, value).restricted(other, value), NO_SOLUTION
    return None
