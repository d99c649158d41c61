from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from corpora import EASY, HARD

pytest.importorskip("pysat", reason="python-sat is not installed: pip install 'unitdoku[sat]'")

from time import sleep

from pysat import solvers  # type: ignore[import-untyped]

from unitdoku import (
    BackendError,
    BackendUnavailable,
    Grid,
    OptionError,
    Puzzle,
    UnknownBackend,
    Verdict,
    classic,
    find_backend,
    from_units,
    latin,
    solve,
)
from unitdoku.compare.corpora.corpus import built_in
from unitdoku.encoders.answering.worker_session import WorkerSession
from unitdoku.encoders.backends import pysat_solver, sat
from unitdoku.encoders.backends.pysat_solver import PySatSolver
from unitdoku.encoders.backends.pysat_table import LATE, TABLE, solver_names
from unitdoku.encoders.backends.sat import LoadedSession, OneShotSession
from unitdoku.encoders.cnf.at_most_one import AT_MOST_ONE
from unitdoku.encoders.cnf.encodings import ENCODINGS

ABLE = {name: TABLE[name] for name in solver_names()}
ABLE_HERE = {name for name, able in ABLE.items() if able.conflict_budget and able.incremental} - LATE
HERE = [f"sat:{name}" for name in ABLE if name in ABLE_HERE]
EMPTY = Puzzle.empty(classic(4))
TWO = Puzzle.empty(latin(2))


def session_of(name: str, puzzle: Puzzle = EMPTY) -> LoadedSession:
    session = find_backend(name).open(puzzle.layout)
    assert isinstance(session, LoadedSession)
    return session


def session_with(solver: Broken) -> LoadedSession:
    """One whose first solver is this object in the place of PySAT's."""
    with patch.object(solvers, "Solver", lambda **_: SimpleNamespace(solver=solver)):
        return session_of("sat", TWO)


@pytest.mark.parametrize("name", HERE)
def test_enumeration_and_loading_again_change_no_later_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "_ADDITIONS_PER_LOADING", 300)
    with session_of(name) as session:
        first = session.solve(EMPTY, 1000)
        results = [session.solve(EMPTY, limit) for limit in (200, 1000, 1000)]
    assert [len(result.solutions) for result in results] == [200, 288, 288]
    assert [result.exhausted for result in (first, *results)] == [True, False, True, True]
    assert set(first.solutions) == set(results[-1].solutions)
    # Each puzzle adds a guard and forbids its solutions.
    assert [result.statistics["load_seconds"] > 0 for result in (first, *results)] == [True, False, True, False]
    assert [result.statistics["encode_seconds"] > 0 for result in (first, *results)] == [True, False, False, False]


@pytest.mark.parametrize("name", HERE)
def test_statistics_are_of_this_puzzle_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a search is cut into slices of one conflict."""
    monkeypatch.setattr(pysat_solver, "_FIRST_SLICE_WORK", 1)
    with session_of(name, Puzzle.empty(classic())) as session:
        hard, easy = session.solve(HARD, 2, seconds=60), session.solve(EASY).statistics
    assert hard.unique
    assert easy["decisions"] < hard.statistics["decisions"]
    assert set(easy) >= {"conflicts", "propagations", "solve_seconds"}


@pytest.mark.parametrize("name", ["minisat22", "cadical195"])
def test_a_search_takes_the_same_course_however_slow_the_machine_is(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = built_in("pencil-mark").puzzles[2:5]

    def counts() -> list[list[float]]:
        with find_backend(f"sat:{name}").open(puzzles[0].layout) as session:
            statistics = [session.solve(puzzle, 1, seconds=60).statistics for puzzle in puzzles]
        return [[one[what] for what in ("conflicts", "decisions", "propagations")] for one in statistics]

    first = counts()
    assert sum(conflicts for conflicts, *_ in first) > 1000
    monkeypatch.setattr(solvers.MainThread, "check", lambda: bool(sleep(0.01)))  # type: ignore[func-returns-value]
    assert counts() == first


class Broken:
    """A solver that answers SAT with an assignment of our making."""

    def __init__(self, model: list[int] | None, error: BaseException | None = None) -> None:
        self.model = model
        self.error = error

    def solve_limited(self, *_: object) -> bool | None:
        if self.error is not None:
            raise self.error
        return True

    def get_model(self) -> list[int] | None:
        return self.model

    def accum_stats(self, *_: object) -> Any:
        return {}

    append_formula = conf_budget = delete = accum_stats  # any formula and budget will do


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (None, "no assignment"),
        ([-1, -2, 3, -4, 5, -6, 7, -8], "0 values for cell A1"),
        ([1, 2, 3, -4, 5, -6, 7, -8], "2 values for cell A1"),
        ([1, 2, -3, -4, -5, 6, 7, -8], "2 values for cell A1"),
        ([1, -2, 3, -4, 5, -6, 7, -8], "no solution: unit row A"),
    ],
)
def test_wrong_assignments_are_never_solutions(model: list[int] | None, message: str) -> None:
    with session_with(Broken(model)) as session:
        with pytest.raises(BackendError, match=message):
            session.solve(TWO)
        # The next puzzle gets a new solver.
        assert session.solve(TWO).verdict is Verdict.SAT


def test_pysat_may_take_over_ctrl_c_except_during_a_slice() -> None:
    answers: list[bool] = []

    class Asking(Broken):
        def solve_limited(self, *_: object) -> bool:
            answers.append(solvers.MainThread.check())
            return True

    with session_with(Asking([1, -2, -3, 4, -5, 6, 7, -8])) as session:
        assert session.solve(TWO).solutions == ((1, 2, 2, 1),)
    assert answers == [False]
    assert solvers.MainThread.check()


def test_after_an_interruption_the_session_works_on() -> None:
    with session_with(Broken(None, KeyboardInterrupt())) as session:
        with pytest.raises(KeyboardInterrupt):
            session.solve(TWO, 2)
        assert len(session.solve(TWO, 5).solutions) == 2


def test_names_and_options() -> None:
    assert find_backend("sat").name == "sat:cadical195"
    name = "sat:minisat22:encoding=minimal:at-most-one=commander"
    assert find_backend(name).name == name
    assert find_backend("sat:minisat22", at_most_one="commander", encoding="minimal").name == name
    assert find_backend("sat:encoding=extended").name == "sat:cadical195"
    name = "sat:minisat22:sum=adder:pair=support:most-clauses=9"
    assert find_backend("sat:minisat22", most_clauses=9, pair="support", sum="adder").name == name
    with pytest.raises(UnknownBackend, match=r"sat:nope.*sat:cadical195, .*sat:glucose4"):
        find_backend("sat:nope")
    for wrong, message in (
        ("encoding=nope", "unknown encoding 'nope'; known: minimal, efficient, extended, reduced"),
        ("at-most-one=nope", "encoding 'nope'; known: pairwise, .*, pysat-ENCODING$"),
        ("flavour=x", "no option 'flavour'; known: encoding, at-most-one, sum, pair, most-clauses, mode"),
        ("most-clauses=few", "most-clauses is a whole number from 1 to 1000000000000, not 'few'"),
    ):
        with pytest.raises(OptionError, match=message):
            find_backend(f"sat:{wrong}")


@pytest.mark.parametrize("at_most_one", [*AT_MOST_ONE, "pysat-kmtotalizer"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_288_grids_of_4x4_under_every_encoding(encoding: str, at_most_one: str) -> None:
    backend = find_backend("sat:cadical195", encoding=encoding, at_most_one=at_most_one)
    # A cell in no complete unit: minimal must not let it hold two values.
    loose = from_units(4, [["A1", "A2", "B1"], ["A1", "D4"], ["A3", "A4"]], shape=(4, 4))
    some = Puzzle.from_givens(dict.fromkeys(loose.labels[5:15], 1), loose)
    with backend.open(EMPTY.layout) as session, backend.open(loose) as other:
        result = session.solve(EMPTY, 1000)
        assert (len(result.solutions), result.exhausted) == (288, True)
        assert len(session.solve(Puzzle.from_givens({"A1": 3}, EMPTY.layout), 1000).solutions) == 72
        result, reference = other.solve(some, 5000), find_backend("reference").open(loose).solve(some, 5000)
        assert set(result.solutions) == set(reference.solutions)
        assert (len(result.solutions), result.exhausted) == (len(reference.solutions), True)


def test_which_session_answers() -> None:
    # One formula a puzzle; no conflict budget, or none that is looked at often enough.
    for name in ("sat:encoding=reduced", "sat:kissat404", "sat:lingeling", "sat:mergesat3"):
        with find_backend(name).open(classic(4)) as session:
            assert isinstance(session, OneShotSession if "reduced" in name else WorkerSession)
    # A formula of millions of clauses is out of reach of time limits in this process.
    assert not find_backend("sat:glucose4").stops(classic(36))  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", solver_names())
def test_nothing_left_to_solve(name: str) -> None:
    """Everything is given: the reduced formula has neither variables nor clauses."""
    assert solve("1234341221434321", f"sat:{name}:encoding=reduced", limit=2).unique
    assert solve(EMPTY, f"sat:{name}:encoding=reduced", limit=2).unique is False


def test_a_solver_is_freed_where_no_interruption_can_be_raised() -> None:
    threads: list[threading.Thread] = []

    class Watched(Broken):
        def delete(self, *_: object) -> None:
            threads.append(threading.current_thread())

    session_with(Watched(None)).close()
    (thread,) = threads
    assert thread is not threading.main_thread()


def test_a_missing_extra_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "cryptominisat" not in solver_names()
    with pytest.raises(BackendUnavailable, match=r"needs pycryptosat.*pip install 'unitdoku\[cryptominisat\]'"):
        find_backend("sat:cryptominisat")


BOTH = pytest.mark.parametrize("name", ["sat:minisat22", "sat:minisat22:encoding=reduced"])


@BOTH
def test_auxiliary_variables_of_an_odd_number_of_variables_and_no_time(name: str) -> None:
    puzzle = Puzzle.empty(latin(3))
    with find_backend(name).open(latin(3)) as session:
        for limit in (100, 12, 13, 5, 100):
            assert session.solve(puzzle, seconds=0).verdict is Verdict.UNKNOWN
            result = session.solve(puzzle, limit)
            assert len(set(result.solutions)) == min(limit, 12)
            assert result.exhausted == (limit > 12)


@BOTH
def test_no_answer_is_no_verdict(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original = pysat_solver.PySatSolver.ask
    asked: list[object] = []

    def once(self: Any, *rest: Any) -> bool | None:
        asked.append(rest)
        return original(self, *rest) if len(asked) == 1 else None

    monkeypatch.setattr(pysat_solver.PySatSolver, "ask", once)
    with find_backend(name).open(EMPTY.layout) as session:
        result = session.solve(EMPTY, 5)
        assert (len(result.solutions), result.exhausted) == (1, False)
        assert session.solve(EMPTY, 5).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(("name", "loaded"), [("sat:minisat22", 1), ("sat:minisat22:encoding=reduced", 2)])
def test_solutions_are_announced_as_they_are_found_and_a_solver_is_loaded_no_more_often_than_needed(
    name: str, loaded: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[Grid] = []
    when: list[int] = []
    made: list[object] = []

    class Counted(PySatSolver):
        def __init__(self, *rest: Any, **more: Any) -> None:
            made.append(rest)
            super().__init__(*rest, **more)

        def ask(self, *rest: Any) -> bool | None:
            when.append(len(announced))
            return super().ask(*rest)

    monkeypatch.setattr(sat, "PySatSolver", Counted)
    with find_backend(name).open(EMPTY.layout) as session:
        result = session.solve(EMPTY, 3, on_solution=announced.append)
        assert len(session.solve(EMPTY, 5).solutions) == 5
    assert tuple(announced) == result.solutions
    assert when[:3] == [0, 1, 2]
    assert len(made) == loaded
