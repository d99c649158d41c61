"""The conformance check of a backend: tests each property of the contract, in a process that may end or hang."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from inspect import isfunction
from time import perf_counter
from typing import Any

from ....encoders.naming.find import find_backend
from ....encoders.naming.objects import as_backend
from ....reference.capabilities import Capabilities
from ....reference.contract import AnyBackend, check_limit
from ....reference.deadline import Deadline
from ....reference.errors import PuzzleError
from ....reference.layout import Layout
from ....reference.layouts.check import check_layout
from ...cross_check.finding import FindingKind
from ...generators.kinds import Kind, kinds_named
from ..isolated_call import IsolatedCalls, OwnThread
from ..report import CheckFailed, CheckFinding, CheckReport, Unanswered, check_selection
from .properties import NAMES, PROPERTIES, Asked, Property
from .questions import BackendUnderTest
from .scope import Scope, valid_capabilities

_SECONDS_AN_ANSWER = 5.0
"""The time limit of an answer where time is not the subject."""

_ANSWERS = 24
"""So many answers must fit into the time of a property, so that it ends in time even if nothing is settled."""


def check_backend(
    backend: AnyBackend,
    layouts: Layout | Iterable[Layout] | None = None,
    *,
    examples: int = 30,
    solutions: int = 1000,
    kinds: Collection[Kind | str] | None = None,
    givens_only: bool = False,
    seed: int = 0,
    seconds: float = 120.0,
    isolated: bool = True,
    without: Collection[str] = (),
    raise_on_findings: bool = True,
) -> CheckReport:
    """Tests a backend, or a function as one, against its contract and returns the report.

    Raises `CheckFailed` for findings.

    The properties are those of `reference.contract`: limits, distinct solutions, the claim that there are no others,
    time, sessions without state, and so on; `NAMES` lists them. The answers must be right for puzzles with known counts
    of solutions, for `examples` puzzles known by construction, for as many with sums and pairs if it takes these, and
    for as many random unit systems, compared with all their grids. At most `solutions` solutions of a puzzle are asked
    for; a small number suits a slow backend. With `layouts` only these are used, and questions that need others are
    left out. `kinds` selects kinds of puzzles, as in
    `check_solver`; with `givens_only` every cell is given or open. `without` names properties that are not tested. An
    answer that is not settled within five seconds (a 24th of `seconds`, if that is less) is no finding, and after half
    of its time a property asks no new question, so a slow backend passes.

    Capabilities that limit what a backend takes (`layouts`, `sizes`, `candidate_sets`, `counts`, `sums`, `pairs`) limit
    the questions too, and are tested: what they include has to be answered, and what they leave out to be declined by
    `Unsupported`, or answered rightly. What a backend declines is no finding, but one that declines everything fails.
    Of the other capabilities only `statistics` is tested.

    Each property runs in a worker process, which imports the backend or gets a copy (with `isolated=False`, in a thread
    of this process), and has `seconds`. A backend that crashes, hangs or exits becomes a finding, and the other
    properties still run. A backend can be named as everywhere; raises `UnknownBackend` and
    `BackendUnavailable` for the name, `OptionError` for an unknown property or kind, for fewer than one example and
    where no property or kind is left, `PuzzleError` for no layouts and for capabilities that leave none, ValueError for
    a bad time or number of solutions, TypeError for an object that is no backend.
    """
    __tracebackhide__ = True  # pytest shows the call in the test and the findings, not this source
    check_limit(solutions)
    check_selection(examples, without, NAMES)
    allowed = Deadline(seconds).seconds
    found: Any = find_backend(backend) if isinstance(backend, str) else backend
    if isinstance(found, type):
        raise TypeError(f"a backend is an object, not a class: {found.__name__}() makes one of {found.__name__}")
    if isfunction(found):
        found = as_backend(found)
    if not callable(getattr(found, "open", None)):
        raise TypeError(f"a backend opens sessions by `open(layout)`, which {found!r} does not have")
    if isinstance(layouts, str) or not isinstance(layouts, Iterable | None):
        layouts = [layouts]
    chosen = None if layouts is None else tuple(layouts)
    if chosen == ():
        raise PuzzleError("a backend is checked on one layout at least")
    for layout in chosen or ():
        check_layout(layout)
    able = valid_capabilities(found) or Capabilities()
    scope = Scope(able, chosen, kinds_named(kinds), givens_only or not able.candidate_sets)
    an_answer = _SECONDS_AN_ANSWER if allowed is None else min(_SECONDS_AN_ANSWER, allowed / _ANSWERS)
    subject = BackendUnderTest(found, scope, examples, solutions, seed, an_answer)
    name = getattr(found, "name", None)
    report = CheckReport(f"backend {name if isinstance(name, str) and name else type(found).__name__}")
    report.left_out = dict.fromkeys(without, "as asked")
    examination = _Examination(report)
    child: IsolatedCalls | OwnThread | None = None
    try:
        for each in PROPERTIES:
            if each.name in without:
                continue
            if child is None or not child.alive:
                make = partial(_questions, subject)
                child = IsolatedCalls(make) if isolated else OwnThread(make)
            examination.test(child, each, allowed)
    finally:
        if child is not None:
            child.close()
    examination.report_declined()
    if report.findings and raise_on_findings:
        raise CheckFailed(report)
    return report


def _questions(subject: BackendUnderTest) -> Callable[[str], Asked | None]:
    """Returns a function that asks the next question of the property named; it returns None after the last one."""
    streams = {each.name: each.questions(subject) for each in PROPERTIES}
    return lambda name: next(streams[name], None)


@dataclass
class _Examination:
    """One check: its report so far, and facts about the answers."""

    report: CheckReport
    answers: int = 0
    """The number of questions that were answered, by the process that answered most."""
    reason: str = ""
    """Why the first question was declined that was."""

    def test(self, child: IsolatedCalls | OwnThread, each: Property, seconds: float | None) -> None:
        """Asks the questions of a property, and reports the findings. What a backend prints is no violation."""
        whole, half = Deadline(seconds), Deadline(None if seconds is None else seconds / 2)
        seen: dict[tuple[FindingKind, str], CheckFinding] = {}
        self.report.asked[each.name] = 0
        asked = 0
        started = perf_counter()
        while not (asked and half.expired):
            outcome = child.ask(each.name, Deadline(min(whole.remaining, each.seconds)).seconds)
            if outcome.failure is not None:
                kind, way, text = outcome.failure
                text += each.late * (kind is FindingKind.TIMED_OUT)
                text += f", after {asked} answer{'s' * (asked != 1)}" * (asked > 0)
                seen[kind, way] = CheckFinding(each.name, kind, way, text, smallest=False)
                break
            question: Asked | None = outcome.value
            if question is None:
                break
            asked += 1
            self.answers = max(self.answers, question.answers)
            puzzle, flaw = question.puzzle, question.outcome
            self.report.count(each.name, flaw)
            if isinstance(flaw, Unanswered):
                self.reason = self.reason or question.reason
            elif flaw is not None:
                first = CheckFinding(each.name, *flaw, puzzle, puzzle, times=0, smallest=False)
                found = seen.get((flaw.kind, flaw.way), first)
                seen[flaw.kind, flaw.way] = found._replace(times=found.times + 1)
        if not self.report.asked[each.name]:
            declined = self.report.declined[each.name]
            self.report.not_tried[each.name] = "every question was declined" if declined else each.untried
        self.report.seconds[each.name] = perf_counter() - started
        self.report.findings.extend(seen.values())

    def report_declined(self) -> None:
        """Adds a note about the questions that the backend declined; a finding where it has answered none."""
        count = self.report.declined.total()
        if self.answers and count:
            self.report.notes.append(f"declined {count} questions, the first of them with: {self.reason}")
        elif count:
            text = f"declined every question that it was asked, {count} in all, the first of them with: {self.reason}"
            first = next(iter(self.report.declined))
            finding = CheckFinding(first, FindingKind.INVALID, "declined", text, times=count, smallest=False)
            self.report.findings.append(finding)
