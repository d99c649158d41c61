"""A solver of somebody else's against all that holds for a right one: the whole set of properties in one call."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from typing import Any

from ....encoders.workers.limits import MEMORY
from ....reference.contract import check_limit
from ....reference.deadline import Deadline
from ....reference.errors import OptionError, PuzzleError
from ....reference.layout import Layout
from ....reference.layouts.classic import classic
from ...generators.kinds import Kind
from ..report import CheckFailed, CheckReport, check_terms
from ..symmetries import symmetries
from .behaviour import NAMES
from .calls import Calls
from .cases import cases
from .examination import Examination

_SYMMETRY_EFFORT = 3_000_000
"""Half a second: some symmetries do as well as all."""


def check_solver(
    solve: Callable[[Any], object],
    layout: Layout | None = None,
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
    """What was found when `solve` was held against every property in `NAMES`; raises `CheckFailed` if that is anything.

    `solve` gets a puzzle on `layout` (default: the classic 9x9) as `takes` says: a `Puzzle` ("puzzle"), a line of text
    as `write_line` gives it, with `open_cell` for open cells ("text"), a list of values with 0 for open cells
    ("values"), or a list of such rows ("rows"). It returns a grid in any form that `read_answer` reads, None or False
    where there is no solution, or an int: how many there are, right up to `limit`.

    The puzzles are known by construction; on the classic layout a third is published. `kinds` keeps to some kinds of
    them (say `["unique", "clash"]`, for a solver that takes several solutions for a mistake), `published=False` leaves
    the hard ones out. `examples` is how many puzzles the properties start from, each asked about ten times in all. Same
    seed, same puzzles. `without` names properties that are not asked for.

    Every call has `seconds` and `memory` bytes. On Unix it runs in a forked copy of this process: a solver that ends
    the process, hangs or fills the memory becomes a finding, and whatever it prints is caught. Threads do not go along
    into a fork, so a library with threads of its own may hang there; `isolated=False` calls it in a thread here (as is
    done where there are no forks): one that does not come back is left behind, and nothing bounds the memory.

    A finding does not end the check, unless it is the third call that does not come back in time. It is seen again in a
    new process, with as few givens as will do; one that is not says so. Whether other puzzles bring it about is what
    `independence` asks. Findings that show no wrong answer but a breach of form (something printed, an argument
    changed, two right answers to the same puzzle) are of the kind `INVALID`. Raises `OptionError` for a name that is
    unknown, for fewer than one example, and where no kind or no property is left, `PuzzleError` where no puzzle of
    these kinds can be made on the layout, ValueError for a bad limit, time or memory, TypeError for what is no solver
    or no layout.
    """
    if not callable(solve):
        raise TypeError(f"a solver is something to call with a puzzle, not {solve!r}")
    if not isinstance(layout, Layout | None):
        raise TypeError(f"a layout is what classic(4) and the like return, not {layout!r}")
    check_limit(limit)
    if memory is not None and memory < 1:
        raise ValueError(f"a solver needs memory, 1 byte or more, not {memory}")
    calls = Calls(solve, takes, open_cell, Deadline(seconds).seconds, memory, isolated)
    left_out = {**_left_out(takes), **dict.fromkeys(without, "as asked")}
    check_terms(examples, left_out, NAMES)
    wanted = None if kinds is None else {_kind(kind) for kind in kinds}
    if wanted is not None and not wanted:
        raise OptionError(f"a solver is asked puzzles of one kind at least; known: {', '.join(Kind)}")
    layout = classic() if layout is None else layout
    rng = random.Random(seed)  # noqa: S311 - no secret
    chosen = cases(layout, examples, rng, wanted, published, only_givens=takes != "puzzle")
    if not chosen:
        raise PuzzleError(f"no puzzle of these kinds can be made on {layout.name}, so that there is nothing to ask")
    report = CheckReport(f"{_name(solve)} on {layout.name}", left_out=left_out)
    examination = Examination(calls, symmetries(layout, _SYMMETRY_EFFORT), limit, wanted, seed, report)
    try:
        examination.run(chosen)
    finally:
        calls.close()
    if report.findings and raise_on_findings:
        raise CheckFailed(report)
    return report


def _left_out(takes: str) -> dict[str, str]:
    return {} if takes == "puzzle" else {"unit order": f"a solver that takes {takes} is told of no units"}


def _kind(kind: Kind | str) -> Kind:
    try:
        return Kind(kind)
    except ValueError:
        raise OptionError(f"no kind of puzzle is called {kind!r}; known: {', '.join(Kind)}") from None


def _name(solve: Callable[[Any], object]) -> str:
    return str(getattr(solve, "__name__", type(solve).__name__))
