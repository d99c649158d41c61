"""Whether the capabilities of a backend are true: it answers what they include, and declines what they leave out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from ....reference.errors import Unsupported
from ....reference.layout import Layout
from ....reference.layouts.classic import classic
from ....reference.layouts.latin import latin
from ....reference.layouts.names import layout_named
from ....reference.pair import Pair
from ....reference.puzzle import Puzzle
from ....reference.sum import Sum
from ...cross_check.finding import FindingKind
from ...generators.grids import find_grid
from ...generators.kinds import Kind
from ..isolated_call import shortened
from ..report import Flaw
from .questions import BackendUnderTest, Outcome, flaw_of, unless
from .scope import takes

_MOST_SIZES = 4
"""Of the numbers of values that a backend takes, so many are tried."""


class Claim(NamedTuple):
    """A question that the capabilities include, or leave out."""

    what: str
    """The question in words that follow a verb."""
    puzzle: Puzzle
    limit: int = 1
    included: bool = True


def claims(subject: BackendUnderTest) -> Iterator[Claim]:
    """Yields what the capabilities include and leave out, as far as it is in the scope."""
    scope = subject.scope
    able = scope.capabilities
    layouts = [layout_named(name) for name in able.layouts or ()]
    if able.layouts is None:
        layouts = [latin(size) for size in (able.sizes or ())[:_MOST_SIZES]]
    for layout in layouts:
        puzzle = subject.sample(layout)
        if puzzle is not None and (scope.chosen is None or layout in scope.chosen):
            yield Claim(f"puzzles on {layout.name}", puzzle)
    others = [latin(3), classic(4), classic(9)] if scope.chosen is None else []
    for layout in [layout for layout in others if not takes(able, layout)][:1]:
        yield Claim(f"puzzles on {layout.name}", Puzzle.empty(layout), included=False)
    if scope.only is None:
        for what, rule in (("sums", Sum("first", (0, 1), 4)), ("pairs", Pair("first", (0, 1), frozenset({(1, 3)})))):
            layout = latin(3) + [rule]
            if able.sizes is None or layout.size in able.sizes:
                yield Claim(f"puzzles with {what}", Puzzle.empty(layout), included=takes(able, layout))
    if not able.candidate_sets:
        for layout in scope.layouts[:1]:
            puzzle = _with_candidates(layout, subject.rng)
            yield Claim("puzzles with some candidates in a cell", puzzle, included=False)
    if not able.counts and Kind.SEVERAL in scope.kinds:
        yield Claim("questions for two solutions", Puzzle.empty(scope.layouts[0]), limit=2, included=False)


def claim_holds(subject: BackendUnderTest, claim: Claim) -> Iterator[Outcome]:
    """Checks that what is included is answered, and what is left out is declined, or answered rightly all the same."""
    what, puzzle, limit, included = claim
    subject.puzzle = puzzle
    try:
        with subject.open(puzzle) as session:
            result = subject.answer(session, puzzle, limit)
    except Unsupported as error:
        text = f"declines {what}, though its capabilities include them: {shortened(str(error))}"
        yield unless(not included, "declined", text)
    except Exception as error:
        if included:
            raise
        text = f"fails on {what}, which its capabilities leave out, with {type(error).__name__}, not with Unsupported"
        yield Flaw(FindingKind.INVALID, "not declined", f"{text}: {shortened(str(error))}")
    else:
        flaw = flaw_of(result, puzzle, limit)
        if flaw is not None and not included:
            flaw = flaw._replace(text=f"takes {what}, which its capabilities leave out, and {flaw.text}")
        yield flaw


def _with_candidates(layout: Layout, rng: random.Random) -> Puzzle:
    """Returns a puzzle with two candidates in each cell, one of them by a random grid, or any where there is none.

    A solver that does not look at them hardly gives a grid that fits.
    """
    grid = find_grid(layout, rng).grid or (1,) * layout.cell_count
    return Puzzle(layout, tuple(1 << (value - 1) | 1 << (value % layout.size) for value in grid))
