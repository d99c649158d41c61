"""The strategies for puzzles with sums and pairs: answers as said, refusals at the call, and small last examples."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from pace import examples

from unitdoku import OptionError, is_solution, solve
from unitdoku.strategies import (
    Drawn,
    Kind,
    futoshiki_puzzles,
    kakuro_puzzles,
    killer_puzzles,
    mixed_puzzles,
    rule_puzzles,
    thermometer_puzzles,
)

STRATEGIES: dict[str, Callable[..., st.SearchStrategy[Drawn]]] = {
    "killer": killer_puzzles,
    "kakuro": kakuro_puzzles,
    "futoshiki": futoshiki_puzzles,
    "thermometers": thermometer_puzzles,
    "mixed": mixed_puzzles,
}
each_strategy = pytest.mark.parametrize("name", STRATEGIES)
healthy = settings(suppress_health_check=[], max_examples=examples(20))


@each_strategy
@pytest.mark.parametrize("kind", [Kind.SATISFIABLE, Kind.UNIQUE, Kind.CLASH])
def test_answers_are_as_said(name: str, kind: Kind) -> None:
    @healthy
    @given(STRATEGIES[name](kinds=[kind]))
    def check(drawn: Drawn) -> None:
        assert drawn.truth is not None
        assert drawn.kind is kind
        result = solve(drawn.puzzle, "reference", 2)
        assert result.verdict == drawn.truth.verdict
        assert all(is_solution(grid, drawn.puzzle) for grid in drawn.truth.solutions)
        if drawn.truth.exhausted:
            assert (result.solutions, result.exhausted) == (drawn.truth.solutions, True)

    check()


@each_strategy
@pytest.mark.parametrize("kind", [Kind.SATISFIABLE, Kind.CLASH])
def test_examples_shrink(name: str, kind: Kind) -> None:
    def has_rules(drawn: Drawn) -> bool:
        return drawn.puzzle.layout.has_other_rules

    quick = settings(max_examples=100, phases=[Phase.generate, Phase.shrink])
    layout = find(STRATEGIES[name](kinds=[kind]), has_rules, settings=quick).puzzle.layout
    assert layout.cell_count <= 16
    assert len(layout.sums) + len(layout.pairs) <= 4


def test_all_sorts_are_drawn_together() -> None:
    sums, pairs, kinds = set(), set(), set()

    @settings(healthy, max_examples=examples(60))
    @given(rule_puzzles())
    def collect(drawn: Drawn) -> None:
        sums.add(bool(drawn.puzzle.layout.sums))
        pairs.add(bool(drawn.puzzle.layout.pairs))
        kinds.add(drawn.kind)

    collect()
    assert sums == pairs == {True, False}
    assert kinds == {Kind.SATISFIABLE, Kind.UNIQUE, Kind.CLASH}


def test_impossible_requests_fail_at_the_call() -> None:
    with pytest.raises(ValueError, match="at least one value"):
        killer_puzzles(0)
    with pytest.raises(OptionError, match="not drawn of the kind several; known: satisfiable, unique, clash"):
        rule_puzzles(kinds=["several"])
    with pytest.raises(OptionError, match="no kind of puzzle is called"):
        rule_puzzles(kinds=["uniqe"])
