"""How a puzzle of each kind is made from the choices of a source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...reference.errors import PuzzleError
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle, values_in
from .constructions import clash, differences, open_mask, satisfiable, several, swapped_grids
from .grids import find_grid, require_grid
from .kinds import Drawn, Kind, Unlucky, check_request, wanted
from .knots import find_knot, forms
from .search_only import layouts_without_grid, search_only
from .source import Source
from .unique import unique

_MOST_RESTRICTED = 12
"""How many cells lose candidates at most: enough to matter, few enough to read."""


def make_puzzle(kind: Kind, layout: Layout, source: Source, givens: int | None = None) -> Drawn:
    """A puzzle of this kind from these choices, with just `givens` givens, or as many as the source likes.

    Raises `PuzzleError` where it cannot be made, `Unlucky` where other choices may help.
    """
    check_request(kind, layout, givens)
    return _RECIPES[kind](layout, source, givens)


def _satisfiable(layout: Layout, source: Source, givens: int | None) -> Drawn:
    grid = require_grid(layout, source.random())
    given = source.some(range(layout.cell_count), givens)
    return satisfiable(layout, grid, given, _taken(layout, source, given))


def _unique(layout: Layout, source: Source, givens: int | None) -> Drawn:
    grid = require_grid(layout, source.random())
    cells = range(layout.cell_count)
    kept = set(source.some(cells, most=layout.cell_count // 4)) if givens is None else set()
    order = source.order([cell for cell in cells if cell not in kept])
    return unique(layout, grid, order, _taken(layout, source, kept), givens)


def _several(layout: Layout, source: Source, givens: int | None) -> Drawn:
    first = require_grid(layout, source.random())
    most = layout.cell_count - (givens or 0)
    others = [(differences(first, other), other) for other in swapped_grids(layout, first)]
    if not source.one((True, True, True, False)):
        other = find_grid(layout, source.random()).grid
        if other is not None and other != first:
            others.append((differences(first, other), other))
    fit = sorted(pair for pair in others if pair[0] <= most)
    if not fit:
        reason = "of the grids that were tried no two agree in so many cells"
        raise Unlucky(f"{wanted(Kind.SEVERAL, layout, givens)} was not found: {reason}")
    second = source.one(fit)[1]
    agreed = [cell for cell in range(layout.cell_count) if first[cell] == second[cell]]
    given = source.some(agreed, givens)
    return several(layout, first, second, given, _taken(layout, source, given))


def _clash(layout: Layout, source: Source, givens: int | None) -> Drawn:
    grid = require_grid(layout, source.random())
    unit = source.one([unit for unit in layout.units if len(unit) > 1])
    first, second = source.some(unit.cells, 2)
    rest = [cell for cell in range(layout.cell_count) if cell not in (first, second)]
    given = source.some(rest, None if givens is None else givens - 2)
    return clash(layout, grid, (first, second), given, _taken(layout, source, {first, second, *given}))


def _search(layout: Layout, source: Source, givens: int | None) -> Drawn:
    if layout in layouts_without_grid():
        knot: dict[int, int] = {}
        how = "the layout is published as having no grid"
    else:
        knot, how = _knot(layout, source)
    others = [cell for cell in range(layout.cell_count) if cell not in knot]
    hints = iter(_hints(layout, source, others)) if givens is None else _givens_tried(layout, source, others)
    return search_only(layout, knot, how, hints, givens)


def _unknown(layout: Layout, source: Source, givens: int | None) -> Drawn:
    cells = range(layout.cell_count)
    masks = [layout.all_values] * layout.cell_count
    if givens is None:
        for cell in source.some(cells, most=_MOST_RESTRICTED):
            masks[cell] = source.number(1, layout.all_values)
    else:
        given = source.some(cells, givens)
        for cell, taken in _taken(layout, source, given).items():
            masks[cell] = open_mask(layout, 0, taken)
        for cell in given:
            masks[cell] = 1 << (source.number(1, layout.size) - 1)
    return Drawn(Puzzle(layout, tuple(masks)), Kind.UNKNOWN, None, "any candidates in any cells")


_RECIPES: dict[Kind, Callable[[Layout, Source, int | None], Drawn]] = {
    Kind.SATISFIABLE: _satisfiable,
    Kind.UNIQUE: _unique,
    Kind.SEVERAL: _several,
    Kind.CLASH: _clash,
    Kind.SEARCH: _search,
    Kind.UNKNOWN: _unknown,
}


def _taken(layout: Layout, source: Source, given: Sequence[int] | set[int]) -> dict[int, int]:
    """Values, as bits, that some of the other cells may not take; none at all every other time."""
    if not source.one((False, True)):
        return {}
    cells = [cell for cell in range(layout.cell_count) if cell not in given]
    return {cell: source.number(1, layout.all_values) for cell in source.some(cells, most=_MOST_RESTRICTED)}


def _knot(layout: Layout, source: Source) -> tuple[dict[int, int], str]:
    """A knot of a drawn form, or of the first form that the layout holds."""
    simplest = forms(layout)
    order = source.order(range(layout.cell_count))
    for form in [source.one(simplest), *simplest] if simplest else []:
        cells = find_knot(layout, form, order)
        if cells is not None:
            values = source.some(range(layout.size), form.values)
            mask = sum(1 << value for value in values)
            return dict.fromkeys(cells, mask), form.how
    reason = "it has no three cells that are peers of each other, and no odd ring of peers, that leave enough room"
    raise PuzzleError(f"{wanted(Kind.SEARCH, layout)} was not found: {reason}")


def _hints(layout: Layout, source: Source, cells: Sequence[int]) -> list[tuple[int, int]]:
    """Givens in a quarter of the cells at most, then restrictions."""
    given = source.some(cells, most=len(cells) // 4)
    hints = [(cell, 1 << (source.number(1, layout.size) - 1)) for cell in given]
    return hints + [(cell, open_mask(layout, 0, taken)) for cell, taken in _taken(layout, source, given).items()]


def _givens_tried(layout: Layout, source: Source, cells: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Every value of every cell as a given, cell by cell."""
    rng = source.random()
    values = values_in(layout.all_values)
    for cell in source.order(cells):
        for value in rng.sample(values, layout.size):
            yield cell, 1 << (value - 1)
