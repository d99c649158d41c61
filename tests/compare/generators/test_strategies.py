"""The public strategies: their examples are as described, print as code and shrink; requests are checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from drawn_truths import check_drawn
from exhaustive import TooManySteps, all_grids
from hypothesis import Phase, find, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import FailedHealthCheck, NoSuchExample, Unsatisfiable
from hypothesis.vendor.pretty import pretty
from pace import examples

import unitdoku
from unitdoku import Layout, Puzzle, classic, diagonal, latin, solve
from unitdoku.compare.generators import puzzles as recipes
from unitdoku.compare.generators import strategies
from unitdoku.compare.generators.layouts import LAYOUT_RECIPES
from unitdoku.compare.generators.rule_puzzles import RULE_KINDS, RULE_RECIPES
from unitdoku.io import write_line
from unitdoku.layouts import layout_named
from unitdoku.reference.layouts.cell_lists import is_connected
from unitdoku.strategies import Drawn, Kind, known_puzzles, layouts, puzzles, rule_puzzles

each_kind = pytest.mark.parametrize("kind", Kind)
each_rule = pytest.mark.parametrize("rules", RULE_RECIPES)
# Health checks on, and other examples than those of the other tests.
healthy = settings(suppress_health_check=[], max_examples=examples(24))
Example = TypeVar("Example")


def smallest(strategy: st.SearchStrategy[Example], condition: Callable[[Example], bool] = lambda _: True) -> Example:
    """What the strategy shrinks to; Hypothesis would spend most of the time to explain it."""
    fixed = settings(derandomize=True, max_examples=200, phases=[Phase.generate, Phase.shrink])
    return find(strategy, condition, settings=fixed)


def check(drawn: Drawn) -> None:
    """Compares the known answer with all grids where these are few, else with what the reference solver finds."""
    try:
        check_drawn(drawn, all_grids(drawn.puzzle, 5000), exhausted=True)
    except TooManySteps:
        result = solve(drawn.puzzle, "reference", 2)
        check_drawn(drawn, result.solutions, result.exhausted)


@each_kind
@pytest.mark.parametrize(
    "layout", [classic(6), *(layouts([name]) for name in LAYOUT_RECIPES)], ids=["6x6", *LAYOUT_RECIPES]
)
def test_puzzles_are_as_said(kind: Kind, layout: Layout | st.SearchStrategy[Layout]) -> None:
    @healthy
    @given(known_puzzles(layout, [kind], givens_only=False))
    def ask(drawn: Drawn) -> None:
        assert drawn.kind is kind
        check(drawn)
        assert not isinstance(layout, Layout) or drawn.puzzle.layout == layout

    ask()


@each_rule
@pytest.mark.parametrize("kind", RULE_KINDS)
def test_puzzles_with_rules_are_as_said(rules: str, kind: Kind) -> None:
    @settings(healthy, max_examples=examples(20))
    @given(rule_puzzles([rules], [kind]))
    def ask(drawn: Drawn) -> None:
        assert drawn.kind is kind
        check(drawn)

    ask()


def test_without_a_layout_any_solver_of_9x9_takes_the_puzzles() -> None:
    @settings(max_examples=examples(40))
    @given(puzzles(), known_puzzles(), st.from_type(Puzzle))
    def ask(puzzle: Puzzle, drawn: Drawn, of_type: Puzzle) -> None:
        for each in (puzzle, drawn.puzzle, of_type):
            assert len(write_line(each)) == 81
        check(drawn)

    ask()


def test_every_kind_is_drawn() -> None:
    kinds, rules = set(), set()

    @settings(max_examples=250)
    @given(known_puzzles(layouts(), Kind, givens_only=False), rule_puzzles())
    def collect(drawn: Drawn, ruled: Drawn) -> None:
        kinds.add(drawn.kind)
        rules.add((ruled.kind, bool(ruled.puzzle.layout.sums), bool(ruled.puzzle.layout.pairs)))

    collect()
    assert kinds == set(Kind)
    assert {kind for kind, *_ in rules} == set(RULE_KINDS)
    assert {sums for _, sums, _ in rules} == {pairs for *_, pairs in rules} == {True, False}


@pytest.mark.parametrize("name", LAYOUT_RECIPES)
def test_layouts_shrink_to_a_cell_or_two_squares(name: str) -> None:
    assert smallest(layouts([name])).cell_count in (1, 7)
    assert smallest(layouts([name]), lambda layout: layout.size > 3).size == 4


@given(st.integers(1, 9), st.data())
def test_layouts_keep_to_their_size_and_names_read_back(most: int, data: st.DataObject) -> None:
    layout = data.draw(layouts(max_size=most))
    of_regions = data.draw(layouts(["jigsaw"], most))
    named = data.draw(layouts(["classic", "latin", "extras"], most))
    assert max(layout.size, of_regions.size, named.size) <= most
    assert layout_named(named.name) == named
    for unit in of_regions.units[2 * of_regions.size :]:
        assert is_connected(unit.cells, of_regions)


SMALLEST = {  # cells and givens on a classic layout, givens on 6x6
    Kind.SATISFIABLE: (1, 1, 0),
    Kind.UNIQUE: (1, 1, 18),
    Kind.SEVERAL: (4, 0, 0),
    Kind.CLASH: (4, 2, 2),
    Kind.SEARCH: (16, 0, 0),
    Kind.UNKNOWN: (1, 1, 0),
}


@each_kind
def test_puzzles_shrink_to_few_givens_and_full_candidate_sets(kind: Kind) -> None:
    cells, givens, of_classic = SMALLEST[kind]
    tiny = smallest(puzzles(layouts(["classic"]), [kind], givens_only=False))
    assert tiny.layout.cell_count <= cells
    assert len(tiny.givens) <= givens
    small = smallest(puzzles(classic(6), [kind], givens_only=False))
    assert len(small.givens) <= of_classic
    restricted = sum(mask != small.layout.all_values for mask in small.candidates)
    assert restricted == len(small.givens) + (3 if kind is Kind.SEARCH else 0)


def test_needed_givens_are_all_that_is_left() -> None:
    puzzle = smallest(puzzles(classic(6), ["satisfiable"]), lambda puzzle: {3, 20} <= set(puzzle.givens))
    assert set(puzzle.givens) == {3, 20}
    # Of puzzles that need search, no given stays that neither the contradiction nor the condition needs.
    assert len(smallest(puzzles(kinds=["search"]), lambda puzzle: len(puzzle.givens) >= 25).givens) == 25


def test_several_solutions_shrink_to_few_differences() -> None:
    drawn = smallest(known_puzzles(classic(4), [Kind.SEVERAL]))
    first, second = drawn.truth.solutions
    assert sum(one != other for one, other in zip(first, second, strict=True)) == 4


@each_rule
@pytest.mark.parametrize("kind", [Kind.SATISFIABLE, Kind.CLASH])
def test_rules_shrink(rules: str, kind: Kind) -> None:
    layout = smallest(rule_puzzles([rules], [kind]), lambda drawn: drawn.puzzle.layout.has_other_rules).puzzle.layout
    assert layout.cell_count <= 16
    assert len(layout.sums) + len(layout.pairs) <= 4


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (lambda: puzzles(classic(4), givens=-1), "from 0 up"),
        (lambda: puzzles(layouts(), givens=[1]), "from 0 up"),  # type: ignore[arg-type]
        (lambda: known_puzzles(kinds=[]), "no kind of puzzle is asked for"),
        (lambda: known_puzzles(kinds=["unqiue"]), "no kind of puzzle is called .unqiue.; known: sat"),
        (lambda: puzzles("classic"), "layout_named.*returns the one of a name"),  # type: ignore[arg-type]
        (lambda: layouts(["latn"]), "no kind of layout is called .latn.; known: latin"),
        (lambda: layouts(max_size=0), "at least one value"),
        (lambda: rule_puzzles(["kiler"]), "no kind of rule is called .kiler.; known: futoshiki"),
        (lambda: rule_puzzles(kinds=["several"]), "known: satisfiable, unique, clash"),
        (lambda: rule_puzzles(max_size=0), "at least one value"),
    ],
)
def test_arguments_are_checked_at_the_call(ask: Callable[[], object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ask()


BY_HYPOTHESIS = Unsatisfiable, FailedHealthCheck


@pytest.mark.parametrize(
    ("strategy", "error", "reason"),
    [
        (puzzles(diagonal(latin(2)), ["satisfiable"]), ValueError, "no grid"),
        # It is not proven that there is none, so the message says what was tried.
        (puzzles(classic(4), ["search"], 9, givens_only=False), ValueError, "ended with . givens .72 times"),
        (puzzles(classic(4), ["search"]), ValueError, "the rules refute .*72 times"),
        (puzzles(st.sampled_from([latin(2), latin(3)]), ["clash"], 10), BY_HYPOTHESIS, None),
        (puzzles(st.just(diagonal(latin(2))), ["satisfiable"]), BY_HYPOTHESIS, None),
    ],
)
def test_a_layout_without_such_puzzles_fails_and_layouts_are_reported_by_hypothesis(
    strategy: st.SearchStrategy[object], error: Any, reason: str | None
) -> None:
    @healthy
    @given(strategy)
    def ask(_: object) -> None:
        pytest.fail("there is no such example")

    for _ in range(2):
        with pytest.raises(error, match=reason):
            ask()


def test_nothing_is_drawn_at_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategies, "draw_puzzle", lambda *_: pytest.fail("a puzzle is drawn"))
    for strategy in (known_puzzles(latin(11)), puzzles(latin(11), ["search"]), rule_puzzles()):
        assert len(repr(strategy)) < 250
    assert len(repr(known_puzzles(classic() + [unitdoku.Sum("long", tuple(range(81)), 405)]))) < 250


RARE = {
    "1 in 60": puzzles(st.integers(1, 60).map(lambda n: latin(7 if n == 37 else 1)), ["unique"], 9, givens_only=False),
    "clash": puzzles(layouts(["units"], 2), ["clash"], givens_only=False),
    "search": puzzles(layouts(["units"], 3), ["search"], givens_only=False),
}


@pytest.mark.parametrize("number", range(examples(6)))
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


@pytest.mark.parametrize(("layout", "givens"), [(classic(6), 17), (classic(6), 20), (latin(5), 9)])
def test_bad_luck_is_no_refusal_and_takes_a_few_tries(
    monkeypatch: pytest.MonkeyPatch, layout: Layout, givens: int
) -> None:
    tries = [0]
    make = recipes.make_puzzle

    def counting(*args: Any) -> Drawn:
        tries[-1] += 1
        return make(*args)

    for module in (strategies, recipes):
        monkeypatch.setattr(module, "make_puzzle", counting)
    made = []

    @settings(healthy, max_examples=examples(60))
    @given(st.builds(lambda: tries.append(0)), known_puzzles(layout, [Kind.SEARCH], givens, givens_only=False))
    def ask(_: None, drawn: Drawn) -> None:
        check(drawn)
        assert len(drawn.puzzle.givens) == givens
        made.append(drawn.puzzle)

    ask()
    assert len(set(made)) > 10
    # The first example decides whether there is such a puzzle, which may take more tries.
    assert max(tries[2:]) <= 4


@pytest.mark.parametrize("layout", [latin(3), layouts(["latin"], 3)], ids=["layout", "strategy"])
def test_kinds_that_a_layout_cannot_have_are_left_out(layout: Layout | st.SearchStrategy[Layout]) -> None:
    with pytest.raises(NoSuchExample):
        smallest(known_puzzles(layout, givens=1), lambda drawn: drawn.kind in (Kind.CLASH, Kind.SEARCH))


@pytest.mark.parametrize(
    "strategy",
    [
        puzzles(),
        puzzles(layouts(), givens_only=False),
        known_puzzles(layouts(), Kind, givens_only=False),
        rule_puzzles(),
        known_puzzles(layouts(max_size=12), ["satisfiable"]),
        st.from_type(Layout),
    ],
)
def test_examples_print_as_code(strategy: st.SearchStrategy[object]) -> None:
    @settings(max_examples=examples(40))
    @given(strategy)
    def ask(example: object) -> None:
        assert eval(pretty(example), {"unitdoku": unitdoku}) == example

    ask()
