"""The contract of a backend, promise by promise; first those about its manners, whatever the answers are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial

from ....encoders.backends.registry import find_backend
from ....reference.contract import Backend, Capabilities
from ....reference.errors import BackendError, PuzzleError, UnitdokuError
from ....reference.layout import Layout
from ....reference.layouts.latin import latin
from ....reference.puzzle import Puzzle
from ....reference.result import Verdict
from ...cross_check.finding import FindingKind
from ..report import Flaw
from . import questions
from .answers import (
    counts,
    known_answers,
    limits,
    repetition,
    sessions,
    streams,
    told_solutions,
    unit_systems,
)
from .promises import Answered, Asked, Check, Property, Terms, answered, broken, held_against, one_by_one

TIMES = ("encode_seconds", "load_seconds", "solve_seconds")
"""What the statistics of every result hold."""

_SHORT = 0.3
"""Seconds that a hard question gets."""

_PATIENCE = 3.0
"""Seconds by which a limit of time may be missed: for a solver that looks at the clock now and then, has a process to
end, and shares the machine. It is ten times the limit that it gets: a caller who sets one could not use more."""


def description(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """Name and capabilities are there, and an answer is signed by the backend or by another one that is known."""
    name = getattr(backend, "name", None)
    said = f"has the name {name!r}, which is no text" if hasattr(backend, "name") else "has no name"
    yield Asked(None, None if isinstance(name, str) and name else broken("name", said))
    told = getattr(backend, "capabilities", None)
    true = isinstance(told, Capabilities) and all(isinstance(each, bool) for each in told)
    said = f"has capabilities that are none: {told!r}" if hasattr(backend, "capabilities") else "has no capabilities"
    yield Asked(None, None if true else broken("capabilities", said))
    puzzle = Puzzle.empty(terms.layouts[0])
    with backend.open(puzzle.layout) as session:
        signed = answered(session, puzzle, 1, terms.seconds).result.backend
    fits = signed == name or _is_known(signed)
    yield Asked(puzzle, None if fits else broken("backend", f"signs an answer with {signed!r}, which is no backend"))


def statistics(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """Every result tells the times of encoding, loading and solving, as numbers that are not negative."""

    def ask(layout: Layout) -> Iterator[Asked]:
        puzzle = Puzzle.empty(layout)
        with backend.open(layout) as session:
            told = answered(session, puzzle, 1, terms.seconds).result.statistics
        bad = [name for name in TIMES if not _is_time(told.get(name))]
        text = f"has no {', no '.join(bad)} in the statistics of a result"
        yield Asked(puzzle, broken("statistics", text) if bad else None)

    return one_by_one(terms.layouts, ask)


def arguments(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """A puzzle on another layout, a bad limit and a bad time are refused, and the session answers on."""
    layout = terms.layouts[0]
    puzzle, other = Puzzle.empty(layout), Puzzle.empty(latin(3) if layout != latin(3) else latin(2))
    with backend.open(layout) as session:
        yield _refused("a puzzle on another layout", PuzzleError, partial(session.solve, other))
        for limit in (0, -1, True, 1.5):
            yield _refused(f"limit={limit}", ValueError, partial(session.solve, puzzle, limit))  # type: ignore[arg-type]
        for seconds in (-1.0, math.nan):
            yield _refused(f"seconds={seconds}", ValueError, partial(session.solve, puzzle, 1, seconds))
        yield held_against(puzzle, answered(session, puzzle, 1, terms.seconds).result, None, 1)


def closing(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """A session can be closed twice, and refuses puzzles from then on; others go on."""
    puzzle = Puzzle.empty(terms.layouts[0])
    first, second = backend.open(puzzle.layout), backend.open(puzzle.layout)
    with second:
        answered(first, puzzle, 1, terms.seconds)
        first.close()
        first.close()
        yield _refused("a puzzle for a closed session", BackendError, partial(first.solve, puzzle))
        yield held_against(puzzle, answered(second, puzzle, 1, terms.seconds).result, None, 1)


def time_limits(backend: Backend, terms: Terms) -> Iterator[Asked]:
    """No time gets no verdict, a hard puzzle with a small limit comes back soon, and what follows is answered right."""

    def ask(layout: Layout) -> Iterator[Asked]:
        puzzle = Puzzle.empty(layout)
        with backend.open(layout) as session:
            yield _in_time(answered(session, puzzle, 1, 0), puzzle, 0)

    yield from one_by_one(terms.layouts, ask)
    for hard, easy in [] if terms.own else questions.hard_puzzles():
        with backend.open(hard.layout) as session:
            answer = answered(session, hard, 1, _SHORT)
            cut_short = answer.result.verdict is Verdict.UNKNOWN
            yield _in_time(answer, hard, _SHORT)
            result = answered(session, easy, terms.at_most(2), terms.seconds).result
            # The easy one has all cells given, or a clash.
            found = len(result.solutions)
            right = found == (0 if easy.values.count(0) else 1) or not (found or result.exhausted)
            text = "answers an easy puzzle wrongly after a hard one that was cut short"
            yield Asked(easy, None if right else Flaw(FindingKind.WRONG, "after a time limit", text))
        if cut_short:
            return


_CHECKS: tuple[tuple[str, Check], ...] = (
    ("description", description),
    ("statistics", statistics),
    ("limits", limits),
    ("counts", counts),
    ("unit systems", unit_systems),
    ("known answers", known_answers),
    ("sessions", sessions),
    ("repetition", repetition),
    ("streams", streams),
    ("told solutions", told_solutions),
    ("arguments", arguments),
    ("closing", closing),
    ("time limits", time_limits),
)

_OWN_TERMS = {"time limits": (60.0, f", though it was given {_SHORT:g} seconds for the puzzle at most")}
"""What a question may take, the opening of a session included, and what is said of a backend that takes longer."""

PROPERTIES = tuple(
    Property(name, (check.__doc__ or "").strip(), check, *_OWN_TERMS.get(name, ())) for name, check in _CHECKS
)
"""In the order in which they are tried."""


def _in_time(answer: Answered, puzzle: Puzzle, seconds: float) -> Asked:
    result, taken = answer
    if taken > seconds + _PATIENCE:
        text = f"came back {taken - seconds:.0f} seconds after its time limit of {seconds:g} was over"
        return Asked(puzzle, Flaw(FindingKind.TIMED_OUT, "late", text))
    if not seconds and result.verdict is not Verdict.UNKNOWN:
        return Asked(puzzle, broken("no time", f"says {result.verdict} with seconds=0, where there is no time at all"))
    return held_against(puzzle, result, None, 1)


def _refused(what: str, error: type[Exception], ask: Callable[[], object]) -> Asked:
    """Whether a question is refused by the error that the contract names."""
    try:
        ask()
    except error:
        return Asked()
    except Exception as other:
        text = f"refuses {what} by {type(other).__name__}, not by {error.__name__}"
        return Asked(None, broken(what, text))
    return Asked(None, broken(what, f"takes {what}, which calls for {error.__name__}"))


def _is_known(name: object) -> bool:
    """Whether a backend has this name."""
    try:
        return isinstance(name, str) and bool(find_backend(name).name)
    except UnitdokuError:
        return False


def _is_time(value: object) -> bool:
    return isinstance(value, (int, float)) and value >= 0
