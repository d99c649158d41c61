"""Strategies for grids of a layout, and how layouts that do not fit are passed over."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar, overload

from hypothesis import reject
from hypothesis import strategies as st

from ...reference.errors import PuzzleError
from ...reference.grid import Grid
from ...reference.layout import Layout
from ..drawn.grids import require_grid
from .layouts import DrawnSource, layouts

_LAYOUTS = 5
"""How many layouts an example tries before it counts as none."""
_MISFITS = 20
"""After how many examples without a layout that fits, when none ever did, the reason is raised."""

Made = TypeVar("Made")


class SolvedGrid(NamedTuple):
    """A layout and one of its grids."""

    layout: Layout
    grid: Grid


@overload
def solved_grids(layout: Layout) -> st.SearchStrategy[Grid]: ...


@overload
def solved_grids(layout: st.SearchStrategy[Layout] | None = None) -> st.SearchStrategy[SolvedGrid]: ...


def solved_grids(
    layout: Layout | st.SearchStrategy[Layout] | None = None,
) -> st.SearchStrategy[Grid] | st.SearchStrategy[SolvedGrid]:
    """Grids of the layout, or layouts (default: of every kind) with a grid each; layouts without one are passed over.

    A grid comes from a seed, which shrinks towards 0; layouts shrink as they do. Where no layout has a grid that can be
    found, the first examples raise `PuzzleError`.
    """
    if isinstance(layout, Layout):
        return _grids_of(layout)
    return on_fitting(layouts() if layout is None else layout, _solved)


@st.composite
def _grids_of(draw: st.DrawFn, layout: Layout) -> Grid:
    return require_grid(layout, DrawnSource(draw).random())


def _solved(layout: Layout) -> st.SearchStrategy[SolvedGrid]:
    return _grids_of(layout).map(lambda grid: SolvedGrid(layout, grid))


def on_fitting(
    of: st.SearchStrategy[Layout], make: Callable[[Layout], st.SearchStrategy[Made]]
) -> st.SearchStrategy[Made]:
    """What `make` brings on a layout from `of`; one on which it raises `PuzzleError` is passed over.

    If no layout ever fits, the error is raised after a while: a failed health check would not tell what is wrong.
    """
    return _on_fitting(of, make, _Misfits())


class _Misfits:
    """How many examples found no layout that fits, as long as none ever did."""

    def __init__(self) -> None:
        self.count = 0
        self.any_fits = False


@st.composite
def _on_fitting(
    draw: st.DrawFn,
    of: st.SearchStrategy[Layout],
    make: Callable[[Layout], st.SearchStrategy[Made]],
    misfits: _Misfits,
) -> Made:
    for _ in range(_LAYOUTS):
        layout = draw(of)
        try:
            made = draw(make(layout))
        except PuzzleError as error:
            reason = error
            continue
        misfits.any_fits = True
        return made
    # One more choice, which makes this example a new one: else there may be no other, and no second misfit to count,
    # and an example that was rejected before would now fail.
    draw(st.integers(0, 2**32))
    misfits.count += 1
    if misfits.count >= _MISFITS and not misfits.any_fits:
        raise PuzzleError(f"no layout that was drawn fits; for the last one: {reason.message}") from reason
    return reject()
