"""Relations between the answers to related puzzles, which every correct solver keeps."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from unitdoku import Puzzle, is_solution, solve
from unitdoku.reference.contract.deadline import Deadline
from unitdoku.reference.contract.session import to_the_end
from unitdoku.reference.course.classroom import Classroom
from unitdoku.reference.model.puzzle import values_in
from unitdoku.reference.search.board import board_map
from unitdoku.reference.search.search import search
from unitdoku.strategies import layouts, puzzles

ANY = puzzles(layouts(), ["unknown"], givens_only=False)

LIMIT = 300


def solutions(puzzle: Puzzle, limit: int = LIMIT) -> tuple[set[tuple[int, ...]], bool]:
    result = solve(puzzle, "reference", limit)
    assert all(is_solution(grid, puzzle) for grid in result.solutions)
    return set(result.solutions), result.exhausted


@given(ANY)
def test_naked_twins_change_no_answer(puzzle: Puzzle) -> None:
    plain, whole = solutions(puzzle)
    result = solve(puzzle, "reference:twins", LIMIT)
    assert result.exhausted == whole
    if whole:
        assert set(result.solutions) == plain


@given(ANY, st.integers(1, 5))
def test_the_first_solutions_are_the_beginning_of_all(puzzle: Puzzle, limit: int) -> None:
    table = board_map(puzzle.layout)
    some, ended = to_the_end(search(puzzle, table, limit, Deadline(None)))
    more, _ = to_the_end(search(puzzle, table, limit + 3, Deadline(None)))
    assert more[:limit] == some
    if ended.exhausted:
        assert more == some


@given(ANY)
def test_the_classroom_agrees_with_the_reference_solver(puzzle: Puzzle) -> None:
    room = Classroom(puzzle.layout)
    sets = ["".join(room.digits[value - 1] for value in values_in(mask)) for mask in puzzle.candidates]
    solved = room.search(dict(zip(room.boxes, sets, strict=True)))
    found, _ = solutions(puzzle, 1)
    assert (solved is None) == (not found)
    if solved is not None:
        assert is_solution([room.digits.index(solved[box]) + 1 for box in room.boxes], puzzle)
