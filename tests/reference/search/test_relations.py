"""Relations between the answers to related puzzles, which every correct solver keeps."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from unitdoku import Layout, Puzzle, Unit, is_solution, solve
from unitdoku.reference import classroom
from unitdoku.reference.deadline import Deadline
from unitdoku.reference.ended import to_the_end
from unitdoku.reference.puzzle import values_in
from unitdoku.reference.search.board import board_map
from unitdoku.reference.search.search import search
from unitdoku.strategies import layouts, puzzles

ANY = puzzles(layouts(), ["unknown"], givens_only=False)

LIMIT = 300


def solutions(puzzle: Puzzle, limit: int = LIMIT) -> tuple[set[tuple[int, ...]], bool]:
    result = solve(puzzle, "reference", limit)
    assert all(is_solution(grid, puzzle) for grid in result.solutions)
    return set(result.solutions), result.exhausted


@given(ANY, st.randoms(use_true_random=False))
def test_relabelling_values_relabels_solutions(puzzle: Puzzle, rng: random.Random) -> None:
    values = list(range(1, puzzle.layout.size + 1))
    rng.shuffle(values)
    masks = tuple(sum(1 << (values[value - 1] - 1) for value in values_in(mask)) for mask in puzzle.candidates)
    found, whole = solutions(puzzle)
    other, other_whole = solutions(Puzzle(puzzle.layout, masks))
    if whole and other_whole:
        assert {tuple(values[value - 1] for value in grid) for grid in found} == other
    else:
        assert len(found) == len(other) == LIMIT


@given(ANY, st.randoms(use_true_random=False))
def test_the_order_of_units_and_of_their_cells_does_not_matter(puzzle: Puzzle, rng: random.Random) -> None:
    layout = puzzle.layout
    units = [Unit(unit.name, tuple(rng.sample(unit.cells, len(unit)))) for unit in layout.units]
    rng.shuffle(units)
    shuffled = Layout(layout.size, tuple(units), layout.positions)
    found, whole = solutions(puzzle)
    if whole:
        assert solutions(Puzzle(shuffled, puzzle.candidates)) == (found, True)


@given(ANY, st.data())
def test_a_true_given_keeps_just_the_solutions_that_have_it(puzzle: Puzzle, data: st.DataObject) -> None:
    found, whole = solutions(puzzle)
    if not found or not whole:
        return
    grid = data.draw(st.sampled_from(sorted(found)))
    cell = data.draw(st.integers(0, len(grid) - 1))
    with_given = puzzle.restricted(cell, 1 << (grid[cell] - 1))
    assert solutions(with_given) == ({other for other in found if other[cell] == grid[cell]}, True)


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
    layout = puzzle.layout
    digits = classroom.digits(layout)
    board = {
        label: "".join(digits[value - 1] for value in values_in(mask))
        for label, mask in zip(layout.labels, puzzle.candidates, strict=True)
    }
    solved = classroom.search(board, layout)
    found, _ = solutions(puzzle, 1)
    assert (solved is None) == (not found)
    if solved is not None:
        assert is_solution([digits.index(solved[label]) + 1 for label in layout.labels], puzzle)
