"""Control puzzles: with other numbers of solutions than those of a corpus, asked among them to notice false claims.

Nearly all puzzles that people collect have one solution, or all of a corpus have none, so that a solver which claims
that without a look is right on them. Control puzzles are derived from the puzzles of a corpus: some have two solutions,
some have a false given, some have two equal givens in a unit. They are kept apart, and are in no time and no count of a
race. Their numbers are negative: the last one is -1.
"""

from __future__ import annotations

import random
from itertools import combinations, islice
from typing import NamedTuple

from ...reference.contract.result import Result, Verdict
from ...reference.model.grid import Grid
from ...reference.model.puzzle import Puzzle
from ..corpora.corpus import Corpus
from ..cross_check.asking import certified_answer
from ..cross_check.shrink import without_rules
from ..generators.constructions import swapped_grids
from ..generators.proven import NO_SOLUTION, proof, with_false_given

USUAL_SHARE = 20
"""By default a race adds a control puzzle for every so many puzzles of a corpus."""

_LEAST, _MOST = 3, 20
"""Control puzzles for a corpus."""

_MOST_SWAPPED = 300
"""Second grids that are tried: all of a 9x9, and a part of a large grid, which has tens of thousands."""

_TRIES = 4
"""Puzzles of the corpus that are tried for each control puzzle."""

_MOST_KNOWN = 100
"""Solutions that are searched for. A claim that fewer are all is refuted, whether or not these are all."""

_OPENED = (0.25, 0.5, 1.0)
"""Shares of the givens of a puzzle without a solution that are opened, until there is one."""


class Controls(NamedTuple):
    """The control puzzles of a corpus, and what is known of them and of the puzzles of the corpus."""

    puzzles: tuple[Puzzle, ...]
    truths: dict[int, Result]
    """Some or all solutions, by number, of all control puzzles and of the puzzles that have a certificate. Exhausted if
    there are no others."""

    @property
    def certified(self) -> int:
        """The number of puzzles that have a certificate."""
        return len(self.truths) - len(self.puzzles)

    @property
    def in_words(self) -> str:
        """How many control puzzles and certificates there are; empty for none."""
        several = sum(number < 0 and bool(truth.solutions) for number, truth in self.truths.items())
        kinds = f"{several} with several solutions, {len(self.puzzles) - several} without a solution"
        return f"control puzzles {kinds}; certificates {self.certified:,}" if self.truths else ""


def controls_of(corpus: Corpus, share: int, seconds: int) -> Controls:
    """Returns `control_puzzles`, and certificates that are made in so many seconds each; 0 for none."""
    controls = control_puzzles(corpus, share)
    truths = {number: truth for number, (_, truth) in enumerate(controls, start=-len(controls))}
    for number, puzzle in enumerate(corpus.puzzles if seconds else ()):
        truth = certified_answer(puzzle, seconds)
        if truth is not None:
            truths[number] = truth
    return Controls(tuple(puzzle for puzzle, _ in controls), truths)


_Control = tuple[Puzzle, Result]


def control_puzzles(corpus: Corpus, share: int) -> list[_Control]:
    """Returns control puzzles for a corpus with what is known of them, one for `share` of its puzzles; none for 0.

    They follow from the corpus. Where proofs stay open, each after a number of steps, there are equal givens instead.
    """
    if not share:
        return []
    rng = random.Random(corpus.digest)
    found: list[_Control] = []
    kinds = (_with_several, _with_false_given, _with_clash)
    for turn in range(min(_MOST, max(_LEAST, len(corpus.puzzles) // share))):
        for tried in range(_TRIES):
            puzzle = rng.choice(corpus.puzzles)
            kind = _with_clash if tried == _TRIES - 1 else kinds[turn % len(kinds)]
            if kind is _with_several and puzzle.layout.has_other_rules:
                kind = _with_false_given  # values that change places need not keep to these
            control = kind(puzzle, rng)
            if control is not None:
                found.append(control)
                break
    return found


def _with_several(puzzle: Puzzle, rng: random.Random) -> _Control | None:
    """Opens the cells that keep the puzzle from a second grid, in which two values change places in some cells.

    It takes a grid for which the fewest cells are opened. A puzzle that has several solutions stays as it is. One
    without a solution is made solvable first.
    """
    found = proof(puzzle, _MOST_KNOWN)
    if found.verdict is Verdict.UNSAT:
        puzzle = _solvable(puzzle, rng)
        found = proof(puzzle, _MOST_KNOWN)
    if len(found.solutions) != 1:
        return (puzzle, found) if found.solutions else None
    (first,) = found.solutions
    others = list(islice(swapped_grids(puzzle.layout, first), _MOST_SWAPPED))
    if not others:
        return None
    rng.shuffle(others)
    second = min(others, key=lambda grid: len(_ruled_out(puzzle, grid)))
    puzzle = puzzle.opened(_ruled_out(puzzle, second))
    found = proof(puzzle, _MOST_KNOWN)
    return puzzle, found if len(found.solutions) > 1 else Result((first, second), exhausted=False)


def _ruled_out(puzzle: Puzzle, grid: Grid) -> list[int]:
    """Returns the cells in which the puzzle does not allow the value of the grid."""
    return [cell for cell, value in enumerate(grid) if not puzzle.candidates[cell] & 1 << (value - 1)]


def _solvable(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """Returns the puzzle with fewer givens, and without units in random order if no grid keeps to all of them."""
    cells = list(puzzle.restricted_cells)
    rng.shuffle(cells)
    for share in _OPENED:
        puzzle = puzzle.opened(cells[: round(share * len(cells))])
        if proof(puzzle, 1).verdict is not Verdict.UNSAT:
            return puzzle
    while proof(puzzle, 1).verdict is Verdict.UNSAT:
        puzzle = without_rules(puzzle, [rng.randrange(len(puzzle.layout.units))])
    return puzzle


def _with_false_given(puzzle: Puzzle, rng: random.Random) -> _Control | None:
    found = proof(puzzle, 2)
    other = with_false_given(puzzle, found.solutions[0], rng) if found.unique else None
    return None if other is None else (other, NO_SOLUTION)


def _with_clash(puzzle: Puzzle, rng: random.Random) -> _Control | None:
    """Gives two cells of a unit the same value."""
    units = [unit for unit in puzzle.layout.units if len(unit) > 1]
    if not units:
        return None
    unit = rng.choice(units)
    pairs = list(combinations(unit.cells, 2))
    rng.shuffle(pairs)
    for one, other in pairs:
        common = puzzle.candidates[one] & puzzle.candidates[other] & ~unit.repeatable_set
        if common:
            value = common & -common
            return puzzle.restricted(one, value).restricted(other, value), NO_SOLUTION
    return None
