"""Strategies for grids of a layout, and how layouts that do not fit are passed over."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import NamedTuple, overload

from hypothesis import Phase, Verbosity, find, reject, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample, Unsatisfiable

from ....reference.errors import PuzzleError
from ....reference.grid import Grid
from ....reference.layout import Layout
from ..constructions import renamed_grid
from ..grids import find_grid, require_grid
from .layouts import DrawnSource, layouts, plain_draws

_LAYOUTS = 10
"""How many layouts an example tries before it takes one that was found to fit beforehand."""
_CELLS = 200
"""It tries no more once they have so many cells in all: large ones take long."""
_KNOWN = 6
"""How many of those are enough; there may be the same one among them twice."""
_CELLS_BEFOREHAND = 10_000
"""How many cells the layouts of our own strategies that are tried beforehand may have in all."""
_LAYOUTS_BEFOREHAND = 100
"""How many layouts of other strategies are tried beforehand until one fits."""


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
    found, the first example raises `PuzzleError`.
    """
    if isinstance(layout, Layout):
        return _grids_of(layout)
    return Fitting(layouts() if layout is None else layout, _no_grid).layouts().flatmap(_solved)


@st.composite
def _grids_of(draw: st.DrawFn, layout: Layout) -> Grid:
    known = _known_grid(layout)
    if isinstance(known, str):
        raise PuzzleError(known)
    source = DrawnSource(draw)
    found = find_grid(layout, source.random()).grid
    return renamed_grid(known, source.order(range(1, layout.size + 1))) if found is None else found


def _solved(layout: Layout) -> st.SearchStrategy[SolvedGrid]:
    return _grids_of(layout).map(lambda grid: SolvedGrid(layout, grid))


@lru_cache(maxsize=256)
def _known_grid(layout: Layout) -> Grid | str:
    """A grid of the layout, or why there is none: the same each time, whatever was drawn before."""
    try:
        return require_grid(layout, random.Random(0))  # noqa: S311 - no secret
    except PuzzleError as error:
        return error.message


def _no_grid(layout: Layout) -> str | None:
    known = _known_grid(layout)
    return known if isinstance(known, str) else None


class Fitting:
    """The layouts of a strategy that fit: those on which `refusal`, which has to be a plain function, says nothing.

    Whether there are any is settled beforehand, with layouts that are drawn from a fixed seed. What an example does
    follows from its own choices and from that alone: Hypothesis calls anything else flaky.
    """

    def __init__(self, of: st.SearchStrategy[Layout], refusal: Callable[[Layout], str | None]) -> None:
        self._of = of
        self._refusal = refusal

    def layouts(self) -> st.SearchStrategy[Layout]:
        """A layout that fits; `PuzzleError` before the first choice if none was found beforehand."""
        return _fitting(self._of, self._refusal, self)

    @property
    def refusal(self) -> str | None:
        """Why no layout fits, or None if one was found."""
        return self._beforehand[1]

    @property
    def known(self) -> list[Layout]:
        """Layouts that were found; there is none either where the strategy brought no layout at all."""
        return self._beforehand[0]

    @cached_property
    def _beforehand(self) -> tuple[list[Layout], str | None]:
        reasons: list[str] = []
        known: list[Layout] = []

        def fits(layout: Layout) -> bool:
            reason = self._refusal(layout)
            if reason is not None:
                reasons.append(reason)
            return reason is None

        plain = plain_draws(self._of)
        if plain is not None:
            cells = 0
            while len(known) < _KNOWN and cells < _CELLS_BEFOREHAND:
                layout = next(plain)
                cells += layout.cell_count
                if fits(layout):
                    known.append(layout)
        else:
            # A thread of its own, as Hypothesis refuses a search inside an example.
            with ThreadPoolExecutor(1) as thread, suppress(NoSuchExample, Unsatisfiable):
                known.append(thread.submit(_first, self._of, fits).result())
        if known or not reasons:
            # Where a strategy has no layout at all, Hypothesis says so better.
            return known, None
        return [], f"no layout that was drawn fits, of {len(reasons)}; for the last one: {reasons[-1]}"


def _first(of: st.SearchStrategy[Layout], fits: Callable[[Layout], bool]) -> Layout:
    """The first layout that fits, of those that a fixed seed brings."""
    plain = settings(
        max_examples=_LAYOUTS_BEFOREHAND,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
    )
    return find(of, fits, settings=plain, random=random.Random(0))  # noqa: S311 - no secret


@st.composite
def _fitting(
    draw: st.DrawFn, of: st.SearchStrategy[Layout], refusal: Callable[[Layout], str | None], fitting: Fitting
) -> Layout:
    # Refused before the first choice: then there is nothing that Hypothesis would try to shrink.
    if fitting.refusal is not None:
        raise PuzzleError(fitting.refusal)
    cells = 0
    for _ in range(_LAYOUTS):
        layout = draw(of)
        if refusal(layout) is None:
            return layout
        cells += layout.cell_count
        if cells >= _CELLS:
            break
    return draw(st.sampled_from(fitting.known)) if fitting.known else reject()
