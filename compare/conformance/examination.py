"""The one engine of conformance checks: it tests properties on rounds of puzzles, and collects what it finds.

An `Examination` is of a solver or of a backend, see `solver.py` and `backend.py`. A check with a number of examples has
one round. Without one, each round has twice as many puzzles as the one before, until the time is over.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import OptionError
from ...reference.contract.judgement import check_limit
from ...reference.contract.result import Verdict
from ...reference.model.puzzle import Puzzle
from ..cross_check.finding import FindingKind, counted
from ..cross_check.shrink import shrink
from ..generators.proven import proof
from .cases import Case, Effort
from .isolated_call import CallsInThread, CallsInWorker, Serve
from .report import LATE, CheckFailed, CheckFinding, CheckReport, CheckResult

TOTAL_SECONDS = 60.0
"""The default time of a check, its search for smaller puzzles left out."""

_FIRST_ROUND = 50
"""Puzzles of the first round, where the number is not given; each further round has twice as many."""

_SHRINK_SECONDS = 10.0
"""The time limit of the search for a smaller puzzle, for each finding."""

_ALL_SHRINK_SECONDS = 60.0
"""The same for all findings together."""

_STEADY = 4
"""How often a different answer must be seen again before the report says that earlier puzzles cause it."""


class GivenUp(Exception):
    """The solver or backend is not asked any more; the message is a sentence of the report."""


class TimeOver(GivenUp):
    """The time of the check is over."""


class Property(NamedTuple):
    """A property, a row of one of the two tables: its name and the check of one trial."""

    name: str
    check: Callable[[Any], Iterable[CheckResult]]
    """Returns the results of a trial, or of a call of a solver; none where its puzzle cannot test the property."""
    on: Any = "puzzles"
    """What it is tested on: for backends a function that returns cases; for solvers each of the "puzzles" of the check,
    each of all "calls", or "rounds", all puzzles of a round together."""
    drawn: bool = False
    """Whether each round has new cases, for backends."""


Test = tuple[Property, Case, str]
"""A property, a case on which it is tested, and a seed: the same seed makes the same random choices."""


@dataclass(frozen=True)
class CheckSettings:
    """What the caller of either check chooses; raises as `check_solver` says."""

    examples: int | None
    seed: int
    seconds: float | None
    """The time limit of an answer."""
    total_seconds: float | None
    memory: int | None
    isolated: bool
    stop_after: int | None
    """The number of findings that ends the check."""
    without: Collection[str]
    """The names of the properties that are not tested."""

    def __post_init__(self) -> None:
        Deadline(self.seconds)  # raises ValueError for a bad time
        if self.examples is not None and (type(self.examples) is not int or self.examples < 1):
            raise OptionError(f"a number of examples is a whole number from 1 up, not {self.examples!r}")
        if self.examples is None and Deadline(self.total_seconds).seconds is None:
            raise OptionError("a check takes examples=, a number of puzzles, or total_seconds=: else it has no end")
        if self.memory is not None and self.memory < 1:
            raise ValueError(f"what is checked needs memory, 1 byte or more, not {self.memory}")
        if self.stop_after is not None:
            check_limit(self.stop_after)

    @property
    def answer_seconds(self) -> float:
        """The time limit of an answer, infinite for none."""
        return inf if self.seconds is None else self.seconds

    def calls(self, serve: Serve) -> CallsInWorker | CallsInThread:
        """Returns calls in another process, or without `isolated` in threads of this one."""
        return CallsInWorker(serve, self.memory) if self.isolated else CallsInThread(serve)


@dataclass
class Examination(ABC):
    """One check of a solver or a backend: its settings, its report, and what is known so far."""

    properties: Sequence[Property]
    """The table, in the order of the tests and of the report."""
    name: str
    """What is checked, in a few words."""
    calls: CallsInWorker | CallsInThread
    """What answers, one question after the other, in a process that may keep state."""
    settings: CheckSettings
    limit: int
    """The number of solutions up to which counts must be right, and at most so many are asked for."""
    only_unique: bool
    """Whether only puzzles with at most one solution are asked."""
    anew: bool = field(default=False, init=False)
    """Whether each test has a process of its own."""
    known: dict[Puzzle, Any] = field(default_factory=dict, init=False)
    """The puzzles that were asked."""
    answers: int = field(default=0, init=False)
    """The number of answers, right or not."""
    declined: dict[Puzzle, str] = field(default_factory=dict, init=False)
    """The puzzles that were declined, with the reasons."""
    late: Counter[Effort] = field(default_factory=Counter, init=False)
    """The number of time-outs of a solver in tests of cases that need this effort."""
    results: list[tuple[Test, CheckResult]] = field(default_factory=list, init=False)
    """What the latest test showed, and tests of calls that it led to."""
    found: dict[tuple[str, FindingKind, str], CheckFinding] = field(default_factory=dict, init=False)
    """The first finding of each property, kind and way."""
    seen: dict[tuple[str, FindingKind, str], Test] = field(default_factory=dict, init=False)
    """The test that showed it, with the puzzles that may have to be asked before its own one."""

    def __post_init__(self) -> None:
        """Begins the time of the check; raises as `check_solver` says."""
        names = [each.name for each in self.properties]
        unknown = [name for name in self.settings.without if name not in names]
        if unknown:
            raise OptionError(f"no property is called {min(unknown)!r}; known: {', '.join(names)}")
        self.tested = [each for each in self.properties if each.name not in self.settings.without]
        if not self.tested:
            raise OptionError("every property is left out, so that there is nothing to check")
        self.deadline, self._started = Deadline(self.settings.total_seconds), perf_counter()
        self.report = CheckReport(self.name, {each.name: 0 for each in self.tested})

    @abstractmethod
    def tests(self, number: int, examples: int) -> Iterator[tuple[Property, Case]]:
        """Yields each property of a round with each of its cases; `number` counts the rounds."""

    @abstractmethod
    def test(self, of: Property, case: Case, seed: str) -> Iterator[CheckResult]:
        """Yields the results of a test; the same seed makes the same random choices. Raises `GivenUp`."""

    def stop_if_over(self) -> None:
        """Raises `TimeOver` where the time of the check is over."""
        if self.deadline.expired:
            raise TimeOver(f"ended after {self.deadline.seconds:g} seconds; total_seconds= gives more time")

    def run(self, raise_on_findings: bool) -> CheckReport:
        """Tests the properties on all cases, and returns the report, or raises `CheckFailed`."""
        __tracebackhide__ = True
        report = self.report
        try:
            self._run_rounds()
            self.conclude()
            self.deadline, shrinking = Deadline(None), Deadline(_ALL_SHRINK_SECONDS)
            for key, found in self.found.items():
                seconds = min(_SHRINK_SECONDS, shrinking.remaining)
                report.findings.append(self._confirmed(found, self.seen[key], seconds))
        finally:
            self.calls.close()
        report.findings.sort(key=lambda finding: list(report.asked).index(finding.property))
        if report.findings and raise_on_findings:
            raise CheckFailed(report)
        return report

    def _run_rounds(self) -> None:
        """Tests round after round, until one has no new puzzle.

        Without a number of examples the end of the time is the usual end after the first round.
        """
        asked, seed = self.settings.examples, self.settings.seed
        try:
            for number in count() if asked is None else [0]:
                before = len(self.known)
                examples = _FIRST_ROUND << number if asked is None else asked
                for place, (of, case) in enumerate(self.tests(number, examples)):
                    try:
                        self._test((of, case, f"{seed}/{of.name}/{number}/{place}"))
                    finally:
                        results, self.results = self.results, []
                        for each in results:
                            self._record(*each)
                if len(self.known) == before:
                    break
        except GivenUp as reason:
            if number == 0 or not isinstance(reason, TimeOver):
                self.report.stopped = str(reason)

    def _test(self, test: Test) -> None:
        for result in self.test(*test):
            self.results.append((test, result))

    def _record(self, test: Test, result: CheckResult) -> None:
        of, case, seed = test
        if result == LATE:
            self.report.unsettled[of.name] += 1
        elif isinstance(result, str):
            self.report.declined[of.name] += 1
            self.declined.setdefault(case.puzzle, result)
        else:
            self.report.asked[of.name] += 1
        if not isinstance(result, CheckFinding):
            return
        key = of.name, result.kind, result.way
        if key not in self.found:
            puzzle, seconds = result.puzzle or case.puzzle, perf_counter() - self._started
            if case.before:  # of a round: those before either answer, as either may be the one that they change
                asked = list(self.known)
                case = case._replace(puzzle=puzzle, before=(*asked[: asked.index(puzzle)], *result.before))
            found = result._replace(puzzle=puzzle, first=puzzle, before=(), times=0, seconds=seconds)
            self.found[key] = found._replace(property=of.name)
            self.seen[key] = of, case, seed
        self.found[key] = self.found[key]._replace(times=self.found[key].times + 1)
        if len(self.found) == self.settings.stop_after:
            raise GivenUp(f"ended after {counted(len(self.found), 'finding')}, as asked")

    def conclude(self) -> None:
        """Adds to the report what all answers together show: a note about declined puzzles, a finding for all."""
        number, asked = len(self.declined), len(self.known)
        for puzzle, reason in list(self.declined.items())[:1]:
            text = f"declined {number} of {asked} puzzles, the first of them with: {reason}"
            if self.answers or number < asked:
                self.report.notes.append(text)
            else:
                name = next(iter(self.report.declined))
                found = CheckFinding(FindingKind.INVALID, "declined", text, name, puzzle, puzzle, times=number)
                self.report.findings.append(found)

    def _confirmed(self, found: CheckFinding, seen: Test, seconds: float) -> CheckFinding:
        """Reproduces a finding in new processes, on a puzzle as small as possible, and returns it.

        A time-out is returned as it was seen: each repetition would take the whole time.
        """
        if found.kind is FindingKind.TIMED_OUT:
            return found
        self.calls.close()
        _, case, _ = seen
        shrunk = shrink(case.puzzle, partial(self._reproduced, found, seen), case.before, True, seconds)
        if not shrunk.tries:
            return found
        if shrunk.reproduced:
            *needed, smallest = shrunk.puzzles
            # If chance, and not the puzzles before, causes it, it does not occur every time.
            again = [self._reproduced(found, seen, shrunk.puzzles, True) for _ in range(_STEADY if needed else 1)]
            if again[0] is not None and all(again):
                puzzle = again[0].puzzle or smallest
                return found._replace(text=again[0].text, puzzle=puzzle, before=tuple(needed), smallest=shrunk.minimal)
        # By chance, or because of the puzzles asked before: which of the two is unknown.
        often = "every time" if shrunk.reproduced else "again"
        where = " in a new process" if isinstance(self.calls, CallsInWorker) else ""
        return found._replace(text=f"not seen {often}{where}: {found.text}")

    def _reproduced(
        self, found: CheckFinding, seen: Test, puzzles: Sequence[Puzzle], anew: bool
    ) -> CheckFinding | None:
        """Returns the finding of the same kind and way with the last of the puzzles, if it occurs.

        With `anew` each test has a process of its own.
        """
        self.anew = anew
        *before, puzzle = puzzles
        of, first, seed = seen
        case = first if puzzle == first.puzzle else self._smaller(first, puzzle)
        if case is None:
            return None
        for answered in (self.known, self.results, self.late):
            answered.clear()
        self._test((of, case._replace(before=tuple(before)), seed))
        again = (result for test, result in self.results if test[0] is of and isinstance(result, CheckFinding))
        return next((each for each in again if each[:2] == found[:2]), None)

    def _smaller(self, case: Case, puzzle: Puzzle) -> Case | None:
        """Returns the case with this puzzle and its solutions, as one of our solvers finds them.

        None where such puzzles are not asked, and where the case is about its own puzzle.
        """
        if not isinstance(case.detail, (int, type(None))):
            return None
        truth = proof(puzzle, max(2, self.limit))
        if self.only_unique and not truth.unique and truth.verdict is not Verdict.UNSAT:
            return None
        return case._replace(puzzle=puzzle, truth=truth, detail=len(truth.solutions) if truth.exhausted else None)
