"""A solver under test: called with puzzles in the form that it takes, in a process that it may damage, under limits."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from inspect import iscoroutine
from math import inf
from typing import Any, Literal, NamedTuple

from ...encoders.callables.answers import NoAnswer, SolverAnswer, read_answer
from ...encoders.callables.forms import FORMS
from ...reference.deadline import Deadline
from ...reference.errors import Unsupported
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Verdict
from ..cross_check.finding import FindingKind
from .cases import Case, solved_case
from .isolated_call import IsolatedCalls, OwnThread, shortened
from .report import LATE, CheckFinding, CheckResult, Unanswered
from .subject import GivenUp, Property, Subject

_MOST_TIMEOUTS = 2
"""After so many time-outs on easy puzzles the solver is asked no more: each costs the whole time limit."""

_NEARLY_FULL = 8
"""Where no more than this part of the cells is open no solver needs long, and a time-out is a finding."""


class SolverCall(NamedTuple):
    """The result of one call of a solver, and the violations that show in the call itself."""

    answer: SolverAnswer | None
    failure: CheckFinding | None = None
    """Why there is no answer."""
    output: CheckFinding | None = None
    """The output that it printed."""
    change: CheckFinding | None = None
    """The change of its argument."""
    declined: str | None = None
    """Why it declined the puzzle, by raising `Unsupported`; None where it did not."""

    @property
    def is_late(self) -> bool:
        """Whether the call was stopped at its time limit."""
        return self.failure is not None and self.failure.kind is FindingKind.TIMED_OUT

    @property
    def unanswered(self) -> CheckResult:
        """Why there is no answer; False where there is one, or a violation in its place."""
        if self.is_late:
            return LATE
        return False if self.declined is None else Unanswered(self.declined)


@dataclass(frozen=True)
class SolverProperty(Property):
    """A property of right solvers. `check` gets a `Trial`, or a `SolverCall` where it is about each call."""

    about: Literal["puzzles", "calls", "rounds"] = "puzzles"
    needs_truth: bool = False
    """Whether the check uses what is known about the puzzle."""
    of_part: str = ""
    """The part of an answer that it is about, `grid` or `number`; empty for all answers."""


class Trial(NamedTuple):
    """One test of a property: the solver, a case, the solver's answer to it, and a generator for random choices."""

    solver: SolverUnderTest
    case: Case
    answer: Any
    rng: random.Random


@dataclass
class SolverUnderTest(Subject):
    """A solver, asked each puzzle once, and what is expected of it."""

    start: Callable[[], IsolatedCalls | OwnThread]
    """Returns a new process for calls."""
    cases: Callable[[int, int], Iterator[Case]]
    """Returns the cases of the round with this number, as many as the second argument says."""
    limit: int
    """The number of solutions up to which counts must be right."""
    only_unique: bool
    """Whether the solver is only asked puzzles with at most one solution."""
    seconds: float | None
    """The time limit of a call."""
    most_timeouts: float = _MOST_TIMEOUTS
    """After so many the solver is not asked any more."""
    anew: bool = False
    """Whether each puzzle is asked in a new process, and not in that of the previous one."""
    late: int = field(default=0, init=False)
    """The number of time-outs on easy puzzles."""
    too_hard: set[str] = field(default_factory=set, init=False)
    """The efforts of which nothing is asked any more."""
    forgiven: dict[str, Case] = field(default_factory=dict, init=False)
    """For each effort the first case of which only a variant took too long."""
    new: list[Puzzle] = field(default_factory=list, init=False)
    """The puzzles whose calls were not yet tested for the properties of calls."""

    def ask(self, puzzle: Puzzle) -> SolverCall:
        """Returns the call with this puzzle."""
        if puzzle not in self.known:
            self.known[puzzle] = call = self._asked(puzzle)
            self.new.append(puzzle)
            self.answers += call.answer is not None
            if call.declined is not None:
                self.declined[puzzle] = call.declined
        found: SolverCall = self.known[puzzle]
        return found

    def twice(self, puzzle: Puzzle) -> list[SolverCall]:
        """Asks a puzzle twice, with no other puzzle in between; the list ends with a call that ended the process."""
        return self.in_a_row([puzzle, puzzle]) if self.anew else [self._asked(puzzle), self._asked(puzzle)]

    def in_a_row(self, puzzles: Sequence[Puzzle]) -> list[SolverCall]:
        """Asks the puzzles one after the other in a new process; the list ends with a call that ended the process.

        It is shorter where the deadline came first; a call that was stopped by the deadline is not in it.
        """
        self.stop_if_over()
        calls: list[SolverCall] = []
        with closing(self.start()) as process:
            for puzzle in puzzles:
                call = self._call(process, puzzle)
                if call.is_late and self.deadline.expired:
                    break
                calls.append(call)
                if not process.alive:
                    self.late += call.is_late
                    break
        return calls

    def tests(self, number: int, examples: int) -> Iterator[tuple[SolverProperty, Case]]:
        """Yields each property with each case of a round, and at its end those of rounds."""
        asked: list[Case] = []
        for case in self.cases(number, examples):
            self.stop_if_over()
            asked.append(case)
            yield from ((each, case) for each in self.properties if each.about == "puzzles")
            # It tests the properties of calls, even if no other property is left.
            if not self._is_hopeless(case):
                self.ask(case.puzzle)
        order = [case.puzzle for case in reversed(asked) if not self._is_hopeless(case)]
        if order:
            case = Case(order[-1], before=tuple(order[:-1]))
            yield from ((each, case) for each in self.properties if each.about == "rounds")

    def test(self, of: SolverProperty, case: Case, seed: str) -> Iterable[CheckResult]:
        """Tests a property on one case; a time-out on one that may take long only ends the questions about these."""
        if self._is_hopeless(case):
            return [LATE]
        late = self.late
        results = list(self._results(of, case, seed))
        if case.effort != "none" and self.late > late:
            self.late = late
            own = self.known.get(case.puzzle)
            self._lose_patience(case, of_variant=own is not None and not own.is_late)
        return results

    def of_calls(self) -> Iterator[tuple[SolverProperty, Puzzle, CheckResult]]:
        """Yields the properties of calls, with their results for the puzzles that are new since the last time."""
        new, self.new = self.new, []
        for puzzle in new:
            for each in self.properties:
                if each.about == "calls":
                    yield each, puzzle, _of_call(each, self.known[puzzle])

    def renewed(self, anew: bool) -> SolverUnderTest:
        """Returns the solver in a new process, with no known calls and no deadline."""
        self.calls.close()
        return replace(self, deadline=Deadline(None), most_timeouts=inf, anew=anew)

    def smaller(self, of: SolverProperty, case: Case, puzzle: Puzzle) -> Case | None:
        """Returns the case with this puzzle, solved where the property needs that."""
        if not of.needs_truth and not self.only_unique:
            return Case(puzzle, before=case.before)
        solved = solved_case(puzzle, max(2, self.limit))
        if self.only_unique and not solved.truth.unique and solved.truth.verdict is not Verdict.UNSAT:
            return None
        return solved._replace(before=case.before)

    def why_never_tried(self, of: SolverProperty) -> str | None:
        """Returns that a part of the answer is missing, if no answer has it."""
        answers = [call.answer for call in self.known.values() if call.answer is not None]
        missing = of.of_part and answers and all(getattr(answer, of.of_part) is None for answer in answers)
        return f"it gave no {of.of_part}" if missing else None

    def at_the_end(self) -> Iterator[CheckFinding]:
        """Yields a finding where the solver did not answer what no solver needs time for, or answered nothing in time.

        Notes the likely reason where each call raised an error.
        """
        failures = {puzzle: call.failure for puzzle, call in self.known.items() if call.failure is not None}
        late = {puzzle: each for puzzle, each in failures.items() if each.kind is FindingKind.TIMED_OUT}
        answered = len(late) < len(self.known)
        for puzzle, failure in late.items():
            left = sum(mask & (mask - 1) != 0 for mask in puzzle.candidates)
            if not answered or left <= puzzle.layout.cell_count // _NEARLY_FULL:
                text = failure.text + (f", though {left} cells are open" if answered else ", nor any other puzzle")
                yield CheckFinding(failure.kind, failure.way, text, "answer", puzzle, puzzle, times=len(late))
                break
        ways = {each.way for each in failures.values()}
        if failures and len(failures) == len(self.known) and ways <= {"TypeError", "AttributeError", "PuzzleError"}:
            form = "`takes` says in which form the solver gets a puzzle"
            self.notes.append(f"every call raised a {' or '.join(sorted(ways))}: {form}")

    def stop_if_over(self) -> None:
        """Raises `GivenUp` also after too many time-outs."""
        if self.late >= self.most_timeouts:
            raise GivenUp(f"ended after {_MOST_TIMEOUTS} calls that did not come back in time; seconds= gives more")
        super().stop_if_over()

    def _asked(self, puzzle: Puzzle) -> SolverCall:
        if self.anew:
            return self.in_a_row([puzzle])[0]
        self.stop_if_over()
        call = self._call(self.calls, puzzle)
        if call.is_late and self.deadline.expired and self.known:
            self.stop_if_over()
        self.late += call.is_late
        return call

    def _call(self, process: IsolatedCalls | OwnThread, puzzle: Puzzle) -> SolverCall:
        allowed = inf if self.seconds is None else self.seconds
        outcome = process.ask(puzzle, Deadline(min(allowed, self.deadline.remaining)).seconds)
        call: SolverCall = outcome.value
        if outcome.failure is not None:
            call = SolverCall(None, outcome.failure)
        if outcome.output:
            printed = f"printed {shortened(outcome.output, 100)!r}"
            call = call._replace(output=CheckFinding(FindingKind.INVALID, "printed", printed))
        return call

    def _results(self, of: SolverProperty, case: Case, seed: str) -> Iterable[CheckResult]:
        call = self.ask(case.puzzle)
        if of.about == "calls":
            return [_of_call(of, call)]
        if of.about == "puzzles" and call.answer is None:
            return [call.unanswered]
        checked = of.check(Trial(self, case, call.answer, random.Random(seed)))  # noqa: S311 - no secret
        return checked if of.about == "rounds" else [checked]

    def _is_hopeless(self, case: Case) -> bool:
        """Returns whether nothing is asked any more about this case."""
        return case.effort in self.too_hard or self.forgiven.get(case.effort) is case

    def _lose_patience(self, case: Case, *, of_variant: bool) -> None:
        """Takes note of a time-out on a case that needs effort; no solver needs time for the others.

        The time of a search depends on luck. So the first time-out on a variant of a puzzle that was answered in time,
        for example on its mirror image, ends the questions about this puzzle only, not those about all that need this
        effort.
        """
        if of_variant and self.forgiven.setdefault(case.effort, case) is case:
            return
        self.too_hard.add(case.effort)
        what = "need search" if case.effort == "search" else f"have {case.effort}"
        self.notes.append(
            f"after one took too long no more puzzles were asked that {what}; seconds= gives a call more time"
        )


def _of_call(of: SolverProperty, call: SolverCall) -> CheckResult:
    return LATE if call.is_late else of.check(call) or call.unanswered or True


class CallsOfSolver:
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
            change = CheckFinding(FindingKind.INVALID, "changed", f"changed the {self._takes} that it was given")
            self._layouts.clear()
        try:
            return SolverCall(read_answer(returned, layout), change=change)
        except NoAnswer as error:
            return SolverCall(None, CheckFinding(FindingKind.INVALID, "no answer", str(error)), change=change)


def _state(argument: object) -> object:
    """Returns what a solver could change in its argument, as a value that a change leaves alone."""
    if isinstance(argument, Puzzle):
        layout = argument.layout
        return layout.size, layout.units, layout.positions, argument.candidates
    return repr(argument)
