"""Whether the capabilities of a backend are true: it answers what they include, and declines what they leave out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from ...reference.errors import Unsupported
from ...reference.layout import Layout
from ...reference.layouts.classic import classic
from ...reference.layouts.latin import latin
from ...reference.layouts.names import layout_named
from ...reference.pair import Pair
from ...reference.puzzle import Puzzle
from ...reference.sum import Sum
from ..cross_check.finding import FindingKind
from ..generators.grids import find_grid
from .backend import BackendTrial, finding_in, unless
from .cases import Case
from .isolated_call import shortened
from .report import CheckFinding, CheckResult
from .scope import Scope, takes

_MOST_SIZES = 4
"""Of the numbers of values that a backend takes, so many are tried."""


class Claim(NamedTuple):
    """What the capabilities say about a question: the detail of a case."""

    what: str
    """The question in words that follow a verb."""
    limit: int = 1
    included: bool = True


def claims(scope: Scope, rng: random.Random, _: int) -> Iterator[Case]:
    """Yields what the capabilities include and leave out, as far as it is in the scope."""
    able = scope.capabilities
    layouts = [layout_named(name) for name in able.layouts or ()]
    if able.layouts is None:
        layouts = [latin(size) for size in (able.sizes or ())[:_MOST_SIZES]]
    for layout in layouts:
        if scope.chosen is None or layout in scope.chosen:
            yield Case(Puzzle.empty(layout), detail=Claim(f"puzzles on {layout.name}"))
    others = [latin(3), classic(4), classic(9)] if scope.chosen is None else []
    for layout in [layout for layout in others if not takes(able, layout)][:1]:
        yield Case(Puzzle.empty(layout), detail=Claim(f"puzzles on {layout.name}", included=False))
    if scope.only is None:
        for what, rule in (("sums", Sum("first", (0, 1), 4)), ("pairs", Pair("first", (0, 1), frozenset({(1, 3)})))):
            layout = latin(3) + [rule]
            if able.sizes is None or layout.size in able.sizes:
                yield Case(Puzzle.empty(layout), detail=Claim(f"puzzles with {what}", included=takes(able, layout)))
    if not able.candidate_sets:
        for layout in scope.layouts[:1]:
            what = "puzzles with some candidates in a cell"
            yield Case(_with_candidates(layout, rng), detail=Claim(what, included=False))
    if not able.counts:
        several = Claim("questions for two solutions", limit=2, included=False)
        yield Case(Puzzle.empty(scope.layouts[0]), detail=several)


def claim_holds(trial: BackendTrial) -> Iterator[CheckResult]:
    """Checks that what is included is answered, and what is left out is declined, or answered rightly all the same."""
    puzzle, (what, limit, included) = trial.case.puzzle, trial.case.detail
    try:
        with trial.open() as session:
            result = trial.answer(session, puzzle, limit)
    except Unsupported as error:
        text = f"declines {what}, though its capabilities include them: {shortened(str(error))}"
        yield unless(not included, "declined", text)
    except Exception as error:
        if included:
            raise
        text = f"fails on {what}, which its capabilities leave out, with {type(error).__name__}, not with Unsupported"
        yield CheckFinding(FindingKind.INVALID, "not declined", f"{text}: {shortened(str(error))}")
    else:
        wrong = finding_in(result, puzzle, limit)
        if isinstance(wrong, CheckFinding) and not included:
            wrong = wrong._replace(text=f"takes {what}, which its capabilities leave out, and {wrong.text}")
        yield wrong


def _with_candidates(layout: Layout, rng: random.Random) -> Puzzle:
    """Returns a puzzle with two candidates in each cell, one of them by a random grid, or any where there is none.

    A solver that does not look at them hardly gives a grid that fits.
    """
    grid = find_grid(layout, rng).grid or (1,) * layout.cell_count
    return Puzzle(layout, tuple(1 << (value - 1) | 1 << (value % layout.size) for value in grid))
