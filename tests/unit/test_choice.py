"""The recommendation of a single backend, by the measured cases."""

from __future__ import annotations

from math import inf, isinf

import pytest
from corpora import bundled, seventeen_clue

from unitdoku import Puzzle, classic, find_backend, from_units, parse_puzzle
from unitdoku.compare.portfolio import recommend as recommendation
from unitdoku.compare.portfolio.recommend import (
    QUESTIONS,
    Features,
    Measured,
    MeasuredCase,
    choose,
    features,
    measured_cases,
    question_of,
    read_table,
    write_table,
)
from unitdoku.encoders.backends.registry import is_installed

SMALL, LARGE = Features(9, 81, 3.0, 0.8), Features(16, 256, 3.0, 0.8)
TABLE = (
    MeasuredCase(
        "small",
        SMALL,
        5.0,
        {"reference": Measured(0.001, 0.1, 0.1, 0.1), "sat:cadical195": Measured(0.5, 0.01, 0.01, 0.2)},
    ),
    MeasuredCase(
        "large",
        LARGE,
        5.0,
        {"reference": Measured(0.001, inf, inf, inf), "sat:cadical195": Measured(0.5, 1.0, 2.0, inf)},
    ),
)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recommendation, "measured_cases", lambda: TABLE)
    monkeypatch.setattr(recommendation, "is_installed", lambda name: True)
    monkeypatch.setattr(recommendation, "_NEAREST", 1)


def test_the_least_time_wins(table: None) -> None:
    assert choose(SMALL, "first", 1).backend == "reference"
    # The set-up is worth its time for many.
    assert choose(SMALL, "first", 10).backend == "sat:cadical195"
    assert choose(SMALL, "several", 10**6).backend == "reference"
    chosen = choose(LARGE, "unique", 1)
    assert (chosen.backend, [case.name for case in chosen.cases]) == ("sat:cadical195", ["large"])
    # A time-out counts tenfold.
    assert chosen.scores == {"sat:cadical195": 2.5, "reference": 50.0}


def test_only_what_is_installed_is_chosen(table: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recommendation, "is_installed", lambda name: name == "reference")
    assert choose(LARGE, "first", 1).backend == "reference"
    monkeypatch.setattr(recommendation, "measured_cases", lambda: ())
    assert choose(LARGE, "first", 1).backend == "reference"


def test_questions() -> None:
    assert [question_of(limit) for limit in (1, 2, 3, 1000)] == ["first", "unique", "several", "several"]


def test_features() -> None:
    puzzle = parse_puzzle("1 . . . 1/2 . . . . . . . . . . .", classic(4))
    assert features(puzzle) == Features(4, 16, 3.0, (1 + 2 + 14 * 4) / 64)
    assert features(Puzzle.empty(from_units(2, [[0, 1]], shape=(1, 4)))) == Features(2, 4, 0.5, 1.0)
    assert SMALL.distance(SMALL) == 0
    assert SMALL.distance(LARGE) == LARGE.distance(SMALL) > 0


def test_a_table_is_read_as_it_is_written() -> None:
    lines = ["# a comment", "", *write_table(TABLE)]
    assert tuple(read_table(lines)) == TABLE


def test_the_table_of_the_package() -> None:
    cases = measured_cases()
    assert len(cases) > 20
    assert len({case.name for case in cases}) == len(cases)
    for case in cases:
        assert case.backends, case.name
        for name, measured in case.backends.items():
            if is_installed(name):
                assert find_backend(name).name == name
            assert min(measured) >= 0
            assert not isinf(measured.setup)
        # Some backend answers every case.
        assert min(measured.first for measured in case.backends.values()) < case.limit


def test_large_variants_are_not_for_the_reference() -> None:
    for needed in ("pysat", "ortools"):
        pytest.importorskip(needed)
    puzzles = [puzzle for puzzle in bundled("variants.jsonl") if puzzle.layout.size == 16]
    assert len(puzzles) == 3
    for puzzle in puzzles[1:]:
        for puzzles_asked in (1, 1000):
            assert not choose(features(puzzle), "unique", puzzles_asked).backend.startswith("reference")


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_single_classic_puzzle_is_for_our_own_solvers(question: str) -> None:
    for puzzle in seventeen_clue(5):
        assert choose(features(puzzle), question, 1).backend in ("native", "reference")
