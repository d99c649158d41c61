"""The confirmation of a finding: it is seen again in new processes, on a puzzle as small as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...reference.deadline import Deadline
from ...reference.puzzle import Puzzle
from ..cross_check.finding import FindingKind
from ..cross_check.shrink import shrink
from .cases import Case
from .isolated_call import IsolatedCalls
from .report import CheckFinding
from .subject import Subject

_STEADY = 2
"""How often a different answer must be seen again before the report says that earlier puzzles cause it."""


@dataclass
class Seen:
    """A finding, and the property, case and seed with which it was first seen."""

    finding: CheckFinding
    of: Any
    case: Case
    seed: str


def confirmed(seen: Seen, subject: Subject, seconds: float) -> CheckFinding:
    """Reproduces a finding in new processes, on a puzzle as small as possible, and returns it.

    A time-out is returned as it was seen: each repetition would take the whole time.
    """
    deadline, found, (puzzle, *_) = Deadline(seconds), seen.finding, seen.case
    first = found.first or found.puzzle or puzzle
    as_seen = found._replace(puzzle=found.puzzle or puzzle, first=first, before=(), smallest=False)
    if found.kind is FindingKind.TIMED_OUT:
        return as_seen
    again = None
    # One process is faster than many. Where its answers depend on earlier tries, each try gets a process of its own.
    for anew in (True,) if seen.case.before else (False, True):
        fresh = subject.renewed(anew)

        def shows(puzzles: Sequence[Puzzle], fresh: Subject = fresh) -> bool:
            return _reproduced(seen, fresh, puzzles) is not None

        shrunk = shrink(puzzle, shows, seen.case.before, keep_layout=True, seconds=deadline.left)
        again = _reproduced(seen, subject.renewed(True), shrunk.puzzles) if shrunk.reproduced else None
        if again is not None:
            break
    *before, smallest = shrunk.puzzles
    # If chance, and not the puzzles before, causes it, it does not occur every time.
    if again is not None and before:
        steady = (_reproduced(seen, subject.renewed(True), shrunk.puzzles) for _ in range(_STEADY))
        again = again if all(steady) else None
    if again is not None:
        kept = again.puzzle or smallest, first, tuple(before), found.times, shrunk.minimal, found.seconds
        return CheckFinding(again.kind, again.way, again.text, found.property, *kept)
    if shrunk.tries:
        # By chance, or because of the puzzles asked before: which of the two is unknown.
        where = " in a new process" if isinstance(subject.calls, IsolatedCalls) else ""
        as_seen = as_seen._replace(
            text=f"not seen {'every time' if shrunk.reproduced else 'again'}{where}: {found.text}"
        )
    return as_seen


def _reproduced(seen: Seen, subject: Subject, puzzles: Sequence[Puzzle]) -> CheckFinding | None:
    """Returns the finding of the same kind and way with the last of the puzzles, if it occurs."""
    *before, puzzle = puzzles
    case: Case | None = seen.case._replace(before=tuple(before))
    if puzzle != seen.case.puzzle:
        case = subject.smaller(seen.of, seen.case._replace(before=tuple(before)), puzzle)
    subject.known.clear()
    results = subject.test(seen.of, case, seen.seed) if case is not None else ()
    alike = (seen.finding.kind, seen.finding.way)
    return next((each for each in results if isinstance(each, CheckFinding) and each[:2] == alike), None)
