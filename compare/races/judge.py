"""What a session answered, and how long it took, as a result of a race; answers are held against the rules here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...encoders.workers.limits import LATE_SECONDS
from ...reference.judgement import defects, settled
from ...reference.puzzle import Puzzle
from ...reference.result import STOPPED, Result
from ..cross_check.finding import FindingKind, kind_of, kind_of_class
from .batch import RaceResult, digest_of


class Times(NamedTuple):
    """Nanoseconds: wall clock and processor for the whole call, encoding and loading before it."""

    wall: int
    cpu: int
    encode: int = 0
    load: int = 0


def judged(
    answer: Result | Exception, puzzle: Puzzle, number: int, limit: int, times: Times, seconds: float | None = None
) -> RaceResult:
    """The result for the answer to a question for up to `limit` solutions, with `seconds` to answer it.

    What the session spent on encoding and loading while it was asked is set-up, not solving.
    """
    if isinstance(answer, Exception):
        return _failed(number, times, kind_of(answer), f"{type(answer).__name__}: {answer}")
    told = answer.statistics
    encode, load = (round(1e9 * told.get(part, 0.0)) for part in ("encode_seconds", "load_seconds"))
    times = Times(max(0, times.wall - encode - load), times.cpu, times.encode + encode, times.load + load)
    defect = next(defects(answer.solutions, puzzle, limit), None)
    if defect is not None:
        return _failed(number, times, kind_of_class(defect.error), defect.text)
    if seconds is not None and settled(answer, limit) and times.wall > 1e9 * (seconds + LATE_SECONDS):
        late = times.wall / 1e9 - seconds
        return _failed(number, times, FindingKind.TIMED_OUT, f"answered {late:.2f} s after its time was over")
    if STOPPED in told and not settled(answer, limit):
        return _failed(number, times, FindingKind.TIMED_OUT, "had to be stopped when its time was over")
    return RaceResult(
        puzzle=number,
        found=len(answer.solutions),
        exhausted=answer.exhausted,
        digest=digest_of(answer.solutions),
        **times._asdict(),
        guesses=_count(told, "guesses"),
        conflicts=_count(told, "conflicts"),
        decisions=_count(told, "decisions", "branches"),
        propagations=_count(told, "propagations", "binary_propagations"),
    )


def _failed(number: int, times: Times, kind: FindingKind, said: str) -> RaceResult:
    return RaceResult(number, **times._asdict(), failure=kind, said=said)


def _count(told: Mapping[str, float], *names: str) -> int | None:
    """The count that has one of these names; None where the solver does not tell."""
    return next((int(told[name]) for name in names if name in told), None)
