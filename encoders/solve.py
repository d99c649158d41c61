"""The questions that a caller asks: one puzzle, many puzzles, a proof that there is no (other) solution.

`prove` writes the formula of the puzzle, givens as unit clauses, and for "no other" a clause that forbids the one
solution; the lines of the proof are DRUP text (Wetzler, Heule and Hunt, "DRAT-trim: efficient checking and trimming
using expressive clausal proofs", 2014).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from ..reference.contract import Backend, Session, check_limit
from ..reference.deadline import Deadline
from ..reference.errors import OptionError, PuzzleError
from ..reference.grid import Grid
from ..reference.judgement import check_solutions
from ..reference.native.backend import NativeSession
from ..reference.puzzle import Puzzle
from ..reference.result import Result
from .backends.auto import AutoSession
from .backends.listing import installed_backends
from .backends.registry import find_backend
from .backends.sessions import Sessions
from .cnf.formula import Formula
from .cnf.givens import different
from .workers.pool import results_in_order


def solve(
    puzzle: Puzzle, backend: str = "auto", limit: int = 1, seconds: float | None = None, **options: object
) -> Result:
    """At most `limit` distinct solutions of a puzzle; see `Session.solve`.

    By the backend of this name, with options of its own; by default by the one that was measured to be best on puzzles
    like it, which `backend` of the result then names. Every call pays for opening a session, which is not part of
    `seconds`: for many puzzles there is `solve_many`.
    """
    with find_backend(backend, **options).open(puzzle.layout) as session:
        return session.solve(puzzle, limit, seconds)


def solve_many(
    puzzles: Iterable[Puzzle],
    backend: str = "auto",
    limit: int = 1,
    seconds: float | None = None,
    processes: int = 1,
    **options: object,
) -> Iterator[Result]:
    """The results for each puzzle, in order; see `Session.solve`.

    Puzzles may be on different layouts, and are taken from the iterable a few at a time, so that memory stays bounded
    however many there are. With `processes` above 1 that many child processes answer, and are gone when the iterator
    ends or is closed: worth it where a puzzle takes milliseconds, not for those that are solved in a tenth of one.
    Which of several processes gets a puzzle depends on the clock, and with it, of several solutions, which come first.
    Raises what `find_backend` and `Session.solve` raise: the former and ValueError at once, the latter in the puzzle's
    turn, which ends the iterator.
    """
    check_limit(limit)
    Deadline(seconds)  # raises for a bad time
    if isinstance(processes, bool) or not isinstance(processes, int) or processes < 1:
        raise ValueError(f"a number of processes is a whole number from 1 up, not {processes!r}")
    if backend == "auto" and "puzzles" not in options:
        options["puzzles"] = 1000
    found = find_backend(backend, **options)
    if processes == 1:
        return _one_by_one(puzzles, Sessions(found), limit, seconds)
    return results_in_order(found.name, puzzles, processes, limit, seconds)


def _one_by_one(puzzles: Iterable[Puzzle], sessions: Sessions, limit: int, seconds: float | None) -> Iterator[Result]:
    with sessions:
        for layout, alike in groupby(puzzles, key=lambda puzzle: puzzle.layout):
            yield from sessions.on(layout).solve_many(alike, limit, seconds)


def bulk_session(session: Session, puzzle: Puzzle, limit: int) -> NativeSession | None:
    """The session that answers many puzzles like this one in bulk; None where there is none, or others are better."""
    if isinstance(session, AutoSession):
        chosen = session.session_for(puzzle, limit)
        return chosen if isinstance(chosen, NativeSession) else None
    return session if isinstance(session, NativeSession) else None


class Proof(NamedTuple):
    """A formula that nothing satisfies, and why not."""

    formula: Formula
    lines: tuple[str, ...]
    """DRUP, without newlines; the last is the empty clause, `0`."""
    solution: Grid | None
    """The one solution, which the formula forbids; None where there is none at all."""


def prove(puzzle: Puzzle, backend: str = "sat", seconds: float | None = None) -> Proof | None:
    """A proof that the puzzle has no solution, or no other than one; None when the time is over first.

    `backend` names a solver of PySAT and maybe an encoding. Raises `OptionError` for one that gives no proofs that
    others verify, and `PuzzleError` for a puzzle with several solutions.
    """
    deadline = Deadline(seconds)
    found = find_backend(backend)
    if not _proves(found):
        able = [name for name in installed_backends() if _proves(find_backend(name))]
        raise OptionError(f"{found.name} gives no proofs; these do: {', '.join(able) or 'those of the extra sat'}")
    # Here, as only now it is known that PySAT is installed.
    from .backends.pysat.proof import ask_for_proof
    from .backends.sat import SatBackend

    if not isinstance(found, SatBackend):
        raise OptionError(f"{found.name} is of another package, and gives no proofs here")
    formula = found.cnf.encode(puzzle)
    if formula.at_most_ones:
        raise OptionError(f"{found.name}: a proof is about clauses, and native constraints are none")
    answer = ask_for_proof(found.solver, formula, puzzle, deadline)
    if answer.solution is None:
        return Proof(formula, answer.lines, None) if answer.lines is not None else None
    check_solutions([answer.solution], puzzle, 1, found.name)
    other = _forbidding(answer.solution, formula, puzzle)
    again = ask_for_proof(found.solver, other, puzzle, deadline)
    if again.solution is not None:
        raise PuzzleError("the puzzle has several solutions: there is nothing to prove")
    return Proof(other, again.lines, answer.solution) if again.lines is not None else None


def _forbidding(grid: Grid, formula: Formula, puzzle: Puzzle) -> Formula:
    """The formula with one more clause, which forbids the grid."""
    clause = tuple(different(grid, formula.variables, puzzle))
    if clause:
        return replace(formula, clauses=(*formula.clauses, clause))
    # Everything is given, and nothing left to be different. An empty clause would say so, but solvers do not take it.
    nothing = formula.variable_count + 1
    clauses = (*formula.clauses, (nothing,), (-nothing,))
    return replace(formula, clauses=clauses, auxiliaries=formula.auxiliaries + 1)


def _proves(backend: Backend) -> bool:
    """Whether the solver writes proofs, and can be stopped meanwhile."""
    return backend.capabilities.proof and backend.capabilities.conflict_budget
