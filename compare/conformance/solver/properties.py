"""What holds for the answers of any right solver, held against the rules and against what is known of a puzzle.

What is wrong with the call itself (it raised, printed, changed its argument) is not asked here: see `solver_calls`.
"""

from __future__ import annotations

import random

from ....reference.grid import violations
from ....reference.puzzle import Puzzle
from ....reference.text.write import write_grid
from ...cross_check.finding import FindingKind
from ..report import Flaw
from .answers import Said, told
from .calls import Heard
from .cases import Case, known
from .promises import Asking, Judged, Property, unsound
from .relations import dropped_given, relabelling, symmetry, true_given, unit_order


def soundness(asking: Asking, case: Case, rng: random.Random) -> Judged:  # noqa: ARG001 - one form for all
    """Whether a grid that is returned is a solution, by the rules alone."""
    said = asking.ask(case.puzzle).said
    if said is None or said.grid is None or case.solvable is False:
        return False
    return unsound(said, case.puzzle) or True


def no_solution(asking: Asking, case: Case, rng: random.Random) -> Judged:  # noqa: ARG001
    """Whether a puzzle without a solution is said to have none."""
    said = asking.ask(case.puzzle).said
    if said is None or case.solvable is not False:
        return False
    if not said.solvable:
        return True
    if said.grid is None:
        return Flaw(FindingKind.WRONG, "says some", f"{told(said)} of a puzzle that has none")
    fault = next(violations(said.grid, case.puzzle), "")
    return Flaw(FindingKind.WRONG, "says some", f"gives a grid for a puzzle that has no solution: {fault}")


def completeness(asking: Asking, case: Case, rng: random.Random) -> Judged:  # noqa: ARG001
    """Whether a solution is found where there is one."""
    said = asking.ask(case.puzzle).said
    if said is None or case.witness is None:
        return False
    if said.solvable:
        return True
    there = write_grid(case.witness, case.puzzle.layout)
    return Flaw(FindingKind.WRONG, "says none", f"says that there is no solution, but there is {there}")


def counting(asking: Asking, case: Case, rng: random.Random) -> Judged:  # noqa: ARG001
    """Whether a count is right up to the limit: so whether a solution is unique."""
    said = asking.ask(case.puzzle).said
    if said is None or not said.counted or case.solvable is False:
        return False
    truth = case.truth
    if truth is None or not (truth.exhausted or len(truth.solutions) >= asking.limit):
        truth = known(case.puzzle, asking.limit).truth
    if truth is None:
        return False
    least = min(len(truth.solutions), asking.limit)
    most = min(said.counted, asking.limit)
    if most == least or (most > least and not truth.exhausted):
        return True
    exactly = "" if truth.exhausted and len(truth.solutions) <= asking.limit else "at least "
    text = f"counts {said.counted} solution{'s' * (said.counted != 1)}, but there {_are(least, exactly)}"
    return Flaw(FindingKind.WRONG, "too few" if most < least else "too many", text)


def repetition(asking: Asking, case: Case, rng: random.Random) -> Judged:  # noqa: ARG001
    """Whether the same puzzle gets the same answer when it is asked again at once."""
    heard = asking.in_a_row([case.puzzle, case.puzzle])
    if len(heard) < 2 or heard[0].said is None:
        return False
    return differing(heard[0].said, heard[1], case.puzzle, "when it is asked again", asking.limit) or True


def alike(one: Said | None, other: Said | None, limit: int) -> bool:
    """Whether two answers say the same, counts up to the limit."""
    return one == other or (one is not None and other is not None and one.up_to(limit) == other.up_to(limit))


def differing(first: Said, heard: Heard, puzzle: Puzzle, when: str, limit: int) -> Flaw | None:
    """The flaw of answering the same puzzle in two ways: wrong where one must be, else a breach of form.

    Where there is no other answer it is of the kind of the reason for that: a crash stays a crash.
    """
    other = heard.said
    if alike(first, other, limit):
        return None
    if other is None:
        why = heard.answer or Flaw(FindingKind.INVALID, "no answer", "gives no answer")
        return Flaw(why.kind, "another answer", f"{told(first)}, but {when} {why.text}")
    text = f"{told(first)}, but {when} {told(other)}"
    if first.solvable != other.solvable:
        return Flaw(FindingKind.WRONG, "another verdict", text)
    # A count and a solution, or two solutions, may well be true both; two counts cannot.
    counts = first.counted is not None and other.counted is not None
    wrong = counts or any(unsound(said, puzzle) for said in (first, other))
    return Flaw(FindingKind.WRONG if wrong else FindingKind.INVALID, "another answer", text)


def _are(count: int, exactly: str) -> str:
    return f"is {exactly}1" if count == 1 else f"are {exactly}{count}"


PROPERTIES = (
    Property("soundness", "a grid that it gives is a solution", soundness, untried="it gave no grid"),
    Property("completeness", "where there is a solution, it finds one", completeness, True),
    Property("no solution", "where there is no solution, it says so", no_solution, True),
    Property("counting", "a count of solutions is right up to the limit", counting, True, "it gave no count"),
    Property("relabelling", "other names for the values change nothing but the names", relabelling),
    Property("symmetry", "a symmetry of the layout moves the solutions and changes nothing else", symmetry),
    Property("true given", "a value that a solution has may be given", true_given),
    Property("dropped given", "a given that is dropped loses no solution", dropped_given),
    Property("unit order", "neither the order of units nor that of their cells matters", unit_order),
    Property("repetition", "a puzzle that is asked twice in a row gets the same answer", repetition),
)
"""In the order in which they are tried."""
