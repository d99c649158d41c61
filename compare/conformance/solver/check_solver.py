"""The conformance check of a solver: `check_solver` reads the arguments, chooses the puzzles and returns the report."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from inspect import isclass
from itertools import chain, count
from time import perf_counter
from typing import Any

from ....encoders.callables.imported import imported_function
from ....encoders.workers.limits import MEMORY
from ....reference.contract import check_limit
from ....reference.deadline import Deadline
from ....reference.errors import OptionError, PuzzleError
from ....reference.layout import Layout
from ....reference.layouts.check import check_layout
from ....reference.layouts.classic import CLASSIC
from ...generators.kinds import Kind, kinds_named
from ..report import CheckFailed, CheckReport, check_selection
from ..symmetries import symmetries
from .calls import SolverCalls
from .cases import SolverCase, solver_cases
from .examination import Examination
from .properties import NAMES

_SYMMETRY_EFFORT = 3_000_000
"""About half a second; an incomplete set of symmetries is good enough."""

_TOTAL_SECONDS = 60.0
"""The default time of a check, its search for smaller puzzles left out."""

_FIRST_ROUND = 50
"""Puzzles of the first round, where the number is not given; each further round has twice as many."""


def check_solver(
    solve: Callable[[Any], object] | str,
    layout: Layout = CLASSIC,
    *,
    takes: str = "puzzle",
    open_cell: str = ".",
    limit: int = 2,
    kinds: Collection[Kind | str] | None = None,
    givens_only: bool = False,
    published: bool = True,
    examples: int | None = None,
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
    every cell is given or open, as it always is for solvers that do not take a `Puzzle`. `without` names properties
    that are not tested.

    The check takes `total_seconds`: it asks rounds of 50 puzzles, 100, 200 and so on until then, or until a round has
    no new puzzle. `examples` is the number of puzzles in its place (needed with `total_seconds=None`); each leads to
    about ten calls. The seed fixes the sequence of puzzles, and the clock only where it stops.

    Every call has `seconds` and `memory` bytes. An answer that does not come in time is no finding: the report says for
    each property how many puzzles were not settled in time (`unsettled`). It is one where no puzzle at all is answered
    in time, or one with an eighth of its cells open is not. After a time-out on a puzzle that needs search, or that has
    several solutions, or after two on variants of such puzzles, no others of its sort are asked. A call that lasts
    until the end of `total_seconds` is stopped then, and tests nothing. The solver runs in a worker process, which
    imports it or, for a function of a notebook, a script or a test, gets a copy: a solver that ends the process, hangs
    or fills the memory becomes a finding, and what it prints is caught. `isolated=False` calls the solver in a thread
    of this process, for one that cannot be copied: a call that does not return is abandoned, and memory is not limited.

    A solver declines a puzzle by raising `Unsupported`. That is no finding, and the report counts such puzzles
    (`declined`); but a solver that declines all of them fails.

    A finding does not end the check, but the second time-out on easy puzzles does, and the finding number
    `stop_after`, where that is given. Each finding is reproduced in a new process, with as few givens as needed;
    the report says where that failed. `independence` tests whether other puzzles cause it. Findings that show no
    wrong answer but a breach of form (output, a changed argument, two right answers to the same puzzle) are of the
    kind `INVALID`.

    Raises `OptionError` for an unknown name, for fewer than one example, where no kind or no property is left, and for
    a check without an end; `Unsupported` for a layout with sums, pairs, repeatable values or cells that are not shown;
    `PuzzleError` where no puzzle of these kinds can be made on the layout; ValueError for a bad limit, time, memory or
    number of findings; TypeError for a solver that is not callable; `LayoutError` for no layout.
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
    check_selection(_FIRST_ROUND if examples is None else examples, left_out, NAMES)
    if examples is None and deadline.seconds is None:
        raise OptionError("a check takes examples=, a number of puzzles, or total_seconds=: else it has no end")
    wanted = set(kinds_named(kinds))
    check_layout(layout)

    def round_of(number: int) -> Iterator[SolverCase]:
        rng = random.Random(f"{seed}/{number}")  # noqa: S311 - no secret
        size = _FIRST_ROUND << number if examples is None else examples
        plain = givens_only or takes != "puzzle"
        return solver_cases(layout, size, rng, wanted, published, plain, number == 0)

    cases = round_of(0)
    first = next(cases, None)
    if first is None:
        raise PuzzleError(f"no puzzle of these kinds can be made on {layout.name}, so that there is nothing to ask")
    further = map(round_of, count(1)) if examples is None else ()
    name = getattr(solve, "__name__", type(solve).__name__)
    report = CheckReport(f"{name} on {layout.name}", left_out=left_out)
    only_unique = not wanted & {Kind.SATISFIABLE, Kind.SEVERAL, Kind.UNKNOWN}
    with closing(calls):
        examination = Examination(
            calls, limit, only_unique, symmetries(layout, _SYMMETRY_EFFORT), deadline, report, seed, stop_after, started
        )
        examination.run(chain([chain([first], cases)], further), examples)
    if report.findings and raise_on_findings:
        raise CheckFailed(report)
    return report
