"""The properties that every right solver has, in one table.

A check tests one property on one puzzle. Those of the second half are relations: a puzzle is changed, and the answers
before and after must fit each other. Such relations are called metamorphic (Chen, Cheung and Yiu 1998).
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from ....encoders.callables.answers import SolverAnswer
from ....puzzles.text.write import write_grid, write_line
from ....reference.deadline import Deadline
from ....reference.judgement import defect_of, settled
from ....reference.puzzle import Puzzle
from ....reference.result import Verdict
from ...cross_check.finding import FindingKind, kind_of_class
from ...cross_check.reductions import opened, restricted_cells
from ...generators.constructions import renamed_puzzle
from ...generators.proven import with_false_given
from ..report import Flaw, Unanswered
from ..symmetries import Symmetries, moved
from .calls import SolverCall, SolverCalls
from .cases import SolverCase, solved_case

CheckResult = Flaw | bool | Unanswered
"""True if the solver has the property on this puzzle, False if the puzzle cannot test it, else the violation."""


@dataclass
class SolverUnderTest:
    """A solver, asked each puzzle once, and what is expected of it."""

    calls: SolverCalls
    limit: int
    """The number of solutions up to which counts must be right."""
    only_unique: bool
    """Whether the solver is only asked puzzles with at most one solution."""
    symmetries: Symmetries
    deadline: Deadline
    """When calls are stopped."""
    anew: bool = field(default=False, kw_only=True)
    """Whether each puzzle is asked in a new process, and not in that of the previous one."""
    known: dict[Puzzle, SolverCall] = field(default_factory=dict, init=False)
    """The calls of `ask` so far."""

    def ask(self, puzzle: Puzzle) -> SolverCall:
        """Returns the call with this puzzle."""
        if puzzle not in self.known:
            self.known[puzzle] = self._asked(puzzle)
        return self.known[puzzle]

    def twice(self, puzzle: Puzzle) -> list[SolverCall]:
        """Asks a puzzle twice, with no other puzzle in between; the list ends with a call that ended the process."""
        return self.in_a_row([puzzle, puzzle]) if self.anew else [self._asked(puzzle), self._asked(puzzle)]

    def in_a_row(self, puzzles: Sequence[Puzzle]) -> list[SolverCall]:
        """Asks the puzzles one after the other in a new process; the list ends with a call that ended the process."""
        return self.calls.in_a_row(puzzles, self.deadline)

    def renewed(self, anew: bool = True) -> SolverUnderTest:
        """Returns the solver with no known calls and no deadline, asked in a new process, or each puzzle in one."""
        self.calls.close()
        return SolverUnderTest(self.calls, self.limit, self.only_unique, self.symmetries, Deadline(None), anew=anew)

    def _asked(self, puzzle: Puzzle) -> SolverCall:
        return self.in_a_row([puzzle])[0] if self.anew else self.calls.ask(puzzle, self.deadline)


class Trial(NamedTuple):
    """One test of a property: the solver, a case, the solver's answer to it, and a generator for random choices."""

    solver: SolverUnderTest
    case: SolverCase
    answer: SolverAnswer
    rng: random.Random


class Property(NamedTuple):
    """A property of right solvers, and its check."""

    name: str
    check: Callable[[Trial], CheckResult] | None = None
    """The check of one answered puzzle."""
    of_call: Callable[[SolverCall], Flaw | None] | None = None
    """The violation in a single call, for a property that every call is tested for."""
    needs_truth: bool = False
    """Whether the check uses what is known about the puzzle."""
    of_part: str = ""
    """The part of an answer that it is about, `grid` or `number`; empty for all answers."""

    def test(self, solver: SolverUnderTest, case: SolverCase, seed: str) -> CheckResult:
        """Returns the result of the check on one case; the same seed makes the same random choices."""
        call = solver.ask(case.puzzle)
        missing = without_answer(call)
        if self.of_call is not None and missing is not Unanswered.LATE:
            return self.of_call(call) or missing or True
        if missing:
            return missing
        if self.check is None or call.answer is None:
            return False
        return self.check(Trial(solver, case, call.answer, random.Random(seed)))  # noqa: S311 - no secret


def soundness(trial: Trial) -> CheckResult:
    """Checks that a grid is a solution, by the rules alone."""
    if trial.answer.grid is None or trial.case.truth.verdict is Verdict.UNSAT:
        return False
    return unsound(trial.answer, trial.case.puzzle) or True


def completeness(trial: Trial) -> CheckResult:
    """Checks that the solver finds a solution where there is one."""
    puzzle, truth, _ = trial.case
    if not truth.solutions:
        return False
    if trial.answer.solvable:
        return True
    there = write_grid(truth.solutions[0], puzzle.layout)
    return Flaw(FindingKind.WRONG, "says none", f"says that there is no solution, but there is {there}")


def no_solution(trial: Trial) -> CheckResult:
    """Checks that the solver finds no solution where there is none."""
    if trial.case.truth.verdict is not Verdict.UNSAT:
        return False
    if not trial.answer.solvable:
        return True
    flaw = unsound(trial.answer, trial.case.puzzle)
    answer = trial.answer if flaw is None else flaw.text
    return Flaw(FindingKind.WRONG, "says some", f"{answer}, for a puzzle that has no solution")


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
    return Flaw(FindingKind.WRONG, "too few" if count < known else "too many", f"{trial.answer}, but {there}")


def relabelling(trial: Trial) -> CheckResult:
    """Checks that renaming the values only renames the values of the solutions."""
    size = trial.case.puzzle.layout.size
    names = trial.rng.sample(range(1, size + 1), size)
    if names == sorted(names):
        return False
    other = renamed_puzzle(trial.case.puzzle, names)
    return _related(trial, other, operator.eq, f"with values 1..{size} renamed {', '.join(map(str, names))}")


def symmetry(trial: Trial) -> CheckResult:
    """Checks that a symmetry of the layout that moves the cells moves the solutions."""
    permutation = trial.solver.symmetries.draw(trial.rng)
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
    puzzle, truth, _ = trial.case
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
    puzzle, truth, _ = trial.case
    other = with_false_given(puzzle, truth.solutions[0], trial.rng) if truth.unique else None
    if other is None or not trial.answer.solvable:
        return False
    call = trial.solver.ask(other)
    answer = call.answer
    if answer is None:
        return without_answer(call)
    if not answer.solvable:
        return True
    text = f"{trial.answer}, but with a given that the only solution does not have {answer}: {write_line(other)}"
    return Flaw(FindingKind.WRONG, "another verdict", text)


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


AFTER_OTHERS = "after other puzzles"

INDEPENDENCE = Property("independence")
"""Earlier puzzles change no answer. It needs several puzzles, so `check_solver` tests it on all cases together."""

PROPERTIES = (
    Property("answer", of_call=lambda call: call.failure),
    Property("silence", of_call=lambda call: call.output),
    Property("argument", of_call=lambda call: call.change),
    Property("soundness", soundness, of_part="grid"),
    Property("completeness", completeness, needs_truth=True),
    Property("no solution", no_solution, needs_truth=True),
    Property("counting", counting, needs_truth=True, of_part="number"),
    Property("relabelling", relabelling),
    Property("symmetry", symmetry),
    Property("true given", true_given),
    Property("false given", false_given, needs_truth=True),
    Property("dropped given", dropped_given),
    Property("unit order", unit_order),
    Property("repetition", repetition),
    INDEPENDENCE,
)
"""All properties, in the order of the tests and of a report."""

NAMES = tuple(each.name for each in PROPERTIES)


def without_answer(call: SolverCall) -> Unanswered | Literal[False]:
    """Returns why a call has no answer; False where it has one, or a violation in its place."""
    if call.is_late:
        return Unanswered.LATE
    return Unanswered.DECLINED if call.declined is not None else False


def unsound(answer: SolverAnswer, puzzle: Puzzle) -> Flaw | None:
    """Returns the violation of a grid that is no solution; None for a solution, and where there is no grid."""
    defect = None if answer.grid is None else defect_of(answer.grid, puzzle)
    return None if defect is None else Flaw(kind_of_class(defect.error), defect.way, defect.text)


def alike(one: SolverAnswer | None, other: SolverAnswer | None, limit: int) -> bool:
    """Returns whether two answers are equal, counts up to the limit."""
    return one == other or (one is not None and other is not None and one.up_to(limit) == other.up_to(limit))


def differing(first: SolverAnswer, call: SolverCall, puzzle: Puzzle, when: str, limit: int) -> Flaw | None:
    """Returns the violation of two different answers to the same puzzle: wrong if one must be, else a breach of form.

    Where the second call has no answer, the violation is of the kind of that failure: a crash stays a crash.
    """
    second = call.answer
    if alike(first, second, limit):
        return None
    if second is None:
        failure = call.failure or Flaw(FindingKind.INVALID, "no answer", "declines the puzzle")
        return Flaw(failure.kind, "another answer", f"{first}, but {when} {failure.text}")
    text = f"{first}, but {when} {second}"
    if first.solvable != second.solvable:
        return Flaw(FindingKind.WRONG, "another verdict", text)
    # A count and a solution, or two solutions, may both be true; two counts cannot.
    counts = first.number is not None and second.number is not None
    wrong = counts or any(unsound(answer, puzzle) for answer in (first, second))
    return Flaw(FindingKind.WRONG if wrong else FindingKind.INVALID, "another answer", text)


def _related(trial: Trial, other: Puzzle, fits: Callable[[int, int], bool], change: str) -> CheckResult:
    """Checks the answer to a changed puzzle, which has a solution exactly if the first one has.

    `fits` compares the numbers of solutions before and after the change.
    """
    first, call = trial.answer, trial.solver.ask(other)
    second = call.answer
    if second is None:
        return without_answer(call)
    before, after = (answer.up_to(trial.solver.limit).number for answer in (first, second))
    text = f"{first}, but {change} {second}: {write_line(other)}"
    if first.solvable != second.solvable:
        return Flaw(FindingKind.WRONG, "another verdict", text)
    if before is not None and after is not None and not fits(before, after):
        return Flaw(FindingKind.WRONG, "another count", text)
    flaw = unsound(second, other)
    # A first grid that is no solution is a finding already, without any change of the puzzle.
    if flaw is None or unsound(first, trial.case.puzzle) is not None:
        return True
    return flaw._replace(text=f"{change} {flaw.text}: {write_line(other)}")
