"""`check_backend` on sums and pairs: what backends claim to take they are asked, and wrong ones are found."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from found import Found, Named
from liars import LiarSession

from unitdoku import Layout, Puzzle, Unsupported, classic, find_backend, is_solution, solve
from unitdoku.backend import Backend, Capabilities, Session
from unitdoku.compare.conformance.cases import Scope, rule_puzzles
from unitdoku.compare.conformance.check import check_backend
from unitdoku.compare.conformance.report import CheckReport
from unitdoku.layouts import killer

ABLE = Capabilities(sums=True, pairs=True)
QUICK = ("sessions", "streams", "counts", "unit systems", "known answers", "time limits")
"""Properties that have nothing to do with rules."""

Change = Callable[[Layout], Layout]


def changing(change: Change, capabilities: Capabilities = ABLE) -> Named:
    """A backend that claims to take sums and pairs, and answers for a layout with other rules."""

    def answers(session: LiarSession, puzzle: Puzzle, _: Found) -> Found:
        result = solve(Puzzle(change(puzzle.layout), puzzle.candidates), "reference", session.limit)
        return Found(result.solutions, result.exhausted)

    return Named("changed", capabilities, lambda layout, _: LiarSession(layout, Named("changed", ABLE), answers))


def check(backend: Any, layouts: Layout | None = None, **options: Any) -> CheckReport:
    options = {"examples": 25, "without": QUICK, **options}
    return check_backend(backend, layouts, raise_on_findings=False, isolated=False, **options)


def without_sums(layout: Layout) -> Layout:
    return replace(layout, sums=())


WRONG_RULES: dict[str, Change] = {
    "without sums": without_sums,
    "without pairs": lambda layout: replace(layout, pairs=()),
    "without bounds": lambda layout: replace(layout, sums=tuple(one for one in layout.sums if one.relation == "=")),
    "without coefficients": lambda layout: replace(
        layout, sums=tuple(replace(one, coefficients=None) for one in layout.sums)
    ),
    "pairs turned": lambda layout: replace(
        layout, pairs=tuple(replace(one, cells=one.cells[::-1]) for one in layout.pairs)
    ),
    "from one": lambda layout: replace(layout, first_value=1),
}


@pytest.mark.parametrize("change", WRONG_RULES.values(), ids=WRONG_RULES)
def test_wrong_rules_are_found(change: Change) -> None:
    for seed in range(10):
        assert check(changing(change), examples=1, seed=seed).of("sums and pairs"), seed


def test_right_rules_are_not() -> None:
    report = check(changing(lambda layout: layout))
    assert report.passed
    assert report.asked["sums and pairs"] > 20


def test_a_layout_with_rules_of_the_callers_choice() -> None:
    chosen = killer({"A1 A2": 3, "B1 B2 C2": 8}, classic(4))
    assert check("reference", chosen, without=()).passed
    assert check(changing(without_sums), chosen, without=()).of("known answers")


def test_only_what_is_claimed_is_asked() -> None:
    for able in (ABLE, ABLE._replace(sums=False), Capabilities()):
        drawn = list(rule_puzzles(Scope(able, None), random.Random(0), 40))
        assert any(each.puzzle.layout.sums for each in drawn) is able.sums
        assert any(each.puzzle.layout.pairs for each in drawn) is able.pairs
        assert all(each.puzzle.layout.has_other_rules for each in drawn)


def test_what_is_known_about_them_is_true() -> None:
    drawn = list(rule_puzzles(Scope(ABLE, None), random.Random(3), 60))
    verdicts = {(each.truth.verdict, each.truth.exhausted) for each in drawn}
    assert len(verdicts) >= 3
    for each in drawn:
        assert all(is_solution(grid, each.puzzle) for grid in each.truth.solutions)
        result = solve(each.puzzle, "sat:minisat22", len(each.truth.solutions) + 1)
        assert result.verdict == each.truth.verdict
        assert not each.truth.exhausted or set(result.solutions) == set(each.truth.solutions)


def test_a_backend_that_answers_without_the_rules_that_it_leaves_out() -> None:
    report = check(changing(without_sums, Capabilities(pairs=True)))
    (finding,) = report.findings
    assert finding.property == "capabilities"
    assert "takes puzzles with sums, which its capabilities leave out, and" in finding.text


def test_a_backend_that_declines_what_it_claims() -> None:
    def declining(layout: Layout, _: Backend) -> Session:
        if layout.pairs:
            raise Unsupported("no pairs")
        return find_backend("reference").open(layout)

    report = check(Named("changed", ABLE, declining))
    assert "declines puzzles with pairs, though its capabilities include them" in str(report)
