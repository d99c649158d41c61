"""Every backend of the registry against exhaustive enumeration, known counts, and the reference."""

from __future__ import annotations

from functools import cache, partial

import pytest
from corpora import bundled, seventeen_clue
from hard_puzzles import hard_and_easy
from hypothesis import given, settings
from pace import asked_together, each_kind_of_backend, examples, fewer, is_slow

from unitdoku import Grid, Puzzle, Verdict, classic, find_backend, parse_puzzle, solve
from unitdoku.check import cross_check
from unitdoku.layouts import samurai
from unitdoku.strategies import layouts, puzzles

any_puzzles = partial(puzzles, kinds=["unknown"], givens_only=False)

NAMES = asked_together()


@each_kind_of_backend
def test_the_contract_on_limits(name: str) -> None:
    puzzle = Puzzle.empty(classic(4))
    with find_backend(name).open(puzzle.layout) as session:
        for limit in (1, 2, fewer(name, 287, 20)):
            result = session.solve(puzzle, limit)
            assert (len(result.solutions), result.exhausted) == (limit, False)
        if not is_slow(name):
            # Whether the last solution also proves that there are no others is up to the backend.
            assert len(session.solve(puzzle, 288).solutions) == 288
        assert [len(r.solutions) for r in session.solve_many([puzzle] * 2, 2)] == [2, 2]


@each_kind_of_backend
def test_a_session_keeps_nothing_of_a_puzzle(name: str) -> None:
    layout = classic(4)
    empty, clash = Puzzle.empty(layout), parse_puzzle("11" + "." * 14, layout)
    full, half = parse_puzzle("1234341221434321", layout), parse_puzzle("12343412" + "." * 8, layout)
    most = fewer(name, 300, 10)
    with find_backend(name).open(layout) as session:
        for _ in range(2):
            assert session.solve(clash, 2).verdict is Verdict.UNSAT
            assert session.solve(full, 2).unique
            result = session.solve(half, 5)
            assert (len(result.solutions), result.exhausted) == (4, True)
            assert session.solve(empty, seconds=0).verdict is Verdict.UNKNOWN
            assert len(session.solve(empty, most).solutions) == min(288, most)


@each_kind_of_backend
def test_the_same_question_gets_the_same_answer(name: str) -> None:
    puzzle = Puzzle.empty(classic())
    answers = set()
    for _ in range(2):
        with find_backend(name).open(puzzle.layout) as session:
            answers.add(session.solve(puzzle, fewer(name, 3, 1)).solutions)
    assert len(answers) == 1


@pytest.mark.parametrize(("slow", "limit", "most"), [(False, 20, 30), (True, 4, 6)], ids=["quick", "slow"])
def test_backends_agree_on_random_puzzles(slow: bool, limit: int, most: int) -> None:
    names = [name for name in NAMES if name == "reference" or is_slow(name) == slow]

    @settings(max_examples=examples(most))
    @given(any_puzzles(layouts()))
    def check(puzzle: Puzzle) -> None:
        report = cross_check([puzzle], names, limit=limit, isolated=False)
        assert report.disagreements == []
        assert report.answers == len(names)

    check()


@each_kind_of_backend
def test_samurai(name: str) -> None:
    grid = samurai_grid()
    values = [value if cell % 4 else 0 for cell, value in enumerate(grid)]
    result = solve(Puzzle.from_values(values, samurai()), name, 1000)
    assert (grid in result.solutions, result.exhausted) == (True, True)


@cache
def samurai_grid() -> Grid:
    (grid,) = solve(Puzzle.empty(samurai()), "reference").solutions
    return grid


@each_kind_of_backend
def test_a_time_limit_is_kept(name: str) -> None:
    """On a question that takes minutes: a backend that ignores the limit would give a verdict, or none for minutes."""
    hard, easy = hard_and_easy(name)
    with find_backend(name).open(hard.layout) as session:
        result = session.solve(hard, seconds=0.3)
        assert (result.verdict, result.solutions) == (Verdict.UNKNOWN, ())
        assert session.solve(easy, 2).exhausted


@pytest.mark.long
def test_all_backends_agree_on_classic_and_variants() -> None:
    known = bundled("documents.jsonl") + bundled("top95.txt") + bundled("variants.jsonl") + seventeen_clue(200)
    report = cross_check(known, seconds=60)
    assert report.disagreements == []
    assert report.open == 0
    for name, tally in report.tallies.items():
        # The 16x16 windoku is beyond the reference, and now and then another is for a solver.
        assert tally.open <= 3, name
        # A solution may be found, and not be proven to be the only one in time.
        assert tally.solved + tally.unknown == len(known), name
