"""What a solver returned, read as an answer. Grids are read as `is_solution` reads them, whose tests have all forms."""

from __future__ import annotations

import re

import pytest

from unitdoku import Puzzle, latin
from unitdoku.encoders.callables.functions import NoAnswer, SolverAnswer, solver_answer

GRID = (1, 2, 2, 1)
TWO = latin(2)
FOUND = SolverAnswer(True, grid=GRID)


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        *((form, FOUND) for form in (GRID, [[1, 2], [2, 1]], "12\n21", {"A1": 1, "A2": "2", (1, 0): 2, 3: 1})),
        (Puzzle.from_values(GRID, TWO), FOUND),
        (None, SolverAnswer(False)),
        (False, SolverAnswer(False)),
        (0, SolverAnswer(False, number=0)),
        (7, SolverAnswer(True, number=7)),
    ],
)
def test_answers(returned: object, said: SolverAnswer) -> None:
    assert solver_answer(returned, TWO) == said


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        (True, "returned True"),
        (-1, "which is no number of solutions"),
        (1.0, "a float, which is no grid"),
        (iter(GRID), "iterator"),
        ("no solution", "no grid"),
        ("1.21", "cell A2: 0 is not one of the values"),
        ((1, 2, 2), "3 values for 4 cells"),
        ((1, 2, 2, None), "cell B2: None is not one of the values"),
        ((1, 2, 2, 1.5), "cell B2: 1.5 is not one of the values"),
        ((True, 2, 2, 1), "cell A1: True is not one of the values"),
        ((True, GRID), "True together with a tuple: a grid alone is an answer, or None"),
        ({"A1": 1}, "cell A2: None is not one of the values"),
    ],
)
def test_what_is_no_answer(returned: object, words: str) -> None:
    with pytest.raises(NoAnswer, match=re.escape(words)):
        solver_answer(returned, TWO)


def test_what_numpy_makes() -> None:
    numpy = pytest.importorskip("numpy")
    assert solver_answer([numpy.array([1, 2]), numpy.array([2, 1])], TWO) == FOUND
    assert solver_answer(numpy.bool_(False), TWO) == SolverAnswer(False)
    assert solver_answer(numpy.int32(2), TWO) == SolverAnswer(True, number=2)
    for wrong in (numpy.bool_(True), [numpy.bool_(True), 2, 2, 1], [[[1, 2], 1], [2, 1]], numpy.float64(1)):
        with pytest.raises(NoAnswer):
            solver_answer(wrong, TWO)
