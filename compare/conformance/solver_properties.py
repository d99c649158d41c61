"""The properties that every right solver has, in one table: a row is a name and a check.

A check tests one property on one puzzle. Those of the second half are relations: a puzzle is changed, and the answers
before and after must fit each other. Such relations are called metamorphic (Chen, Cheung and Yiu 1998).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from ...encoders.callables.answers import SolverAnswer
from ...puzzles.text.write import write_grid, write_line
from ...reference.judgement import defect_of, settled
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Verdict
from ...reference.symmetries import Symmetries, moved, symmetries
from ..cross_check.finding import FindingKind, kind_of_class
from ..cross_check.reductions import opened, restricted_cells
from ..generators.constructions import renamed_puzzle
from ..generators.proven import with_false_given
from .cases import solved_case
from .report import CheckFinding, CheckResult
from .solver import SolverCall, SolverProperty, Trial

_SYMMETRY_EFFORT = 3_000_000
"""About half a second; an incomplete set of symmetries is good enough."""


def soundness(trial: Trial) -> CheckResult:
    """Checks that a grid is a solution, by the rules alone."""
    if trial.answer.grid is None or trial.case.truth.verdict is Verdict.UNSAT:
        return False
    return unsound(trial.answer, trial.case.puzzle) or True


def completeness(trial: Trial) -> CheckResult:
    """Checks that the solver finds a solution where there is one."""
    puzzle, truth, *_ = trial.case
    if not truth.solutions:
        return False
    if trial.answer.solvable:
        return True
    there = write_grid(truth.solutions[0], puzzle.layout)
    return CheckFinding(FindingKind.WRONG, "says none", f"says that there is no solution, but there is {there}")


def no_solution(trial: Trial) -> CheckResult:
    """Checks that the solver finds no solution where there is none."""
    if trial.case.truth.verdict is not Verdict.UNSAT:
        return False
    if not trial.answer.solvable:
        return True
    flaw = unsound(trial.answer, trial.case.puzzle)
    answer = trial.answer if flaw is None else flaw.text
    return CheckFinding(FindingKind.WRONG, "says some", f"{answer}, for a puzzle that has no solution")


def counting(trial: Trial) -> CheckResult:
    """Checks that a count is right up to the limit, and so whether a solution is unique."""
    puzzle, truth, count, limit = trial.case.puzzle, trial.case.truth, trial.answer.number, trial.solver.limit
    if not count or trial.case.truth.verdict is Verdict.UNSAT:
        return False
    if not settled(truth, limit):
        truth = solved_case(puzzle, limit).truth
    if truth.verdict is Verdict.UNKNOWN:
        return False
    known = min(len(truth.solutions), limit)
    if min(count, limit) == known or (min(count, limit) > known and not truth.exhausted):
        return True
    exactly = "" if truth.exhausted and len(truth.solutions) <= limit else "at least "
    there = f"there {'is' if known == 1 else 'are'} {exactly}{known}"
    return CheckFinding(FindingKind.WRONG, "too few" if count < known else "too many", f"{trial.answer}, but {there}")


def relabelling(trial: Trial) -> CheckResult:
    """Checks that renaming the values only renames the values of the solutions."""
    size = trial.case.puzzle.layout.size
    if trial.case.puzzle.layout.has_other_rules:
        return False
    names = trial.rng.sample(range(1, size + 1), size)
    if names == sorted(names):
        return False
    other = renamed_puzzle(trial.case.puzzle, names)
    return _related(trial, other, operator.eq, f"with values 1..{size} renamed {', '.join(map(str, names))}")


def symmetry(trial: Trial) -> CheckResult:
    """Checks that a symmetry of the layout that moves the cells moves the solutions."""
    layout = trial.case.puzzle.layout
    if layout.has_other_rules:
        return False
    permutation = _symmetries(layout).draw(trial.rng)
    if list(permutation) == sorted(permutation):
        return False
    other = moved(trial.case.puzzle, permutation)
    return _related(trial, other, operator.eq, "with cells moved by a symmetry of the layout")


def unit_order(trial: Trial) -> CheckResult:
    """Checks that neither the order of the units nor that of the cells in them matters."""
    layout = trial.case.puzzle.layout
    units = [replace(unit, cells=tuple(trial.rng.sample(unit.cells, len(unit)))) for unit in layout.units]
    trial.rng.shuffle(units)
    shuffled = replace(layout, units=tuple(units))
    if shuffled == layout:
        return False
    other = Puzzle(shuffled, trial.case.puzzle.candidates)
    return _related(trial, other, operator.eq, "with units in another order")


def true_given(trial: Trial) -> CheckResult:
    """Checks that a puzzle is still solved after the value that a solution has in an open cell is given."""
    puzzle, truth, *_ = trial.case
    grid = trial.answer.grid
    if grid is None or unsound(trial.answer, puzzle):
        grid = next(iter(truth.solutions), None)
    open_cells = [cell for cell, value in enumerate(puzzle.values) if not value]
    if not trial.answer.solvable or grid is None or not open_cells:
        return False
    cell = trial.rng.choice(open_cells)
    other = puzzle.restricted(cell, 1 << (grid[cell] - 1))
    change = f"with {puzzle.layout.labels[cell]}={grid[cell]} given, which a solution has"
    return _related(trial, other, operator.ge, change)


def false_given(trial: Trial) -> CheckResult:
    """Checks that no solution is found after a given that the only solution does not have."""
    puzzle, truth, *_ = trial.case
    other = with_false_given(puzzle, truth.solutions[0], trial.rng) if truth.unique else None
    if other is None or not trial.answer.solvable:
        return False
    call = trial.solver.ask(other)
    answer = call.answer
    if answer is None:
        return call.unanswered
    if not answer.solvable:
        return True
    text = f"{trial.answer}, but with a given that the only solution does not have {answer}: {write_line(other)}"
    return CheckFinding(FindingKind.WRONG, "another verdict", text)


def dropped_given(trial: Trial) -> CheckResult:
    """Checks that no solution is lost after a given, or another restriction of a cell, is dropped."""
    puzzle = trial.case.puzzle
    restricted = restricted_cells(puzzle)
    if trial.solver.only_unique or not trial.answer.solvable or not restricted:
        return False
    cell = trial.rng.choice(restricted)
    return _related(trial, opened(puzzle, [cell]), operator.le, f"with {puzzle.layout.labels[cell]} open")


def repetition(trial: Trial) -> CheckResult:
    """Checks that the same puzzle gets the same answer if it is asked twice in a row."""
    puzzle = trial.case.puzzle
    calls = trial.solver.twice(puzzle)
    if len(calls) < 2 or calls[0].answer is None:
        return False
    return differing(calls[0].answer, calls[1], puzzle, "when it is asked again", trial.solver.limit) or True


def independence(trial: Trial) -> Iterator[CheckResult]:
    """Checks that earlier puzzles change no answer: asks all puzzles of a round in reverse order in a new process.

    Where a violation is confirmed, the last puzzle is compared with its answer in a process of its own.
    """
    solver, (puzzle, *_), before = trial.solver, trial.case, trial.case.before
    order = [*before, puzzle]
    if not before:
        return
    if solver.anew:
        alone, again = (solver.in_a_row([puzzle])[0].answer for _ in range(2))
        steady = alone is not None and alike(alone, again, solver.limit)
        calls = solver.in_a_row(order) if steady else []
        if alone is not None and len(calls) == len(order):
            yield differing(alone, calls[-1], puzzle, _AFTER_OTHERS, solver.limit) or True
        return
    asked, attributed = list(solver.known), set[tuple[FindingKind, str]]()
    for place, (each, call) in enumerate(zip(order, solver.in_a_row(order), strict=False)):
        first = solver.ask(each)
        one, other = (first, call) if first.answer is not None else (call, first)
        if one.answer is None:
            continue
        found = differing(one.answer, other, each, _AFTER_OTHERS, solver.limit)
        if found is not None and found[:2] not in attributed:
            attributed.add(found[:2])
            is_first = alike(solver.renewed(True).ask(each).answer, first.answer, solver.limit)
            earlier = order[:place] if is_first else asked[: asked.index(each)]
            found = found._replace(before=tuple(earlier))
        yield True if found is None else found._replace(puzzle=each)


_AFTER_OTHERS = "after other puzzles"

PROPERTIES = (
    SolverProperty("answer", lambda call: call.failure, about="calls"),
    SolverProperty("silence", lambda call: call.output, about="calls"),
    SolverProperty("argument", lambda call: call.change, about="calls"),
    SolverProperty("soundness", soundness, of_part="grid"),
    SolverProperty("completeness", completeness, needs_truth=True),
    SolverProperty("no solution", no_solution, needs_truth=True),
    SolverProperty("counting", counting, needs_truth=True, of_part="number"),
    SolverProperty("relabelling", relabelling),
    SolverProperty("symmetry", symmetry),
    SolverProperty("true given", true_given),
    SolverProperty("false given", false_given, needs_truth=True),
    SolverProperty("dropped given", dropped_given),
    SolverProperty("unit order", unit_order),
    SolverProperty("repetition", repetition),
    SolverProperty("independence", independence, about="rounds"),
)
"""All properties, in the order of the tests and of a report."""

NAMES = tuple(each.name for each in PROPERTIES)


@lru_cache(16)
def _symmetries(layout: Layout) -> Symmetries:
    return symmetries(layout, _SYMMETRY_EFFORT)


def unsound(answer: SolverAnswer, puzzle: Puzzle) -> CheckFinding | None:
    """Returns the violation of a grid that is no solution; None for a solution, and where there is no grid."""
    defect = None if answer.grid is None else defect_of(answer.grid, puzzle)
    return None if defect is None else CheckFinding(kind_of_class(defect.error), defect.way, defect.text)


def alike(one: SolverAnswer | None, other: SolverAnswer | None, limit: int) -> bool:
    """Returns whether two answers are equal, counts up to the limit."""
    return one == other or (one is not None and other is not None and one.up_to(limit) == other.up_to(limit))


def differing(first: SolverAnswer, call: SolverCall, puzzle: Puzzle, when: str, limit: int) -> CheckFinding | None:
    """Returns the violation of two different answers to the same puzzle: wrong if one must be, else a breach of form.

    Where the second call has no answer, the violation is of the kind of that failure: a crash stays a crash.
    """
    second = call.answer
    if alike(first, second, limit):
        return None
    if second is None:
        failure = call.failure or CheckFinding(FindingKind.INVALID, "no answer", "declines the puzzle")
        return CheckFinding(failure.kind, "another answer", f"{first}, but {when} {failure.text}")
    text = f"{first}, but {when} {second}"
    if first.solvable != second.solvable:
        return CheckFinding(FindingKind.WRONG, "another verdict", text)
    # A count and a solution, or two solutions, may both be true; two counts cannot.
    counts = first.number is not None and second.number is not None
    wrong = counts or any(unsound(answer, puzzle) for answer in (first, second))
    return CheckFinding(FindingKind.WRONG if wrong else FindingKind.INVALID, "another answer", text)


def _related(trial: Trial, other: Puzzle, fits: Callable[[int, int], bool], change: str) -> CheckResult:
    """Checks the answer to a changed puzzle, which has a solution exactly if the first one has.

    `fits` compares the numbers of solutions before and after the change.
    """
    first, call = trial.answer, trial.solver.ask(other)
    second = call.answer
    if second is None:
        return call.unanswered
    before, after = (answer.up_to(trial.solver.limit).number for answer in (first, second))
    text = f"{first}, but {change} {second}: {write_line(other)}"
    if first.solvable != second.solvable:
        return CheckFinding(FindingKind.WRONG, "another verdict", text)
    if before is not None and after is not None and not fits(before, after):
        return CheckFinding(FindingKind.WRONG, "another count", text)
    flaw = unsound(second, other)
    # A first grid that is no solution is a finding already, without any change of the puzzle.
    if flaw is None or unsound(first, trial.case.puzzle) is not None:
        return True
    return flaw._replace(text=f"{change} {flaw.text}: {write_line(other)}")
