"""The properties that the contract asks of every backend, in one table.

A check gets one item: a layout, or a puzzle with what is known about it. See `questions.Check`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle, islice
from typing import Any, NamedTuple

from ....encoders.naming.find import find_backend
from ....reference.contract import Session
from ....reference.errors import BackendError, PuzzleError, UnitdokuError
from ....reference.grid import Grid
from ....reference.judgement import result_or_error, settled
from ....reference.layouts.latin import latin
from ....reference.puzzle import Puzzle
from ....reference.result import Result, Verdict
from ...cross_check.finding import FindingKind
from ...generators.kinds import Drawn
from ..report import Flaw
from .claims import claim_holds, claims
from .questions import (
    BackendUnderTest,
    Check,
    Outcome,
    counted_puzzles,
    drawn_puzzles,
    flaw_of,
    hard_puzzles,
    rule_puzzles,
    small_unit_systems,
    unless,
)
from .scope import valid_capabilities

_TIMES = ("encode_seconds", "load_seconds", "solve_seconds")
"""The statistics of every result."""

_SHORT = 0.3
"""The time limit in seconds for a hard puzzle."""

_PATIENCE = 3.0
"""Seconds by which a time limit may be missed. A solver may read the clock rarely, may have to end a process, and
shares the machine. It is ten times the limit: a caller could not use a backend that misses it by more."""


def description(subject: BackendUnderTest, puzzle: Puzzle) -> Iterator[Outcome]:
    """Checks name and capabilities, and that results name the backend, or another known one, as their origin."""
    backend = subject.backend
    name: object = getattr(backend, "name", None)
    text = f"has the name {name!r}, which is no text" if hasattr(backend, "name") else "has no name"
    yield unless(isinstance(name, str) and name != "", "name", text)
    capabilities: object = getattr(backend, "capabilities", None)
    text = f"has capabilities that are none: {capabilities!r}"
    valid = valid_capabilities(backend) is not None
    yield unless(valid, "capabilities", text if hasattr(backend, "capabilities") else "has no capabilities")
    with subject.open(puzzle) as session:
        origin = subject.answer(session, puzzle).backend
    text = f"signs an answer with {origin!r}, which is no backend"
    yield unless(origin == name or _is_known(origin), "backend", text)


def statistics(subject: BackendUnderTest, puzzle: Puzzle) -> Iterator[Outcome]:
    """Checks that a result has the times of encoding, loading and solving, as numbers that are not negative."""
    with subject.open(puzzle) as session:
        times = subject.answer(session, puzzle).statistics
    bad = [name for name in _TIMES if not isinstance(times.get(name), (int, float)) or times[name] < 0]
    yield unless(not bad, "statistics", f"has no {', no '.join(bad)} in the statistics of a result")
    if subject.scope.capabilities.statistics:
        text = "counts nothing in the statistics of a result, though its capabilities say that it does"
        yield unless(bool(times.keys() - set(_TIMES)), "counts", text)


def limits(subject: BackendUnderTest, item: tuple[Puzzle, int]) -> Iterator[Outcome]:
    """Checks that no more solutions come than asked for, all distinct, and that "these are all" is right."""
    puzzle, count = item
    near = {max(1, count - 1), max(1, count)}
    with subject.open(puzzle) as session:
        for limit in sorted(set(map(subject.at_most, {1, 2, 7, *near}))):
            yield subject.judged(session, puzzle, limit, count=count)


def counts(subject: BackendUnderTest, item: tuple[Puzzle, int]) -> Iterator[Outcome]:
    """Checks that all solutions are found, and that they are reported to be all."""
    puzzle, count = item
    with subject.open(puzzle) as session:
        yield subject.judged(session, puzzle, count + 1, count=count)


def known_answers(subject: BackendUnderTest, drawn: Drawn) -> Iterator[Outcome]:
    """Checks a puzzle whose answer is known by construction, or whose solutions come from a trial of every grid."""
    truth = drawn.truth
    limit = 2 if truth is None or not truth.exhausted else max(2, len(truth.solutions) + 1)
    with subject.open(drawn.puzzle) as session:
        yield subject.judged(session, drawn.puzzle, limit, truth)


def sessions(subject: BackendUnderTest, puzzle: Puzzle) -> Iterator[Outcome]:
    """Checks that a session keeps no state of earlier puzzles or of a stopped search, and that two do not mix."""
    drawn = list(drawn_puzzles(subject.scope, [puzzle.layout], 5, subject.rng))
    with subject.open(puzzle) as stopped, subject.open(puzzle) as other:

        def ask(subject: BackendUnderTest, item: tuple[Drawn, Session, int]) -> Iterator[Outcome]:
            each, session, limit = item
            if session is stopped:
                subject.answer(session, puzzle, 1, 0)
            yield subject.judged(session, each.puzzle, limit, each.truth)

        turns = [*reversed(drawn), *drawn, *reversed(drawn)]
        pairs = ((stopped, 2), (other, 5))
        yield from subject.each([(each, *pair) for each in turns for pair in pairs], ask)


def repetition(subject: BackendUnderTest, puzzle: Puzzle) -> Iterator[Outcome]:
    """Checks that new sessions give the same answer to the same question."""
    limit = subject.at_most(3)
    results: list[Result] = []
    for _ in range(3):
        with subject.open(puzzle) as session:
            results.append(subject.answer(session, puzzle, limit))
    same = len({result.solutions for result in results}) == 1
    same |= not all(settled(result, limit) for result in results)
    yield unless(same, "another answer", "gives other solutions when it is asked again")


def streams(subject: BackendUnderTest, puzzle: Puzzle) -> Iterator[Outcome]:
    """Checks that `solve_many` answers in order and lazily: the stream of puzzles has no end."""
    limit = subject.at_most(2)
    drawn = list(drawn_puzzles(subject.scope, [puzzle.layout], 6, subject.rng))
    with subject.open(puzzle) as session:
        results: object = session.solve_many((each.puzzle for each in cycle(drawn)), limit, subject.seconds)
        for each in islice(cycle(drawn), 2 * len(drawn)):
            subject.puzzle = each.puzzle
            if not isinstance(results, Iterator):
                text = f"solve_many returns a {type(results).__name__}, which is no iterator"
                yield Flaw(FindingKind.INVALID, "no iterator", text)
                return
            try:
                result = result_or_error(next(results), "solve_many")
            except StopIteration:
                yield Flaw(FindingKind.INVALID, "ended", "ends solve_many before the puzzles do")
                return
            yield flaw_of(result, each.puzzle, limit, each.truth)


def announced_solutions(subject: BackendUnderTest, puzzle: Puzzle) -> Iterator[Outcome]:
    """Checks that `on_solution` gets each solution of the result once."""
    subject.puzzle = puzzle
    announced: list[Grid] = []
    with subject.open(puzzle) as session:
        result = session.solve(puzzle, subject.at_most(3), subject.seconds, announced.append)
        solutions = result_or_error(result, "solve").solutions
    text = f"passes {len(announced)} solutions to on_solution, but returns {len(solutions)}, or others"
    yield unless(sorted(announced) == sorted(solutions), "on_solution", text)


def arguments(subject: BackendUnderTest, puzzle: Puzzle) -> Iterator[Outcome]:
    """Checks that a puzzle on another layout, a bad limit and a bad time are refused, and the session stays usable."""
    other = Puzzle.empty(latin(3) if puzzle.layout != latin(3) else latin(2))
    with subject.open(puzzle) as session:
        yield _refused("a puzzle on another layout", PuzzleError, partial(session.solve, other))
        for limit in (0, -1, True, 1.5):
            yield _refused(f"limit={limit}", ValueError, partial(session.solve, puzzle, limit))  # type: ignore[arg-type]
        for seconds in (-1.0, math.nan):
            yield _refused(f"seconds={seconds}", ValueError, partial(session.solve, puzzle, 1, seconds))
        yield flaw_of(subject.answer(session, puzzle), puzzle)


def closing(subject: BackendUnderTest, puzzle: Puzzle) -> Iterator[Outcome]:
    """Checks that a session can be closed twice and then refuses puzzles, while other sessions go on."""
    first, second = subject.open(puzzle), subject.open(puzzle)
    with second:
        subject.answer(first, puzzle)
        first.close()
        first.close()
        yield _refused("a puzzle for a closed session", BackendError, partial(first.solve, puzzle))
        yield flaw_of(subject.answer(second, puzzle), puzzle)


def time_limits(subject: BackendUnderTest, _: Puzzle) -> Iterator[Outcome]:
    """Checks that no time gives no verdict, and that a hard puzzle returns soon and does not spoil the next answer."""

    def without_time(subject: BackendUnderTest, puzzle: Puzzle) -> Iterator[Outcome]:
        with subject.open(puzzle) as session:
            result = subject.answer(session, puzzle, 1, 0)
            text = f"says {result.verdict} with seconds=0, which leaves no time"
            yield _late(subject, result, 0) or unless(result.verdict is Verdict.UNKNOWN, "no time", text)

    yield from subject.each(subject.samples, without_time)
    for hard, easy in hard_puzzles(subject.scope):
        with subject.open(hard) as session:
            stopped = subject.answer(session, hard, 1, _SHORT)
            yield _late(subject, stopped, _SHORT)
            result = subject.answer(session, easy, subject.at_most(2))
            # The easy one has all cells given, or a clash.
            found = len(result.solutions)
            right = found == (0 if easy.values.count(0) else 1) or not (found or result.exhausted)
            text = "answers an easy puzzle wrongly after a hard one that was cut short"
            yield None if right else Flaw(FindingKind.WRONG, "after a time limit", text)
        if stopped.verdict is Verdict.UNKNOWN:
            return


def _late(subject: BackendUnderTest, result: Result, seconds: float) -> Flaw | None:
    """Returns the violation of a result that came too late, or that is wrong."""
    late = subject.taken - seconds
    if late > _PATIENCE:
        text = f"came back {late:.0f} seconds after its time limit of {seconds:g} was over"
        return Flaw(FindingKind.TIMED_OUT, "late", text)
    return flaw_of(result, subject.puzzle) if subject.puzzle else None


def _refused(what: str, error: type[Exception], ask: Callable[[], object]) -> Flaw | None:
    """Returns the violation of a question that is not refused with the error that the contract names."""
    try:
        ask()
    except error:
        return None
    except Exception as other:
        return Flaw(FindingKind.INVALID, what, f"refuses {what} by {type(other).__name__}, not by {error.__name__}")
    return Flaw(FindingKind.INVALID, what, f"takes {what}, which calls for {error.__name__}")


def _is_known(name: object) -> bool:
    """Returns whether a backend has this name."""
    try:
        return isinstance(name, str) and bool(find_backend(name).name)
    except UnitdokuError:
        return False


class Asked(NamedTuple):
    """A question, and what it showed."""

    puzzle: Puzzle | None
    outcome: Outcome
    reason: str
    """Why the backend declined it, if it did."""
    answers: int
    """The number of answers so far, in this process."""


class Property(NamedTuple):
    """A property of backends: the items of its questions, and the check of one item."""

    name: str
    items: Callable[[BackendUnderTest], Iterable[Any]]
    check: Check[Any]
    seconds: float = math.inf
    """The time limit of one question, the opening of a session included; by default the whole time of the property."""
    late: str = ""
    """An addition to the message for a backend that exceeds it."""
    untried: str = "no puzzle for it in the layouts and kinds that are asked"
    """Why the property is not tested where there is no question."""

    def questions(self, subject: BackendUnderTest) -> Iterator[Asked]:
        """Asks one question after the other."""
        subject.rng = random.Random(subject.seed)  # noqa: S311 - no secret
        for outcome in subject.each(self.items(subject), self.check):
            yield Asked(subject.puzzle, outcome, subject.reason, subject.answers)


_TOO_LATE = f", though it was given {_SHORT:g} seconds for the puzzle at most"

PROPERTIES = (
    Property("description", lambda of: of.samples[:1], description),
    Property("capabilities", claims, claim_holds, untried="they leave nothing out"),
    Property("statistics", lambda of: of.samples, statistics),
    Property("limits", lambda of: counted_puzzles(of.scope, of.rng), limits),
    Property("counts", lambda of: counted_puzzles(of.scope, of.rng), counts),
    Property("unit systems", lambda of: small_unit_systems(of.scope, of.examples, of.rng), known_answers),
    Property("known answers", lambda of: drawn_puzzles(of.scope, of.scope.layouts, of.examples, of.rng), known_answers),
    Property(
        "sums and pairs",
        lambda of: rule_puzzles(of.scope, of.examples, of.rng),
        known_answers,
        untried="it takes neither, or no puzzle with them in the layouts and kinds that are asked",
    ),
    Property("sessions", lambda of: of.samples[:3], sessions),
    Property("repetition", lambda of: of.samples, repetition),
    Property("streams", lambda of: of.samples[:1], streams),
    Property("announced solutions", lambda of: of.samples, announced_solutions),
    Property("arguments", lambda of: of.samples[:1], arguments),
    Property("closing", lambda of: of.samples[:1], closing),
    Property("time limits", lambda of: of.samples[:1], time_limits, 60.0, _TOO_LATE),
)
"""All properties, in the order of the tests and of a report."""

NAMES = tuple(each.name for each in PROPERTIES)
