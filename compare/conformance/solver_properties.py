"""The properties that every right solver has, in one table: a row is a name and a check.

A check tests one property on one puzzle. Those of the second half are relations: a puzzle is changed, and the answers
before and after must fit each other. Such relations are called metamorphic (Chen, Cheung and Yiu 1998).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from ...encoders.callables.functions import SolverAnswer
from ...puzzles.text.write import write_grid, write_line
from ...reference.contract.judgement import defect_of, settled
from ...reference.contract.result import Verdict
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ...reference.model.symmetries import Symmetries, moved, symmetries
from ..cross_check.finding import FindingKind, kind_of
from ..generators.constructions import renamed_puzzle
from ..generators.proven import proof, with_false_given
from .examination import Property
from .report import LATE, CheckFinding, CheckResult
from .solver import SolverCall, Trial

_SYMMETRY_EFFORT = 3_000_000
"""About half a second; an incomplete set of symmetries is good enough."""

_LATE_THEN = CheckFinding(FindingKind.TIMED_OUT, "late", "does not answer in time")
_DECLINED_THEN = CheckFinding(FindingKind.INVALID, "declined", "declines the puzzle")


def soundness(trial: Trial) -> Iterator[CheckResult]:
    """Checks that a grid is a solution, by the rules alone."""
    if trial.answer.grid is not None and trial.case.truth.verdict is not Verdict.UNSAT:
        yield unsound(trial.answer, trial.case.puzzle)


def completeness(trial: Trial) -> Iterator[CheckResult]:
    """Checks that the solver finds a solution where there is one."""
    for grid in trial.case.truth.solutions[:1]:
        text = f"says that there is no solution, but there is {write_grid(grid, trial.case.puzzle.layout)}"
        yield None if trial.answer.solvable else CheckFinding(FindingKind.WRONG, "says none", text)


def no_solution(trial: Trial) -> Iterator[CheckResult]:
    """Checks that the solver finds no solution where there is none."""
    if trial.case.truth.verdict is Verdict.UNSAT:
        flaw = unsound(trial.answer, trial.case.puzzle)
        text = f"{trial.answer if flaw is None else flaw.text}, for a puzzle that has no solution"
        yield CheckFinding(FindingKind.WRONG, "says some", text) if trial.answer.solvable else None


def counting(trial: Trial) -> Iterator[CheckResult]:
    """Checks that a count is right up to the limit, and so whether a solution is unique."""
    truth, limit = trial.case.truth, trial.solver.limit
    count = trial.answer.up_to(limit).number
    if not count or truth.verdict is Verdict.UNSAT:
        return
    if not settled(truth, limit):
        truth = proof(trial.case.puzzle, limit)
    if truth.verdict is not Verdict.UNKNOWN:
        known = min(len(truth.solutions), limit)
        wrong = count < known or (count > known and truth.exhausted)
        exactly = "" if truth.exhausted and len(truth.solutions) <= limit else "at least "
        text = f"{trial.answer}, but there {'is' if known == 1 else 'are'} {exactly}{known}"
        yield CheckFinding(FindingKind.WRONG, "too few" if count < known else "too many", text) if wrong else None


def relabelling(trial: Trial) -> Iterator[CheckResult]:
    """Checks that renaming the values only renames the values of the solutions."""
    puzzle, size = trial.case.puzzle, trial.case.puzzle.layout.size
    names = trial.rng.sample(range(1, size + 1), size)
    if names != sorted(names) and not puzzle.layout.has_other_rules:
        change = f"with values 1..{size} renamed {', '.join(map(str, names))}"
        yield _related(trial, renamed_puzzle(puzzle, names), operator.eq, change)


def symmetry(trial: Trial) -> Iterator[CheckResult]:
    """Checks that a symmetry of the layout that moves the cells moves the solutions."""
    puzzle = trial.case.puzzle
    if puzzle.layout.has_other_rules:
        return
    permutation = _symmetries(puzzle.layout).draw(trial.rng)
    if list(permutation) != sorted(permutation):
        yield _related(trial, moved(puzzle, permutation), operator.eq, "with cells moved by a symmetry of the layout")


def unit_order(trial: Trial) -> Iterator[CheckResult]:
    """Checks that neither the order of the units nor that of the cells in them matters."""
    layout = trial.case.puzzle.layout
    units = [replace(unit, cells=tuple(trial.rng.sample(unit.cells, len(unit)))) for unit in layout.units]
    trial.rng.shuffle(units)
    shuffled = replace(layout, units=tuple(units))
    if shuffled != layout:
        other = Puzzle(shuffled, trial.case.puzzle.candidates)
        yield _related(trial, other, operator.eq, "with units in another order")


def true_given(trial: Trial) -> Iterator[CheckResult]:
    """Checks that a puzzle is still solved after the value that a solution has in an open cell is given."""
    puzzle = trial.case.puzzle
    open_cells = [cell for cell, value in enumerate(puzzle.values) if not value]
    for grid in trial.case.truth.solutions[:1]:
        if trial.answer.solvable and open_cells:
            cell = trial.rng.choice(open_cells)
            change = f"with {puzzle.layout.labels[cell]}={grid[cell]} given, which a solution has"
            yield _related(trial, puzzle.restricted(cell, 1 << (grid[cell] - 1)), operator.ge, change)


def false_given(trial: Trial) -> Iterator[CheckResult]:
    """Checks that no solution is found after a given that the only solution does not have."""
    puzzle, truth, *_ = trial.case
    other = with_false_given(puzzle, truth.solutions[0], trial.rng) if truth.unique else None
    if other is not None and trial.answer.solvable:
        answer = trial.solver.ask(other).answered()
        text = f"{trial.answer}, but with a given that the only solution does not have {answer}: {write_line(other)}"
        yield CheckFinding(FindingKind.WRONG, "another verdict", text) if answer.solvable else None


def dropped_given(trial: Trial) -> Iterator[CheckResult]:
    """Checks that no solution is lost after a given, or another restriction of a cell, is dropped."""
    puzzle = trial.case.puzzle
    restricted = puzzle.restricted_cells
    if trial.answer.solvable and restricted and not trial.solver.only_unique:
        cell = trial.rng.choice(restricted)
        change = f"with {puzzle.layout.labels[cell]} open"
        yield _related(trial, puzzle.opened([cell]), operator.le, change)


def repetition(trial: Trial) -> Iterator[CheckResult]:
    """Checks that the same puzzle gets the same answer if it is asked twice in a row."""
    puzzle = trial.case.puzzle
    trial.call.answered()  # a puzzle without an answer is not asked again
    for first, call in pairwise(trial.solver.in_a_row([puzzle, puzzle])):
        if first.answer is not None:
            yield differing(first.answer, call, puzzle, "when it is asked again", trial.solver.limit)


def independence(trial: Trial) -> Iterator[CheckResult]:
    """Checks that earlier puzzles change no answer: asks all puzzles of a round in reverse order in a new process.

    Where a violation is confirmed, the last puzzle is compared with its answer in a process of its own.
    """
    solver, (puzzle, *_), before = trial.solver, trial.case, trial.case.before
    if not before:
        return
    order = [*before, puzzle]
    known = {each: solver.ask(each) for each in (order[-1:] if solver.anew else reversed(order))}
    for place, (each, call) in enumerate(zip(order, solver.in_a_row(order, anew=True), strict=False)):
        if each not in known:
            continue
        one, other = (known[each], call) if known[each].answer is not None else (call, known[each])
        if one.answer is not None:
            found = differing(one.answer, other, each, "after other puzzles", solver.limit)
            yield found and found._replace(puzzle=each, before=tuple(order[:place]))


SOLVER_PROPERTIES = (
    Property("answer", lambda call: [call.unanswered or call.failure], on="calls"),
    Property("silence", lambda call: [call.output or call.unanswered], on="calls"),
    Property("argument", lambda call: [call.change or call.unanswered], on="calls"),
    Property("soundness", soundness),
    Property("completeness", completeness),
    Property("no solution", no_solution),
    Property("counting", counting),
    Property("relabelling", relabelling),
    Property("symmetry", symmetry),
    Property("true given", true_given),
    Property("false given", false_given),
    Property("dropped given", dropped_given),
    Property("unit order", unit_order),
    Property("repetition", repetition),
    Property("independence", independence, on="rounds"),
)
"""All properties, in the order of the tests and of a report."""


@lru_cache(16)
def _symmetries(layout: Layout) -> Symmetries:
    return symmetries(layout, _SYMMETRY_EFFORT)


def unsound(answer: SolverAnswer, puzzle: Puzzle) -> CheckFinding | None:
    """Returns the violation of a grid that is no solution; None for a solution, and where there is no grid."""
    defect = None if answer.grid is None else defect_of(answer.grid, puzzle)
    return None if defect is None else CheckFinding(kind_of(defect.error), defect.way, defect.text)


def differing(first: SolverAnswer, call: SolverCall, puzzle: Puzzle, when: str, limit: int) -> CheckFinding | None:
    """Returns the violation of two different answers to the same puzzle: wrong if one must be, else a breach of form.

    Where the second call has no answer, the violation is of the kind of that failure: a crash stays a crash.
    """
    second = call.answer
    if second is None:
        failure = call.failure or (_LATE_THEN if call.unanswered == LATE else _DECLINED_THEN)
        return CheckFinding(failure.kind, "another answer", f"{first}, but {when} {failure.text}")
    if first.up_to(limit) == second.up_to(limit):
        return None
    text = f"{first}, but {when} {second}"
    if first.solvable != second.solvable:
        return CheckFinding(FindingKind.WRONG, "another verdict", text)
    # A count and a solution, or two solutions, may both be true; two counts cannot.
    counts = first.number is not None and second.number is not None
    wrong = counts or any(unsound(answer, puzzle) for answer in (first, second))
    return CheckFinding(FindingKind.WRONG if wrong else FindingKind.INVALID, "another answer", text)


def _related(trial: Trial, other: Puzzle, fits: Callable[[int, int], bool], change: str) -> CheckFinding | None:
    """Returns the violation of an answer to a changed puzzle, which has a solution exactly if the first one has.

    `fits` compares the numbers of solutions before and after the change.
    """
    first, second = trial.answer, trial.solver.ask(other).answered()
    before, after = (answer.up_to(trial.solver.limit).number for answer in (first, second))
    text = f"{first}, but {change} {second}: {write_line(other)}"
    if first.solvable != second.solvable:
        return CheckFinding(FindingKind.WRONG, "another verdict", text)
    if before is not None and after is not None and not fits(before, after):
        return CheckFinding(FindingKind.WRONG, "another count", text)
    flaw = unsound(second, other)
    # A first grid that is no solution is a finding already, without any change of the puzzle.
    if flaw is None or unsound(first, trial.case.puzzle) is not None:
        return None
    return flaw._replace(text=f"{change} {flaw.text}: {write_line(other)}")
