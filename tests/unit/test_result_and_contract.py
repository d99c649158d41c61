from __future__ import annotations

import math
import time
from collections.abc import Mapping

import pytest

from unitdoku import BackendError, Deadline, Found, Puzzle, PuzzleError, Result, Session, Verdict, classic, latin

GRID = (1, 2, 2, 1)
OTHER = (2, 1, 1, 2)


@pytest.mark.parametrize(
    ("solutions", "exhausted", "verdict", "unique"),
    [
        ((), True, Verdict.UNSAT, False),
        ((), False, Verdict.UNKNOWN, None),
        ((GRID,), True, Verdict.SAT, True),
        ((GRID,), False, Verdict.SAT, None),
        ((GRID, OTHER), True, Verdict.SAT, False),
        ((GRID, OTHER), False, Verdict.SAT, False),
    ],
)
def test_verdict_and_uniqueness_are_derived(
    solutions: tuple[tuple[int, ...], ...], exhausted: bool, verdict: Verdict, unique: bool | None
) -> None:
    result = Result(solutions, exhausted)
    assert result.verdict is verdict
    assert result.unique is unique
    assert str(result.verdict) == result.verdict.value


def test_contradictory_results_cannot_be_built() -> None:
    with pytest.raises(ValueError, match="twice"):
        Result((GRID, GRID), True)
    with pytest.raises(ValueError, match="one length"):
        Result((GRID, (1,)), True)


def test_deadlines() -> None:
    assert Deadline(0).expired
    assert Deadline(0).remaining == 0
    assert not Deadline(None).expired
    assert Deadline(None).remaining == math.inf
    assert 0 < Deadline(60).remaining <= 60
    for wrong in (-1, math.nan):
        with pytest.raises(ValueError, match="time limit"):
            Deadline(wrong)


class Fixed(Session):
    """Answers everything with what it was given, and writes down what it was asked to do."""

    def __init__(self, found: Found) -> None:
        super().__init__(latin(2), "fixed")
        self.found = found
        self.calls: list[str] = []
        self._unpaid["encode_seconds"] = 3.0

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        self.calls.append(f"search {limit} {deadline.remaining < math.inf}")
        return self.found

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:
        self.calls.append("refresh")
        self._unpaid["load_seconds"] += 2.0

    def _release(self) -> None:
        self.calls.append("release")


def seconds(statistics: Mapping[str, float]) -> tuple[float, float]:
    return statistics["encode_seconds"], statistics["load_seconds"]


def test_a_session_checks_times_and_shapes_the_result() -> None:
    puzzle = Puzzle.empty(latin(2))
    session = Fixed(Found([GRID], True, {"guesses": 7}))
    with session:
        first, second = session.solve_many([puzzle, puzzle], limit=5, seconds=9)
        assert (first.solutions, first.exhausted, first.backend) == ((GRID,), True, "fixed")
        assert first.statistics["guesses"] == 7
        assert first.statistics["solve_seconds"] >= 0
        # The first puzzle pays for the opening; each for what was loaded for it.
        assert seconds(first.statistics) == (3.0, 2.0)
        assert seconds(second.statistics) == (0.0, 2.0)
        assert session.calls == ["refresh", "search 5 True"] * 2
    session.close()
    assert session.calls[-1] == "release"
    assert session.calls.count("release") == 1
    with pytest.raises(BackendError, match="closed"):
        session.solve(puzzle)


@pytest.mark.parametrize(
    ("solutions", "message"),
    [
        ([GRID, OTHER, GRID], "fixed returned 3 solutions where 2 were asked for"),
        ([GRID, GRID], "fixed returned a solution twice"),
        ([(1, 1, 2, 2)], "fixed returned a grid that is no solution: unit row 1"),
        ([(1, 2, 2)], "fixed returned a grid that is no solution: 3 values for 4 cells"),
    ],
)
def test_wrong_answers_of_any_backend_are_errors(solutions: list[tuple[int, ...]], message: str) -> None:
    with pytest.raises(BackendError, match=message):
        Fixed(Found(solutions)).solve(Puzzle.empty(latin(2)), 2)


def test_what_a_solver_raises_is_a_backend_error() -> None:
    class Crashing(Fixed):
        def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
            raise RuntimeError("out of luck")

    with pytest.raises(BackendError, match="fixed failed: RuntimeError: out of luck"):
        Crashing(Found()).solve(Puzzle.empty(latin(2)))


def test_the_time_limit_begins_when_all_is_prepared() -> None:
    class Slow(Fixed):
        def _prepare(self, puzzle: Puzzle, limit: int) -> None:
            time.sleep(0.05)

        def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
            self.calls.append(f"expired: {deadline.expired}")
            return Found()

    session = Slow(Found())
    session.solve(Puzzle.empty(latin(2)), seconds=0.04)
    assert session.calls == ["expired: False"]


def test_a_session_is_for_one_puzzle_at_a_time() -> None:
    puzzle = Puzzle.empty(latin(2))

    class Nested(Fixed):
        def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
            with pytest.raises(BackendError, match="answering another puzzle"):
                self.solve(puzzle)
            return self.found

    session = Nested(Found([GRID]))
    for _ in range(2):
        assert session.solve(puzzle).solutions == (GRID,)


def test_solve_many_is_lazy() -> None:
    session = Fixed(Found())
    stream = session.solve_many(Puzzle.empty(latin(2)) for _ in iter(int, 1))
    next(stream)
    next(stream)
    assert len(session.calls) == 4


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, None, "2"])
def test_bad_limits(limit: int) -> None:
    with pytest.raises(ValueError, match="limit"):
        Fixed(Found()).solve(Puzzle.empty(latin(2)), limit)


def test_bad_times_and_layouts() -> None:
    session = Fixed(Found())
    with pytest.raises(ValueError, match="time limit"):
        session.solve(Puzzle.empty(latin(2)), seconds=-1)
    with pytest.raises(PuzzleError, match="latin:2"):
        session.solve(Puzzle.empty(classic(4)))
