"""Strategies for puzzles whose answers are known by how they are made.

All take a layout, its name, or a strategy for layouts (default: one that suits the kind), and optionally an exact
number of givens, which are cells with one candidate. With `givens_only` every other cell has all candidates: for
solvers that take a line of text or a list of values. They shrink towards few values, few givens and full candidate
sets.

For a given layout, a request that cannot be met raises `PuzzleError` at the call. Layouts of a strategy that have no
such puzzle are filtered out; if none is left, Hypothesis reports it like any other filter (`Unsatisfiable` or a failed
health check), and its statistics show the reason for the last layout. Whether a layout has such a puzzle is decided
by a draw from a fixed seed. Choices that give no puzzle are replaced by the puzzle of that seed, with renamed values.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache

from hypothesis import event, reject
from hypothesis import strategies as st

from ....reference.errors import PuzzleError
from ....reference.layout import Layout
from ....reference.layouts.check import check_layout
from ....reference.layouts.classic import classic
from ....reference.layouts.diagonal import diagonal
from ....reference.layouts.from_units import from_units
from ....reference.layouts.latin import latin
from ....reference.layouts.overlapping import overlapping
from ....reference.puzzle import Puzzle
from ..constructions import renamed
from ..kinds import Drawn, Kind, check_givens, check_request, kinds_named, wanted
from ..puzzles import draw_puzzle, make_puzzle
from .layouts import HypothesisSource, layouts

Layouts = Layout | st.SearchStrategy[Layout] | None
"""A layout, a strategy for layouts, or None for layouts that suit."""

KNOWN = (Kind.SATISFIABLE, Kind.UNIQUE, Kind.SEVERAL, Kind.CLASH, Kind.SEARCH)
"""The kinds with a known answer, simplest first."""

_TRIES = 72
"""The number of draws on a given layout before a request counts as impossible."""
_FEW_TRIES = 3
"""The same on a drawn layout, and the number of further draws of an example whose own choices give no puzzle."""
_LAYOUTS = 40
"""The number of layouts that an example tries. `filter` tries three: too few for the kinds that few layouts have."""
_CELLS = 200
"""An example tries no further layout once they have so many cells in all: large ones take long."""


def satisfiable_puzzles(
    layout: Layouts = None, givens: int | None = None, givens_only: bool = False
) -> st.SearchStrategy[Puzzle]:
    """Returns puzzles with a solution, perhaps several: part of a grid, and candidate sets that allow the rest."""
    return _only(Kind.SATISFIABLE, layout, givens, givens_only)


def unique_puzzles(
    layout: Layouts = None, givens: int | None = None, givens_only: bool = False
) -> st.SearchStrategy[Puzzle]:
    """Returns puzzles with exactly one solution, which elimination and only choice find.

    Without `givens` each given is removed that the others force; with fewer than that, some cells keep two candidates.
    """
    return _only(Kind.UNIQUE, layout, givens, givens_only)


def puzzles_with_several_solutions(
    layout: Layouts = None, givens: int | None = None, givens_only: bool = False
) -> st.SearchStrategy[Puzzle]:
    """Returns puzzles with at least two solutions; the two that are known shrink towards few differences."""
    return _only(Kind.SEVERAL, layout, givens, givens_only)


def clashing_puzzles(
    layout: Layouts = None, givens: int | None = None, givens_only: bool = False
) -> st.SearchStrategy[Puzzle]:
    """Returns puzzles in which two givens of a unit are equal."""
    return _only(Kind.CLASH, layout, givens, givens_only)


def search_only_unsatisfiable_puzzles(
    layout: Layouts = None, givens: int | None = None, givens_only: bool = False
) -> st.SearchStrategy[Puzzle]:
    """Returns puzzles without a solution in which elimination and only choice find no contradiction.

    With `givens_only` a solver proves that the puzzle had one solution before it got a false given; small layouts, such
    as 4x4, have no such puzzle.
    """
    return _only(Kind.SEARCH, layout, givens, givens_only)


def puzzles(layout: Layouts = None, givens: int | None = None, givens_only: bool = False) -> st.SearchStrategy[Puzzle]:
    """Returns puzzles of unknown answer: any candidates in up to a dozen cells, or any cells with a number of givens.

    With `givens` any other cells may lose candidates too; with `givens_only` none does.
    """
    return _only(Kind.UNKNOWN, layout, givens, givens_only)


def known_puzzles(
    layout: Layouts = None,
    givens: int | None = None,
    kinds: Iterable[Kind | str] = KNOWN,
    givens_only: bool = False,
) -> st.SearchStrategy[Drawn]:
    """Returns puzzles of these kinds, each with its kind, what is certain of its answer, and how it was made.

    Kinds that a layout cannot have are left out, as long as one is left. Shrinks towards the first kind.
    """
    check_givens(givens)
    chosen = kinds_named(kinds)
    if isinstance(layout, st.SearchStrategy):
        return _on_any(layout, chosen, givens, givens_only)
    if layout is not None:
        check_layout(layout)
    of_kinds: list[st.SearchStrategy[Drawn]] = []
    refusals: list[str] = []
    for kind in chosen:
        try:
            if layout is not None:
                of_kinds.append(_on(layout, kind, givens, givens_only))
            else:
                of_kinds.append(_on_any(_suitable(kind, givens, givens_only), (kind,), givens, givens_only))
        except PuzzleError as error:
            refusals.append(error.message)
    if not of_kinds:
        raise PuzzleError("; ".join(refusals))
    return st.one_of(of_kinds)


def _only(kind: Kind, layout: Layouts, givens: int | None, givens_only: bool) -> st.SearchStrategy[Puzzle]:
    return known_puzzles(layout, givens, (kind,), givens_only).map(lambda drawn: drawn.puzzle)


def _on(layout: Layout, kind: Kind, givens: int | None, givens_only: bool) -> st.SearchStrategy[Drawn]:
    """Returns puzzles on this layout; raises `PuzzleError` where there are none."""
    known = _known(kind, layout, givens, givens_only, _TRIES)
    if isinstance(known, str):
        raise PuzzleError(known)
    return _of_layout(kind, layout, givens, givens_only, known)


@st.composite
def _on_any(
    draw: st.DrawFn, of: st.SearchStrategy[Layout], kinds: tuple[Kind, ...], givens: int | None, givens_only: bool
) -> Drawn:
    """Returns a puzzle on the first drawn layout that has one of these kinds."""
    source = HypothesisSource(draw)
    cells, refusal = 0, ""
    for _ in range(_LAYOUTS):
        layout = draw(of)
        for kind in source.order(kinds):
            known = _known(kind, layout, givens, givens_only, _FEW_TRIES)
            if isinstance(known, Drawn):
                return draw(_of_layout(kind, layout, givens, givens_only, known))
            refusal = known
        cells += layout.cell_count
        if cells >= _CELLS:
            break
    event(f"no layout fits: {refusal}")
    return reject()


@st.composite
def _of_layout(
    draw: st.DrawFn, kind: Kind, layout: Layout, givens: int | None, givens_only: bool, known: Drawn
) -> Drawn:
    """Returns a puzzle from these choices, else from a few others, else the known one with renamed values."""
    source = HypothesisSource(draw)
    with suppress(PuzzleError):
        return make_puzzle(kind, layout, source, givens, givens_only)
    with suppress(PuzzleError):
        return draw_puzzle(kind, layout, source.random(), givens, _FEW_TRIES, givens_only)
    return renamed(known, source.order(range(1, layout.size + 1)))


@lru_cache(maxsize=512)
def _known(kind: Kind, layout: Layout, givens: int | None, givens_only: bool, tries: int) -> Drawn | str:
    """Returns the puzzle of a fixed seed, or why there is none: the same in every example, as Hypothesis requires."""
    try:
        return draw_puzzle(kind, layout, random.Random(0), givens, tries, givens_only)  # noqa: S311 - no secret
    except PuzzleError as error:
        return error.message


def _suitable(kind: Kind, givens: int | None, givens_only: bool) -> st.SearchStrategy[Layout]:
    """Returns layouts of which most have such puzzles; raises `PuzzleError` where no default layout suits."""
    if kind is Kind.SEARCH and givens_only:
        return st.sampled_from([diagonal(classic(6)), latin(7), diagonal(classic(9)), classic(9)])
    if givens is None and kind is Kind.UNKNOWN:
        # On a layout of five or more values without a grid, slow solvers take minutes to show that there is none.
        return layouts(4)
    if givens is None:
        return st.sampled_from(_layouts_with_knots()) | layouts() if kind is Kind.SEARCH else layouts()
    small = [latin(1), latin(2), latin(3), classic(4), latin(5), classic(6), diagonal(classic(6)), latin(7)]
    large = [classic(9), diagonal(classic(9)), classic(16)]
    fit = [layout for layout in small + large if _has_room(kind, layout, givens)]
    if not fit:
        raise PuzzleError(f"no default layout suits {wanted(kind, givens=givens)}; name one that does")
    return st.sampled_from(fit)


def _layouts_with_knots() -> list[Layout]:
    """Returns small layouts that hold pigeons or odd rings, which most small ones do not."""
    triangle = from_units(2, [(0, 1), (1, 2), (0, 2)], (1, 3))
    return [triangle, classic(4), diagonal(classic(4)), latin(5), overlapping([(0, 0), (2, 2)], classic(4)), classic(6)]


def _has_room(kind: Kind, layout: Layout, givens: int) -> bool:
    """Returns whether the layout has many puzzles of this kind with so many givens."""
    try:
        check_request(kind, layout, givens)
    except PuzzleError:
        return False
    cells = layout.cell_count
    if kind is Kind.SEARCH:
        return layout.size > 4 and givens <= cells // 5
    return kind is not Kind.SEVERAL or givens <= cells // 2
