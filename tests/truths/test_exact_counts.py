"""Counts of solutions against Ganak, an exact model counter that shares no code with any backend.

It counts the assignments of a CNF, projected on the variables of the cells. Sharma, Roy, Soos and Meel, "GANAK: A
scalable probabilistic exact model counter" (2019).
"""

from __future__ import annotations

import pytest

from unitdoku import Puzzle, Unsupported, classic, count, diagonal, jigsaw, latin
from unitdoku.encoders.cnf.encodings import cnf
from unitdoku.encoders.naming.families import is_installed
from unitdoku.layouts import killer, thermometer

pyganak = pytest.importorskip("pyganak")

BACKENDS = (
    *("native", "reference", "sat:cadical195", "cpsat", "highs"),
    *("smt:z3", "smt:z3:encoding=int", "asp:clingo", "cover:xcover"),
)
FOUR = classic(4)
SIX = Puzzle.from_values([1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 0, 0, 0, 6, *[0] * 19], classic(6))
PUZZLES = {
    "classic": Puzzle.empty(FOUR),
    "diagonal": Puzzle.empty(diagonal(FOUR)),
    "latin": Puzzle.empty(latin(4)),
    "jigsaw": Puzzle.empty(jigsaw("AABBACBBACDDCCDD")),
    "killer": Puzzle.empty(killer({"A1 A2": 5, "C3 C4 D4": 9}, FOUR)),
    "thermometer": Puzzle.empty(thermometer(FOUR, "A1 A2 B2")),
    "6x6": SIX,
}


def exact(puzzle: Puzzle) -> int:
    formula = cnf(puzzle)
    counter = pyganak.Counter()
    counter.new_vars(formula.variable_count)
    counter.add_clauses(map(list, formula.clauses))
    counter.set_sampling_set(range(1, formula.variables.count + 1))
    return int(counter.count())


@pytest.mark.long
@pytest.mark.parametrize("name", PUZZLES)
def test_all_backends_count_as_an_exact_counter_does(name: str) -> None:
    puzzle, counted = PUZZLES[name], {}
    truth = exact(puzzle)
    for backend in filter(is_installed, BACKENDS):
        if backend == "highs" and truth > 100:
            continue  # each solution costs it a tenth of a second and more
        try:
            counted[backend] = count(puzzle, backend, limit=1000).solutions
        except Unsupported:
            assert backend == "cover:xcover"
    assert 1 < truth < 1000
    assert set(counted.values()) == {truth}
    assert len(counted) >= 2


@pytest.mark.long
def test_known_counts() -> None:
    assert [exact(PUZZLES[name]) for name in ("classic", "latin")] == [288, 576]
