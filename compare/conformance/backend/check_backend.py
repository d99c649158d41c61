"""A backend against the contract: the conformance test for backends of this package and of others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ....encoders.backends.registry import find_backend
from ....encoders.workers.limits import can_fork
from ....reference.contract import Backend, check_limit
from ....reference.deadline import Deadline
from ....reference.errors import PuzzleError
from ....reference.layout import Layout
from ...cross_check.finding import FindingKind
from ..isolated_call import ForkedChild, OwnThread
from ..report import CheckFailed, CheckFinding, CheckReport, check_terms
from . import questions
from .promises import Asked, NoResult, Property, Terms, raised
from .properties import PROPERTIES

NAMES = tuple(each.name for each in PROPERTIES)
"""The names of all properties, in the order of a report."""

_SECONDS_AN_ANSWER = 5.0
"""What an answer may take where time is not the question."""

_ANSWERS = 24
"""So many answers have to fit into the time of a property: then it ends in time, be it that nothing is settled."""


def check_backend(
    backend: str | Backend,
    layouts: Layout | Iterable[Layout] | None = None,
    *,
    examples: int = 30,
    solutions: int = 1000,
    seed: int = 0,
    seconds: float = 120.0,
    isolated: bool = True,
    without: Collection[str] = (),
    raise_on_findings: bool = True,
) -> CheckReport:
    """What was found when a backend was held against its contract; raises `CheckFailed` if that is anything.

    The promises are those of `reference.contract`, see `backend_properties` for each: limits, distinct solutions, what
    is claimed to be all, time, sessions that keep nothing of a puzzle, and so on; with right answers to known counts,
    to `examples` puzzles known by construction, and to as many random unit systems, held against every grid there is.
    No more than `solutions` of a puzzle are asked for: fewer will do for a backend that takes long for each. With
    `layouts` it is asked about these only, and what needs others is left out. `without` names properties that are not
    asked for. An answer that is honestly not settled in five seconds (a 24th of `seconds`, if that is less) is no
    finding, and after half of its time a property is asked nothing new, so a slow backend passes. Whether the backend
    can what its capabilities say is not tested: no more than that they are there.

    Each property runs in a forked copy of this process (see `check_solver` for what that means for threads; with
    `isolated=False`, in a thread of this one) and gets `seconds`: a backend that crashes, hangs or exits becomes a
    finding, and the other properties still run. A name is looked up as everywhere; raises `UnknownBackend` and
    `BackendUnavailable` for it, `OptionError` for a property that is unknown, for fewer than one example and where no
    property is left, `PuzzleError` for no layouts at all, ValueError for a bad time or number of solutions, TypeError
    for what is no backend.
    """
    check_limit(solutions)
    check_terms(examples, without, NAMES)
    allowed = Deadline(seconds).seconds
    subject = find_backend(backend) if isinstance(backend, str) else backend
    if not callable(getattr(subject, "open", None)):
        raise TypeError(f"a backend opens sessions by `open(layout)`, which {subject!r} does not have")
    if isinstance(layouts, Layout):
        layouts = [layouts]
    chosen = questions.small_layouts() if layouts is None else list(layouts)
    if not chosen:
        raise PuzzleError("a backend is checked on one layout at least")
    an_answer = _SECONDS_AN_ANSWER if allowed is None else min(_SECONDS_AN_ANSWER, allowed / _ANSWERS)
    terms = Terms(chosen, layouts is not None, examples, solutions, seed, an_answer)
    report = CheckReport(f"backend {_name(subject)}", left_out=dict.fromkeys(without, "as asked"))
    child: ForkedChild | OwnThread | None = None
    try:
        for each in PROPERTIES:
            if each.name in without:
                continue
            if child is None or not child.alive:
                serve = _Serving(subject, terms)
                child = ForkedChild(serve) if isolated and can_fork() else OwnThread(serve)
            _try(child, each, allowed, report)
    finally:
        if child is not None:
            child.close()
    if report.findings and raise_on_findings:
        raise CheckFailed(report)
    return report


class _Serving:
    """Puts the questions of a property to the backend, one at each call; runs in the child."""

    def __init__(self, backend: Backend, terms: Terms) -> None:
        self._backend = backend
        self._terms = terms
        self._name = ""
        self._questions: Iterator[Asked] = iter(())

    def __call__(self, name: str) -> Asked | None:
        """What came of the next question of this property; None when there are no more."""
        if self._name != name:
            (check,) = (each.check for each in PROPERTIES if each.name == name)
            self._name, self._questions = name, check(self._backend, self._terms)
        try:
            return next(self._questions, None)
        except NoResult as error:
            return error.asked
        except Exception as error:
            # A generator that raised is at its end: what it would have asked next is not asked.
            return Asked(None, raised(error))


def _try(child: ForkedChild | OwnThread, each: Property, seconds: float | None, report: CheckReport) -> None:
    """Asks all that a property asks, and reports what is found. What solvers print is theirs to print."""
    name = each.name
    whole = Deadline(seconds)
    half = Deadline(None if seconds is None else seconds / 2)
    seen: dict[tuple[FindingKind, str], CheckFinding] = {}
    report.asked[name] = 0
    while not (report.asked[name] and half.expired):
        outcome = child.ask(name, Deadline(min(whole.remaining, each.seconds)).seconds)
        if outcome.kind is not None:
            after = report.asked[name]
            late = each.late if outcome.kind is FindingKind.TIMED_OUT else ""
            text = outcome.text + late + f", after {after} answer{'s' * (after != 1)}" * (after > 0)
            seen[outcome.kind, outcome.way] = CheckFinding(name, outcome.kind, outcome.way, text, smallest=False)
            break
        asked: Asked | None = outcome.value
        if asked is None:
            break
        report.asked[name] += 1
        if asked.flaw is not None:
            key = asked.flaw.kind, asked.flaw.way
            first = CheckFinding(name, *asked.flaw, asked.puzzle, asked.puzzle, times=0, smallest=False)
            found = seen.get(key, first)
            seen[key] = found._replace(times=found.times + 1)
    report.findings.extend(seen.values())


def _name(backend: Backend) -> str:
    """What to call it, be it that it has no name."""
    name = getattr(backend, "name", None)
    return name if isinstance(name, str) and name else type(backend).__name__
