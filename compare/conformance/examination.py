"""The one engine of conformance checks: it tests properties on rounds of puzzles, and collects what it finds.

What is checked is a `Subject`, see `subject.py`: a solver or a backend, which tests one property on one case. A check
with a number of examples has one round. Without one, each round has twice as many puzzles as the one before, until the
time is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter
from typing import Any

from ...reference.contract import check_limit
from ...reference.deadline import Deadline
from ...reference.errors import OptionError
from ..cross_check.finding import FindingKind
from .cases import Case
from .confirm import Seen, confirmed
from .report import CheckFailed, CheckFinding, CheckReport, CheckResult
from .subject import GivenUp, Subject, TimeOver

TOTAL_SECONDS = 60.0
"""The default time of a check, its search for smaller puzzles left out."""

_FIRST_ROUND = 50
"""Puzzles of the first round, where the number is not given; each further round has twice as many."""

_SHRINK_SECONDS = 10.0
"""The time limit of the search for a smaller puzzle, for each finding."""

_ALL_SHRINK_SECONDS = 60.0
"""The same for all findings together."""


@dataclass
class Examination:
    """One check: its settings, its report, and the findings as they were first seen."""

    properties: Sequence[Any]
    """The table, in the order of the report."""
    examples: int | None
    seed: int
    total_seconds: float | None
    stop_after: int | None
    """The number of findings that ends the check."""
    left_out: Mapping[str, str]
    """The properties that are not tested, with the reasons."""
    subject: Subject = field(init=False)
    report: CheckReport = field(init=False)
    seen: dict[tuple[str, FindingKind, str], Seen] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        """Begins the time of the check; raises as `check_solver` says."""
        names = [each.name for each in self.properties]
        unknown = [name for name in self.left_out if name not in names]
        if unknown:
            raise OptionError(f"no property is called {min(unknown)!r}; known: {', '.join(names)}")
        if len(self.left_out) == len(names):
            raise OptionError("every property is left out, so that there is nothing to check")
        number = self.examples
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
            raise OptionError(f"a number of examples is a whole number from 1 up, not {number!r}")
        if self.stop_after is not None:
            check_limit(self.stop_after)
        self.tested = [each for each in self.properties if each.name not in self.left_out]
        """The properties that the subject gets."""
        self.deadline, self._started = Deadline(self.total_seconds), perf_counter()
        if number is None and self.deadline.seconds is None:
            raise OptionError("a check takes examples=, a number of puzzles, or total_seconds=: else it has no end")

    def run(self, subject: Subject, name: str, raise_on_findings: bool) -> CheckReport:
        """Tests the properties that are not left out on all cases, and returns the report, or raises `CheckFailed`."""
        __tracebackhide__ = True
        self.subject, self.report = subject, CheckReport(name, left_out=dict(self.left_out))
        self.report.asked = {each.name: 0 for each in subject.properties}
        try:
            self._run_rounds()
            self._explain_untested()
            self.report.findings += [each for each in subject.at_the_end() if each.property in self.report.asked]
            self._report_declined()
            self.report.notes += subject.notes
            end = perf_counter() + _ALL_SHRINK_SECONDS
            for seen in self.seen.values():
                seconds = min(_SHRINK_SECONDS, max(0.0, end - perf_counter()))
                self.report.findings.append(confirmed(seen, subject, seconds))
        finally:
            subject.calls.close()
        order = [each.name for each in self.properties]
        self.report.findings.sort(key=lambda finding: order.index(finding.property))
        if self.report.findings and raise_on_findings:
            raise CheckFailed(self.report)
        return self.report

    def _run_rounds(self) -> None:
        """Tests round after round, until one has no new puzzle.

        Without a number of examples the end of the time is the usual end after the first round.
        """
        finished = 0
        try:
            for number in count() if self.examples is None else [0]:
                before = len(self.subject.known)
                examples = _FIRST_ROUND << number if self.examples is None else self.examples
                for place, (of, case) in enumerate(self.subject.tests(number, examples)):
                    self._test(of, case, f"{self.seed}/{of.name}/{number}/{place}")
                    self._record_calls()
                self._record_calls()
                finished += 1
                if len(self.subject.known) == before:
                    break
        except GivenUp as reason:
            if self.examples is not None or not finished or not isinstance(reason, TimeOver):
                self.report.stopped = str(reason)

    def _test(self, of: Any, case: Case, seed: str) -> None:
        started = perf_counter()
        try:
            results = list(self.subject.test(of, case, seed))
        except GivenUp:
            self._record_calls()
            raise
        finally:
            taken = perf_counter() - started
            self.report.seconds[of.name] = self.report.seconds.get(of.name, 0.0) + taken
        for result in results:
            self._record(of, result, case, seed)

    def _record_calls(self) -> None:
        for of, puzzle, result in self.subject.of_calls():
            self._record(of, result, Case(puzzle), "")

    def _record(self, of: Any, result: CheckResult, case: Case, seed: str) -> None:
        self.report.count(of.name, result)
        if not isinstance(result, CheckFinding):
            return
        key = of.name, result.kind, result.way
        if key not in self.seen:
            if case.before:  # it is about some of the puzzles of a round
                case = case._replace(puzzle=result.puzzle or case.puzzle, before=result.before)
            found = result._replace(property=of.name, times=0, seconds=perf_counter() - self._started)
            self.seen[key] = Seen(found, of, case, seed)
        seen = self.seen[key]
        seen.finding = seen.finding._replace(times=seen.finding.times + 1)
        if len(self.seen) == self.stop_after:
            raise GivenUp(f"ended after {self.stop_after} finding{'s' * (self.stop_after > 1)}, as asked")

    def _report_declined(self) -> None:
        """Adds a note about the puzzles that were declined; a finding where these are all."""
        reasons = self.subject.declined
        if not reasons:
            return
        puzzle, reason = next(iter(reasons.items()))
        if self.subject.answers or len(reasons) < len(self.subject.known):
            some = f"declined {len(reasons)} of {len(self.subject.known)} puzzles, the first of them with: {reason}"
            self.report.notes.append(some)
            return
        text = f"declined every puzzle that it was asked, {len(reasons)} in all, the first of them with: {reason}"
        name = next(each.name for each in self.tested if self.report.declined[each.name])
        finding = CheckFinding(FindingKind.INVALID, "declined", text, name, puzzle, puzzle, times=len(reasons))
        self.report.findings.append(finding)

    def _explain_untested(self) -> None:
        for each in self.tested:
            if self.report.asked[each.name]:
                continue
            never = self.subject.why_never_tried(each)
            if self.report.stopped:
                reason = "the check ended before"
            elif self.report.declined[each.name]:
                reason = "every puzzle was declined"
            elif never:
                reason = never
                del self.report.unsettled[each.name]
            else:
                reason = each.untried if self.subject.answers else "no call gave an answer"
            self.report.not_tried[each.name] = reason
