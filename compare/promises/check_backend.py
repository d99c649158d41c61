"""A backend against the contract: the conformance test for backends of this package and of others."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from ...encoders.registry import find_backend
from ...reference.contract import Backend, check_limit
from ...reference.deadline import Deadline
from ...reference.errors import PuzzleError
from ...reference.finding import FindingKind
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from . import backend_questions as questions
from .backend_promises import Asked, NoResult, Terms, raised
from .backend_properties import PROPERTIES
from .check_report import CheckFailed, CheckFinding, CheckReport, Flaw, check_terms
from .forked_child import ForkedChild, Outcome, can_fork
from .own_thread import OwnThread

NAMES = tuple(each.name for each in PROPERTIES)
"""The names of all properties, in the order of a report."""

_SECONDS_AN_ANSWER = 5.0
"""What an answer may take where time is not the question."""


def check_backend(
    backend: str | Backend,
    layouts: Iterable[Layout] | None = None,
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
    asked for. An answer that is honestly not settled in five seconds is no finding, so a slow backend passes. Whether
    the backend can what its capabilities say is not tested: no more than that they are there.

    Each property runs in a forked copy of this process (see `check_solver` for what that means for threads; with
    `isolated=False`, in a thread of this one) and gets `seconds`: a backend that crashes, hangs or exits becomes a
    finding, and the other properties still run. A name is looked up as everywhere; raises `UnknownBackend` and
    `BackendUnavailable` for it, `OptionError` for a property that is unknown, for fewer than one example and where no
    property is left, `PuzzleError` for no layouts at all, ValueError for a bad time or number of solutions.
    """
    check_limit(solutions)
    check_terms(examples, without, NAMES)
    allowed = Deadline(seconds).seconds
    subject = find_backend(backend) if isinstance(backend, str) else backend
    chosen = questions.small_layouts() if layouts is None else list(layouts)
    if not chosen:
        raise PuzzleError("a backend is checked on one layout at least")
    terms = Terms(chosen, layouts is not None, examples, solutions, seed, _SECONDS_AN_ANSWER)
    report = CheckReport(f"backend {_name(subject)}", left_out=dict.fromkeys(without, "as asked"))
    child: ForkedChild | OwnThread | None = None
    try:
        for each in PROPERTIES:
            if each.name in without:
                continue
            if child is None or not child.alive:
                serve = _Serving(subject, terms)
                child = ForkedChild(serve) if isolated and can_fork() else OwnThread(serve)
            _add(report, each.name, child.ask(each.name, allowed))
    finally:
        if child is not None:
            child.close()
    if report.findings and raise_on_findings:
        raise CheckFailed(report)
    return report


class _Told(NamedTuple):
    """What the child tells of one property."""

    asked: int
    flaws: list[tuple[Flaw, Puzzle | None, int]]
    """Each with the first puzzle that showed it, and how often it was seen."""


class _Serving:
    """Puts the backend through one property; runs in the child."""

    def __init__(self, backend: Backend, terms: Terms) -> None:
        self._backend = backend
        self._terms = terms

    def __call__(self, name: str) -> _Told:
        (check,) = (each.check for each in PROPERTIES if each.name == name)
        asked = 0
        seen: dict[tuple[FindingKind, str], tuple[Flaw, Puzzle | None, int]] = {}
        questions_ = check(self._backend, self._terms)
        while True:
            try:
                puzzle, flaw = next(questions_)
            except StopIteration:
                return _Told(asked, list(seen.values()))
            except Exception as error:
                # A generator that raised is at its end: what it would have asked next is not asked.
                puzzle, flaw = error.asked if isinstance(error, NoResult) else Asked(None, raised(error))
            asked += 1
            if flaw is not None:
                first, where, times = seen.get((flaw.kind, flaw.way), (flaw, puzzle, 0))
                seen[flaw.kind, flaw.way] = first, where, times + 1


def _name(backend: Backend) -> str:
    """What to call it, be it that it has no name."""
    name = getattr(backend, "name", None)
    return name if isinstance(name, str) and name else type(backend).__name__


def _add(report: CheckReport, name: str, outcome: Outcome) -> None:
    """Takes in what came of one property. What solvers print is theirs to print."""
    if outcome.kind is not None:
        report.asked[name] = 0
        report.findings.append(CheckFinding(name, outcome.kind, outcome.way, outcome.text, smallest=False))
        return
    told: _Told = outcome.value
    report.asked[name] = told.asked
    for flaw, puzzle, times in told.flaws:
        report.findings.append(CheckFinding(name, *flaw, puzzle, puzzle, times=times, smallest=False))
