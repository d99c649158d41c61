"""Sessions that stay open between calls of `solve`, `solve_many` and `count`."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import ClassVar

import pytest
from corpora import seventeen_clue
from found import Named

from unitdoku import (
    BackendError,
    Layout,
    Puzzle,
    PuzzleError,
    Unsupported,
    Verdict,
    classic,
    count,
    diagonal,
    is_solution,
    latin,
    solve,
    solve_many,
)
from unitdoku.backend import Capabilities, Deadline, close_sessions
from unitdoku.encoders import many
from unitdoku.encoders.naming import sessions as kept_sessions
from unitdoku.reference.contract.session import CheckedSearch
from unitdoku.reference.search.search import ReferenceSession

SMALL = Puzzle.empty(classic(4))
EASY = seventeen_clue(3)


class Noted(ReferenceSession):
    """Notes each session that is opened."""

    opened: ClassVar[list[Noted]] = []

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, Named("noted"), False)
        self.opened.append(self)

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> CheckedSearch:
        if limit == 7:
            raise ZeroDivisionError
        if limit == 8:
            raise KeyboardInterrupt
        if limit == 9:
            raise Unsupported("nine")
        return super().search(puzzle, limit, deadline)


NOTED = SimpleNamespace(name="noted", capabilities=Capabilities(), open=Noted)


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[Noted]:
    Noted.opened.clear()
    for module in kept_sessions, many:
        monkeypatch.setattr(module, "backend_named", lambda name, _: NOTED)
    return Noted.opened


def test_the_next_call_has_the_session_of_the_last(noted: list[Noted]) -> None:
    for _ in range(3):
        solve(SMALL, "noted", limit=2)
    list(solve_many([SMALL] * 3, "noted"))
    results = solve_many([SMALL, SMALL], "noted")
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert count(SMALL, "noted", limit=10).solutions == 10
    assert len(noted) == 1
    solve(Puzzle.empty(latin(4)), "noted")
    solve(SMALL, "noted", option=1)
    list(solve_many([SMALL], "noted", option=1))
    solve(SMALL, "noted", option=2)
    assert len(noted) == 4


def test_sessions_are_closed_on_request(noted: list[Noted]) -> None:
    solve(SMALL, "noted")
    close_sessions()
    assert noted[0]._closed
    assert solve(SMALL, "noted").verdict is Verdict.SAT
    assert len(noted) == 2


def test_a_session_in_use_is_not_shared(noted: list[Noted]) -> None:
    results = solve_many([SMALL, SMALL], "noted")
    next(results)
    solve(SMALL, "noted")
    assert len(noted) == 2
    list(results)
    solve(SMALL, "noted")
    assert len(noted) == 2


def test_a_session_that_failed_is_closed(noted: list[Noted]) -> None:
    for error, limit in ((BackendError, 7), (KeyboardInterrupt, 8)):
        with pytest.raises(error):
            solve(SMALL, "noted", limit=limit)
    with pytest.raises(KeyboardInterrupt):
        list(solve_many([SMALL], "noted", limit=8))
    assert [session._closed for session in noted] == [True, True, True]


def test_a_question_that_no_solver_gets_keeps_the_session(noted: list[Noted]) -> None:
    """A bad argument, a puzzle that is none, and one that the session declines."""
    for error, arguments in [(ValueError, {"limit": 0}), (ValueError, {"seconds": -1.0}), (Unsupported, {"limit": 9})]:
        with pytest.raises(error):
            solve(SMALL, "noted", **arguments)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a limit"):
        count(SMALL, "noted", limit=0)
    with pytest.raises(PuzzleError):
        list(solve_many([SMALL, [1, 2, 3]], "noted"))
    assert solve(SMALL, "noted").verdict is Verdict.SAT
    assert len(noted) == 1


@pytest.mark.parametrize(("sessions", "candidates"), [(3, 10**9), (9, 3**3 + 4**3 + 5**3)])
def test_no_more_sessions_or_candidates_than_the_limit(
    sessions: int, candidates: int, noted: list[Noted], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_sessions, "MOST_SESSIONS", sessions)
    monkeypatch.setattr(kept_sessions, "MOST_CANDIDATES", candidates)
    for size in range(1, 6):
        solve(Puzzle.empty(latin(size)), "noted")
    assert [session._closed for session in noted] == [True] * 2 + [False] * 3


def test_a_session_on_a_large_layout_is_closed(noted: list[Noted]) -> None:
    for size, closed in ((5, False), (6, True)):
        layout = classic(size * size)
        solve(Puzzle(layout, (1,) * layout.cell_count), "noted")  # no solution, which shows at once
        assert noted[-1]._closed is closed


def test_threads() -> None:
    puzzles = [*EASY, SMALL, Puzzle.empty(diagonal()), Puzzle.empty(latin(6))] * 8
    backends = ["auto", "reference"]

    def ask(number: int) -> bool:
        puzzle = puzzles[number % len(puzzles)]
        result = solve(puzzle, backends[number % 2])
        return is_solution(result.solutions[0], puzzle)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(80)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no forks")
def test_a_fork_opens_its_own_sessions(noted: list[Noted]) -> None:
    solve(SMALL, "noted")
    child = os.fork()
    if child == 0:
        solve(SMALL, "noted")
        os._exit(0 if len(noted) == 2 and not noted[0]._closed else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    solve(SMALL, "noted")
    assert len(noted) == 1
