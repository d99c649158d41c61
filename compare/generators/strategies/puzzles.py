"""Strategies for puzzles whose answers are known by how they are made.

All take a layout, or a strategy for layouts (default: one that suits the kind), and an exact number of givens, cells
with one candidate, if it matters. They shrink towards few values, few givens and full candidate sets.

A request that cannot be met is a `PuzzleError` that says why: at the call for a given layout, with the first example
for a strategy, and never later. Whether it can be met is settled by drawing from fixed seeds: a puzzle on the layout,
or layouts until one fits. Examples pass over the layouts that do not fit; where their choices bring no puzzle, they
have the one that was found then, with its values renamed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from hypothesis import strategies as st

from ....reference.errors import PuzzleError
from ....reference.layout import Layout
from ....reference.layouts.classic import classic
from ....reference.layouts.diagonal import diagonal
from ....reference.layouts.from_units import from_units
from ....reference.layouts.latin import latin
from ....reference.layouts.overlapping import overlapping
from ....reference.puzzle import Puzzle
from ..constructions import renamed
from ..kinds import Drawn, Kind, Unlucky, check_request, wanted
from ..puzzles import draw_puzzle
from ..recipes import make_puzzle
from .grids import Fitting
from .layouts import DrawnSource, layouts

Layouts = Layout | st.SearchStrategy[Layout] | None
"""A layout, a strategy for layouts, or None for those that suit."""

KNOWN = (Kind.SATISFIABLE, Kind.UNIQUE, Kind.SEVERAL, Kind.CLASH, Kind.SEARCH)
"""The kinds with an answer, simplest first."""

_SEEDS = 6
"""How many seeds are tried on a given layout before a request counts as impossible."""
_TRIES = 12
"""How often each of them makes other choices."""
_FEW_TRIES = 3
"""How often an example makes other choices after unlucky ones; and the one seed, on a layout that is drawn."""


def satisfiable_puzzles(layout: Layouts = None, givens: int | None = None) -> st.SearchStrategy[Puzzle]:
    """Puzzles with a solution, perhaps with others: a part of a grid, and candidate sets that allow the rest."""
    return _only(Kind.SATISFIABLE, layout, givens)


def unique_puzzles(layout: Layouts = None, givens: int | None = None) -> st.SearchStrategy[Puzzle]:
    """Puzzles with exactly one solution, which elimination and only choice find.

    Without `givens` as many givens go as the others force; with fewer than that, some cells keep two candidates.
    """
    return _only(Kind.UNIQUE, layout, givens)


def puzzles_with_several_solutions(layout: Layouts = None, givens: int | None = None) -> st.SearchStrategy[Puzzle]:
    """Puzzles with two solutions at least; the two that are known shrink towards few differences."""
    return _only(Kind.SEVERAL, layout, givens)


def clashing_puzzles(layout: Layouts = None, givens: int | None = None) -> st.SearchStrategy[Puzzle]:
    """Puzzles in which two givens of a unit are equal."""
    return _only(Kind.CLASH, layout, givens)


def search_only_unsatisfiable_puzzles(layout: Layouts = None, givens: int | None = None) -> st.SearchStrategy[Puzzle]:
    """Puzzles without a solution, of which elimination and only choice see nothing."""
    return _only(Kind.SEARCH, layout, givens)


def puzzles(layout: Layouts = None, givens: int | None = None) -> st.SearchStrategy[Puzzle]:
    """Puzzles of unknown answer: any candidates in up to a dozen cells, or in any with a number of givens."""
    return _only(Kind.UNKNOWN, layout, givens)


def known_puzzles(
    layout: Layouts = None, givens: int | None = None, kinds: Iterable[Kind] = KNOWN
) -> st.SearchStrategy[Drawn]:
    """Puzzles of these kinds together with their kind, what is certain of their answer, and how they were made.

    Of several kinds those that the layout, or the layouts of the strategy, cannot have are left out, as long as one is
    left. Shrinks towards the first kind.
    """
    if not isinstance(layout, Layout | st.SearchStrategy | None):
        raise PuzzleError(f"puzzles are drawn on a layout, or on those of a strategy, not on {layout!r}")
    kinds = tuple(map(Kind, kinds))
    if not kinds:
        raise PuzzleError("no kind of puzzle is asked for")
    requests: list[_Request] = []
    refusals: list[str] = []
    for kind in kinds:
        try:
            requests.append(_request(kind, layout, givens))
        except PuzzleError as error:
            refusals.append(error.message)
    if not requests:
        raise PuzzleError("; ".join(refusals))
    return _of_requests(requests)


def _only(kind: Kind, layout: Layouts, givens: int | None) -> st.SearchStrategy[Puzzle]:
    return known_puzzles(layout, givens, (kind,)).map(_puzzle)


def _puzzle(drawn: Drawn) -> Puzzle:
    return drawn.puzzle


class _Request(NamedTuple):
    """Puzzles of one kind."""

    puzzles: st.SearchStrategy[Drawn]
    refusal: Callable[[], str | None] = lambda: None
    """Why no example has one, or None; the same each time."""


def _request(kind: Kind, layout: Layouts, givens: int | None) -> _Request:
    """The request; `PuzzleError` where no default layout suits, or the given one has no such puzzle."""
    if isinstance(layout, Layout):
        # Checked here too: what is no number of givens may not be hashable.
        check_request(kind, layout, givens)
        return _Request(_of_layout(kind, layout, givens, _required(kind, layout, givens, _SEEDS, _TRIES)))

    def refusal(drawn: Layout) -> str | None:
        try:
            check_request(kind, drawn, givens)
        except PuzzleError as error:
            return error.message
        known = _known(kind, drawn, givens, 1, _FEW_TRIES)
        return known if isinstance(known, str) else None

    def puzzles(drawn: Layout) -> st.SearchStrategy[Drawn]:
        return _of_layout(kind, drawn, givens, _required(kind, drawn, givens, 1, _FEW_TRIES))

    fitting = Fitting(_suitable(kind, layout, givens), refusal)
    return _Request(fitting.layouts().flatmap(puzzles), lambda: fitting.refusal)


@st.composite
def _of_requests(draw: st.DrawFn, requests: list[_Request]) -> Drawn:
    # Refused before the first choice: then there is nothing that Hypothesis would try to shrink.
    refusals = [request.refusal() for request in requests]
    possible = [request.puzzles for request, refusal in zip(requests, refusals, strict=True) if refusal is None]
    if not possible:
        raise PuzzleError("; ".join(map(str, refusals)))
    return draw(st.one_of(possible))


@lru_cache(maxsize=512)
def _known(kind: Kind, layout: Layout, givens: int | None, seeds: int, tries: int) -> Drawn | str:
    """A puzzle of this kind from the first of so many fixed seeds that brings one, or why there is none.

    The same each time, whatever was drawn before. Other seeds are tried where it was a matter of luck.
    """
    refusal = ""
    for seed in range(seeds):
        try:
            return draw_puzzle(kind, layout, random.Random(seed), givens, tries)  # noqa: S311 - no secret
        except Unlucky as error:
            refusal = f"{error.message}, with each of {seeds} seeds" if seeds > 1 else error.message
        except PuzzleError as error:
            return error.message
    return refusal


def _required(kind: Kind, layout: Layout, givens: int | None, seeds: int, tries: int) -> Drawn:
    known = _known(kind, layout, givens, seeds, tries)
    if isinstance(known, str):
        raise PuzzleError(known)
    return known


@st.composite
def _of_layout(draw: st.DrawFn, kind: Kind, layout: Layout, givens: int | None, known: Drawn) -> Drawn:
    """A puzzle from these choices, a few others if they are unlucky, and else the known one with its values renamed."""
    source = DrawnSource(draw)
    with suppress(PuzzleError):
        return make_puzzle(kind, layout, source, givens)
    with suppress(PuzzleError):
        return draw_puzzle(kind, layout, source.random(), givens, _FEW_TRIES)
    return renamed(known, source.order(range(1, layout.size + 1)))


def _suitable(kind: Kind, layout: st.SearchStrategy[Layout] | None, givens: int | None) -> st.SearchStrategy[Layout]:
    """The strategy for layouts that is given, or one whose layouts have, as a rule, puzzles like that."""
    if layout is not None:
        return layout
    if givens is None and kind is Kind.UNKNOWN:
        # Where nothing is known, a "no" on some layout without a grid takes slow solvers minutes from five values on.
        return layouts(4)
    if givens is None:
        return st.sampled_from(_knotty_layouts()) | layouts() if kind is Kind.SEARCH else layouts()
    fit = [small for small in _plain_layouts() if _has_room(kind, small, givens)]
    if not fit:
        raise PuzzleError(f"no default layout suits {wanted(kind, givens=givens)}; name one that does")
    return st.sampled_from(fit)


def _plain_layouts() -> list[Layout]:
    squares = [latin(1), latin(2), latin(3), classic(4), latin(5), classic(6), diagonal(classic(6)), latin(7)]
    return [*squares, classic(9), diagonal(classic(9)), classic(16)]


def _knotty_layouts() -> list[Layout]:
    """Small layouts that hold pigeons or odd rings, which most small ones do not."""
    triangle = from_units(2, [(0, 1), (1, 2), (0, 2)], (1, 3))
    return [triangle, classic(4), diagonal(classic(4)), latin(5), overlapping([(0, 0), (2, 2)], classic(4)), classic(6)]


def _has_room(kind: Kind, layout: Layout, givens: int) -> bool:
    """Whether the layout has puzzles of this kind with so many givens, and not just by chance."""
    try:
        check_request(kind, layout, givens)
    except PuzzleError:
        return False
    cells = layout.cell_count
    if kind is Kind.SEARCH:
        return layout.size > 4 and givens <= cells // 5
    return kind is not Kind.SEVERAL or givens <= cells // 2
