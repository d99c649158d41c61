from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pytest

from unitdoku import Layout, Puzzle, PuzzleError, Unit, classic, from_units, is_solution, latin, violations
from unitdoku.reference.model.puzzle import values_in

SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def test_candidate_sets_are_not_givens() -> None:
    puzzle = Puzzle(latin(2), (0b01, 0b10, 0b11, 0b11))
    assert puzzle.values == (1, 2, 0, 0)
    far_apart = Puzzle(latin(3), (0b101, 0b100, *[0b111] * 7))
    assert (far_apart.values, far_apart.givens) == ((0, 3, *[0] * 7), {1: 3})
    assert puzzle.restricted(2, 0b10).values == puzzle.restricted("B1", {2}).values == (1, 2, 2, 0)
    for wrong in ("12", [1, 2], {3}):
        with pytest.raises(PuzzleError, match="B1"):
            puzzle.restricted("B1", wrong)  # type: ignore[arg-type]
    assert values_in(0b1011) == [1, 2, 4]
    assert values_in(0) == []


@pytest.mark.parametrize(
    ("build", "cell", "message"),
    [
        (lambda: Puzzle(latin(2), (1, 1, 1)), None, "3 cells, but the layout latin:2 has 4"),
        (lambda: Puzzle(latin(2), (1, 1, 0, 1)), "B1", "no candidate"),
        (lambda: Puzzle(latin(2), (1, 4, 1, 1)), "A2", r".*beyond the values 1\.\.2"),
        (lambda: Puzzle(latin(2), (1, -1, 1, 1)), "A2", ""),
        (lambda: Puzzle.from_values((1, 3, 0, 0), latin(2)), "A2", "3 is outside"),
        (lambda: Puzzle.from_values((0, 0, 0, 0, 0), latin(2)), None, "5 cells"),
        (lambda: Puzzle.from_givens({"A1": 0}, latin(2)), "A1", "0 is outside"),
    ],
)
def test_bad_puzzles_name_cell_and_value(build: Callable[[], object], cell: str | None, message: str) -> None:
    with pytest.raises(PuzzleError, match=message if cell is None else f"cell {cell}: {message}") as caught:
        build()
    assert caught.value.cell == cell
    assert isinstance(caught.value, ValueError)  # also the builtin that fits


def test_a_solution_keeps_candidates_and_units() -> None:
    puzzle = Puzzle.from_givens({"A1": 1}, classic(4))
    assert is_solution(SOLVED, puzzle)
    assert list(violations(SOLVED, puzzle)) == []
    assert is_solution(list(SOLVED), puzzle)


def test_faults_say_which_cell_or_unit_fails() -> None:
    puzzle = Puzzle.from_givens({"A1": 2}, classic(4))
    assert list(violations(SOLVED, puzzle)) == ["cell A1: 1 is not among its candidates"]
    assert not is_solution(SOLVED, puzzle)
    for grid in (SOLVED[:-1], (*SOLVED, 1)):
        assert list(violations(grid, puzzle)) == [f"{len(grid)} values for 16 cells"]
        assert not is_solution(grid, Puzzle.empty(classic(4)))
    swapped = (2, 1, *SOLVED[2:])
    assert list(violations(swapped, Puzzle.empty(classic(4)))) == [
        "unit column 1: 2 stands in A1 and C1",
        "unit column 2: 1 stands in A2 and C2",
    ]


@pytest.mark.parametrize("wrong", [0, 5, -1, True, 1.5, "one", None, [1]])
def test_values_of_the_wrong_kind(wrong: object) -> None:
    grid: list[object] = [*SOLVED]
    grid[0] = wrong
    found = list(violations(grid, Puzzle.empty(classic(4))))
    assert found[0].startswith("cell A1:")
    assert not is_solution(grid, Puzzle.empty(classic(4)))


def test_incomplete_units_only_forbid_repetition() -> None:
    layout = Layout(9, (Unit("pair", (0, 1)),), ((0, 0), (0, 1), (0, 2)))
    assert is_solution((7, 3, 3), Puzzle.empty(layout))
    assert not is_solution((3, 3, 7), Puzzle.empty(layout))


def test_puzzles_are_values() -> None:
    puzzle = Puzzle.empty(classic(4))
    assert {puzzle, Puzzle.empty(classic(4))} == {puzzle}
    with pytest.raises(FrozenInstanceError):
        puzzle.candidates = ()  # type: ignore[misc]


def test_a_long_puzzle_is_cut_where_python_shows_it() -> None:
    small, large = (repr(Puzzle.empty(from_units(2, [], (1, cells)))) for cells in (100, 101))
    assert "." * 100 in small
    assert f": {'.' * 97}...>" in large
