"""A puzzle in each of its forms is the same puzzle, and anything else raises only errors of the package."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from unitdoku import Layout, Puzzle, UnitdokuError, from_units, is_solution, solve, violations
from unitdoku.io import write_grid, write_picture
from unitdoku.layouts import layout_named
from unitdoku.puzzles.text.any_puzzle import any_grid, any_puzzle, each_puzzle
from unitdoku.reference.model.puzzle import reason_against, values_in
from unitdoku.strategies import Drawn, known_puzzles, layouts, puzzles

ANY = puzzles(layouts(), ["unknown"], givens_only=False)


def in_rows(items: list[Any], layout: Layout) -> list[list[Any]]:
    return [[items[cell] for cell in row] for row in layout.rows]


@given(ANY)
def test_candidates_in_every_form(puzzle: Puzzle) -> None:
    layout = puzzle.layout
    sets = [set(values_in(mask)) for mask in puzzle.candidates]
    by_place = dict(zip(layout.positions, sets, strict=True))
    by_label = {label.lower(): frozenset(each) for label, each in zip(layout.labels, sets, strict=True)}
    for form in (sets, in_rows(sets, layout), dict(enumerate(sets)), by_place, by_label, (each for each in sets)):
        assert any_puzzle(form, layout) == puzzle
    for other in (sets, in_rows(sets, layout), dict(enumerate(sets))):
        assert Puzzle.from_values(other, layout) == puzzle
    assert any_puzzle(puzzle, layout) is puzzle
    assert list(each_puzzle([sets, puzzle], layout)) == [puzzle, puzzle]


@given(ANY)
def test_givens_and_values(puzzle: Puzzle) -> None:
    layout = puzzle.layout
    plain, rows = Puzzle.from_values(puzzle.values, layout), in_rows(list(puzzle.values), layout)
    assert plain == Puzzle.from_givens(puzzle.givens, layout) == Puzzle.from_values(rows, layout)
    texts = list(map(str, puzzle.values))
    for form in (rows, map(iter, rows), texts, in_rows(texts, layout), f"# from a book\n{write_picture(plain)}"):
        assert plain == any_puzzle(form, layout)


def test_rows_of_one_cell_are_values() -> None:
    column = from_units(4, [range(4)], shape=(4, 1))
    for rows in ([[1], [0], [0], [0]], ((1,), (0,), (0,), (0,)), [[1.0], ["."], [None], ["0"]]):
        assert Puzzle.from_values(rows, column) == any_puzzle(rows, column) == Puzzle.from_givens({"A1": 1}, column)


@given(known_puzzles(layouts(), ["satisfiable"]))
def test_grids_in_every_form(drawn: Drawn) -> None:
    layout, grid = drawn.puzzle.layout, drawn.solutions[0]
    puzzle = Puzzle.empty(layout)
    rows = in_rows(list(grid), layout)
    text = write_grid(rows, layout)
    for form in (grid, list(grid), rows, text, dict(enumerate(grid)), map(float, grid), list(map(str, grid))):
        assert any_grid(form, layout) == grid
    assert is_solution(rows, puzzle) is is_solution(text, puzzle) is True
    assert list(violations(dict(zip(layout.labels, grid, strict=True)), puzzle)) == []
    result = solve(puzzle.from_values(grid, layout))
    assert result.solution == grid
    assert any_grid(result.rows, layout) == grid


@given(ANY)
def test_a_reason_is_a_truth(puzzle: Puzzle) -> None:
    if reason_against(puzzle) is not None:
        assert not solve(puzzle, "reference", seconds=5).solutions


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text("0123456789.*_-/ \nabA{", max_size=90), st.binary()
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=17)
        | st.dictionaries(SCALARS | st.tuples(SCALARS, SCALARS), inner, max_size=5)
        | st.lists(inner, max_size=5).map(tuple)
        | st.sets(SCALARS, max_size=3)
    ),
    max_leaves=30,
)


@given(ANYTHING, st.sampled_from([None, "latin:2", "classic:4", "samurai"]))
def test_anything_else_is_an_error_of_the_package(form: Any, name: str | None) -> None:
    layout = layout_named(name or "classic:4")
    for call in (
        lambda: any_puzzle(form, name),
        lambda: list(each_puzzle(form, name)),
        lambda: list(violations(form, Puzzle.empty(layout))),
        lambda: Puzzle.from_givens(form, layout),
        lambda: Puzzle.from_values(form, layout if name else None),
        lambda: write_grid(form, name),
    ):
        with suppress(UnitdokuError):
            call()
