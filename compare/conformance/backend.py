"""A backend under test: each test of a property runs in a process that may end or hang."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import repeat, zip_longest
from time import perf_counter

from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import Unsupported
from ...reference.contract.judgement import result_or_error, settled
from ...reference.contract.result import Result
from ...reference.contract.session import Backend, Session
from ...reference.model.puzzle import Puzzle
from ..cross_check.finding import FindingKind, findings, kind_of
from ..generators.kinds import CONSTRUCTION, NOTHING_KNOWN
from .cases import Case, Scope
from .examination import Examination, Property
from .isolated_call import shortened
from .report import LATE, CheckFinding, CheckResult

_ANSWERS = 8
"""So many answers must fit into the time of a test: a backend that takes longer hangs."""

Check = Callable[["BackendTrial"], Iterator[CheckResult]]
"""Tests a property, and yields the result of each question."""


@dataclass
class BackendExamination(Examination):
    """The check of a backend, in one process as long as that does not end."""

    scope: Scope
    ended: set[str] = field(default_factory=set, init=False)
    """The properties whose test ended the process, or did not end: they are tested no more."""

    def tests(self, number: int, examples: int) -> Iterator[tuple[Property, Case]]:
        """Yields properties with their cases, a case of each property in turn: so all are tested in a short time."""
        streams: list[Iterator[tuple[Property, Case]]] = []
        for each in self.tested:
            if each.drawn or number == 0:
                rng = random.Random(f"{self.settings.seed}/{each.name}/{number}")
                streams.append(zip(repeat(each), each.on(self.scope, rng, examples), strict=False))
        for turn in zip_longest(*streams):
            yield from (test for test in turn if test is not None and test[0].name not in self.ended)

    def test(self, of: Property, case: Case, seed: str) -> Iterator[CheckResult]:
        """Tests a property on one case, in another process."""
        self.stop_if_over()
        if self.anew:
            self.calls.close()
        # The end of the check does not stop it: a backend that hangs would look like a slow one.
        outcome = self.calls.ask((of.check, case, seed), Deadline(_ANSWERS * self.settings.answer_seconds).seconds)
        self.known[case.puzzle] = None
        if outcome.failure is not None:
            self.ended.add(of.name)
            yield outcome.failure
            return
        results, answers = outcome.value
        self.answers += answers
        yield from results


@dataclass
class BackendTrial:
    """One test of a property: the backend, a case, and facts about the last question."""

    backend: Backend
    scope: Scope
    case: Case
    rng: random.Random
    solutions: int
    seconds: float
    """The time limit of an answer where time is not the subject; what is not settled by then is no violation."""
    puzzle: Puzzle
    """The puzzle of the last question."""
    taken: float = 0.0
    """The seconds of wall clock until its answer."""
    answers: int = 0
    """The number of answers so far."""

    def open(self) -> Session:
        """Returns a new session for the layout of the case."""
        return self.backend.open(self.case.puzzle.layout)

    def at_most(self, limit: int) -> int:
        """Returns so many solutions, or the largest number that may be asked for."""
        return min(limit, self.solutions)

    def answer(self, session: Session, puzzle: Puzzle, limit: int = 1, seconds: float | None = None) -> Result:
        """Returns the result of a session; raises what it raises, and `InvalidAnswer` for anything but a `Result`."""
        self.puzzle = puzzle
        started = perf_counter()
        result = session.solve(puzzle, limit, self.seconds if seconds is None else seconds)
        self.taken = perf_counter() - started
        self.answers += 1
        return result_or_error(result, "solve")

    def judged(self, session: Session, case: Case, limit: int) -> CheckResult:
        """Asks the puzzle of a case and returns the first violation: by the rules, or by its solutions or their number.

        Giving up with more than half of the time left is a violation too, unless the backend gives one solution only
        and has given it.
        """
        limit = self.at_most(limit)
        try:
            result = self.answer(session, case.puzzle, limit)
        except Exception as error:
            return _result_of(error)
        wrong, found = finding_in(result, case.puzzle, limit, case.truth), len(result.solutions)
        if wrong is not None:
            return wrong
        if not (settled(result, limit) or (found and not self.scope.capabilities.counts)):
            if self.taken > self.seconds / 2:
                return LATE
            text = f"finds {found} solution{'s' * (found != 1)} with limit={limit}, and gives up before its time"
            return CheckFinding(FindingKind.INVALID, "gave up", text)
        if result.exhausted and case.detail not in (None, found):
            text = f"claims with limit={limit} that its {found} solutions are all, but there are {case.detail}"
            return CheckFinding(FindingKind.WRONG, "count", text)
        return None


def tested(
    backend: Backend, scope: Scope, solutions: int, seconds: float, question: tuple[Check, Case, str]
) -> tuple[list[CheckResult], int]:
    """Returns the results of a test, and the number of answers; an exception is a result, and ends the test.

    This runs in the process of the backend. After half of its time a test asks no more.
    """
    check, case, seed = question
    trial = BackendTrial(backend, scope, case, random.Random(seed), solutions, seconds, case.puzzle)
    half = Deadline(_ANSWERS * seconds / 2)
    results: list[CheckResult] = []
    try:
        for result in check(trial):
            results.append(result._replace(puzzle=trial.puzzle) if isinstance(result, CheckFinding) else result)
            if half.expired:
                break
    except Exception as error:
        results.append(_result_of(error))
    return results, trial.answers


def _result_of(error: Exception) -> CheckResult:
    """Returns what an exception of the backend shows: a finding, unless it declines the puzzle."""
    if isinstance(error, Unsupported):
        return shortened(str(error)) or "without a reason"
    name = type(error).__name__
    return CheckFinding(kind_of(type(error)), name, f"failed with {name}: {shortened(str(error))}")


def finding_in(result: Result, puzzle: Puzzle, limit: int = 1, truth: Result = NOTHING_KNOWN) -> CheckFinding | None:
    """Returns the first violation of a result by the rules, or by what is known about the puzzle."""
    found = findings(puzzle, {"it": result, CONSTRUCTION: truth}, limit)
    return next((CheckFinding(each.kind, each.way, each.text) for each in found if each.backend == "it"), None)


def unless(holds: bool, way: str, text: str) -> CheckFinding | None:
    """Returns a breach of form unless the condition holds; `text` says what the backend did."""
    return None if holds else CheckFinding(FindingKind.INVALID, way, text)
