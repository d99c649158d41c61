"""The conformance check of a solver: asks it all cases, tests all properties, confirms and shrinks the findings."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from ....encoders.workers.limits import MEMORY
from ....reference.contract import check_limit
from ....reference.deadline import Deadline
from ....reference.errors import OptionError, PuzzleError
from ....reference.layout import Layout
from ....reference.layouts.any_layout import any_layout
from ....reference.puzzle import Puzzle
from ....reference.result import Verdict
from ...cross_check.finding import FindingKind
from ...cross_check.shrink import shrink
from ...generators.kinds import Kind
from ..report import CheckFailed, CheckFinding, CheckReport, Flaw, check_selection
from ..symmetries import symmetries
from .calls import SolverCall, SolverCalls
from .cases import SolverCase, solved_case, solver_cases
from .properties import INDEPENDENCE, NAMES, PROPERTIES, CheckResult, Property, SolverUnderTest, alike, differing

_SYMMETRY_EFFORT = 3_000_000
"""About half a second; an incomplete set of symmetries is good enough."""

_MOST_TIMEOUTS = 3
"""After so many time-outs the solver is asked no more: each costs the whole time limit."""

_STEADY = 2
"""The number of further confirmations before a different answer is attributed to the puzzles asked before it."""

_SHRINK_SECONDS = 10.0
"""The time limit of the search for a smaller puzzle, for each finding."""

_ALL_SHRINK_SECONDS = 60.0
"""The same for all findings together."""

_AFTER_OTHERS = "after other puzzles"


def check_solver(
    solve: Callable[[Any], object],
    layout: Layout | str | None = None,
    *,
    takes: str = "puzzle",
    open_cell: str = ".",
    limit: int = 2,
    kinds: Collection[Kind | str] | None = None,
    published: bool = True,
    examples: int = 30,
    seed: int = 0,
    seconds: float = 10.0,
    memory: int | None = MEMORY,
    isolated: bool = True,
    without: Collection[str] = (),
    raise_on_findings: bool = True,
) -> CheckReport:
    """Tests `solve` against every property in `NAMES` and returns the report; raises `CheckFailed` for findings.

    `solve` gets a puzzle on `layout`, an object or a name (default: the classic 9x9). `takes` is the form: a `Puzzle`
    ("puzzle"), a line of text as `write_line` writes it, with `open_cell` for open cells ("text"), a list of values
    with 0 for open cells ("values"), or a list of such rows ("rows"). It returns a grid in any form that `read_answer`
    reads, None or False where there is no solution, or an int: the number of solutions, right up to `limit`.

    The answers of the puzzles are known by construction; on the classic layout a third is published. `kinds` selects
    kinds of puzzles (for example `["unique", "clash"]`, for a solver that treats several solutions as an error), and
    `published=False` excludes the hard ones. `examples` is the number of puzzles that the properties start from; each
    leads to about ten calls. Same seed, same puzzles. `without` names properties that are not tested.

    Every call has `seconds` and `memory` bytes. On Unix it runs in a forked copy of this process: a solver that ends
    the process, hangs or fills the memory becomes a finding, and its output is caught. Threads do not exist in a forked
    copy, so a library with threads of its own may hang there. `isolated=False` calls the solver in a thread of this
    process, as do systems without fork: a call that does not return is abandoned, and memory is not limited.

    A finding does not end the check, but the third time-out does. Each finding is reproduced in a new process, with as
    few givens as needed; the report says where that failed. `independence` tests whether other puzzles cause it.
    Findings that show no wrong answer but a breach of form (output, a changed argument, two right answers to the same
    puzzle) are of the kind `INVALID`. Raises `OptionError` for an unknown name, for fewer than one example, and where
    no kind or no property is left, `PuzzleError` where no puzzle of these kinds can be made on the layout, ValueError
    for a bad limit, time or memory, TypeError for a solver that is not callable, `LayoutError` for no layout.
    """
    if not callable(solve):
        raise TypeError(f"a solver must be callable with a puzzle, but {solve!r} is not")
    check_limit(limit)
    if memory is not None and memory < 1:
        raise ValueError(f"a solver needs memory, 1 byte or more, not {memory}")
    calls = SolverCalls(solve, takes, open_cell, Deadline(seconds).seconds, memory, isolated)
    left_out = {} if takes == "puzzle" else {"unit order": f"a solver that takes {takes} does not get the units"}
    left_out.update(dict.fromkeys(without, "as asked"))
    check_selection(examples, left_out, NAMES)
    unknown = [kind for kind in kinds or () if kind not in list(Kind)]
    if unknown:
        raise OptionError(f"no kind of puzzle is called {unknown[0]!r}; known: {', '.join(Kind)}")
    wanted = {kind for kind in Kind if kinds is None or kind in kinds}
    if not wanted:
        raise OptionError(f"a solver is asked puzzles of one kind at least; known: {', '.join(Kind)}")
    layout = any_layout("classic" if layout is None else layout)
    rng = random.Random(seed)  # noqa: S311 - no secret
    cases = solver_cases(layout, examples, rng, wanted, published, only_givens=takes != "puzzle")
    if not cases:
        raise PuzzleError(f"no puzzle of these kinds can be made on {layout.name}, so that there is nothing to ask")
    name = getattr(solve, "__name__", type(solve).__name__)
    report = CheckReport(f"{name} on {layout.name}", left_out=left_out)
    only_unique = not wanted & {Kind.SATISFIABLE, Kind.SEVERAL, Kind.UNKNOWN}
    with closing(calls):
        _Examination(calls, limit, only_unique, symmetries(layout, _SYMMETRY_EFFORT), report, seed).run(cases)
    if report.findings and raise_on_findings:
        raise CheckFailed(report)
    return report


@dataclass
class _Seen:
    """A violation, and the property, case and seed with which it was first seen."""

    flaw: Flaw
    property: Property
    case: SolverCase
    seed: str
    before: Sequence[Puzzle]
    """The puzzles asked before it, for the property `INDEPENDENCE`."""
    times: int = 0


class _GivenUp(Exception):
    """The solver is not asked any more."""


@dataclass
class _Examination(SolverUnderTest):
    """One check: a solver that is asked in one process, which may keep state, and the record of its violations."""

    report: CheckReport
    seed: int
    seen: dict[tuple[str, FindingKind, str], _Seen] = field(default_factory=dict, init=False)
    late: int = field(default=0, init=False)
    """The number of time-outs."""
    too_hard: bool = field(default=False, init=False)
    """Whether a published puzzle took too long; then no other is asked."""

    def ask(self, puzzle: Puzzle) -> SolverCall:
        """Returns the call with this puzzle, and tests the properties of single calls if it is new."""
        if puzzle not in self.known:
            self._stop_if_late()
            call = self.known[puzzle] = self.calls.ask(puzzle)
            self.late += call.is_late
            for each in PROPERTIES:
                if each.of_call is not None and each.name in self.report.asked:
                    self._test(each, SolverCase(puzzle))
        return self.known[puzzle]

    def in_a_row(self, puzzles: Sequence[Puzzle]) -> list[SolverCall]:
        """Asks the puzzles one after the other in a new process, unless there were too many time-outs."""
        self._stop_if_late()
        calls = super().in_a_row(puzzles)
        self.late += any(call.is_late for call in calls)
        return calls

    def _stop_if_late(self) -> None:
        if self.late >= _MOST_TIMEOUTS:
            raise _GivenUp

    def run(self, cases: Sequence[SolverCase]) -> None:
        """Tests all properties that are not left out on all cases, and fills the report."""
        self.report.asked = {name: 0 for name in NAMES if name not in self.report.left_out}
        try:
            for each in PROPERTIES:
                if each is INDEPENDENCE and each.name in self.report.asked:
                    self._compare_reversed([case.puzzle for case in cases if not self._skips(case)])
                elif each.check is not None and each.name in self.report.asked:
                    for number, case in enumerate(cases):
                        self._test(each, case, f"{self.seed}/{each.name}/{number}")
            # `ask` tests the properties of single calls, even if no other property is left.
            for case in cases:
                if not self._skips(case):
                    self.ask(case.puzzle)
        except _GivenUp:
            self.report.stopped = f"ended after {_MOST_TIMEOUTS} calls that did not come back in time"
        self._explain_untested()
        end = perf_counter() + _ALL_SHRINK_SECONDS
        for seen in self.seen.values():
            seconds = min(_SHRINK_SECONDS, max(0.0, end - perf_counter()))
            self.report.findings.append(_confirmed(seen, self, seconds))
        self.report.findings.sort(key=lambda finding: NAMES.index(finding.property))

    def _skips(self, case: SolverCase) -> bool:
        return self.too_hard and case.published

    def _test(self, each: Property, case: SolverCase, seed: str = "") -> None:
        """Tests a property on one case; a time-out on a published puzzle only ends the questions about these."""
        if self._skips(case):
            return
        late = self.late
        self._record(each, each.test(self, case, seed), case, seed)
        if case.published and self.late > late:
            self.too_hard, self.late = True, late
            note = "no more published puzzles were asked after one took too long; published=False asks none"
            self.report.notes.append(note)

    def _record(
        self, each: Property, result: CheckResult, case: SolverCase, seed: str = "", before: Sequence[Puzzle] = ()
    ) -> None:
        if result is not False:
            self.report.asked[each.name] += 1
        if isinstance(result, Flaw):
            seen = _Seen(result, each, case, seed, before)
            self.seen.setdefault((each.name, result.kind, result.way), seen).times += 1

    def _compare_reversed(self, puzzles: Sequence[Puzzle]) -> None:
        """Asks all puzzles in reverse order in a new process, and compares each answer with the first one."""
        order = list(reversed(puzzles))
        for place, (puzzle, again) in enumerate(zip(order, self.in_a_row(order), strict=False)):
            first = self.ask(puzzle)
            one, other = (first, again) if first.answer is not None else (again, first)
            if one.answer is None:
                continue
            flaw = differing(one.answer, other, puzzle, _AFTER_OTHERS, self.limit)
            before: Sequence[Puzzle] = ()
            if flaw is not None:
                asked = list(self.known)
                alone = self.in_a_row([puzzle])[0].answer
                before = order[:place] if alike(alone, first.answer, self.limit) else asked[: asked.index(puzzle)]
            self._record(INDEPENDENCE, flaw or True, SolverCase(puzzle), before=before)

    def _explain_untested(self) -> None:
        """Reports why properties were not tested, and the likely reason where no call gave an answer."""
        answered = any(call.answer is not None for call in self.known.values())
        for each in PROPERTIES:
            if self.report.asked.get(each.name) == 0:
                reason = each.untried if answered else "no call gave an answer"
                self.report.not_tried[each.name] = "the check ended before" if self.report.stopped else reason
        failures = {call.failure.way for call in self.known.values() if call.failure is not None}
        if self.known and not answered and failures <= {"TypeError", "AttributeError", "PuzzleError"}:
            form = "`takes` says in which form the solver gets a puzzle"
            self.report.notes.append(f"every call raised a {' or '.join(sorted(failures))}: {form}")


def _confirmed(seen: _Seen, solver: SolverUnderTest, seconds: float) -> CheckFinding:
    """Reproduces a violation in new processes, on a puzzle as small as possible, and returns the finding."""
    deadline = Deadline(seconds)
    fresh = solver.renewed()
    first = seen.case.puzzle

    def shows(puzzles: Sequence[Puzzle]) -> bool:
        return _reproduced(seen, fresh, puzzles) is not None

    shrunk = shrink(first, shows, seen.before, keep_layout=True, seconds=seconds)
    flaw = _reproduced(seen, fresh, shrunk.puzzles) if shrunk.reproduced else None
    if flaw is not None and (seen.property is not INDEPENDENCE or _is_steady(seen, solver, shrunk.puzzles, deadline)):
        *before, smallest = shrunk.puzzles
        return CheckFinding(seen.property.name, *flaw, smallest, first, tuple(before), seen.times, shrunk.minimal)
    flaw = seen.flaw
    if shrunk.tries:
        # By chance, or because of the puzzles asked before: which of the two is unknown.
        where = " in a new process" if solver.calls.isolated else ""
        flaw = flaw._replace(text=f"not seen {'every time' if shrunk.reproduced else 'again'}{where}: {flaw.text}")
    return CheckFinding(seen.property.name, *flaw, first, first, times=seen.times, smallest=False)


def _is_steady(seen: _Seen, solver: SolverUnderTest, puzzles: Sequence[Puzzle], deadline: Deadline) -> bool:
    """Returns whether the puzzles before cause the violation: if chance does, it does not occur every time."""
    alone = solver.renewed().ask(puzzles[-1]).answer
    for _ in range(_STEADY):
        if deadline.expired:
            break
        if _reproduced(seen, solver.renewed(), puzzles) is None:
            return False
        if not alike(alone, solver.renewed().ask(puzzles[-1]).answer, solver.limit):
            return False
    return True


def _reproduced(seen: _Seen, solver: SolverUnderTest, puzzles: Sequence[Puzzle]) -> Flaw | None:
    """Returns the violation of the same kind and way with the last of the puzzles, if it occurs."""
    result: CheckResult | None = None
    *before, puzzle = puzzles
    case = seen.case
    if seen.property is INDEPENDENCE:
        alone = solver.ask(puzzle).answer if before else None
        calls = solver.in_a_row(puzzles) if alone is not None else []
        if alone is not None and len(calls) == len(puzzles):
            result = differing(alone, calls[-1], puzzle, _AFTER_OTHERS, solver.limit)
    elif puzzle == case.puzzle:
        result = seen.property.test(solver, case, seen.seed)
    else:
        knows = seen.property.needs_truth or solver.only_unique
        case = solved_case(puzzle, max(2, solver.limit)) if knows else SolverCase(puzzle)
        if not solver.only_unique or case.truth.unique or case.truth.verdict is Verdict.UNSAT:
            result = seen.property.test(solver, case, seen.seed)
    return result if isinstance(result, Flaw) and result[:2] == seen.flaw[:2] else None
