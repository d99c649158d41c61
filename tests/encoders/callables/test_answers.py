"""What a solver may return as its answer, and what is none."""

from __future__ import annotations

import re
from typing import Any

import pytest

from unitdoku import Puzzle, from_units, latin
from unitdoku.encoders.callables.answers import NoAnswer, SolverAnswer, read_answer

GRID = (1, 2, 2, 1)
TWO = latin(2)


class Array(list):  # type: ignore[type-arg]
    """An object with `tolist`, like an array of NumPy."""

    def tolist(self) -> list[object]:
        return list(self)


FORMS = [
    *(GRID, list(GRID), [[1, 2], [2, 1]], ((1, 2), [2, 1]), "1221", "12\n21", "1 2 | 2 1", ["1", "2", "2", "1"]),
    {"A1": 1, "A2": "2", "b1": 2, "B2": 1},
    {0: 1, 1: 2, 2: 2, 3: 1},
    {(0, 0): 1, (0, 1): 2, (1, 0): 2, (1, 1): 1},
    Array([[1, 2], [2, 1]]),
]
OTHERS = [
    (None, SolverAnswer(False)),
    (False, SolverAnswer(False)),
    (0, SolverAnswer(False, number=0)),
    (7, SolverAnswer(True, number=7)),
]


@pytest.mark.parametrize(("returned", "said"), [*((form, SolverAnswer(True, grid=GRID)) for form in FORMS), *OTHERS])
def test_forms_of_answers(returned: object, said: SolverAnswer) -> None:
    assert read_answer(returned, TWO) == said


NO_ANSWERS: list[Any] = [
    *(True, -1, 1.0, b"1221", iter(GRID), "", "122", "no solution", "1.21", (), Puzzle.empty(TWO)),
    *((1, 2, 2), (1, 2, 2, 3), (1, 2, 2, None), (1, 2, 2, 1.5), (True, 2, 2, 1), (True, GRID), [[1, 2, 2], [1]]),
    *({"A1": 1}, {"A1": 1, "Z9": 2}, {9: 1}, {"A1": 1, "a1": 1, "A2": 2, "B1": 2, "B2": 1}),
]


@pytest.mark.parametrize("returned", NO_ANSWERS)
def test_what_is_no_answer(returned: object) -> None:
    with pytest.raises(NoAnswer):
        read_answer(returned, TWO)


def test_why_it_is_none() -> None:
    for returned, words in (((1, 2, 2, 3), "cell B2: 3"), ("1.21", "cell A2"), ([[1, 2, 2], [1]], "[3, 1]")):
        with pytest.raises(NoAnswer, match=re.escape(words)):
            read_answer(returned, TWO)


def test_what_numpy_makes() -> None:
    numpy = pytest.importorskip("numpy")
    rows = [numpy.array([1, 2]), numpy.array([2, 1])]
    by_label = {"A1": numpy.int64(1), "A2": 2, "B1": 2, "B2": 1}
    for returned in (rows, tuple(rows), numpy.array(rows), numpy.array(GRID), list(numpy.array(GRID)), by_label):
        assert read_answer(returned, TWO) == SolverAnswer(True, grid=GRID)
    assert read_answer(numpy.bool_(False), TWO) == SolverAnswer(False)
    assert read_answer(numpy.int32(2), TWO) == SolverAnswer(True, number=2)
    ragged = [numpy.array([1, 2, 2]), numpy.array([1])]
    by_index = {0: rows[0], 1: 2, 2: 2, 3: 1}
    for wrong in (
        numpy.bool_(True),
        [numpy.bool_(True), 2, 2, 1],
        ragged,
        [[rows, 1], [2, 1]],
        by_index,
        numpy.float64(1),
    ):
        with pytest.raises(NoAnswer):
            read_answer(wrong, TWO)


def test_large_values_as_text() -> None:
    assert read_answer("12 7", from_units(12, [(0, 1)], (1, 2))) == SolverAnswer(True, grid=(12, 7))
