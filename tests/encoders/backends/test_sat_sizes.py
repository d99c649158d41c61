"""Formulas of single puzzles on a large layout: small ones are answered in this process, others in a worker."""

from __future__ import annotations

from time import sleep

import psutil
import pytest

pytest.importorskip("pysat", reason="python-sat is not installed: pip install 'unitdoku[sat]'")

from unitdoku import OptionError, Puzzle, Verdict, WrongAnswer, find_backend, from_units, solve
from unitdoku.backend import Deadline
from unitdoku.compare.corpora.corpus import built_in
from unitdoku.encoders.answering.worker_session import WorkerSession
from unitdoku.encoders.backends import sat
from unitdoku.encoders.backends.pysat_solver import PySatSolver
from unitdoku.reference.contract.session import Search

# 23,400 candidates, and no large unit.
PAIRS = from_units(9, [(cell, cell + 1) for cell in range(0, 2600, 2)], (26, 100))
OPEN = Puzzle.empty(PAIRS)
NEARLY_FULL = Puzzle(PAIRS, (*(1 << cell % 2 for cell in range(2000)), *[PAIRS.all_values] * 600))
BACKEND = find_backend("sat:minisat22:encoding=reduced")


def workers() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


def test_the_formula_of_the_puzzle_decides() -> None:
    before = workers()
    with BACKEND.open(PAIRS) as session:
        small = session.solve(NEARLY_FULL, 2)
        assert (small.verdict, len(small.solutions)) == (Verdict.SAT, 2)
        assert workers() == before
        prepared: list[bool] = []
        session._on_preparation = prepared.append
        large = session.solve(OPEN, 2)
        assert (large.verdict, len(large.solutions)) == (Verdict.SAT, 2)
        assert len(workers() - before) == 1
        assert prepared == [True, False]
        # The time of the start is set-up, and no time of the puzzle.
        assert large.statistics["load_seconds"] > large.statistics["solve_seconds"] > 0
        assert session.solve(NEARLY_FULL).verdict is Verdict.SAT
        second = session.solve(OPEN)
        assert prepared == [True, False]
        assert second.statistics["load_seconds"] < large.statistics["load_seconds"]
    assert workers() == before


def test_no_start_of_a_worker_is_part_of_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    expired = []
    started: list[WorkerSession] = []

    class StartsSlowly(WorkerSession):
        def _start(self, most_seconds: float | None = None) -> None:
            sleep(0.6)
            super()._start(most_seconds)
            started.append(self)

        def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
            expired.append(deadline.expired)
            yield from ()
            return False

    monkeypatch.setattr(sat, "WorkerSession", StartsSlowly)
    with BACKEND.open(PAIRS) as session:
        session.solve(OPEN, seconds=0.5)
        started[0]._worker.end()  # the next puzzle needs another process
        session.solve(OPEN, seconds=0.5)
    assert expired == [False, False]
    assert len(started) == 2


def test_a_wrong_solution_of_either_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = (1,) * PAIRS.cell_count
    monkeypatch.setattr(PySatSolver, "grid", lambda *_: wrong)
    with BACKEND.open(PAIRS) as session, pytest.raises(WrongAnswer):
        session.solve(NEARLY_FULL)
    with BACKEND.open(PAIRS) as session:
        session.checks_solutions = False
        assert session.solve(NEARLY_FULL).solutions == (wrong,)


def test_a_huge_layout_is_for_a_worker_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "_MOST_CANDIDATES_HERE", 20_000)
    before = workers()
    with BACKEND.open(PAIRS):
        assert len(workers() - before) == 1
    assert isinstance(BACKEND.open(from_units(9, [(0, 1)])), sat.OneShotSession)  # small layouts need no choice


def test_the_mode_reaches_the_solver() -> None:
    puzzle = built_in("jigsaw-unsolvable").puzzles[0]
    default, stable = (solve(puzzle, f"sat:cadical195{mode}") for mode in ("", ":mode=stable"))
    assert default.verdict is stable.verdict is Verdict.UNSAT
    assert stable.backend == "sat:cadical195:mode=stable"
    assert default.statistics["conflicts"] != stable.statistics["conflicts"]
    assert find_backend("sat:cadical195:mode=default").name == "sat:cadical195"


def test_a_solver_without_modes_has_none() -> None:
    with pytest.raises(OptionError, match=r"sat:minisat22 has no option 'mode'; .* most-clauses;"):
        find_backend("sat:minisat22:mode=stable")
