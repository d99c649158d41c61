"""Puzzles and grids in arrays of NumPy and tables of pandas: each is read right, or refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from corpora import PRINTED as LINE
from corpora import PRINTED_GRID as GRID

import unitdoku
from unitdoku import LayoutError, Puzzle, PuzzleError, classic
from unitdoku.encoders.naming.families import is_installed

numpy = pytest.importorskip("numpy")
pandas = pytest.importorskip("pandas")

PUZZLE = unitdoku.parse_puzzle(LINE)
FLAT = list(PUZZLE.values)
ROWS = [FLAT[first : first + 9] for first in range(0, 81, 9)]
ARRAY = numpy.array(ROWS)
RIGHT = numpy.array([int(digit) for digit in GRID]).reshape(9, 9)

PUZZLES: dict[str, Callable[[], Any]] = {
    "9x9": lambda: ARRAY,
    "81": lambda: ARRAY.ravel(),
    "81x1": lambda: ARRAY.reshape(81, 1),
    "bytes": lambda: ARRAY.astype("uint8"),
    "floats of 32 bits": lambda: ARRAY.astype("float32"),
    "nan": lambda: numpy.where(ARRAY == 0, numpy.nan, ARRAY),
    "text": lambda: ARRAY.astype(str),
    "objects with None": lambda: numpy.where(ARRAY == 0, None, ARRAY.astype(object)),
    "masked": lambda: numpy.ma.masked_equal(ARRAY, 0),
    "list of arrays": lambda: list(ARRAY),
    "line in an array": lambda: numpy.array(LINE),
    "lines in an array": lambda: numpy.array([LINE[first : first + 9] for first in range(0, 81, 9)]),
    "series": lambda: pandas.Series(FLAT),
    "series of lines": lambda: pandas.Series([LINE[first : first + 9] for first in range(0, 81, 9)]),
    "table": lambda: pandas.DataFrame(ROWS),
    "table with NA": lambda: pandas.DataFrame(ROWS).astype("Int64").replace(0, pandas.NA),
    "element of a series": lambda: pandas.Series([LINE]).iloc[0],
    "keys of NumPy": lambda: {numpy.int64(cell): numpy.int64(value) for cell, value in PUZZLE.givens.items()},
    "sets in an array": lambda: numpy.array([{value} if value else None for value in FLAT], dtype=object),
}


@pytest.mark.parametrize("make", PUZZLES.values(), ids=PUZZLES)
def test_puzzles(make: Callable[[], Any]) -> None:
    assert unitdoku.solve(make(), "reference").puzzle == PUZZLE


SEVERAL: dict[str, Callable[[], Any]] = {
    "3x9x9": lambda: numpy.stack([ROWS] * 3),
    "array of lines": lambda: numpy.array([LINE] * 3),
    "column": lambda: pandas.DataFrame({"quizzes": [LINE] * 3, "solutions": [GRID] * 3})["quizzes"],
    "table with one column": lambda: pandas.DataFrame({"quizzes": [LINE] * 3}),
    "table of cells": lambda: pandas.DataFrame([FLAT] * 3),
    "mixed": lambda: [LINE, ROWS, ARRAY],
}


@pytest.mark.parametrize("make", SEVERAL.values(), ids=SEVERAL)
def test_several_puzzles(make: Callable[[], Any]) -> None:
    results = list(unitdoku.solve_many(make(), "reference"))
    assert [result.puzzle for result in results] == [PUZZLE] * 3
    with unitdoku.find_backend("native").open(classic()) as session:
        assert [result.puzzle for result in session.solve_many(make())] == [PUZZLE] * 3


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: unitdoku.solve(numpy.stack([ROWS] * 9)), "solve_many takes several puzzles"),
    (lambda: unitdoku.solve(pandas.Series([LINE] * 2)), "solve_many takes 2 puzzles"),
    (lambda: unitdoku.solve(ARRAY > 0), "cell A1: True is neither"),
    (lambda: unitdoku.solve(ARRAY.astype("S")), "cell A1: b'5' is neither"),
    (lambda: unitdoku.solve(numpy.int64(5)), "is no puzzle: text such as"),
    (lambda: unitdoku.solve(ARRAY[:8]), "8 rows of 9 cells are no square"),
    (lambda: list(unitdoku.solve_many(ARRAY)), "9 cells"),
    (lambda: list(unitdoku.solve_many(ARRAY.ravel())), "is no puzzle"),
    (lambda: list(unitdoku.solve_many(pandas.Series([numpy.nan]))), "nan is no puzzle"),
    (lambda: unitdoku.solve_many(pandas.DataFrame({"a": [LINE], "b": [1]})), r"columns a, b .*choose one.*\['a'\]"),
    (lambda: Puzzle.from_givens({0: numpy.bool_(True)}), "cell A1: True is neither"),
    (lambda: unitdoku.is_solution(GRID.encode(), PUZZLE), "is bytes, not text"),
]


@pytest.mark.parametrize(("guess", "sentence"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_refused(guess: Callable[[], object], sentence: str) -> None:
    with pytest.raises(PuzzleError, match=sentence):
        guess()


def test_a_truth_value_is_no_cell() -> None:
    with pytest.raises(LayoutError, match="there is no cell"):
        Puzzle.from_givens({numpy.bool_(True): 1})


GRIDS: dict[str, Callable[[], Any]] = {
    "array": lambda: RIGHT,
    "flat": lambda: RIGHT.ravel(),
    "floats": lambda: RIGHT.astype(float),
    "text": lambda: RIGHT.astype(str),
    "table": lambda: pandas.DataFrame(RIGHT),
}


@pytest.mark.parametrize("make", GRIDS.values(), ids=GRIDS)
def test_grids(make: Callable[[], Any]) -> None:
    assert unitdoku.is_solution(make(), PUZZLE)
    assert unitdoku.is_solution(make(), LINE)
    assert list(unitdoku.violations(make(), ARRAY)) == []
    assert unitdoku.io.write_grid(make(), classic()) == GRID


def test_wrong_grids_stay_wrong() -> None:
    wrong = RIGHT.copy()
    wrong[0, 2] = 5
    assert next(unitdoku.violations(wrong, PUZZLE)) == "unit row A: 5 stands in A1 and A3"
    assert next(unitdoku.violations(ARRAY, PUZZLE)) == "cell A3: 0 is not one of the values 1..9"
    assert not any(unitdoku.is_solution(grid, PUZZLE) for grid in (wrong, ARRAY, RIGHT.ravel()[:80]))


@pytest.mark.parametrize("backend", ["native", "reference"])
def test_a_limit_may_be_an_integer_of_numpy(backend: str) -> None:
    if not is_installed(backend):
        pytest.skip("it was not compiled")
    empty = "." * 16
    assert len(unitdoku.solve(empty, backend, limit=numpy.int64(3))) == 3
    assert unitdoku.count(empty, backend, limit=numpy.uint8(3)).solutions == 3
    assert [len(result) for result in unitdoku.solve_many([empty], backend, limit=numpy.int32(2), processes=2)] == [2]
    for bad in numpy.int64(0), numpy.float64(2), numpy.True_:
        with pytest.raises(ValueError, match="a limit is a whole number from 1 up"):
            unitdoku.solve(empty, backend, limit=bad)
