"""The confirmation of a finding: it is seen again in new processes, on a puzzle as small as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....reference.deadline import Deadline
from ....reference.puzzle import Puzzle
from ....reference.result import Verdict
from ...cross_check.shrink import shrink
from ..report import CheckFinding, Flaw
from .cases import SolverCase, solved_case
from .properties import AFTER_OTHERS, INDEPENDENCE, CheckResult, Property, SolverUnderTest, alike, differing

_STEADY = 2
"""The number of further confirmations before a different answer is attributed to the puzzles asked before it."""


@dataclass
class Seen:
    """A violation, and the property, case and seed with which it was first seen."""

    flaw: Flaw
    property: Property
    case: SolverCase
    seed: str
    before: Sequence[Puzzle]
    """The puzzles asked before it, for the property `INDEPENDENCE`."""
    seconds: float
    """The seconds from the start of the check until then."""
    times: int = 0


def confirmed(seen: Seen, solver: SolverUnderTest, seconds: float) -> CheckFinding:
    """Reproduces a violation in new processes, on a puzzle as small as possible, and returns the finding."""
    deadline = Deadline(seconds)
    first = seen.case.puzzle
    # One process is faster than many. Where its answers depend on earlier tries, each try gets a process of its own.
    for anew in (True,) if seen.property is INDEPENDENCE else (False, True):
        fresh = solver.renewed(anew)

        def shows(puzzles: Sequence[Puzzle], fresh: SolverUnderTest = fresh) -> bool:
            return _reproduced(seen, fresh, puzzles) is not None

        shrunk = shrink(first, shows, seen.before, keep_layout=True, seconds=deadline.left)
        flaw = _reproduced(seen, solver.renewed(), shrunk.puzzles) if shrunk.reproduced else None
        if flaw is not None:
            break
    if flaw is not None and (seen.property is not INDEPENDENCE or _is_steady(seen, solver, shrunk.puzzles)):
        *before, smallest = shrunk.puzzles
        found = CheckFinding(seen.property.name, *flaw, smallest, first, tuple(before), seen.times, shrunk.minimal)
        return found._replace(seconds=seen.seconds)
    flaw = seen.flaw
    if shrunk.tries:
        # By chance, or because of the puzzles asked before: which of the two is unknown.
        where = " in a new process" if solver.calls.isolated else ""
        flaw = flaw._replace(text=f"not seen {'every time' if shrunk.reproduced else 'again'}{where}: {flaw.text}")
    return CheckFinding(seen.property.name, *flaw, first, first, (), seen.times, False, seen.seconds)


def _is_steady(seen: Seen, solver: SolverUnderTest, puzzles: Sequence[Puzzle]) -> bool:
    """Returns whether the puzzles before cause the violation: if chance does, it does not occur every time."""
    alone = solver.renewed().ask(puzzles[-1]).answer
    for _ in range(_STEADY):
        if _reproduced(seen, solver.renewed(), puzzles) is None:
            return False
        if not alike(alone, solver.renewed().ask(puzzles[-1]).answer, solver.limit):
            return False
    return True


def _reproduced(seen: Seen, solver: SolverUnderTest, puzzles: Sequence[Puzzle]) -> Flaw | None:
    """Returns the violation of the same kind and way with the last of the puzzles, if it occurs."""
    result: CheckResult | None = None
    *before, puzzle = puzzles
    case = seen.case
    if seen.property is INDEPENDENCE:
        alone = solver.ask(puzzle).answer if before else None
        calls = solver.in_a_row(puzzles) if alone is not None else []
        if alone is not None and len(calls) == len(puzzles):
            result = differing(alone, calls[-1], puzzle, AFTER_OTHERS, solver.limit)
    elif puzzle == case.puzzle:
        result = seen.property.test(solver, case, seen.seed)
    else:
        knows = seen.property.needs_truth or solver.only_unique
        case = solved_case(puzzle, max(2, solver.limit)) if knows else SolverCase(puzzle)
        if not solver.only_unique or case.truth.unique or case.truth.verdict is Verdict.UNSAT:
            result = seen.property.test(solver, case, seen.seed)
    return result if isinstance(result, Flaw) and result[:2] == seen.flaw[:2] else None
