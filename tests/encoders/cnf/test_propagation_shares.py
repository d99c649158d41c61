"""What unit propagation alone finishes depends on the encoding and on nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from corpora import CLASSIC, seventeen_clue

pytest.importorskip("pysat", reason="python-sat is not installed: pip install 'unitdoku[sat]'")

from pysat.solvers import Solver  # type: ignore[import-untyped]

from unitdoku import Puzzle, find_backend
from unitdoku.encoders.cnf.variables import VariableMap, given_literals
from unitdoku.io import cnf

VARIABLES = VariableMap(CLASSIC)


def finished(puzzles: list[Puzzle], encoding: str, at_most_one: str = "pairwise") -> Iterator[bool]:
    """For each puzzle whether its givens, propagated, decide every cell."""
    with Solver("minisat22", bootstrap_with=cnf(CLASSIC, encoding, at_most_one=at_most_one).clauses) as solver:
        for puzzle in puzzles:
            holds, literals = solver.propagate(assumptions=given_literals(puzzle))
            assert holds
            yield sum(0 < literal <= VARIABLES.count for literal in literals) == CLASSIC.cell_count


def test_elimination_and_only_choice_are_unit_propagation_on_the_extended_encoding() -> None:
    """Puzzle by puzzle, with any at-most-one encoding."""
    puzzles = seventeen_clue(50)
    with find_backend("reference").open(CLASSIC) as session:
        without_guess = [result.statistics["guesses"] == 0 for result in session.solve_many(puzzles)]
    assert 10 < sum(without_guess) < 40
    for at_most_one in ("pairwise", "sequential-counter", "ladder", "bitwise", "product", "commander", "bimander"):
        assert list(finished(puzzles, "extended", at_most_one)) == without_guess
