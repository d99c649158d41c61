"""The conformance check of a backend: tests each property of the contract, in a process that may end or hang."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from ....encoders.backends.registry import find_backend
from ....encoders.workers.limits import can_fork
from ....reference.contract import Backend, check_limit
from ....reference.deadline import Deadline
from ....reference.errors import PuzzleError
from ....reference.layout import Layout
from ....reference.layouts.any_layout import any_layout
from ....reference.puzzle import Puzzle
from ...cross_check.finding import FindingKind
from ..isolated_call import ForkedChild, OwnThread
from ..report import CheckFailed, CheckFinding, CheckReport, Flaw, check_selection
from .properties import NAMES, PROPERTIES, Property
from .questions import BackendUnderTest

_SECONDS_AN_ANSWER = 5.0
"""The time limit of an answer where time is not the subject."""

_ANSWERS = 24
"""So many answers must fit into the time of a property, so that it ends in time even if nothing is settled."""


def check_backend(
    backend: str | Backend,
    layouts: Layout | str | Iterable[Layout | str] | None = None,
    *,
    examples: int = 30,
    solutions: int = 1000,
    seed: int = 0,
    seconds: float = 120.0,
    isolated: bool = True,
    without: Collection[str] = (),
    raise_on_findings: bool = True,
) -> CheckReport:
    """Tests a backend against its contract and returns the report; raises `CheckFailed` for findings.

    The properties are those of `reference.contract`: limits, distinct solutions, the claim that there are no others,
    time, sessions without state, and so on; `NAMES` lists them. The answers must be right for puzzles with known counts
    of solutions, for `examples` puzzles known by construction, and for as many random unit systems, compared with all
    their grids. At most `solutions` solutions of a puzzle are asked for; a small number suits a slow backend. With
    `layouts` only these are used, and questions that need others are left out. `without` names properties that are not
    tested. An answer that is not settled within five seconds (a 24th of `seconds`, if that is less) is no finding, and
    after half of its time a property asks no new question, so a slow backend passes. The check tests that capabilities
    exist, but not whether they are true.

    Each property runs in a forked copy of this process (see `check_solver` for what that means for threads; with
    `isolated=False`, in a thread of this one) and has `seconds`. A backend that crashes, hangs or exits becomes a
    finding, and the other properties still run. A backend can be named as everywhere; raises `UnknownBackend` and
    `BackendUnavailable` for the name, `OptionError` for an unknown property, for fewer than one example and where no
    property is left, `PuzzleError` for no layouts, ValueError for a bad time or number of solutions, TypeError for an
    object that is no backend.
    """
    check_limit(solutions)
    check_selection(examples, without, NAMES)
    allowed = Deadline(seconds).seconds
    found = find_backend(backend) if isinstance(backend, str) else backend
    if isinstance(found, type):
        raise TypeError(f"a backend is an object, not a class: {found.__name__}() makes one of {found.__name__}")
    if not callable(getattr(found, "open", None)):
        raise TypeError(f"a backend opens sessions by `open(layout)`, which {found!r} does not have")
    if isinstance(layouts, str) or not isinstance(layouts, Iterable | None):
        layouts = [layouts]
    only = None if layouts is None else list(map(any_layout, layouts))
    if only == []:
        raise PuzzleError("a backend is checked on one layout at least")
    an_answer = _SECONDS_AN_ANSWER if allowed is None else min(_SECONDS_AN_ANSWER, allowed / _ANSWERS)
    subject = BackendUnderTest(found, only, examples, solutions, seed, an_answer)
    name = getattr(found, "name", None)
    report = CheckReport(f"backend {name if isinstance(name, str) and name else type(found).__name__}")
    report.left_out = dict.fromkeys(without, "as asked")
    child: ForkedChild | OwnThread | None = None
    try:
        for each in PROPERTIES:
            if each.name in without:
                continue
            if child is None or not child.alive:
                serve = _questions(subject)
                child = ForkedChild(serve) if isolated and can_fork() else OwnThread(serve)
            _test(child, each, allowed, report)
    finally:
        if child is not None:
            child.close()
    if report.findings and raise_on_findings:
        raise CheckFailed(report)
    return report


def _questions(subject: BackendUnderTest) -> Callable[[str], tuple[Puzzle | None, Flaw | None] | None]:
    """Returns a function that asks the next question of the property named; it returns None after the last one."""
    streams = {each.name: each.questions(subject) for each in PROPERTIES}
    return lambda name: next(streams[name], None)


def _test(child: ForkedChild | OwnThread, each: Property, seconds: float | None, report: CheckReport) -> None:
    """Asks the questions of a property, and reports the findings. What a backend prints is no violation."""
    whole, half = Deadline(seconds), Deadline(None if seconds is None else seconds / 2)
    seen: dict[tuple[FindingKind, str], CheckFinding] = {}
    asked = 0
    while not (asked and half.expired):
        outcome = child.ask(each.name, Deadline(min(whole.remaining, each.seconds)).seconds)
        if outcome.kind is not None:
            late = each.late if outcome.kind is FindingKind.TIMED_OUT else ""
            text = outcome.text + late + f", after {asked} answer{'s' * (asked != 1)}" * (asked > 0)
            seen[outcome.kind, outcome.way] = CheckFinding(each.name, outcome.kind, outcome.way, text, smallest=False)
            break
        if outcome.value is None:
            break
        asked += 1
        puzzle, flaw = outcome.value
        if flaw is not None:
            first = CheckFinding(each.name, flaw.kind, flaw.way, flaw.text, puzzle, puzzle, times=0, smallest=False)
            found = seen.get((flaw.kind, flaw.way), first)
            seen[flaw.kind, flaw.way] = found._replace(times=found.times + 1)
    report.asked[each.name] = asked
    report.findings.extend(seen.values())
