from __future__ import annotations

import math
import pickle
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import FrozenInstanceError
from itertools import product
from typing import Any

import pytest
from found import Found, FoundSession, Named

from unitdoku import (
    BackendError,
    Count,
    Grid,
    InvalidAnswer,
    Layout,
    Puzzle,
    PuzzleError,
    Result,
    Unsupported,
    Verdict,
    WrongAnswer,
    classic,
    find_backend,
    latin,
)
from unitdoku.backend import Capabilities, Deadline, Ended
from unitdoku.reference.contract.judgement import is_refuted
from unitdoku.reference.contract.session import Search

GRID = (1, 2, 2, 1)
OTHER = (2, 1, 1, 2)
TWO = Puzzle.empty(latin(2))
NOTHING = Found()


VERDICTS = {
    ((), True): (Verdict.UNSAT, False),
    ((), False): (Verdict.UNKNOWN, None),
    ((GRID,), True): (Verdict.SAT, True),
    ((GRID,), False): (Verdict.SAT, None),
    ((GRID, OTHER), True): (Verdict.SAT, False),
    ((GRID, OTHER), False): (Verdict.SAT, False),
}


def test_verdict_and_uniqueness_are_derived() -> None:
    for (solutions, exhausted), derived in VERDICTS.items():
        result = Result(solutions, exhausted)
        assert (result.verdict, result.unique) == derived
        assert str(result.verdict) == result.verdict.value


def test_results_are_values_and_contradict_nothing() -> None:
    with pytest.raises(ValueError, match="twice"):
        Result((GRID, GRID), True)
    with pytest.raises(ValueError, match="one length"):
        Result((GRID, (1,)), True)
    with pytest.raises(FrozenInstanceError):
        Result((GRID,), False).exhausted = True  # type: ignore[misc]


def test_deadlines() -> None:
    assert (Deadline(0).expired, Deadline(0).remaining, Deadline(0).seconds) == (True, 0, 0)
    assert (Deadline(None).expired, Deadline(None).remaining, Deadline(None).seconds) == (False, math.inf, None)
    assert 0 < Deadline(60).remaining <= Deadline(60).seconds == 60  # type: ignore[operator]
    for huge in (math.inf, 1e14, 1.8e308, 10**400):
        assert (Deadline(huge).seconds, Deadline(huge).remaining) == (None, math.inf)
    for wrong in (-1, math.nan, "5", True, False):
        with pytest.raises(ValueError, match="time limit"):
            Deadline(wrong)  # type: ignore[arg-type]


class Fixed(FoundSession):
    """Calls a function with itself in each search, returns the same result for every puzzle, and records its calls."""

    def __init__(self, found: Found = NOTHING, act: Callable[[Any], object] = id) -> None:
        super().__init__(TWO.layout, Named("fixed"))
        self.answer, self.act = found, act
        self.calls: list[str] = []
        self.prepares_for = 0.0
        self.setup_seconds["encode_seconds"] = 3.0

    def found(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        self.calls.append(f"search {limit} {deadline.remaining < math.inf} {deadline.expired}")
        self.act(self)
        return self.answer

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:
        time.sleep(self.prepares_for)
        self.calls.append("refresh")
        self.setup_seconds["load_seconds"] += 2.0

    def _recover(self) -> None:
        self.calls.append("recover")

    def _release(self) -> None:
        self.calls.append("release")


def raising(error: BaseException) -> Callable[[Any], object]:
    def act(_: object) -> None:
        raise error

    return act


def test_a_session_checks_times_and_shapes_the_result() -> None:
    session = Fixed(Found([GRID], True, {"guesses": 7}))
    session.prepares_for = 0.05
    with session:
        # The time limit begins when all is prepared.
        first, second = session.solve_many([TWO, TWO], limit=5, seconds=0.04)
        assert (first.solutions, first.exhausted, first.backend) == ((GRID,), True, "fixed")
        assert first.statistics["guesses"] == 7
        assert first.statistics["solve_seconds"] >= 0
        # The first result has the set-up seconds of opening; each has those of its own loading.
        assert [first.statistics[part] for part in ("encode_seconds", "load_seconds")] == [3.0, 2.0]
        assert [second.statistics[part] for part in ("encode_seconds", "load_seconds")] == [0.0, 2.0]
        assert session.calls == ["refresh", "search 5 True False"] * 2
    session.close()
    assert session.calls[4:] == ["release"]
    with pytest.raises(BackendError, match="closed"):
        session.solve(TWO)


class AtOnce(Fixed):
    """Returns the end of each search, with its solutions, in place of a generator."""

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        solutions, exhausted, statistics = self.found(puzzle, limit, deadline)
        return Ended(exhausted, statistics, solutions=solutions)


def test_a_search_that_ends_at_once_is_a_plain_function() -> None:
    reported: list[Grid] = []
    result = AtOnce(Found([GRID], True, {"guesses": 7})).solve(TWO, 2, on_solution=reported.append)
    assert (result.solutions, result.exhausted, result.statistics["guesses"]) == ((GRID,), True, 7)
    assert reported == [GRID]


@pytest.mark.parametrize("session", [Fixed, AtOnce])
@pytest.mark.parametrize(
    ("solutions", "error", "message"),
    [
        ([GRID, GRID], InvalidAnswer, "fixed returned a solution twice"),
        ([(1, 1, 2, 2)], WrongAnswer, "fixed returned a grid that is no solution: unit row A"),
        ([(1, 2, 2)], InvalidAnswer, "fixed returned a grid that is no solution: 3 values for 4 cells"),
    ],
)
def test_wrong_answers_of_any_backend_are_errors(
    session: type[Fixed], solutions: list[tuple[int, ...]], error: type[BackendError], message: str
) -> None:
    with pytest.raises(error, match=message):
        session(Found(solutions)).solve(TWO, 2)


def test_solve_many_is_lazy() -> None:
    session = Fixed()
    stream = session.solve_many(TWO for _ in iter(int, 1))
    next(stream)
    next(stream)
    assert len(session.calls) == 4


def test_bad_arguments() -> None:
    for limit in (0, -1, 1.5, True, None, "2"):
        with pytest.raises(ValueError, match="limit"):
            Fixed().solve(TWO, limit)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="time limit"):
        Fixed().solve(TWO, seconds=-1)
    with pytest.raises(PuzzleError, match="latin:2"):
        Fixed().solve(Puzzle.empty(classic(4)))


def test_capabilities_in_words() -> None:
    assert str(Capabilities()) == ""
    able = Capabilities(proof=True, layouts=("classic", "latin:5"), sizes=(9,), candidate_sets=False, counts=False)
    assert str(able) == "proof, layouts only classic or latin:5, sizes only 9, no candidate_sets, no counts"


@pytest.mark.parametrize(
    ("capabilities", "asked", "reason"),
    [
        (Capabilities(layouts=("classic", "diagonal")), classic(4), "on classic or diagonal only, not on classic:2x2"),
        (Capabilities(layouts=("latin:4",)), classic(4), "on latin:4 only, not on classic:2x2"),
        (Capabilities(sizes=(6, 9, 16)), Puzzle.empty(classic(4)), "of 6, 9 or 16 values only, not of 4"),
        (Capabilities(candidate_sets=False), Puzzle.from_values([None, {1, 2}, *[None] * 14]), "but cell A2 has"),
    ],
)
def test_what_capabilities_leave_out_is_declined(
    capabilities: Capabilities, asked: Layout | Puzzle, reason: str
) -> None:
    with pytest.raises(Unsupported, match=f"mine takes puzzles .*{reason}"):
        capabilities.check(asked, "mine")


@pytest.mark.parametrize("limit", [1, 2])
def test_a_search_that_ignores_the_limit_is_stopped_there(limit: int) -> None:
    result = Fixed(Found([GRID, OTHER, GRID], True)).solve(TWO, limit)
    assert (result.solutions, result.exhausted) == ((GRID, OTHER)[:limit], False)


@pytest.mark.parametrize("checks", [True, False])
def test_solutions_are_checked_before_they_are_reported(checks: bool) -> None:
    session = Fixed(Found([GRID, (1, 1, 2, 2)], True))
    session.checks_solutions = checks
    reported: list[Grid] = []
    with pytest.raises(WrongAnswer, match="unit row A") if checks else nullcontext():
        session.solve(TWO, 3, on_solution=reported.append)
    assert reported == ([GRID] if checks else [GRID, (1, 1, 2, 2)])


def test_an_error_of_the_caller_is_raised_as_it_is_and_ends_the_search() -> None:
    session = Fixed(Found([GRID, OTHER]))
    with pytest.raises(StopIteration, match="enough"):
        session.solve(TWO, 2, on_solution=raising(StopIteration("enough")))
    assert session.solve(TWO, 2).solutions == (GRID, OTHER)


@pytest.mark.parametrize("kind", [Fixed, AtOnce])
def test_a_session_has_its_turn_until_the_result_is_made(kind: type[Fixed]) -> None:
    """A search that has ended at once, too: other threads would change the times that the result is made of."""
    session = kind(Found([GRID]))
    with pytest.raises(BackendError, match="answering another puzzle"):
        session.solve(TWO, on_solution=lambda _: session.solve(TWO))
    assert session.solve(TWO).solutions == (GRID,)


@pytest.mark.parametrize("kind", [Fixed, AtOnce])
@pytest.mark.parametrize("raised", [KeyboardInterrupt(), BackendError("why"), PuzzleError("why"), RuntimeError("why")])
def test_errors_of_others_are_wrapped_and_interruptions_and_those_of_the_package_are_not(
    raised: BaseException, kind: type[Fixed]
) -> None:
    session = kind(act=raising(raised))
    with pytest.raises(BackendError if isinstance(raised, RuntimeError) else type(raised)) as caught:
        session.solve(TWO)
    assert caught.value is raised or str(caught.value) == "fixed failed: RuntimeError: why"
    assert session.calls[-1] == "recover"


def test_a_larger_or_another_set_of_solutions_refutes_a_claim_to_have_all() -> None:
    """Sets are given by their size and a digest; the claim is two solutions with the digest 5."""
    refuted = {others for others in product((1, 2, 3), (4, 5, 6)) if is_refuted(2, 5, *others)}
    assert refuted == {(2, 4), (2, 6), (3, 4), (3, 5), (3, 6)}


def test_a_count_says_whether_it_is_exact_and_is_its_number_then() -> None:
    assert [str(count) for count in (Count(1, True), Count(5, False))] == ["1", "at least 5"]
    assert Count(5, False) < Count(5, True)
    assert Count(3, True) == 3 == Count(3, True) != Count(3, False)
    assert Count(3, False) != 3 != Count(4, True)
    assert len({3, Count(3, True), Count(3, False), (3, True)}) == 3


def test_an_attribute_of_other_programs_is_proposed() -> None:
    result = Result((), True, {}, "reference")
    for name, meant in {
        "status": "verdict",
        "is_unique": "unique",
        "grid": "solution",
        "exausted": "exhausted",
    }.items():
        with pytest.raises(AttributeError, match=rf"'{name}'.*\b{meant}\b"):
            getattr(result, name)
    assert not hasattr(result, "_repr_png_")


def test_a_session_finds_one_solution_by_default_and_says_how_long_that_took() -> None:
    puzzle = Puzzle.empty(classic(4))
    with find_backend("reference").open(puzzle.layout) as session:
        started = time.perf_counter()
        results = [session.solve(puzzle), *session.solve_many([puzzle])]
        took = time.perf_counter() - started
    assert [len(result.solutions) for result in results] == [1, 1]
    assert 0 <= sum(result.statistics["solve_seconds"] for result in results) <= took


@pytest.mark.parametrize("name", ["reference", "auto", "python:json:dumps"])
def test_a_session_stays_in_its_process(name: str) -> None:
    with find_backend(name).open(latin(2)) as session, pytest.raises(TypeError, match=r"pickled.*open it there"):
        pickle.dumps(session)
