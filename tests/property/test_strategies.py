"""The public strategies: their examples are as described, impossible requests are refused, and examples shrink."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, find, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import FailedHealthCheck, NoSuchExample, Unsatisfiable
from pace import examples

from unitdoku import Layout, Puzzle, classic, diagonal, find_backend, is_solution, latin, solve
from unitdoku.compare.generators import puzzles as recipes
from unitdoku.compare.generators.kinds import connected_parts
from unitdoku.compare.generators.search_only import is_beyond_the_rules
from unitdoku.compare.generators.strategies import puzzles as puzzle_strategies
from unitdoku.layouts import layout_named
from unitdoku.strategies import (
    Drawn,
    Kind,
    SolvedGrid,
    clashing_puzzles,
    classic_layouts,
    diagonal_layouts,
    jigsaw_layouts,
    known_puzzles,
    latin_layouts,
    layouts,
    layouts_with_extras,
    overlapping_layouts,
    puzzles,
    puzzles_with_several_solutions,
    satisfiable_puzzles,
    search_only_unsatisfiable_puzzles,
    solved_grids,
    unique_puzzles,
    unit_systems,
)

Layouts = puzzle_strategies.Layouts
OF_KIND: dict[Kind, Callable[..., st.SearchStrategy[Puzzle]]] = {
    Kind.SATISFIABLE: satisfiable_puzzles,
    Kind.UNIQUE: unique_puzzles,
    Kind.SEVERAL: puzzles_with_several_solutions,
    Kind.CLASH: clashing_puzzles,
    Kind.SEARCH: search_only_unsatisfiable_puzzles,
    Kind.UNKNOWN: puzzles,
}
each_kind = pytest.mark.parametrize("kind", Kind)
# Health checks on, and other examples than those of the other tests.
healthy = settings(suppress_health_check=[], max_examples=examples(60))
Example = TypeVar("Example")


def smallest(strategy: st.SearchStrategy[Example], condition: Callable[[Example], bool]) -> Example:
    """What the strategy shrinks to; Hypothesis would spend most of the time to explain it."""
    return find(strategy, condition, settings=settings(max_examples=200, phases=[Phase.generate, Phase.shrink]))


def is_as_said(kind: Kind, puzzle: Puzzle) -> bool:
    result = solve(puzzle, "reference", 2)
    return {
        Kind.SATISFIABLE: bool(result.solutions),
        Kind.UNIQUE: result.unique is True,
        Kind.SEVERAL: len(result.solutions) == 2,
        Kind.CLASH: result.unique is False and not result.solutions,
        Kind.SEARCH: result.exhausted and not result.solutions and is_beyond_the_rules(puzzle),
        Kind.UNKNOWN: True,
    }[kind]


@each_kind
@pytest.mark.parametrize(
    "layout",
    [None, classic(6), diagonal(classic(6)), overlapping_layouts(6), jigsaw_layouts(6), layouts_with_extras(6)],
    ids=["default", "classic", "diagonal", "overlapping", "jigsaw", "extras"],
)
def test_puzzles_are_as_said(kind: Kind, layout: Layouts) -> None:
    @healthy
    @given(OF_KIND[kind](layout))
    def check(puzzle: Puzzle) -> None:
        assert is_as_said(kind, puzzle)
        assert not isinstance(layout, Layout) or puzzle.layout == layout

    check()


@each_kind
@pytest.mark.parametrize("givens", [2, 5])
@pytest.mark.parametrize("layout", [None, classic(6), jigsaw_layouts(6)], ids=["default", "classic", "jigsaw"])
def test_the_number_of_givens_is_exact(kind: Kind, layout: Layouts, givens: int) -> None:
    @healthy
    @given(OF_KIND[kind](layout, givens))
    def check(puzzle: Puzzle) -> None:
        assert is_as_said(kind, puzzle)
        assert len(puzzle.givens) == givens

    check()


@given(known_puzzles())
def test_truths_hold(drawn: Drawn) -> None:
    assert drawn.truth is not None
    result = find_backend("reference").open(drawn.puzzle.layout).solve(drawn.puzzle, 2)
    assert result.verdict == drawn.truth.verdict
    assert all(is_solution(grid, drawn.puzzle) for grid in drawn.truth.solutions)
    if drawn.truth.exhausted:
        assert (result.solutions, result.exhausted) == (drawn.truth.solutions, True)


def test_every_kind_is_drawn() -> None:
    seen = set()

    @given(known_puzzles(kinds=Kind))
    def collect(drawn: Drawn) -> None:
        seen.add(drawn.kind)

    collect()
    assert seen == set(Kind)


@pytest.mark.parametrize(
    "strategy",
    [
        layouts(),
        classic_layouts(),
        latin_layouts(),
        diagonal_layouts(),
        layouts_with_extras(),
        jigsaw_layouts(),
        overlapping_layouts(),
        unit_systems(),
    ],
    ids=lambda strategy: repr(strategy)[:40],
)
def test_layouts_shrink_to_a_cell_or_two_squares(strategy: st.SearchStrategy[Layout]) -> None:
    assert smallest(strategy, lambda layout: True).cell_count in (1, 7)
    assert smallest(strategy, lambda layout: layout.size > 3).size == 4


@given(layouts(3), jigsaw_layouts())
def test_layouts_keep_to_their_size(layout: Layout, of_regions: Layout) -> None:
    assert layout.size <= 3
    assert of_regions.size <= 9
    for unit in of_regions.units[2 * of_regions.size :]:
        rows_and_columns = of_regions.positions
        near = {
            cell: [other for other in unit.cells if math.dist(rows_and_columns[cell], rows_and_columns[other]) == 1]
            for cell in unit.cells
        }
        assert len(list(connected_parts(unit.cells, near.__getitem__))) == 1


@given(classic_layouts() | latin_layouts() | layouts_with_extras() | jigsaw_layouts())
def test_names_read_back(layout: Layout) -> None:
    assert layout_named(layout.name) == layout


@given(solved_grids(), solved_grids(classic(4)), solved_grids(jigsaw_layouts(5)))
def test_grids(any_layout: SolvedGrid, grid: tuple[int, ...], of_jigsaw: SolvedGrid) -> None:
    assert is_solution(grid, Puzzle.empty(classic(4)))
    for layout, found in (any_layout, of_jigsaw):
        assert is_solution(found, Puzzle.empty(layout))


SMALLEST = {
    # cells, givens
    Kind.SATISFIABLE: (1, 1),
    Kind.UNIQUE: (1, 1),
    Kind.SEVERAL: (4, 0),
    Kind.CLASH: (4, 2),
    Kind.SEARCH: (3, 0),
    Kind.UNKNOWN: (1, 1),
}


@each_kind
def test_puzzles_shrink_to_tiny_ones(kind: Kind) -> None:
    puzzle = smallest(OF_KIND[kind](), lambda puzzle: True)
    cells, givens = SMALLEST[kind]
    assert puzzle.layout.cell_count <= cells
    assert len(puzzle.givens) <= givens


@each_kind
def test_puzzles_shrink_to_few_givens_and_full_candidate_sets(kind: Kind) -> None:
    puzzle = smallest(OF_KIND[kind](classic(6)), lambda puzzle: True)
    givens = {Kind.UNIQUE: 18, Kind.CLASH: 2}.get(kind, 0)
    assert len(puzzle.givens) <= givens
    restricted = sum(mask != puzzle.layout.all_values for mask in puzzle.candidates)
    assert restricted == len(puzzle.givens) + (3 if kind is Kind.SEARCH else 0)


def test_a_needed_given_is_all_that_is_left() -> None:
    puzzle = smallest(satisfiable_puzzles(classic(6)), lambda puzzle: {3, 20} <= set(puzzle.givens))
    assert set(puzzle.givens) == {3, 20}
    assert sum(mask != 63 for mask in puzzle.candidates) == 2


def test_several_solutions_shrink_to_few_differences() -> None:
    drawn = smallest(known_puzzles(classic(4), kinds=[Kind.SEVERAL]), lambda drawn: True)
    assert drawn.truth is not None
    first, second = drawn.truth.solutions
    assert sum(one != other for one, other in zip(first, second, strict=True)) == 4


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (lambda: puzzles_with_several_solutions(classic(4), 17), "17 givens on classic:2x2 .* only 16 cells"),
        (lambda: puzzles_with_several_solutions(classic(4), 16), "differ in a cell"),
        (lambda: clashing_puzzles(latin(1)), "no unit has two cells"),
        (lambda: unique_puzzles(classic(4), 0), "a given in each part"),
        (lambda: satisfiable_puzzles(givens=300), "no default layout suits a puzzle of 300 givens"),
        (lambda: puzzles(classic(4), -1), "from 0 up"),
        (lambda: known_puzzles(classic(4), 17), "only 16 cells"),
        (lambda: search_only_unsatisfiable_puzzles(latin(3)), "no odd ring"),
        (lambda: puzzles_with_several_solutions(classic(4), 15), "no two agree"),
        (lambda: satisfiable_puzzles(diagonal(latin(2))), "no grid at all"),
        (lambda: solved_grids(diagonal(latin(2))), "no grid at all"),
        (lambda: satisfiable_puzzles(latin_layouts(3), -1), "from 0 up"),
        (lambda: satisfiable_puzzles(latin(3), [1]), "from 0 up"),  # type: ignore[arg-type]
        # It is not proven that there is none, so the message says what was tried.
        (lambda: search_only_unsatisfiable_puzzles(classic(4), 9), "contradiction with more than . givens .72 times"),
        (lambda: known_puzzles(classic(4), kinds=[]), "no kind"),
        (lambda: known_puzzles(classic(4), kinds=["unqiue"]), "no kind of puzzle is called .unqiue.; known: sat"),
        (lambda: unique_puzzles(layout_named("clasic")), "clasic. is no known layout"),
        (lambda: unique_puzzles(4), "a layout is an object"),  # type: ignore[arg-type]
        (lambda: search_only_unsatisfiable_puzzles(classic(4), givens_only=True), "the rules refute .*72 times"),
        (lambda: layouts(0), "at least one value"),
    ],
)
def test_impossible_requests_fail_at_the_call(ask: Callable[[], object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ask()


@pytest.mark.parametrize(
    "strategy",
    [
        satisfiable_puzzles(classic(6), givens_only=True),
        unique_puzzles(classic(), givens_only=True),
        puzzles_with_several_solutions(givens_only=True),
        clashing_puzzles(diagonal(), givens_only=True),
        search_only_unsatisfiable_puzzles(givens_only=True),
        puzzles(latin(5), 7, givens_only=True),
        known_puzzles(classic(), givens_only=True, kinds=["unique", "search"]).map(lambda drawn: drawn.puzzle),
    ],
)
def test_givens_only_draws_no_candidate_sets(strategy: st.SearchStrategy[Puzzle]) -> None:
    @healthy
    @given(strategy)
    def ask(puzzle: Puzzle) -> None:
        assert puzzle.is_plain

    ask()


@pytest.mark.parametrize(
    "strategy",
    [
        puzzles_with_several_solutions(latin_layouts(1)),
        clashing_puzzles(latin_layouts(3), 10),
        clashing_puzzles(st.sampled_from([latin(2), latin(3)]), 10),
        known_puzzles(latin_layouts(3), 10),
        solved_grids(st.just(diagonal(latin(2)))),
    ],
)
def test_layouts_without_such_puzzles_are_reported_by_hypothesis(strategy: st.SearchStrategy[object]) -> None:
    @healthy
    @given(strategy)
    def ask(_: object) -> None:
        pytest.fail("there is no such example")

    for _ in range(2):
        with pytest.raises((Unsatisfiable, FailedHealthCheck)):
            ask()


RARE = {
    "1 in 60": unique_puzzles(st.integers(1, 60).map(lambda number: latin(7 if number == 37 else 1)), 9),
    "clash": clashing_puzzles(unit_systems(2)),
    "search": search_only_unsatisfiable_puzzles(unit_systems(3)),
}


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("strategy", RARE.values(), ids=RARE)
def test_layouts_that_seldom_fit_are_neither_refused_nor_flaky(
    strategy: st.SearchStrategy[Puzzle], number: int
) -> None:
    made = []

    @seed(number)
    @settings(healthy, max_examples=examples(25))
    @given(strategy)
    def collect(puzzle: Puzzle) -> None:
        made.append(puzzle)

    collect()
    assert len(set(made)) > 5


def test_a_search_for_layouts_inside_an_example() -> None:
    @settings(healthy, max_examples=10)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        assert data.draw(unique_puzzles(st.sampled_from([latin(2), latin(3)]), 6)).layout == latin(3)

    check()


@pytest.mark.parametrize(("layout", "givens"), [(classic(6), 17), (classic(6), 20), (latin(5), 9)])
def test_bad_luck_is_no_refusal_and_takes_a_few_tries(
    monkeypatch: pytest.MonkeyPatch, layout: Layout, givens: int
) -> None:
    tries = [0]
    make = recipes.make_puzzle

    def counting(*args: Any) -> Drawn:
        tries[-1] += 1
        return make(*args)

    # The call may take more tries.
    strategy = known_puzzles(layout, givens, [Kind.SEARCH])
    for module in (puzzle_strategies, recipes):
        monkeypatch.setattr(module, "make_puzzle", counting)
    made = []

    @healthy
    @given(st.builds(lambda: tries.append(0)), strategy)
    def check(_: None, drawn: Drawn) -> None:
        assert is_as_said(Kind.SEARCH, drawn.puzzle)
        assert len(drawn.puzzle.givens) == givens
        made.append(drawn.puzzle)

    check()
    assert len(set(made)) > 10
    assert max(tries) <= 4


@pytest.mark.parametrize("layout", [latin(3), latin_layouts(3)], ids=["layout", "strategy"])
def test_kinds_that_a_layout_cannot_have_are_left_out(layout: Layouts) -> None:
    strategy = known_puzzles(layout, 1)
    with pytest.raises(NoSuchExample):
        smallest(strategy, lambda drawn: drawn.kind in (Kind.CLASH, Kind.SEARCH))
