from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pysat", reason="python-sat is not installed: pip install 'unitdoku[sat]'")

from pysat import solvers  # type: ignore[import-untyped]

from unitdoku import BackendError, Deadline, Puzzle, Verdict, classic, find_backend, latin, parse_puzzle
from unitdoku.encoders import sat
from unitdoku.encoders.registry import ROWS

NAMES = [row.name for row in ROWS if row.module == ".sat"]
EMPTY = Puzzle.empty(classic(4))


def session_of(name: str, puzzle: Puzzle = EMPTY) -> sat.SatSession:
    session = find_backend(name).open(puzzle.layout)
    assert isinstance(session, sat.SatSession)
    return session


@pytest.mark.parametrize("name", NAMES)
def test_a_session_is_as_good_as_new_after_enumerating(name: str) -> None:
    with session_of(name) as session:
        first = session.solve(EMPTY, 1000)
        for _ in range(3):
            assert len(session.solve(EMPTY, 100).solutions) == 100
        again = session.solve(EMPTY, 1000)
        assert set(again.solutions) == set(first.solutions)
        assert (len(again.solutions), again.exhausted) == (288, True)


@pytest.mark.parametrize("name", NAMES)
def test_statistics_are_of_this_puzzle_alone(name: str) -> None:
    hard = parse_puzzle("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", classic())
    easy = parse_puzzle("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..", classic())
    with session_of(name, hard) as session:
        assert session.solve(hard).statistics["conflicts"] > 0
        assert session.solve(easy).statistics["conflicts"] == 0
        assert set(session.solve(easy).statistics) >= {"decisions", "propagations", "solve_seconds"}


@pytest.mark.parametrize("name", NAMES)
def test_loading_anew_changes_no_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "_ADDITIONS_PER_LOADING", 300)
    with session_of(name) as session:
        results = [session.solve(EMPTY, 1000) for _ in range(5)]
    assert [len(result.solutions) for result in results] == [288] * 5
    loaded = [result.statistics["load_seconds"] > 0 for result in results]
    # Each puzzle adds an activation literal and forbids 288 solutions.
    assert loaded == [True, False, True, False, True]
    assert [result.statistics["encode_seconds"] > 0 for result in results] == [True, False, False, False, False]


@pytest.mark.parametrize("name", NAMES)
def test_slices_of_one_conflict_change_no_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "_FIRST_SLICE_WORK", 1)
    hard = parse_puzzle("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", classic())
    with session_of(name, hard) as session:
        result = session.solve(hard, 2, seconds=60)
    assert result.unique
    assert result.statistics["conflicts"] > 1


@pytest.mark.parametrize(("pace", "expected"), [(0.1, [50, 25, 12, 6]), (0.0, [50, 400, 3200, 25600])])
def test_a_long_search_is_cut_into_slices(pace: float, expected: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[int] = []
    clock = iter(range(1000))
    monkeypatch.setattr(sat, "perf_counter", lambda: next(clock) * pace)
    # The formula of 4x4 has 384 clauses.
    monkeypatch.setattr(sat, "_FIRST_SLICE_WORK", 50 * 384)

    class FourSlices:
        def conf_budget(self, conflicts: int) -> None:
            budgets.append(conflicts)

        def solve_limited(self, assumptions: list[int]) -> bool | None:
            return True if len(budgets) == 4 else None

    with session_of("sat") as session:
        real, session._solver = session._solver, FourSlices()
        assert session._ask([], Deadline(None)) is True
        session._solver = real
    assert budgets == expected


class Broken:
    """A solver that answers SAT with an assignment of our making."""

    def __init__(self, model: list[int] | None, error: BaseException | None = None) -> None:
        self.model = model
        self.error = error

    def accum_stats(self) -> dict[str, int] | None:
        return None

    def conf_budget(self, conflicts: int) -> None:
        """Any budget will do."""

    def solve_limited(self, assumptions: list[int]) -> bool:
        if self.error is not None:
            raise self.error
        return True

    def get_model(self) -> list[int] | None:
        return self.model

    def delete(self) -> None:
        pass


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (None, "no assignment"),
        ([-1, -2, 3, -4, 5, -6, 7, -8], "0 values for cell A1"),
        ([1, 2, 3, -4, 5, -6, 7, -8], "2 values for cell A1"),
        ([1, -2, 3, -4, 5, -6, 7, -8], "no solution: unit row 1"),
    ],
)
def test_wrong_assignments_are_never_solutions(model: list[int] | None, message: str) -> None:
    puzzle = Puzzle.empty(latin(2))
    with session_of("sat", puzzle) as session:
        session._solver.delete()
        session._solver = Broken(model)
        with pytest.raises(BackendError, match=message):
            session.solve(puzzle)
        # The next puzzle gets a new solver.
        assert session.solve(puzzle).verdict is Verdict.SAT


def test_pysat_is_told_to_leave_ctrl_c_alone_during_a_slice_only() -> None:
    told: list[bool] = []

    class Asking(Broken):
        def solve_limited(self, assumptions: list[int]) -> bool:
            told.append(solvers.MainThread.check())
            return True

    puzzle = Puzzle.empty(latin(2))
    with session_of("sat", puzzle) as session:
        session._solver.delete()
        session._solver = Asking([1, -2, -3, 4, -5, 6, 7, -8])
        assert session.solve(puzzle).solutions == ((1, 2, 2, 1),)
    assert told == [False]
    assert solvers.MainThread.check()


def test_after_an_interruption_the_session_works_on() -> None:
    puzzle = Puzzle.empty(latin(2))
    with session_of("sat", puzzle) as session:
        real: Any = session._solver
        session._solver = Broken(None, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            session.solve(puzzle, 2)
        assert len(session.solve(puzzle, 5).solutions) == 2
        real.delete()
