"""The conformance checks of a solver and of a backend: arguments are read, puzzles chosen, the report returned."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from inspect import isclass
from typing import Any

from ...encoders.callables.functions import FORMS, checked_sign, imported_function
from ...encoders.naming.find import find_backend
from ...encoders.naming.sessions import as_backend
from ...encoders.workers.limits import MEMORY
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.errors import OptionError, PuzzleError
from ...reference.contract.judgement import check_limit
from ...reference.contract.session import AnyBackend
from ...reference.layouts.classic import CLASSIC
from ...reference.model.layout import Layout, check_layout
from ..generators.kinds import Kind, chosen, kinds_named
from ..generators.rule_puzzles import RULE_RECIPES
from .backend import BackendExamination, tested
from .backend_properties import BACKEND_PROPERTIES
from .cases import Case, Scope, solver_cases, valid_capabilities
from .examination import TOTAL_SECONDS, CheckSettings
from .report import CheckReport
from .solver import SolverExamination, called
from .solver_properties import SOLVER_PROPERTIES


def check_solver(
    solve: Callable[[Any], object] | str,
    layout: Layout = CLASSIC,
    *,
    takes: str = "puzzle",
    open_cell: str = ".",
    rules: str | Collection[str] = (),
    limit: int = 2,
    kinds: Collection[Kind | str] | None = None,
    givens_only: bool = False,
    published: bool = True,
    examples: int | None = None,
    seed: int = 0,
    seconds: float | None = 10.0,
    total_seconds: float | None = TOTAL_SECONDS,
    memory: int | None = MEMORY,
    isolated: bool = True,
    stop_after: int | None = None,
    without: Collection[str] = (),
    raise_on_findings: bool = True,
) -> CheckReport:
    """Tests `solve` against all `SOLVER_PROPERTIES` and returns the report; raises `CheckFailed` for findings.

    `solve` is a function, or `module:function`, which is imported. It gets a puzzle on `layout`, an object or a name
    (default: the classic 9x9). `takes` is the form: a `Puzzle` ("puzzle"), a line of text as `write_line` writes it,
    with `open_cell` for open cells ("text"), a list of values with 0 for open cells ("values"), or a list of such rows
    ("rows"). It returns a grid in any form that `is_solution` takes, None or False where there is no solution, or an
    int: the number of solutions, right up to `limit`.

    A layout with sums or pairs is asked about like others, but for renamed values and symmetries. With `rules`, "all"
    or a list of "futoshiki", "thermometers", "killer", "kakuro" and "mixed", each puzzle has a small layout of its own
    with such rules, and `layout` is not used; the solver has to take a `Puzzle`.

    The answers of the puzzles are known by construction, or, for puzzles that need search, by proof of other solvers;
    on the classic layout a third is published, which `published=False` leaves out. `kinds` selects kinds of puzzles
    (for example `["unique", "clash"]`, for a solver that treats several solutions as an error). With `givens_only`
    every cell is given or open, as it always is for solvers that do not take a `Puzzle`. `without` names properties
    that are not tested.

    The check takes `total_seconds`: it asks rounds of 50 puzzles, 100, 200 and so on until then, or until a round has
    no new puzzle. `examples` asks for one round of that number of puzzles, each of which leads to about ten calls;
    `total_seconds=None` needs it. The seed fixes the sequence of puzzles, and the clock only where it stops.

    Every call has `seconds` (None: no limit of its own) and `memory` bytes. An answer that does not come in time is no
    finding: the report says for each property how many puzzles were not settled in time (`unsettled`). Two late
    answers are findings: where no puzzle at all is answered in time, and to a puzzle with at most an eighth of its
    cells open. After a time-out on a puzzle that needs search, or that has several solutions, or after two on variants
    of such puzzles, no others of its sort are asked. A call that lasts until the end of `total_seconds` is stopped
    then, and tests nothing. The solver runs in a worker process, which imports it or, for a function of a notebook, a
    script or a test, gets a copy: a solver that ends the process, hangs or fills the memory becomes a finding, and
    what it prints is caught. `isolated=False` calls the solver in a thread of this process, for one that cannot be
    copied: a call that does not return is abandoned, and memory is not limited.

    A solver declines a puzzle by raising `Unsupported`. That is no finding, and the report counts such puzzles
    (`declined`); but a solver that declines all of them fails.

    A finding does not end the check, but the second time-out on easy puzzles does, and the finding number
    `stop_after`, where that is given. Each finding is reproduced in a new process, with as few givens as needed;
    the report says where that failed. `independence` tests whether other puzzles cause it. Findings that show no
    wrong answer but a breach of form (output, a changed argument, two right answers to the same puzzle) are of the
    kind `INVALID`.

    Raises `OptionError` for an unknown name, for fewer than one example, where no kind or no property is left, and for
    a check without an end; `Unsupported` for a layout with repeatable values or cells that are not shown;
    `PuzzleError` where no puzzle of these kinds can be made on the layout; ValueError for a bad limit, time, memory or
    number of findings; TypeError for a solver that is not callable; `LayoutError` for no layout.
    """
    __tracebackhide__ = True  # pytest shows the call in the test and the findings, not this source
    if isinstance(solve, str):
        solve = imported_function(solve)
    if isclass(solve) or not callable(solve):
        raise TypeError(f"a solver must be callable with a puzzle, but {solve!r} is not")
    check_limit(limit)
    if takes not in FORMS:
        raise OptionError(f"a solver takes one of {', '.join(FORMS)}, not {takes!r}")
    checked_sign(open_cell)
    names = () if not rules else chosen(None if rules == "all" else rules, tuple(RULE_RECIPES), "rule")
    if names and takes != "puzzle":
        raise OptionError(
            f"a solver that takes {takes} does not get the rules of a puzzle: rules= needs takes='puzzle'"
        )
    wanted = set(kinds_named(kinds))
    if takes != "puzzle":
        without = {*without, "unit order"}  # it does not get the units
    settings = CheckSettings(examples, seed, seconds, total_seconds, memory, isolated, stop_after, without)
    check_layout(layout)
    Capabilities(sums=True, pairs=True).check(layout, "check_solver()")

    def cases(number: int, examples: int) -> Iterator[Case]:
        rng = random.Random(f"{seed}/{number}")
        plain = givens_only or takes != "puzzle"
        return solver_cases(layout, examples, rng, wanted, published, plain, number == 0, names)

    where = f"puzzles with {', '.join(names)}" if names else layout.name
    if next(cases(0, 1), None) is None:
        raise PuzzleError(f"no puzzle of these kinds can be made on {where}, so that there is nothing to ask")
    name = f"{getattr(solve, '__name__', type(solve).__name__)} on {where}"
    calls = settings.calls(partial(called, solve, takes, open_cell, {}))
    only_unique = not wanted & {Kind.SATISFIABLE, Kind.SEVERAL, Kind.UNKNOWN}
    examination = SolverExamination(SOLVER_PROPERTIES, name, calls, settings, limit, only_unique, cases)
    return examination.run(raise_on_findings)


def check_backend(
    backend: AnyBackend,
    layouts: Layout | Iterable[Layout] | None = None,
    *,
    solutions: int = 1000,
    examples: int | None = None,
    seed: int = 0,
    seconds: float | None = 5.0,
    total_seconds: float | None = TOTAL_SECONDS,
    memory: int | None = MEMORY,
    isolated: bool = True,
    stop_after: int | None = None,
    without: Collection[str] = (),
    raise_on_findings: bool = True,
) -> CheckReport:
    """Tests a backend, or a function as one, against its contract and returns the report.

    Raises `CheckFailed` for findings.

    The properties are those of the contract of backends: limits, distinct solutions, the claim that there are no
    others, time, sessions without state, and so on; `BACKEND_PROPERTIES` lists them. The answers must be right for
    puzzles with known counts of solutions, for puzzles known by construction, for as many with sums and pairs if it
    takes these, and for as many random unit systems, compared with all their grids. At most `solutions` solutions of
    a puzzle are asked for; a small number suits a slow backend. With `layouts`, which may have sums and pairs, only
    these are used, and questions that need others are left out. `without` names properties that are not tested.

    Rounds, `examples`, `seed`, `total_seconds`, `memory`, `isolated` and `stop_after` are those of `check_solver`. An
    answer that is not settled within `seconds` is no finding, so a slow backend passes; a backend that takes a multiple
    of that for a test hangs, which is a finding. Each finding is reproduced in a new process, with as few givens as
    needed; one of a time-out is not, as that takes as long again.

    Capabilities that limit what a backend takes (`layouts`, `sizes`, `candidate_sets`, `counts`, `sums`, `pairs`) limit
    the questions too, and are tested: what they include has to be answered, and what they leave out to be declined by
    `Unsupported`, or answered rightly. What a backend declines is no finding, but one that declines everything fails.
    Of the other capabilities only `statistics` is tested.

    Each test runs in a worker process, which imports the backend or gets a copy (with `isolated=False`, in a thread of
    this process). A backend that crashes, hangs or exits becomes a finding of the property, which is tested no more,
    and the other properties still are. A backend can be named as everywhere; raises `UnknownBackend` and
    `BackendUnavailable` for the name, `OptionError` for an unknown property, for fewer than one example, where no
    property is left and for a check without an end, `PuzzleError` for no layouts and for capabilities that leave none,
    ValueError for a bad time, memory or number of solutions, TypeError for what is neither a backend nor a function.
    """
    __tracebackhide__ = True  # pytest shows the call in the test and the findings, not this source
    check_limit(solutions)
    settings = CheckSettings(examples, seed, seconds, total_seconds, memory, isolated, stop_after, without)
    found: Any = find_backend(backend) if isinstance(backend, str) else backend
    if isclass(found) or not callable(getattr(found, "open", None)):
        found = as_backend(found)
    chosen = (layouts,) if isinstance(layouts, Layout) else None if layouts is None else tuple(layouts)
    for layout in chosen or ():
        check_layout(layout)
    scope = Scope(valid_capabilities(found) or Capabilities(), chosen)
    name = getattr(found, "name", None)
    name = f"backend {name if isinstance(name, str) and name else type(found).__name__}"
    calls = settings.calls(partial(tested, found, scope, solutions, settings.answer_seconds))
    return BackendExamination(BACKEND_PROPERTIES, name, calls, settings, solutions, False, scope).run(raise_on_findings)
