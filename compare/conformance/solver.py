"""A solver under test: called with puzzles in the form that it takes, in a process that it may damage, under limits."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...encoders.callables.functions import FORMS, NoAnswer, SolverAnswer, solver_answer
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import Unsupported
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..cross_check.finding import FindingKind
from .cases import NEARLY_FULL, Case, Effort
from .examination import Examination, GivenUp, Property
from .isolated_call import shortened
from .report import LATE, CheckFinding, CheckResult

_MOST_TIMEOUTS = 2
"""After so many time-outs nothing is asked any more that needs the same effort: each costs the whole time limit."""


class NotAnswered(Exception):
    """The solver did not answer; its argument says why, or is None where that violates a property of calls."""


class SolverCall(NamedTuple):
    """The result of one call of a solver, and the violations that show in the call itself."""

    answer: SolverAnswer | None = None
    unanswered: str | None = None
    """Why there is no answer, where that is no violation: the call was stopped at its time limit, or it declined."""
    failure: CheckFinding | None = None
    """The violation in place of an answer."""
    output: CheckFinding | None = None
    """The output that it printed."""
    change: CheckFinding | None = None
    """The change of its argument."""

    def answered(self) -> SolverAnswer:
        """Returns the answer; raises `NotAnswered` where there is none."""
        if self.answer is None:
            raise NotAnswered(self.unanswered)
        return self.answer


class Trial(NamedTuple):
    """One test of a property: the solver, a case, the call with its puzzle, and a generator for random choices."""

    solver: SolverExamination
    case: Case
    call: SolverCall
    rng: random.Random

    @property
    def answer(self) -> SolverAnswer:
        """The solver's answer to the puzzle of the case; raises `NotAnswered`."""
        return self.call.answered()


@dataclass
class SolverExamination(Examination):
    """The check of a solver, which is asked each puzzle once."""

    cases: Callable[[int, int], Iterator[Case]]
    """Returns the cases of the round with this number, as many as the second argument says."""
    effort: Effort = field(default="none", init=False)
    """What the case under test needs."""

    def ask(self, puzzle: Puzzle) -> SolverCall:
        """Returns the call with this puzzle, which is tested for the properties of calls."""
        if puzzle not in self.known:
            call = self.known[puzzle] = next(self.in_a_row([puzzle]))
            self.answers += call.answer is not None
            of_calls = (each for each in self.tested if each.on == "calls")
            self.results += [((each, Case(puzzle), ""), result) for each in of_calls for result in each.check(call)]
        found: SolverCall = self.known[puzzle]
        return found

    def in_a_row(self, puzzles: Sequence[Puzzle], anew: bool = False) -> Iterator[SolverCall]:
        """Yields the calls with the puzzles, one after the other in the same process, up to a call that ended it.

        With `anew` it is a new process. Raises `GivenUp`, also in place of a call that the deadline stopped.
        """
        if anew or self.anew:
            self.calls.close()
        for puzzle in puzzles:
            self.stop_if_over()
            seconds = min(self.settings.answer_seconds, self.deadline.remaining)
            outcome = self.calls.ask(puzzle, Deadline(seconds).seconds)
            failure = outcome.failure
            late = failure is not None and failure.kind is FindingKind.TIMED_OUT
            if late and self.known:
                self.stop_if_over()
            self.late[self.effort] += late
            call = outcome.value or (SolverCall(unanswered=LATE) if late else SolverCall(failure=failure))
            if outcome.output:
                printed = f"printed {shortened(outcome.output, 100)!r}"
                call = call._replace(output=CheckFinding(FindingKind.INVALID, "printed", printed))
            yield call
            if not self.calls.alive:
                return

    def tests(self, number: int, examples: int) -> Iterator[tuple[Property, Case]]:
        """Yields each property with each case of a round, and at its end those of rounds."""
        asked: list[Case] = []
        for case in self.cases(number, examples):
            self.stop_if_over()
            asked.append(case)
            yield from ((each, case) for each in self.tested if each.on != "rounds")
        order = [case.puzzle for case in reversed(asked) if not self._is_over(case.effort)]
        if order:
            case = Case(order[-1], before=tuple(order[:-1]))
            yield from ((each, case) for each in self.tested if each.on == "rounds")

    def test(self, of: Property, case: Case, seed: str) -> Iterator[CheckResult]:
        """Tests a property on one case; a time-out on one that may take long only ends the questions about these.

        The time of a search depends on luck, so that it takes two of them on variants of such puzzles, for example on
        their mirror images.
        """
        if self._is_over(case.effort):
            yield LATE
            return
        self.effort = case.effort
        call = self.ask(case.puzzle)
        if call.unanswered == LATE and case.effort != "none":
            self.late[case.effort] = _MOST_TIMEOUTS
        if of.on != "calls":
            try:
                yield from of.check(Trial(self, case, call, random.Random(seed)))
            except NotAnswered as error:
                yield from (reason for reason in error.args if reason is not None)

    def conclude(self) -> None:
        """Adds a finding where the solver did not answer what no solver needs time for, or answered nothing in time.

        Notes what was not asked any more, and the likely reason where each call raised an error.
        """
        super().conclude()
        late = [puzzle for puzzle, call in self.known.items() if call.unanswered == LATE]
        answered = len(late) < len(self.known)
        for puzzle in late if "answer" in self.report.asked else ():
            left = sum(mask & (mask - 1) != 0 for mask in puzzle.candidates)
            if not answered or left <= puzzle.layout.cell_count // NEARLY_FULL:
                more = f"though {left} cells are open" if answered else "nor any other puzzle"
                text = f"did not answer within {self.settings.answer_seconds:g} seconds, {more}"
                found = CheckFinding(FindingKind.TIMED_OUT, "late", text, "answer", puzzle, puzzle, times=len(late))
                self.report.findings.append(found)
                break
        for effort in self.late:
            if effort != "none" and self._is_over(effort):
                what = "need search" if effort == "search" else f"have {effort}"
                some = f"asked no more puzzles that {what}, as one took too long; seconds= gives a call more time"
                self.report.notes.append(some)
        failures = [call.failure for call in self.known.values() if call.failure is not None]
        ways = {each.way for each in failures}
        if failures and len(failures) == len(self.known) and ways <= {"TypeError", "AttributeError", "PuzzleError"}:
            form = "`takes` says in which form the solver gets a puzzle"
            self.report.notes.append(f"every call raised a {' or '.join(sorted(ways))}: {form}")

    def stop_if_over(self) -> None:
        """Raises `GivenUp` also after too many time-outs on easy puzzles."""
        if self._is_over("none"):
            raise GivenUp(f"ended after {_MOST_TIMEOUTS} calls that did not come back in time; seconds= gives more")
        super().stop_if_over()

    def _is_over(self, effort: Effort) -> bool:
        """Returns whether nothing is asked any more that needs this effort."""
        return self.late[effort] >= _MOST_TIMEOUTS


def called(
    solve: Callable[[Any], object], takes: str, open_cell: str, layouts: dict[Layout, Layout], puzzle: Puzzle
) -> SolverCall:
    """Calls the solver; this runs in its process or thread.

    `layouts` keeps one layout object for all its puzzles, as in most programs: solvers may cache by layout.
    """
    puzzle = Puzzle(layouts.setdefault(puzzle.layout, puzzle.layout), puzzle.candidates)
    argument = FORMS[takes](puzzle, open_cell)
    before = _state(argument)
    try:
        returned = solve(argument)
    except Unsupported as error:
        return SolverCall(unanswered=shortened(str(error)) or "without a reason")
    change = None
    if _state(argument) != before:
        change = CheckFinding(FindingKind.INVALID, "changed", f"changed the {takes} that it was given")
        layouts.clear()
    try:
        return SolverCall(solver_answer(returned, puzzle.layout), change=change)
    except NoAnswer as error:
        return SolverCall(failure=CheckFinding(FindingKind.INVALID, "no answer", str(error)), change=change)


def _state(argument: object) -> object:
    """Returns what a solver could change in its argument, as a value that a change leaves alone."""
    if isinstance(argument, Puzzle):
        layout = argument.layout
        return layout.size, layout.units, layout.positions, argument.candidates
    return repr(argument)
