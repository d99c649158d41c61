"""A `solution.py` of one import line does what the test of the course project "Diagonal Sudoku" asks of it.

The board of naked twins and the grid are those of the project's `solution_test.py` (Udacity, Artificial Intelligence
Nanodegree, project 1): it takes either of two boards, as a pass may use what it found before or not.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from corpora import DIAGONAL, DIAGONAL_GRID

from unitdoku import classic

TWINS = """
1 237 4 2357 9 257 27 6 8      9 5 6 27 1 8 27 3 4      23 237 8 4 37 6 9 5 1
5 1 2379 237 347 279 34 8 6    8 37 379 6 347 579 345 1 2    6 4 23 1235 8 125 35 9 7
7 8 1 9 2 3 6 4 5              4 9 5 17 6 17 8 2 3      23 6 23 8 5 4 1 7 9
"""
CHANGES = ({"D3": "79", "E3": "79"}, {"D3": "79", "E3": "79", "E2": "3"})


@pytest.fixture
def solution() -> SimpleNamespace:
    """Returns the names that a file of one line has, as a student has it beside `solution_test.py`."""
    names: dict[str, Any] = {}
    exec("from unitdoku.course import *", names)
    return SimpleNamespace(**names)


def test_naked_twins_returns_one_of_the_boards_that_the_course_takes(solution: SimpleNamespace) -> None:
    before = dict(zip(classic().labels, TWINS.split(), strict=True))
    assert solution.naked_twins(dict(before)) in [before | change for change in CHANGES]


def test_solve_returns_the_board_of_the_course(solution: SimpleNamespace) -> None:
    del solution.assignments[:]
    board = solution.solve(DIAGONAL)
    assert board == dict(zip(classic().labels, DIAGONAL_GRID, strict=True)) == solution.assignments[-1]
    assert solution.assign_value(board, "A1", "1") is board
    assert [each["A1"] for each in solution.assignments[-2:]] == ["2", "1"]


def test_naked_twins_takes_boards_with_twins_that_exclude_each_other(solution: SimpleNamespace) -> None:
    """The later edition only asks that this does not raise."""
    board = solution.grid_values("." * 81) | {"A1": "12", "A2": "12", "B1": "12", "C3": "1"}
    assert solution.naked_twins(board)["B1"] == ""


def test_without_a_solution_the_answer_is_false(solution: SimpleNamespace) -> None:
    assert solution.solve("11" + "." * 79) is False
    assert solution.reduce_puzzle(solution.grid_values("11" + "." * 79)) is False
    # Two equal digits on a diagonal: without the diagonals this grid has solutions.
    assert solution.solve("1" + "." * 79 + "1") is False


def test_every_name_of_the_course_is_there(solution: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    assert (len(solution.boxes), len(solution.unitlist), len(solution.row_units)) == (81, 29, 9)
    assert solution.column_units[0][:2] == ["A1", "B1"]
    assert solution.square_units[0] == ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]
    diagonals = ["A1 B2 C3 D4 E5 F6 G7 H8 I9", "A9 B8 C7 D6 E5 F4 G3 H2 I1"]
    assert list(map(" ".join, solution.diagonal_units)) == diagonals
    assert (len(solution.units["E5"]), len(solution.peers["A1"])) == (5, 26)
    values = solution.grid_values(DIAGONAL)
    assert (values["A1"], values["A2"]) == ("2", "123456789")
    solution.display(solution.only_choice(solution.eliminate(values)))
    assert len(capsys.readouterr().out.splitlines()) == 11
    assert solution.boxes == solution.cross(solution.rows, solution.cols)
    assert solution.search(values) == solution.solve(DIAGONAL)
    assert len([name for name in vars(solution) if name[0] not in "_@"]) == 22  # with Classroom; @: of pytest
