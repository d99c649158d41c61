from __future__ import annotations

import os
import signal
from typing import Any

import pytest
from corpora import SEVENTEEN

pytest.importorskip("ortools", reason="ortools is not installed: pip install 'unitdoku[cpsat]'")

from ortools.linear_solver import linear_solver_pb2 as messages  # type: ignore[import-untyped]  # no type hints

from unitdoku import (
    BackendError,
    BackendUnavailable,
    Layout,
    Puzzle,
    UnknownBackend,
    Verdict,
    classic,
    find_backend,
    is_solution,
    latin,
)
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.encoders.backends import ilp
from unitdoku.reference.contract.errors import OptionError

EVERY = pytest.mark.parametrize("solver", sorted(ilp.SOLVERS))


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sessions themselves, not in a worker."""
    monkeypatch.setattr(ilp.IlpBackend, "open", ilp.IlpBackend.open_here)


def session_on(layout: Layout, solver: str = "scip", **parameters: str) -> ilp.IlpSession:
    session = ilp.IlpBackend(solver, parameters).open(layout)
    assert isinstance(session, ilp.IlpSession)
    return session


def test_solvers_of_the_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ilp.solver_names() == ["scip", "cbc"]
    with pytest.raises(UnknownBackend, match=r"'ilp:simplex'.* ilp:scip, ilp:cbc"):
        find_backend("ilp:simplex")
    monkeypatch.setitem(ilp.SOLVERS, "scip", ilp.SOLVERS["scip"]._replace(problem="NO_SUCH_PROGRAMMING"))
    assert ilp.solver_names() == ["cbc"]
    with pytest.raises(BackendUnavailable, match="built without scip"):
        session_on(latin(2))


@pytest.mark.skipif("scip" not in ilp.solver_names(), reason="OR-Tools was built without SCIP")
def test_scip_finds_the_solution_of_a_killer_that_it_called_infeasible() -> None:
    puzzle = puzzles_of("killers.jsonl")[45]
    with ilp.IlpBackend("scip").open(puzzle.layout) as session:
        result = session.solve(puzzle, 1, 60)
    assert is_solution(result.solutions[0], puzzle)


@EVERY
def test_a_search_that_is_stopped_by_its_time_proves_nothing(solver: str) -> None:
    # CBC with a very short limit calls such puzzles infeasible.
    with session_on(classic(9), solver) as session:
        for thousandths in (1, 2, 4):
            assert session.solve(SEVENTEEN, seconds=thousandths / 1000).verdict is not Verdict.UNSAT


@EVERY
def test_silence_and_ctrl_c(solver: str, capfd: pytest.CaptureFixture[str]) -> None:
    with session_on(latin(3), solver) as session:
        session.solve(Puzzle.empty(latin(3)), 3)
        session.solve(Puzzle.from_givens({"A1": 1, "A2": 1}, latin(3)))
        session.solve(Puzzle.empty(latin(3)), seconds=1e-9)
        with pytest.raises(KeyboardInterrupt):  # left to Python
            os.kill(os.getpid(), signal.SIGINT)
    assert capfd.readouterr() == ("", "")


def test_parameters() -> None:
    with session_on(latin(2), "scip", **{"misc/catchctrlc": "TRUE", "limits/solutions": "1"}) as session:
        assert session._request.solver_specific_parameters.splitlines() == [
            "randomization/randomseedshift = 0",
            "misc/catchctrlc = TRUE",
            "constraints/linear/upgrade/knapsack = FALSE",
            "limits/solutions = 1",
        ]
        assert session.solve(Puzzle.empty(latin(2))).verdict is Verdict.SAT
    with pytest.raises(OptionError, match="passes no parameters on to cbc"):
        session_on(latin(2), "cbc", threads="1")
    with (
        session_on(latin(2), "scip", nonsense="1") as session,
        pytest.raises(BackendError, match="stopped with status MPSOLVER_MODEL_INVALID_SOLVER_PARAMETERS"),
    ):
        session.solve(Puzzle.empty(latin(2)))


def answering(monkeypatch: pytest.MonkeyPatch, **response: Any) -> None:
    monkeypatch.setattr(ilp, "solve_program", lambda _: messages.MPSolutionResponse(**response))


OPTIMAL = messages.MPSOLVER_OPTIMAL


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([0.5, 0.5, 0, 1, 0, 1, 1, 0], "returned 0.5, neither 0 nor 1, for value 1 in A1"),
        ([1, 0, 0, 1, 0, 1, 1, 2e-6], "neither 0 nor 1, for value 2 in B2"),
        ([1, 0, 0, 1, 0, 1, 1, float("nan")], "returned nan, neither 0 nor 1"),
        ([1, 0, 0, 1, 0, 1, 1], "returned 7 values for 8 variables"),
        ([1, 1, 0, 1, 0, 1, 1, 0], r"returned 2 values for cell A1: \[1, 2\]"),
        ([0, 0, 0, 1, 0, 1, 1, 0], "returned 0 values for cell A1"),
        ([1, 0, 1, 0, 1, 0, 1, 0], "returned a grid that is no solution"),
    ],
)
def test_wrong_answers(monkeypatch: pytest.MonkeyPatch, values: list[float], message: str) -> None:
    with session_on(latin(2)) as session:
        with monkeypatch.context() as context:
            answering(context, status=OPTIMAL, variable_value=values)
            with pytest.raises(BackendError, match=message):
                session.solve(Puzzle.empty(latin(2)))
        assert len(session.solve(Puzzle.empty(latin(2)), 3).solutions) == 2


@pytest.mark.parametrize("status", [OPTIMAL, messages.MPSOLVER_FEASIBLE])
def test_a_solution_within_the_tolerance(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    answering(monkeypatch, status=status, variable_value=[1 - 9e-7, 9e-7, -9e-7, 1 + 9e-7, 0, 1, 1, 0])
    with session_on(latin(2)) as session:
        assert session.solve(Puzzle.empty(latin(2))).solutions == ((1, 2, 2, 1),)
        with pytest.raises(BackendError, match="a solution twice"):
            session.solve(Puzzle.empty(latin(2)), 2)


@pytest.mark.parametrize(
    "name", ["ABNORMAL", "UNBOUNDED", "MODEL_INVALID", "CANCELLED_BY_USER", "NOT_SOLVED", "UNKNOWN_STATUS"]
)
@pytest.mark.parametrize("seconds", [None, 60])
def test_failures_are_named(monkeypatch: pytest.MonkeyPatch, name: str, seconds: float | None) -> None:
    answering(monkeypatch, status=getattr(messages, f"MPSOLVER_{name}"), status_str="because")
    message = rf"stopped with status MPSOLVER_{name} \(because\)"
    with session_on(latin(2)) as session, pytest.raises(BackendError, match=message):
        session.solve(Puzzle.empty(latin(2)), seconds=seconds)


@pytest.mark.parametrize("status", [messages.MPSOLVER_NOT_SOLVED, messages.MPSOLVER_UNKNOWN_STATUS])
def test_out_of_time(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    answering(monkeypatch, status=status)
    with session_on(latin(2)) as session:
        assert session.solve(Puzzle.empty(latin(2)), seconds=0.05).verdict is Verdict.UNKNOWN


def test_the_time_by_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stop counts when half of the time is spent; "infeasible" when all of it is spent proves nothing."""
    ticks = iter([0.0, 31.0, 0.0, 29.0, 0.0, 61.0])
    monkeypatch.setattr(ilp, "process_time", lambda: next(ticks))
    answering(monkeypatch, status=messages.MPSOLVER_NOT_SOLVED)
    with session_on(latin(2)) as session:
        assert session.solve(Puzzle.empty(latin(2)), seconds=60).verdict is Verdict.UNKNOWN
        with pytest.raises(BackendError, match="MPSOLVER_NOT_SOLVED"):
            session.solve(Puzzle.empty(latin(2)), seconds=60)
        answering(monkeypatch, status=messages.MPSOLVER_INFEASIBLE)
        assert session.solve(Puzzle.empty(latin(2)), seconds=60).verdict is Verdict.UNKNOWN


def test_the_time_limit_that_the_solver_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []

    def solve(request: Any) -> Any:
        limits.append(request.solver_time_limit_seconds if request.HasField("solver_time_limit_seconds") else None)
        return messages.MPSolutionResponse(status=messages.MPSOLVER_INFEASIBLE)

    monkeypatch.setattr(ilp, "solve_program", solve)
    with session_on(latin(2)) as session:
        session.solve(Puzzle.empty(latin(2)), seconds=0.0003)
        session.solve(Puzzle.empty(latin(2)), seconds=60)
        session.solve(Puzzle.empty(latin(2)))
    assert limits[0] == 0.001  # a zero would mean no limit
    assert limits[1] is not None
    assert 59 < limits[1] <= 60
    assert limits[2] is None
