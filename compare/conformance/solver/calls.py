"""A solver of somebody else's, called with a puzzle in the form that it takes, in a process that it may spoil."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from inspect import iscoroutine
from typing import Any, NamedTuple

from ....encoders.workers.limits import can_fork
from ....reference.errors import OptionError
from ....reference.layout import Layout
from ....reference.puzzle import Puzzle
from ....reference.text.write import write_line
from ...cross_check.finding import FindingKind
from ..isolated_call import CallOutcome, ForkedChild, OwnThread, shortened
from ..report import Flaw
from .answers import NoAnswer, Said, read_answer

TAKES = ("puzzle", "text", "values", "rows")
"""The forms in which a solver may take a puzzle; see `check_solver`."""


class Heard(NamedTuple):
    """What came of one call: what the solver said, or why that is nothing, and how it behaved."""

    said: Said | None
    answer: Flaw | None = None
    """Why there is no answer."""
    silence: Flaw | None = None
    """What it printed."""
    argument: Flaw | None = None
    """How it changed what it was given."""


class Calls:
    """Calls a solver, in a child process that stays from puzzle to puzzle where not said otherwise.

    `isolated=False` calls it in a thread of this process. Raises `OptionError` for a form that is unknown.
    """

    def __init__(
        self,
        solve: Callable[[Any], object],
        takes: str = "puzzle",
        open_cell: str = ".",
        seconds: float | None = None,
        memory: int | None = None,
        isolated: bool = True,
    ) -> None:
        if takes not in TAKES:
            raise OptionError(f"a solver takes one of {', '.join(TAKES)}, not {takes!r}")
        if len(open_cell) != 1 or open_cell.isspace() or (open_cell.isdigit() and open_cell != "0"):
            raise OptionError(f"the sign of an open cell is one character, no blank and no value, not {open_cell!r}")
        self._serve = _Serving(solve, takes, open_cell)
        self._seconds = seconds
        self._memory = memory
        self.isolated = isolated and can_fork()
        """Whether calls are made in other processes."""
        self._child: ForkedChild | OwnThread | None = None

    def ask(self, puzzle: Puzzle) -> Heard:
        """What the solver says in the process in which it was asked before."""
        if self._child is None or not self._child.alive:
            self.close()
            self._child = self._new_child()
        return _heard(self._child.ask(puzzle, self._seconds))

    def in_a_row(self, puzzles: Sequence[Puzzle]) -> list[Heard]:
        """What it says to these, one after the other in a process of their own; no further than one that ends it."""
        child = self._new_child()
        heard = []
        try:
            for puzzle in puzzles:
                heard.append(_heard(child.ask(puzzle, self._seconds)))
                if not child.alive:
                    break
        finally:
            child.close()
        return heard

    def close(self) -> None:
        """Ends the process."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _new_child(self) -> ForkedChild | OwnThread:
        return ForkedChild(self._serve, self._memory) if self.isolated else OwnThread(self._serve)


def written(puzzle: Puzzle, takes: str, open_cell: str = ".") -> object:
    """The puzzle in the form that a solver takes; a new one at each call, that may be changed."""
    if takes == "puzzle":
        return puzzle
    if takes == "text":
        return write_line(puzzle).replace(".", open_cell)
    values = puzzle.values
    return list(values) if takes == "values" else [[values[cell] for cell in row] for row in puzzle.layout.rows]


class _Told(NamedTuple):
    """What the child tells of one call."""

    said: Said | None
    no_answer: str | None
    changed: str | None


class _Serving:
    """Calls the solver; runs in the child."""

    def __init__(self, solve: Callable[[Any], object], takes: str, open_cell: str) -> None:
        self._solve = solve
        self._takes = takes
        self._open_cell = open_cell
        # One layout object for all its puzzles, as in any program: solvers keep what they know of a layout.
        self._layouts: dict[Layout, Layout] = {}

    def __call__(self, puzzle: Puzzle) -> _Told:
        before = (puzzle.layout.size, puzzle.layout.units, puzzle.layout.positions, puzzle.candidates)
        puzzle = Puzzle(self._layouts.setdefault(puzzle.layout, puzzle.layout), puzzle.candidates)
        argument = written(puzzle, self._takes, self._open_cell)
        copy = None if self._takes == "puzzle" else deepcopy(argument)
        returned = self._solve(argument)
        if iscoroutine(returned):
            # No answer; and Python would print that nobody awaited it, which is not the solver's doing.
            returned.close()
        if self._takes != "puzzle":
            changed = argument != copy
        else:
            changed = (puzzle.layout.size, puzzle.layout.units, puzzle.layout.positions, puzzle.candidates) != before
            if changed:
                self._layouts.clear()
        text = f"changed the {self._takes} that it was given" if changed else None
        try:
            return _Told(read_answer(returned, puzzle.layout), None, text)
        except NoAnswer as error:
            return _Told(None, str(error), text)


def _heard(outcome: CallOutcome) -> Heard:
    silence = None
    if outcome.output:
        shown = shortened(outcome.output, 100)
        silence = Flaw(FindingKind.INVALID, "printed", f"printed {shown!r}")
    if outcome.kind is not None:
        return Heard(None, Flaw(outcome.kind, outcome.way, outcome.text), silence)
    told: _Told = outcome.value
    no_answer = Flaw(FindingKind.INVALID, "no answer", told.no_answer) if told.no_answer is not None else None
    argument = Flaw(FindingKind.INVALID, "changed", told.changed) if told.changed is not None else None
    return Heard(told.said, no_answer, silence, argument)
