"""The conformance check of a backend: `check_backend` reads the arguments and returns the report."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial
from inspect import isclass
from math import inf
from typing import Any

from ...encoders.naming.find import find_backend
from ...encoders.naming.sessions import as_backend
from ...encoders.workers.limits import MEMORY
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.judgement import check_limit
from ...reference.contract.session import AnyBackend
from ...reference.model.layout import Layout, check_layout
from .backend import BackendExamination, tested
from .backend_properties import PROPERTIES
from .examination import TOTAL_SECONDS
from .isolated_call import isolated_calls
from .report import CheckReport
from .scope import Scope, valid_capabilities


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

    The properties are those of `reference.contract`: limits, distinct solutions, the claim that there are no others,
    time, sessions without state, and so on; `PROPERTIES` lists them. The answers must be right for puzzles with known
    counts of solutions, for puzzles known by construction, for as many with sums and pairs if it takes these, and for
    as many random unit systems, compared with all their grids. At most `solutions` solutions of a puzzle are asked
    for; a small number suits a slow backend. With `layouts`, which may have sums and pairs, only these are used, and
    questions that need others are left out. `without` names properties that are not tested.

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
    Deadline(seconds)  # raises ValueError for a bad time
    seconds = inf if seconds is None else seconds
    found: Any = find_backend(backend) if isinstance(backend, str) else backend
    if isclass(found) or not callable(getattr(found, "open", None)):
        found = as_backend(found)
    chosen = (layouts,) if isinstance(layouts, Layout) else None if layouts is None else tuple(layouts)
    for layout in chosen or ():
        check_layout(layout)
    scope = Scope(valid_capabilities(found) or Capabilities(), chosen)
    name = getattr(found, "name", None)
    name = f"backend {name if isinstance(name, str) and name else type(found).__name__}"
    calls = isolated_calls(partial(tested, found, scope, solutions, seconds), isolated, memory)
    settings = examples, seed, total_seconds, stop_after, without
    return BackendExamination(PROPERTIES, name, calls, *settings, solutions, seconds, False, scope).run(
        raise_on_findings
    )
