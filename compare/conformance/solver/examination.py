"""One check of a solver: asks all cases, round by round, tests all properties, confirms and shrinks the findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from ....reference.puzzle import Puzzle
from ...cross_check.finding import FindingKind
from ..report import CheckFinding, CheckReport, Flaw, Unanswered
from .calls import SolverCall
from .cases import SolverCase
from .confirm import Seen, confirmed
from .patience import Patience
from .properties import (
    AFTER_OTHERS,
    INDEPENDENCE,
    NAMES,
    PROPERTIES,
    CheckResult,
    Property,
    SolverUnderTest,
    alike,
    differing,
)

_MOST_TIMEOUTS = 2
"""After so many time-outs the solver is asked no more: each costs the whole time limit."""

_NEARLY_FULL = 8
"""Where no more than this part of the cells is open no solver needs long, and a time-out is a finding."""

_SHRINK_SECONDS = 10.0
"""The time limit of the search for a smaller puzzle, for each finding."""

_ALL_SHRINK_SECONDS = 60.0
"""The same for all findings together."""


class _GivenUp(Exception):
    """The solver is not asked any more."""


class _TimeOver(_GivenUp):
    """The time of the check is over."""


@dataclass
class Examination(SolverUnderTest):
    """One check: a solver that is asked in one process, which may keep state, and the record of its violations."""

    report: CheckReport
    seed: int
    stop_after: int | None
    """The number of findings that ends the check."""
    started: float
    """When the check began, by `perf_counter`."""
    seen: dict[tuple[str, FindingKind, str], Seen] = field(default_factory=dict, init=False)
    late: int = field(default=0, init=False)
    """The number of time-outs on easy puzzles."""
    patience: Patience = field(default_factory=Patience, init=False)

    def ask(self, puzzle: Puzzle) -> SolverCall:
        """Returns the call with this puzzle, and tests the properties of single calls if it is new."""
        if puzzle not in self.known:
            self.known[puzzle] = self._asked(puzzle)
            for each in PROPERTIES:
                if each.of_call is not None and each.name in self.report.asked:
                    self._test(each, SolverCase(puzzle))
        return self.known[puzzle]

    def in_a_row(self, puzzles: Sequence[Puzzle]) -> list[SolverCall]:
        """Asks the puzzles one after the other in a new process, unless there were too many time-outs."""
        self._stop_if_late()
        calls = super().in_a_row(puzzles)
        self.late += any(call.is_late for call in calls)
        return calls

    def _asked(self, puzzle: Puzzle) -> SolverCall:
        self._stop_if_late()
        call = super()._asked(puzzle)
        if call.is_late and self.deadline.expired and self.known:
            raise self._time_over()
        self.late += call.is_late
        return call

    def _stop_if_late(self) -> None:
        if self.late >= _MOST_TIMEOUTS:
            raise _GivenUp(f"ended after {_MOST_TIMEOUTS} calls that did not come back in time; seconds= gives more")
        if self.deadline.expired:
            raise self._time_over()

    def _time_over(self) -> _TimeOver:
        return _TimeOver(f"ended after {self.deadline.seconds:g} seconds; total_seconds= gives more time")

    def run(self, rounds: Iterable[Iterable[SolverCase]], examples: int | None) -> None:
        """Tests all properties that are not left out on all cases, round by round, and fills the report.

        Without a number of examples the end of the time is the usual end after the first round.
        """
        self.report.asked = {name: 0 for name in NAMES if name not in self.report.left_out}
        finished = 0
        try:
            for cases in rounds:
                before = len(self.known)
                self._run_round(cases, finished)
                finished += 1
                if len(self.known) == before:
                    break
        except _GivenUp as reason:
            if examples is not None or not finished or not isinstance(reason, _TimeOver):
                self.report.stopped = str(reason)
        self._explain_untested()
        self._report_hang()
        self._report_declined()
        end = perf_counter() + _ALL_SHRINK_SECONDS
        for seen in self.seen.values():
            seconds = min(_SHRINK_SECONDS, max(0.0, end - perf_counter()))
            self.report.findings.append(confirmed(seen, self, seconds))
        self.report.findings.sort(key=lambda finding: NAMES.index(finding.property))

    def _run_round(self, cases: Iterable[SolverCase], place: int) -> None:
        asked: list[SolverCase] = []
        for number, case in enumerate(cases):
            self._stop_if_late()
            asked.append(case)
            for each in PROPERTIES:
                if each.check is not None and each.name in self.report.asked:
                    self._test(each, case, f"{self.seed}/{each.name}/{place}/{number}")
            # It tests the properties of single calls, even if no other property is left.
            if not self.patience.is_over(case):
                self.ask(case.puzzle)
        if INDEPENDENCE.name in self.report.asked:
            self._compare_reversed([case.puzzle for case in asked if not self.patience.is_over(case)])

    def _test(self, each: Property, case: SolverCase, seed: str = "") -> None:
        """Tests a property on one case; a time-out on one that may take long only ends the questions about these."""
        if self.patience.is_over(case):
            self._record(each, Unanswered.LATE, case)
            return
        late = self.late
        started = perf_counter()
        try:
            result = each.test(self, case, seed)
        finally:
            taken = perf_counter() - started
            self.report.seconds[each.name] = self.report.seconds.get(each.name, 0.0) + taken
        self._record(each, result, case, seed)
        if case.effort != "none" and self.late > late:
            self.late = late
            own = self.known.get(case.puzzle)
            note = self.patience.after_timeout(case, of_variant=own is not None and not own.is_late)
            self.report.notes.extend([note] if note else [])

    def _record(
        self, each: Property, result: CheckResult, case: SolverCase, seed: str = "", before: Sequence[Puzzle] = ()
    ) -> None:
        self.report.count(each.name, result)
        if isinstance(result, Flaw):
            seen = Seen(result, each, case, seed, before, perf_counter() - self.started)
            self.seen.setdefault((each.name, result.kind, result.way), seen).times += 1
            if len(self.seen) == self.stop_after:
                raise _GivenUp(f"ended after {self.stop_after} finding{'s' * (self.stop_after > 1)}, as asked")

    def _compare_reversed(self, puzzles: Sequence[Puzzle]) -> None:
        """Asks all puzzles in reverse order in a new process, and compares each answer with the first one."""
        order = list(reversed(puzzles))
        for place, (puzzle, again) in enumerate(zip(order, self.in_a_row(order), strict=False)):
            first = self.ask(puzzle)
            one, other = (first, again) if first.answer is not None else (again, first)
            if one.answer is None:
                continue
            flaw = differing(one.answer, other, puzzle, AFTER_OTHERS, self.limit)
            before: Sequence[Puzzle] = ()
            if flaw is not None and (INDEPENDENCE.name, flaw.kind, flaw.way) not in self.seen:
                asked = list(self.known)
                alone = self.renewed().ask(puzzle).answer
                before = order[:place] if alike(alone, first.answer, self.limit) else asked[: asked.index(puzzle)]
            self._record(INDEPENDENCE, flaw or True, SolverCase(puzzle), before=before)

    def _report_hang(self) -> None:
        """Adds a finding where the solver did not answer what no solver needs time for, or answered nothing."""
        late = [(puzzle, call) for puzzle, call in self.known.items() if call.is_late and "answer" in self.report.asked]
        answered = any(not call.is_late for call in self.known.values())
        for puzzle, call in late:
            left = sum(mask & (mask - 1) != 0 for mask in puzzle.candidates)
            if call.failure is not None and (not answered or left <= puzzle.layout.cell_count // _NEARLY_FULL):
                text = call.failure.text + (f", though {left} cells are open" if answered else ", nor any other puzzle")
                hang = CheckFinding("answer", call.failure.kind, call.failure.way, text, puzzle, puzzle, (), len(late))
                self.report.findings.append(hang)
                return

    def _report_declined(self) -> None:
        """Adds a note about the puzzles that the solver declined; a finding where these are all."""
        reasons = {puzzle: call.declined for puzzle, call in self.known.items() if call.declined is not None}
        if not reasons:
            return
        puzzle, reason = next(iter(reasons.items()))
        if len(reasons) < len(self.known):
            some = f"declined {len(reasons)} of {len(self.known)} puzzles, the first of them with: {reason}"
            self.report.notes.append(some)
            return
        text = f"declined every puzzle that it was asked, {len(reasons)} in all, the first of them with: {reason}"
        finding = CheckFinding("answer", FindingKind.INVALID, "declined", text, puzzle, puzzle, (), len(reasons), False)
        self.report.findings.append(finding)

    def _explain_untested(self) -> None:
        """Reports why properties were not tested, and the likely reason where no call gave an answer."""
        answers = [call.answer for call in self.known.values() if call.answer is not None]
        answered = bool(answers)
        for each in PROPERTIES:
            if self.report.asked.get(each.name) != 0:
                continue
            reason = "no puzzle for it" if answered else "no call gave an answer"
            if self.report.stopped:
                reason = "the check ended before"
            elif self.report.declined[each.name]:
                reason = "every puzzle was declined"
            elif answered and each.of_part and all(getattr(answer, each.of_part) is None for answer in answers):
                reason = f"it gave no {each.of_part}"
                del self.report.unsettled[each.name]  # more time would not help
            self.report.not_tried[each.name] = reason
        failures = {call.failure.way for call in self.known.values() if call.failure is not None}
        if self.known and not answered and failures <= {"TypeError", "AttributeError", "PuzzleError"}:
            form = "`takes` says in which form the solver gets a puzzle"
            self.report.notes.append(f"every call raised a {' or '.join(sorted(failures))}: {form}")
