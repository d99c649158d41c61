"""The properties that the contract asks of every backend, in one table: a row is a name, a check and its cases.

A check gets a `BackendTrial` and yields the result of each question that it asks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import cycle, islice

from ...encoders.naming.find import find_backend
from ...reference.contract.errors import BackendError, PuzzleError, UnitdokuError, Unsupported
from ...reference.contract.judgement import result_or_error, settled
from ...reference.contract.result import Result, Verdict
from ...reference.layouts.classic import latin
from ...reference.model.grid import Grid
from ...reference.model.puzzle import Puzzle
from ..cross_check.finding import FindingKind
from .backend import BackendTrial, finding_in, unless
from .cases import (
    claims,
    counted_puzzles,
    drawn_puzzles,
    layout_cases,
    rule_puzzles,
    samples,
    small_unit_systems,
    timed_puzzles,
    valid_capabilities,
)
from .examination import Property
from .isolated_call import shortened
from .report import CheckFinding, CheckResult

_TIMES = ("encode_seconds", "load_seconds", "solve_seconds")
"""The statistics of every result."""

_SHORT = 0.3
"""The time limit in seconds for a hard puzzle."""

_PATIENCE = 3.0
"""Seconds by which a time limit may be missed. A solver may read the clock rarely, may have to end a process, and
shares the machine. It is ten times the limit: a caller could not use a backend that misses it by more."""


def description(trial: BackendTrial) -> Iterator[CheckResult]:
    """Checks name and capabilities, and that results name the backend, or another known one, as their origin."""
    backend = trial.backend
    name: object = getattr(backend, "name", None)
    has_name, has_capabilities = isinstance(name, str) and name != "", valid_capabilities(backend) is not None
    for what, valid in (("name", has_name), ("capabilities", has_capabilities)):
        yield unless(valid, what, f"has no valid {what}, but {getattr(backend, what, None)!r}")
    with trial.open() as session:
        origin = trial.answer(session, trial.case.puzzle).backend
    text = f"signs an answer with {origin!r}, which is no backend"
    yield unless(origin == name or _is_known(origin), "backend", text)


def statistics(trial: BackendTrial) -> Iterator[CheckResult]:
    """Checks that a result has the times of encoding, loading and solving, and numbers only, none below 0."""
    with trial.open() as session:
        found = trial.answer(session, trial.case.puzzle).statistics
    bad = [name for name in {*_TIMES, *found} if not isinstance(found.get(name), (int, float)) or found[name] < 0]
    text = f"has no number from 0 up for {', '.join(sorted(bad))} in the statistics of a result"
    yield unless(not bad, "statistics", text)
    if trial.scope.capabilities.statistics:
        text = "counts nothing in the statistics of a result, though its capabilities say that it does"
        yield unless(bool(found.keys() - set(_TIMES)), "counts", text)


def answers(trial: BackendTrial) -> Iterator[CheckResult]:
    """Checks that no more solutions come than asked for, all distinct, and that "these are all" is right.

    Where all solutions or their number are known, one more is asked for too: then they have to be reported to be all.
    """
    truth, count = trial.case.truth, trial.case.detail
    known = len(truth.solutions) if truth.exhausted else count
    most = 2 if known is None else known + 1
    limits = {trial.at_most(limit) for limit in (1, 2, 7, most - 2, most - 1, most) if 0 < limit <= most}
    with trial.open() as session:
        for limit in sorted(limits):
            yield trial.judged(session, trial.case, limit)


def sessions(trial: BackendTrial) -> Iterator[CheckResult]:
    """Checks that a session keeps no state of earlier puzzles or of a stopped search, and that two do not mix."""
    drawn = list(layout_cases(trial.scope, trial.case.puzzle.layout, trial.rng, 5))
    with trial.open() as stopped, trial.open() as other:
        for each in [*reversed(drawn), *drawn, *reversed(drawn)]:
            trial.answer(stopped, trial.case.puzzle, 1, 0)
            yield trial.judged(stopped, each, 2)
            yield trial.judged(other, each, 5)


def repetition(trial: BackendTrial) -> Iterator[CheckResult]:
    """Checks that new sessions give the same answer to the same question."""
    limit = trial.at_most(3)
    results: list[Result] = []
    for _ in range(3):
        with trial.open() as session:
            results.append(trial.answer(session, trial.case.puzzle, limit))
    different = {result.solutions for result in results if settled(result, limit)}
    yield unless(len(different) <= 1, "another answer", "gives other solutions when it is asked again")


def streams(trial: BackendTrial) -> Iterator[CheckResult]:
    """Checks that `solve_many` answers in order and lazily: the stream of puzzles has no end."""
    limit = trial.at_most(2)
    drawn = list(layout_cases(trial.scope, trial.case.puzzle.layout, trial.rng, 6))
    with trial.open() as session:
        results = iter(session.solve_many((each.puzzle for each in cycle(drawn)), limit, trial.seconds))
        for each in islice(cycle(drawn), 2 * len(drawn)):
            trial.puzzle, result = each.puzzle, next(results, None)
            if result is None:
                yield CheckFinding(FindingKind.INVALID, "ended", "ends solve_many before the puzzles do")
                return
            yield finding_in(result_or_error(result, "solve_many"), each.puzzle, limit, each.truth)


def announced_solutions(trial: BackendTrial) -> Iterator[CheckResult]:
    """Checks that `on_solution` gets each solution of the result once."""
    announced: list[Grid] = []
    with trial.open() as session:
        result = session.solve(trial.case.puzzle, trial.at_most(3), trial.seconds, announced.append)
        solutions = result_or_error(result, "solve").solutions
    text = f"passes {len(announced)} solutions to on_solution, but returns {len(solutions)}, or others"
    yield unless(sorted(announced) == sorted(solutions), "on_solution", text)


def arguments(trial: BackendTrial) -> Iterator[CheckResult]:
    """Checks that a puzzle on another layout, a bad limit and a bad time are refused, and the session stays usable."""
    puzzle = trial.case.puzzle
    other = Puzzle.empty(latin(3) if puzzle.layout != latin(3) else latin(2))
    with trial.open() as session:
        yield _refused("a puzzle on another layout", PuzzleError, partial(session.solve, other))
        for limit in (0, -1, True, 1.5):
            yield _refused(f"limit={limit}", ValueError, partial(session.solve, puzzle, limit))  # type: ignore[arg-type]
        for seconds in (-1.0, math.nan):
            yield _refused(f"seconds={seconds}", ValueError, partial(session.solve, puzzle, 1, seconds))
        yield finding_in(trial.answer(session, puzzle), puzzle)


def closing(trial: BackendTrial) -> Iterator[CheckResult]:
    """Checks that a session can be closed twice and then refuses puzzles, while other sessions go on."""
    puzzle, first, second = trial.case.puzzle, trial.open(), trial.open()
    with second:
        trial.answer(first, puzzle)
        first.close()
        first.close()
        yield _refused("a puzzle for a closed session", BackendError, partial(first.solve, puzzle))
        yield finding_in(trial.answer(second, puzzle), puzzle)


def time_limits(trial: BackendTrial) -> Iterator[CheckResult]:
    """Checks that no time gives no verdict, and that a hard puzzle returns soon and does not spoil the next answer."""
    if trial.case.detail is None:
        with trial.open() as session:
            result = trial.answer(session, trial.case.puzzle, 1, 0)
        late = _late(trial, result, 0)
        text = f"says {result.verdict} with seconds=0, which leaves no time"
        yield late or unless(result.verdict is Verdict.UNKNOWN, "no time", text)
    for hard, easy in trial.case.detail or ():
        with trial.backend.open(hard.layout) as session:
            stopped = trial.answer(session, hard, 1, _SHORT)
            yield _late(trial, stopped, _SHORT)
            yield trial.judged(session, easy, 2)
        if stopped.verdict is Verdict.UNKNOWN:
            return


def claim_holds(trial: BackendTrial) -> Iterator[CheckResult]:
    """Checks that what is included is answered, and what is left out is declined, or answered rightly all the same."""
    puzzle, (what, limit, included) = trial.case.puzzle, trial.case.detail
    try:
        with trial.open() as session:
            result = trial.answer(session, puzzle, limit)
    except Unsupported as error:
        text = f"declines {what}, though its capabilities include them: {shortened(str(error))}"
        yield unless(not included, "declined", text)
    except Exception as error:
        if included:
            raise
        text = f"fails on {what}, which its capabilities leave out, with {type(error).__name__}, not with Unsupported"
        yield CheckFinding(FindingKind.INVALID, "not declined", f"{text}: {shortened(str(error))}")
    else:
        wrong = finding_in(result, puzzle, limit)
        if wrong is not None and not included:
            wrong = wrong._replace(text=f"takes {what}, which its capabilities leave out, and {wrong.text}")
        yield wrong


def _late(trial: BackendTrial, result: Result, seconds: float) -> CheckFinding | None:
    """Returns the violation of a result that came too late, or that is wrong."""
    late = trial.taken - seconds
    if late > _PATIENCE:
        text = f"came back {late:.0f} seconds after its time limit of {seconds:g} was over"
        return CheckFinding(FindingKind.TIMED_OUT, "late", text)
    return finding_in(result, trial.puzzle)


def _refused(what: str, error: type[Exception], ask: Callable[[], object]) -> CheckFinding | None:
    """Returns the violation of a question that is not refused with the error that the contract names."""
    try:
        ask()
    except error:
        return None
    except Exception as other:
        text = f"refuses {what} by {type(other).__name__}, not by {error.__name__}"
        return CheckFinding(FindingKind.INVALID, what, text)
    return CheckFinding(FindingKind.INVALID, what, f"takes {what}, which calls for {error.__name__}")


def _is_known(name: object) -> bool:
    with suppress(UnitdokuError):
        return isinstance(name, str) and bool(find_backend(name).name)
    return False


BACKEND_PROPERTIES = (
    Property("description", description, lambda scope, *_: samples(scope)[:1]),
    Property("capabilities", claim_holds, claims),
    Property("statistics", statistics, lambda *of: [*samples(of[0]), *drawn_puzzles(*of)]),
    Property("counts", answers, counted_puzzles),
    Property("unit systems", answers, small_unit_systems, drawn=True),
    Property("known answers", answers, drawn_puzzles, drawn=True),
    Property("sums and pairs", answers, rule_puzzles, drawn=True),
    Property("sessions", sessions, lambda scope, *_: samples(scope)[:3]),
    Property("repetition", repetition, samples),
    Property("streams", streams, lambda scope, *_: samples(scope)[:1]),
    Property("announced solutions", announced_solutions, samples),
    Property("arguments", arguments, lambda scope, *_: samples(scope)[:1]),
    Property("closing", closing, lambda scope, *_: samples(scope)[:1]),
    Property("time limits", time_limits, timed_puzzles),
)
"""All properties, in the order of the tests and of a report."""
