"""Strategies for puzzles whose answers are known by how they are made.

All take a layout, or a strategy for layouts (default: one that suits the kind), and an exact number of givens, cells
with one candidate, if it matters. They shrink towards few values, few givens and full candidate sets. A request that
cannot be met is a `PuzzleError` that says why: at the call, or with the first example. Layouts that come from a
strategy are passed over where they do not fit, unless none fits.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache

from hypothesis import strategies as st

from ...reference.errors import PuzzleError
from ...reference.layout import Layout
from ...reference.layouts.classic import classic
from ...reference.layouts.diagonal import diagonal
from ...reference.layouts.from_units import from_units
from ...reference.layouts.latin import latin
from ...reference.layouts.overlapping import overlapping
from ...reference.puzzle import Puzzle
from ..drawn.kinds import Drawn, Kind, Unlucky, check_request, wanted
from ..drawn.puzzles import draw_puzzle
from ..drawn.recipes import make_puzzle
from .grids import on_fitting
from .layouts import DrawnSource, layouts

Layouts = Layout | st.SearchStrategy[Layout] | None
"""A layout, a strategy for layouts, or None for those that suit."""

KNOWN = (Kind.SATISFIABLE, Kind.UNIQUE, Kind.SEVERAL, Kind.CLASH, Kind.SEARCH)
"""The kinds with an answer, simplest first."""


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

    Of several kinds those that a given layout cannot have are left out, as long as one is left. Shrinks towards the
    first kind.
    """
    kinds = tuple(map(Kind, kinds))
    if not kinds:
        raise PuzzleError("no kind of puzzle is asked for")
    if not isinstance(layout, Layout):
        return st.one_of([_of_layouts(kind, layout, givens) for kind in kinds])
    if len(kinds) == 1:
        check_request(kinds[0], layout, givens)
        return _of_layout(kinds[0], layout, givens)
    possible = [kind for kind in kinds if _refusal(kind, layout, givens) is None]
    if not possible:
        raise PuzzleError("; ".join(str(_refusal(kind, layout, givens)) for kind in kinds))
    return st.one_of([_of_layout(kind, layout, givens) for kind in possible])


def _only(kind: Kind, layout: Layouts, givens: int | None) -> st.SearchStrategy[Puzzle]:
    return known_puzzles(layout, givens, (kind,)).map(_puzzle)


def _puzzle(drawn: Drawn) -> Puzzle:
    return drawn.puzzle


@lru_cache(maxsize=256)
def _refusal(kind: Kind, layout: Layout, givens: int | None) -> str | None:
    """Why no puzzle of this kind can be drawn on the layout, or None."""
    try:
        draw_puzzle(kind, layout, random.Random(0), givens)  # noqa: S311 - no secret
    except PuzzleError as error:
        return error.message
    return None


@st.composite
def _of_layout(draw: st.DrawFn, kind: Kind, layout: Layout, givens: int | None) -> Drawn:
    # Refused before the first choice: then there is nothing that Hypothesis would try to shrink.
    refusal = _refusal(kind, layout, givens)
    if refusal is not None:
        raise PuzzleError(refusal)
    return draw(_from_choices(kind, layout, givens))


def _of_layouts(kind: Kind, of: st.SearchStrategy[Layout] | None, givens: int | None) -> st.SearchStrategy[Drawn]:
    return on_fitting(_suitable(kind, of, givens), lambda layout: _from_choices(kind, layout, givens))


@st.composite
def _from_choices(draw: st.DrawFn, kind: Kind, layout: Layout, givens: int | None) -> Drawn:
    source = DrawnSource(draw)
    try:
        return make_puzzle(kind, layout, source, givens)
    except Unlucky:
        # Bad luck is rare; this tries several times.
        return draw_puzzle(kind, layout, source.random(), givens)


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
