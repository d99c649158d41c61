"""Calls of a solver: a puzzle in the form that it takes, in a process that it may damage, under limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from inspect import iscoroutine
from math import inf
from typing import Any, NamedTuple

from ....encoders.callables.answers import NoAnswer, SolverAnswer, read_answer
from ....encoders.callables.forms import FORMS, checked_sign
from ....reference.deadline import Deadline
from ....reference.errors import OptionError, Unsupported
from ....reference.layout import Layout
from ....reference.puzzle import Puzzle
from ...cross_check.finding import FindingKind
from ..isolated_call import IsolatedCalls, OwnThread, shortened
from ..report import Flaw


class SolverCall(NamedTuple):
    """The result of one call of a solver, and the violations that show in the call itself."""

    answer: SolverAnswer | None
    failure: Flaw | None = None
    """Why there is no answer."""
    output: Flaw | None = None
    """The output that it printed."""
    change: Flaw | None = None
    """The change of its argument."""
    declined: str | None = None
    """Why it declined the puzzle, by raising `Unsupported`; None where it did not."""

    @property
    def is_late(self) -> bool:
        """Whether the call was stopped at its time limit."""
        return self.failure is not None and self.failure.kind is FindingKind.TIMED_OUT


@dataclass
class SolverCalls:
    """Calls a solver in child processes, or without `isolated` in threads; raises `OptionError` for an unknown form."""

    solve: Callable[[Any], object]
    takes: str
    open_cell: str
    seconds: float | None
    memory: int | None
    isolated: bool
    """Whether calls are made in other processes."""
    _child: IsolatedCalls | OwnThread | None = None

    def __post_init__(self) -> None:
        if self.takes not in FORMS:
            raise OptionError(f"a solver takes one of {', '.join(FORMS)}, not {self.takes!r}")
        checked_sign(self.open_cell)

    def ask(self, puzzle: Puzzle, deadline: Deadline) -> SolverCall:
        """Calls the solver in the process of the previous calls, or in a new one; stops it at the deadline."""
        if self._child is None or not self._child.alive:
            self.close()
            self._child = self._new_child()
        return self._call(self._child, puzzle, deadline)

    def in_a_row(self, puzzles: Sequence[Puzzle], deadline: Deadline) -> list[SolverCall]:
        """Calls the solver with these puzzles in a new process; the list ends with a call that ended the process.

        It is shorter where the deadline came first; a call that was stopped by the deadline is not in it.
        """
        calls: list[SolverCall] = []
        with closing(self._new_child()) as child:
            for puzzle in puzzles:
                call = self._call(child, puzzle, deadline)
                if call.is_late and deadline.expired:
                    break
                calls.append(call)
                if not child.alive:
                    break
        return calls

    def close(self) -> None:
        """Ends the process."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _call(self, child: IsolatedCalls | OwnThread, puzzle: Puzzle, deadline: Deadline) -> SolverCall:
        allowed = inf if self.seconds is None else self.seconds
        outcome = child.ask(puzzle, Deadline(min(allowed, deadline.remaining)).seconds)
        call: SolverCall = outcome.value
        if outcome.failure is not None:
            call = SolverCall(None, outcome.failure)
        if outcome.output:
            printed = f"printed {shortened(outcome.output, 100)!r}"
            call = call._replace(output=Flaw(FindingKind.INVALID, "printed", printed))
        return call

    def _new_child(self) -> IsolatedCalls | OwnThread:
        make = partial(_Solver, self.solve, self.takes, self.open_cell)
        return IsolatedCalls(make, self.memory) if self.isolated else OwnThread(make)


class _Solver:
    """The solver, in the process or thread in which it is called."""

    def __init__(self, solve: Callable[[Any], object], takes: str, open_cell: str) -> None:
        self._solve = solve
        self._takes = takes
        self._open_cell = open_cell
        self._layouts: dict[Layout, Layout] = {}
        """One layout object for all its puzzles, as in most programs: solvers may cache by layout."""

    def __call__(self, puzzle: Puzzle) -> SolverCall:
        """Calls the solver."""
        puzzle = Puzzle(self._layouts.setdefault(puzzle.layout, puzzle.layout), puzzle.candidates)
        layout = puzzle.layout
        argument = FORMS[self._takes](puzzle, self._open_cell)
        before = _state(argument)
        try:
            returned = self._solve(argument)
        except Unsupported as error:
            return SolverCall(None, declined=shortened(str(error)) or "without a reason")
        if iscoroutine(returned):
            # It is no answer. Unclosed, it would make Python print a warning, which the solver is not to blame for.
            returned.close()
        change = None
        if _state(argument) != before:
            change = Flaw(FindingKind.INVALID, "changed", f"changed the {self._takes} that it was given")
            self._layouts.clear()
        try:
            return SolverCall(read_answer(returned, layout), change=change)
        except NoAnswer as error:
            return SolverCall(None, Flaw(FindingKind.INVALID, "no answer", str(error)), change=change)


def _state(argument: object) -> object:
    """Returns what a solver could change in its argument, as a value that a change leaves alone."""
    if isinstance(argument, Puzzle):
        layout = argument.layout
        return layout.size, layout.units, layout.positions, argument.candidates
    return repr(argument)
