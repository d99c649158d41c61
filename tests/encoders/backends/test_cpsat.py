from __future__ import annotations

import dataclasses
from typing import Any

import pytest

pytest.importorskip("ortools", reason="ortools is not installed: pip install 'unitdoku[cpsat]'")

from ortools.sat.python import cp_model

from unitdoku import BackendError, Puzzle, Verdict, classic, find_backend, from_units, latin, solve
from unitdoku.backend import Deadline
from unitdoku.encoders.backends import cpsat
from unitdoku.encoders.constraints import cpsat as cpsat_forms
from unitdoku.encoders.constraints.cpsat import AllDifferent, CpSatForm

NAMES = ["cpsat", "cpsat:all-different"]


CUT = Puzzle(classic(4), (0b1010, 0b0001, *[0b1111] * 14))
EMPTY, TWO = Puzzle.empty(classic(4)), Puzzle.empty(latin(2))


def session_on(puzzle: Puzzle, name: str = "cpsat") -> cpsat.CpSatSession:
    session = find_backend(name).open(puzzle.layout)
    assert isinstance(session, cpsat.CpSatSession)
    return session


def domains(form: CpSatForm) -> list[list[int]]:
    return [list(variable.domain) for variable in form.constraints.proto.variables]


@pytest.mark.parametrize("name", NAMES)
def test_domains_are_restored_from_puzzle_to_puzzle(name: str) -> None:
    with session_on(EMPTY, name) as session:
        first = session.solve(CUT, 1000)
        assert session.solve(EMPTY, seconds=0).verdict is Verdict.UNKNOWN
        assert len(session.solve(EMPTY, 1000).solutions) == 288
        assert set(session.solve(CUT, 1000).solutions) == set(first.solutions)
    assert set(first.solutions) == set(solve(CUT, "reference", 1000).solutions)


@pytest.mark.parametrize(
    ("status", "found", "message"),
    [
        (cp_model.INFEASIBLE, 1, "called the puzzle infeasible"),
        (cp_model.OPTIMAL, 0, "gave no solution"),
        (cp_model.MODEL_INVALID, 0, "refused the puzzle with status .*INVALID"),
    ],
)
def test_a_status_that_contradicts_the_solutions(status: Any, found: int, message: str) -> None:
    with session_on(TWO) as session:
        session.solve(TWO)
        with pytest.raises(BackendError, match=message):
            session._exhausted(status, found, 2)


@pytest.mark.parametrize("name", NAMES)
def test_units_of_every_length_count(name: str) -> None:
    result = solve(Puzzle.empty(from_units(3, [[], [2], [0, 1]], shape=(1, 3))), name, 100)
    assert (len(result.solutions), result.exhausted) == (6 * 3, True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shown", [None, tuple(range(8))])
def test_a_search_ends_when_its_work_is_done(name: str, shown: tuple[int, ...] | None) -> None:
    puzzle = Puzzle.empty(dataclasses.replace(classic(4), shown=shown))
    found = []
    with session_on(puzzle, name) as session:
        for work in (1e-4, 1e3):
            deadline = Deadline(60, work)
            found.append(session.solve(puzzle, 300, deadline))
            assert (deadline.work <= 0) is not found[-1].exhausted
    assert [result.exhausted for result in found] == [False, True]
    assert {puzzle.layout.shown_part(grid) for grid in found[1].solutions} == {
        puzzle.layout.shown_part(grid) for grid in solve(puzzle, "reference", 300).solutions
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_long_search_for_one_solution_goes_on_in_a_thread(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpsat, "_WITHOUT_THREAD_SECONDS", 0)
    with session_on(EMPTY, name) as session:
        assert session.solve(EMPTY).verdict is Verdict.SAT
        assert session.solve(Puzzle.from_givens({"A1": 1, "A2": 1}, EMPTY.layout)).verdict is Verdict.UNSAT


def test_what_cpsat_raises_in_its_thread_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_model.CpSolver, "solve", lambda *_: 1 / 0)
    with session_on(EMPTY) as session, pytest.raises(BackendError, match="ZeroDivisionError"):
        session.solve(EMPTY, 2)


def test_an_interruption_between_two_domains(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(mask: int) -> Any:
        raise KeyboardInterrupt

    form = AllDifferent(classic(4))
    with monkeypatch.context() as patch:
        patch.setattr(cpsat_forms, "intervals", interrupted)
        with pytest.raises(KeyboardInterrupt):
            form.write(Puzzle.from_givens({"A1": 2}, classic(4)))
    form.write(Puzzle.from_givens({"A1": 1}, classic(4)))
    assert domains(form)[:2] == [[1, 1], [1, 4]]
    form.write(Puzzle.empty(classic(4)))
    assert domains(form) == [[1, 4]] * 16
