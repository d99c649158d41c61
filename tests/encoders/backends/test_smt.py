from __future__ import annotations

import time
from typing import Any

import pytest

pytest.importorskip("z3", reason="z3-solver is not installed: pip install 'unitdoku[smt]'")

import z3  # type: ignore[import-untyped]  # no type hints
from exhaustive import all_grids

from unitdoku import (
    BackendError,
    Puzzle,
    Sum,
    Unit,
    Unsupported,
    Verdict,
    classic,
    find_backend,
    from_units,
    latin,
    solve,
)
from unitdoku.backend import Deadline
from unitdoku.encoders.backends import smt
from unitdoku.reference.contract.errors import OptionError

EVERY = pytest.mark.parametrize("encoding", smt.ENCODINGS)


def session_on(puzzle: Puzzle, encoding: str = "bool") -> smt.SmtSession:
    session = find_backend("smt:z3", encoding=encoding).open(puzzle.layout)
    assert isinstance(session, smt.SmtSession)
    return session


def test_names() -> None:
    assert find_backend("smt:z3:encoding=int").name == "smt:z3:encoding=int"
    assert find_backend("smt:z3:encoding=bool").name == "smt:z3"
    with pytest.raises(OptionError, match="encoding 'real' is unknown; known: bool, int"):
        find_backend("smt:z3:encoding=real")


@EVERY
@pytest.mark.parametrize(
    "each",
    [
        *(Sum("s", (0, 1), by, (by, -1 - by), ">=") for by in (10**8, 2**31 - 6, 2**32 + 1, 10**14)),
        *(Sum("s", (0, 1), 2**31 - 1, relation=relation) for relation in ("=", "<=", ">=")),
        *(Sum("s", (0, 1), by, relation=relation) for relation in ("=", "<=", ">=") for by in (2**31, 2**40, -(2**31))),
    ],
)
def test_numbers_near_what_z3_can_represent(encoding: str, each: Sum) -> None:
    """Z3 refuses a number of 2**31 and more in a pseudo-Boolean constraint."""
    puzzle = Puzzle.empty(from_units(2, [each], (1, 2)))
    if encoding == "bool" and each.total not in (10**8, 2**31 - 1):
        with pytest.raises(Unsupported, match=r"2,147,483,648.*encoding=int"):
            session_on(puzzle)
    else:
        assert set(solve(puzzle, "smt:z3", 9, encoding=encoding).solutions) == all_grids(puzzle)


@EVERY
def test_units_without_two_cells(encoding: str) -> None:
    puzzle = Puzzle.empty(classic(4) + [Unit("none", (), (1,)), Unit("one", (0,), (1,))])
    with session_on(puzzle, encoding) as session:
        assert session.solve(puzzle).verdict is Verdict.SAT


def test_an_answer_after_the_deadline_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Z3 may be done when it is interrupted, and then lack an assignment."""
    puzzle = Puzzle.empty(latin(3))
    with session_on(puzzle) as session:

        def late() -> Any:
            time.sleep(0.2)
            return z3.sat

        monkeypatch.setattr(session._solver, "check", late)
        assert session.solve(puzzle, seconds=0.05).verdict is Verdict.UNKNOWN
        monkeypatch.setattr(session._solver, "check", lambda: z3.unknown)
        with pytest.raises(BackendError, match="smt:z3 gave up"):
            session.solve(puzzle)


def test_a_large_layout_is_answered_in_a_worker() -> None:
    backend = find_backend("smt:z3")
    assert isinstance(backend, smt.SmtBackend)
    assert (backend.stops(classic(25)), backend.stops(classic(36))) == (True, False)


def test_each_context_is_its_own() -> None:
    with session_on(Puzzle.empty(latin(3))) as one, session_on(Puzzle.empty(latin(3))) as other:
        search = one.search(Puzzle.empty(latin(3)), 20, Deadline(None))
        first: Any = next(search)  # type: ignore[arg-type]  # a generator
        assert len(other.solve(Puzzle.empty(latin(3)), 20)) == 12
        assert len({first, *search}) == 12


@EVERY
def test_an_assignment_is_read_up_to_the_value_of_each_cell(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To ask for all candidates of a 36x36 takes half a second, after the time limit."""
    asked: list[object] = []
    evaluate = z3.ModelRef.eval

    def noted(model: Any, held: Any) -> Any:
        asked.append(held)
        return evaluate(model, held)

    monkeypatch.setattr(z3.ModelRef, "eval", noted)
    with session_on(Puzzle.empty(latin(4)), encoding) as session:
        assert session.solve(Puzzle.from_values([1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3], latin(4))).solutions
        assert len(asked) == 16
        session.solve(Puzzle.empty(latin(4)), limit=1)
        assert len(asked) == 16 + 4 * (1 + 2 + 3 + 4)
