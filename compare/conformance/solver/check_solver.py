"""The conformance check of a solver: asks it all cases, tests all properties, confirms and shrinks the findings."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from inspect import isclass
from itertools import chain
from time import perf_counter
from typing import Any

from ....encoders.callables.imported import imported_function
from ....encoders.workers.limits import MEMORY
from ....reference.contract import check_limit
from ....reference.deadline import Deadline
from ....reference.errors import PuzzleError
from ....reference.layout import Layout
from ....reference.layouts.any_layout import any_layout
from ....reference.puzzle import Puzzle
from ...cross_check.finding import FindingKind
from ...generators.kinds import Kind, kinds_named
from ..report import CheckFailed, CheckFinding, CheckReport, Flaw, Unanswered, check_selection
from ..symmetries import symmetries
from .calls import SolverCall, SolverCalls
from .cases import SolverCase, solver_cases
from .confirm import Seen, confirmed
from .patience import Patience
from .properties import (
    AFTER_OTHERS,
    INDEPENDENCE,
    NAMES,
    PROPERTIES,
    CheckResult,
    Property,
    SolverUnderTest,
    alike,
    differing,
)

_SYMMETRY_EFFORT = 3_000_000
"""About half a second; an incomplete set of symmetries is good enough."""

_MOST_TIMEOUTS = 2
"""After so many time-outs the solver is asked no more: each costs the whole time limit."""

_NEARLY_FULL = 8
"""Where no more than this part of the cells is open no solver needs long, and a time-out is a finding."""

_TOTAL_SECONDS = 60.0
"""The default time limit of a check, its search for smaller puzzles left out."""

_SHRINK_SECONDS = 10.0
"""The time limit of the search for a smaller puzzle, for each finding."""

_ALL_SHRINK_SECONDS = 60.0
"""The same for all findings together."""


def check_solver(
    solve: Callable[[Any], object] | str,
    layout: Layout | str | None = None,
    *,
    takes: str = "puzzle",
    open_cell: str = ".",
    limit: int = 2,
    kinds: Collection[Kind | str] | None = None,
    givens_only: bool = False,
    published: bool = True,
    examples: int = 50,
    seed: int = 0,
    seconds: float = 10.0,
    total_seconds: float | None = _TOTAL_SECONDS,
    memory: int | None = MEMORY,
    isolated: bool = True,
    stop_after: int | None = None,
    without: Collection[str] = (),
    raise_on_findings: bool = True,
) -> CheckReport:
    """Tests `solve` against every property in `NAMES` and returns the report; raises `CheckFailed` for findings.

    `solve` is a function, or `module:function`, which is imported. It gets a puzzle on `layout`, an object or a name
    (default: the classic 9x9). `takes` is the form: a `Puzzle` ("puzzle"), a line of text as `write_line` writes it,
    with `open_cell` for open cells ("text"), a list of values with 0 for open cells ("values"), or a list of such rows
    ("rows"). It returns a grid in any form that `read_answer` reads, None or False where there is no solution, or an
    int: the number of solutions, right up to `limit`.

    The answers of the puzzles are known by construction, or, for puzzles that need search, by proof of other solvers;
    on the classic layout a third is published, which `published=False` leaves out. `kinds` selects kinds of puzzles
    (for example `["unique", "clash"]`, for a solver that treats several solutions as an error). With `givens_only`
    every cell is given or open, as it always is for solvers that do not take a `Puzzle`. `examples` is the
    number of puzzles that the properties start from; each leads to about ten calls. Same seed, same puzzles. `without`
    names properties that are not tested.

    Every call has `seconds` and `memory` bytes. An answer that does not come in time is no finding: the report says for
    each property how many puzzles were not settled in time (`unsettled`). It is one where no puzzle at all is answered
    in time, or one with an eighth of its cells open is not. After a time-out on a puzzle that needs search, or that has
    several solutions, or after two on variants of such puzzles, no others of its sort are asked. The check asks nothing
    new after `total_seconds` (None: no limit). On Unix it runs in a forked copy of this process: a solver that ends the
    process, hangs or fills the memory becomes a finding, and its output is caught. Threads do not exist in a forked
    copy, so a library with threads of its own may hang there. `isolated=False` calls the solver in a thread of this
    process, as do systems without fork: a call that does not return is abandoned, and memory is not limited.

    A solver declines a puzzle by raising `Unsupported`. That is no finding, and the report counts such puzzles
    (`declined`); but a solver that declines all of them fails.

    A finding does not end the check, but the second time-out on easy puzzles does, and the finding number
    `stop_after`, where that is given. Each finding is reproduced in a new process, with as few givens as needed;
    the report says where that failed. `independence` tests whether other puzzles cause it. Findings that show no
    wrong answer but a breach of form (output, a changed argument, two right answers to the same puzzle) are of the
    kind `INVALID`. Raises `OptionError` for an unknown name, for fewer than one example, and where no kind or no
    property is left, `PuzzleError` where no puzzle of these kinds can be made on the layout, ValueError for a bad
    limit, time, memory or number of findings, TypeError for a solver that is not callable, `LayoutError` for no
    layout.
    """
    __tracebackhide__ = True  # pytest shows the call in the test and the findings, not this source
    if isinstance(solve, str):
        solve = imported_function(solve)
    if isclass(solve) or not callable(solve):
        raise TypeError(f"a solver must be callable with a puzzle, but {solve!r} is not")
    check_limit(limit)
    if memory is not None and memory < 1:
        raise ValueError(f"a solver needs memory, 1 byte or more, not {memory}")
    if stop_after is not None:
        check_limit(stop_after)
    deadline, started = Deadline(total_seconds), perf_counter()
    calls = SolverCalls(solve, takes, open_cell, Deadline(seconds).seconds, memory, isolated)
    left_out = {} if takes == "puzzle" else {"unit order": f"a solver that takes {takes} does not get the units"}
    left_out.update(dict.fromkeys(without, "as asked"))
    check_selection(examples, left_out, NAMES)
    wanted = set(kinds_named(kinds))
    layout = any_layout("classic" if layout is None else layout)
    rng = random.Random(seed)  # noqa: S311 - no secret
    cases = solver_cases(layout, examples, rng, wanted, published, givens_only or takes != "puzzle")
    first = next(cases, None)
    if first is None:
        raise PuzzleError(f"no puzzle of these kinds can be made on {layout.name}, so that there is nothing to ask")
    name = getattr(solve, "__name__", type(solve).__name__)
    report = CheckReport(f"{name} on {layout.name}", left_out=left_out)
    only_unique = not wanted & {Kind.SATISFIABLE, Kind.SEVERAL, Kind.UNKNOWN}
    with closing(calls):
        examination = _Examination(
            calls, limit, only_unique, symmetries(layout, _SYMMETRY_EFFORT), report, seed, stop_after, deadline, started
        )
        examination.run(chain([first], cases))
    if report.findings and raise_on_findings:
        raise CheckFailed(report)
    return report


class _GivenUp(Exception):
    """The solver is not asked any more."""


@dataclass
class _Examination(SolverUnderTest):
    """One check: a solver that is asked in one process, which may keep state, and the record of its violations."""

    report: CheckReport
    seed: int
    stop_after: int | None
    """The number of findings that ends the check."""
    deadline: Deadline
    started: float
    """When the check began, by `perf_counter`."""
    seen: dict[tuple[str, FindingKind, str], Seen] = field(default_factory=dict, init=False)
    late: int = field(default=0, init=False)
    """The number of time-outs on easy puzzles."""
    patience: Patience = field(default_factory=Patience, init=False)

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
            raise _GivenUp(f"ended after {_MOST_TIMEOUTS} calls that did not come back in time; seconds= gives more")
        if self.deadline.expired:
            raise _GivenUp(f"ended after {self.deadline.seconds:g} seconds; total_seconds= gives more time")

    def run(self, cases: Iterable[SolverCase]) -> None:
        """Tests all properties that are not left out on all cases, and fills the report."""
        self.report.asked = {name: 0 for name in NAMES if name not in self.report.left_out}
        try:
            asked: list[SolverCase] = []
            for number, case in enumerate(cases):
                asked.append(case)
                for each in PROPERTIES:
                    if each.check is not None and each.name in self.report.asked:
                        self._test(each, case, f"{self.seed}/{each.name}/{number}")
                # It tests the properties of single calls, even if no other property is left.
                if not self.patience.is_over(case):
                    self.ask(case.puzzle)
            if INDEPENDENCE.name in self.report.asked:
                self._compare_reversed([case.puzzle for case in asked if not self.patience.is_over(case)])
        except _GivenUp as reason:
            self.report.stopped = str(reason)
        self._explain_untested()
        self._report_hang()
        self._report_declined()
        end = perf_counter() + _ALL_SHRINK_SECONDS
        for seen in self.seen.values():
            seconds = min(_SHRINK_SECONDS, max(0.0, end - perf_counter()))
            self.report.findings.append(confirmed(seen, self, seconds))
        self.report.findings.sort(key=lambda finding: NAMES.index(finding.property))

    def _test(self, each: Property, case: SolverCase, seed: str = "") -> None:
        """Tests a property on one case; a time-out on one that may take long only ends the questions about these."""
        if self.patience.is_over(case):
            self._record(each, Unanswered.LATE, case)
            return
        late = self.late
        started = perf_counter()
        try:
            result = each.test(self, case, seed)
        finally:
            taken = perf_counter() - started
            self.report.seconds[each.name] = self.report.seconds.get(each.name, 0.0) + taken
        self._record(each, result, case, seed)
        if case.effort != "none" and self.late > late:
            self.late = late
            own = self.known.get(case.puzzle)
            note = self.patience.after_timeout(case, of_variant=own is not None and not own.is_late)
            self.report.notes.extend([note] if note else [])

    def _record(
        self, each: Property, result: CheckResult, case: SolverCase, seed: str = "", before: Sequence[Puzzle] = ()
    ) -> None:
        if isinstance(result, Unanswered):
            counts = self.report.unsettled if result is Unanswered.LATE else self.report.declined
            counts[each.name] = counts.get(each.name, 0) + 1
        elif result is not False:
            self.report.asked[each.name] += 1
        if isinstance(result, Flaw):
            seen = Seen(result, each, case, seed, before, perf_counter() - self.started)
            self.seen.setdefault((each.name, result.kind, result.way), seen).times += 1
            if len(self.seen) == self.stop_after:
                raise _GivenUp(f"ended after {self.stop_after} finding{'s' * (self.stop_after > 1)}, as asked")

    def _compare_reversed(self, puzzles: Sequence[Puzzle]) -> None:
        """Asks all puzzles in reverse order in a new process, and compares each answer with the first one."""
        order = list(reversed(puzzles))
        for place, (puzzle, again) in enumerate(zip(order, self.in_a_row(order), strict=False)):
            first = self.ask(puzzle)
            one, other = (first, again) if first.answer is not None else (again, first)
            if one.answer is None:
                continue
            flaw = differing(one.answer, other, puzzle, AFTER_OTHERS, self.limit)
            before: Sequence[Puzzle] = ()
            if flaw is not None:
                asked = list(self.known)
                alone = self.in_a_row([puzzle])[0].answer
                before = order[:place] if alike(alone, first.answer, self.limit) else asked[: asked.index(puzzle)]
            self._record(INDEPENDENCE, flaw or True, SolverCase(puzzle), before=before)

    def _report_hang(self) -> None:
        """Adds a finding where the solver did not answer what no solver needs time for, or answered nothing."""
        late = [(puzzle, call) for puzzle, call in self.known.items() if call.is_late and "answer" in self.report.asked]
        answered = any(not call.is_late for call in self.known.values())
        for puzzle, call in late:
            left = sum(mask & (mask - 1) != 0 for mask in puzzle.candidates)
            if call.failure is not None and (not answered or left <= puzzle.layout.cell_count // _NEARLY_FULL):
                text = call.failure.text + (f", though {left} cells are open" if answered else ", nor any other puzzle")
                hang = CheckFinding("answer", call.failure.kind, call.failure.way, text, puzzle, puzzle, (), len(late))
                self.report.findings.append(hang)
                return

    def _report_declined(self) -> None:
        """Adds a note about the puzzles that the solver declined; a finding where these are all."""
        reasons = {puzzle: call.declined for puzzle, call in self.known.items() if call.declined is not None}
        if not reasons:
            return
        puzzle, reason = next(iter(reasons.items()))
        if len(reasons) < len(self.known):
            some = f"declined {len(reasons)} of {len(self.known)} puzzles, the first of them with: {reason}"
            self.report.notes.append(some)
            return
        text = f"declined every puzzle that it was asked, {len(reasons)} in all, the first of them with: {reason}"
        finding = CheckFinding("answer", FindingKind.INVALID, "declined", text, puzzle, puzzle, (), len(reasons), False)
        self.report.findings.append(finding)

    def _explain_untested(self) -> None:
        """Reports why properties were not tested, and the likely reason where no call gave an answer."""
        answers = [call.answer for call in self.known.values() if call.answer is not None]
        answered = bool(answers)
        for each in PROPERTIES:
            if self.report.asked.get(each.name) != 0:
                continue
            reason = "no puzzle for it" if answered else "no call gave an answer"
            if self.report.stopped:
                reason = "the check ended before"
            elif each.name in self.report.declined:
                reason = "every puzzle was declined"
            elif answered and each.of_part and all(getattr(answer, each.of_part) is None for answer in answers):
                reason = f"it gave no {each.of_part}"
                self.report.unsettled.pop(each.name, None)  # more time would not help
            self.report.not_tried[each.name] = reason
        failures = {call.failure.way for call in self.known.values() if call.failure is not None}
        if self.known and not answered and failures <= {"TypeError", "AttributeError", "PuzzleError"}:
            form = "`takes` says in which form the solver gets a puzzle"
            self.report.notes.append(f"every call raised a {' or '.join(sorted(failures))}: {form}")
