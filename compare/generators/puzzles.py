"""Random puzzles whose answers are known by how they are made: a recipe for each kind.

Only puzzles that need search, and in which every cell is given or open, take a solver to make: see `proven.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence

from ...reference.errors import PuzzleError
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle, values_in
from .constructions import clash, open_mask, satisfiable, several, swapped_grids, unique
from .grids import find_grid, require_grid
from .kinds import Drawn, Kind, Unlucky, check_request, retried, wanted
from .proven import FALSE_GIVEN, NO_SOLUTION, refuted_by_search, with_false_given
from .search_only import find_knot, knot_forms, layouts_without_grid, search_only
from .source import Source

_MOST_RESTRICTED = 12
"""The largest number of cells that lose candidates: enough to matter, few enough to read."""


_PROVEN_TRIES = 5
"""Puzzles with one solution that are drawn for one that needs search."""


def draw_puzzle(
    kind: Kind,
    layout: Layout,
    rng: random.Random,
    givens: int | None = None,
    tries: int = 12,
    givens_only: bool = False,
) -> Drawn:
    """Returns a puzzle of this kind on the layout, with exactly `givens` givens or any number; same seed, same puzzle.

    A given is a cell with one candidate; with `givens_only` every other cell has all candidates. Raises `PuzzleError`,
    which says why, for a request that cannot be met: it is impossible, the layout has no grid, or the construction
    found nothing. Its subclass `Unlucky` says that other choices may succeed, although those of all `tries` did not.
    """
    source = Source(rng)
    return retried(lambda: make_puzzle(kind, layout, source, givens, givens_only), tries)


def make_puzzle(
    kind: Kind, layout: Layout, source: Source, givens: int | None = None, givens_only: bool = False
) -> Drawn:
    """Returns a puzzle of this kind from these choices, with exactly `givens` givens or as many as the source chooses.

    With `givens_only` every cell is given or open. Raises `PuzzleError` where it cannot be made, `Unlucky` where other
    choices may succeed.
    """
    check_request(kind, layout, givens)
    drawn = _RECIPES[kind](layout, source, givens, givens_only)
    if givens_only and not drawn.puzzle.is_plain:
        raise Unlucky(f"{wanted(kind, layout, givens)} was not found: some cells would have to keep two candidates")
    return drawn


def _satisfiable(layout: Layout, source: Source, givens: int | None, givens_only: bool) -> Drawn:
    grid = require_grid(layout, source.random())
    given = source.some(range(layout.cell_count), givens)
    return satisfiable(layout, grid, given, {} if givens_only else _taken(layout, source, given))


def _unique(layout: Layout, source: Source, givens: int | None, givens_only: bool) -> Drawn:
    grid = require_grid(layout, source.random())
    cells = range(layout.cell_count)
    kept = set(source.some(cells, most=layout.cell_count // 4)) if givens is None else set()
    order = source.order([cell for cell in cells if cell not in kept])
    return unique(layout, grid, order, {} if givens_only else _taken(layout, source, kept), givens)


def _several(layout: Layout, source: Source, givens: int | None, givens_only: bool) -> Drawn:
    first = require_grid(layout, source.random())
    others = list(swapped_grids(layout, first))
    if not source.one((True, True, True, False)):
        other = find_grid(layout, source.random()).grid
        if other is not None and other != first:
            others.append(other)
    differences = sorted((sum(one != two for one, two in zip(first, other, strict=True)), other) for other in others)
    fit = [other for count, other in differences if count <= layout.cell_count - (givens or 0)]
    if not fit:
        reason = "of the grids that were tried no two agree in so many cells"
        raise Unlucky(f"{wanted(Kind.SEVERAL, layout, givens)} was not found: {reason}")
    second = source.one(fit)
    agreed = [cell for cell in range(layout.cell_count) if first[cell] == second[cell]]
    given = source.some(agreed, givens)
    return several(layout, first, second, given, {} if givens_only else _taken(layout, source, given))


def _clash(layout: Layout, source: Source, givens: int | None, givens_only: bool) -> Drawn:
    grid = require_grid(layout, source.random())
    unit = source.one([unit for unit in layout.units if len(unit) > 1])
    first, second = source.some(unit.cells, 2)
    rest = [cell for cell in range(layout.cell_count) if cell not in (first, second)]
    given = source.some(rest, None if givens is None else givens - 2)
    taken = {} if givens_only else _taken(layout, source, {first, second, *given})
    return clash(layout, grid, (first, second), given, taken)


def _search(layout: Layout, source: Source, givens: int | None, givens_only: bool) -> Drawn:
    if givens_only and layout not in layouts_without_grid():
        return _search_by_givens(layout, source.random(), givens)
    if layout in layouts_without_grid():
        knot: dict[int, int] = {}
        how = "the layout is published as having no grid"
    else:
        knot, how = _knot(layout, source)
    others = [cell for cell in range(layout.cell_count) if cell not in knot]
    some = givens is None and not givens_only
    hints = iter(_hints(layout, source, others)) if some else _all_givens(layout, source, others)
    return search_only(layout, knot, how, hints, givens)


def _search_by_givens(layout: Layout, rng: random.Random, givens: int | None) -> Drawn:
    for _ in range(_PROVEN_TRIES):
        drawn = refuted_by_search(layout, rng)
        if drawn is not None and givens in (None, len(drawn.puzzle.givens)):
            return drawn
    reason = "the rules refute the puzzles that were tried, or the number of givens is another"
    raise Unlucky(f"{wanted(Kind.SEARCH, layout, givens)} was not found: {reason}")


def _unknown(layout: Layout, source: Source, givens: int | None, givens_only: bool) -> Drawn:
    cells = range(layout.cell_count)
    masks = [layout.all_values] * layout.cell_count
    if givens is None and not givens_only:
        for cell in source.some(cells, most=_MOST_RESTRICTED):
            masks[cell] = source.number(1, layout.all_values)
    else:
        given = source.some(cells, givens, _MOST_RESTRICTED if givens is None else None)
        for cell, taken in {} if givens_only else _taken(layout, source, given).items():
            masks[cell] = open_mask(layout, 0, taken)
        for cell in given:
            masks[cell] = 1 << (source.number(1, layout.size) - 1)
    return Drawn(Puzzle(layout, tuple(masks)), Kind.UNKNOWN, None, "any candidates in any cells")


_RECIPES: dict[Kind, Callable[[Layout, Source, int | None, bool], Drawn]] = {
    Kind.SATISFIABLE: _satisfiable,
    Kind.UNIQUE: _unique,
    Kind.SEVERAL: _several,
    Kind.CLASH: _clash,
    Kind.SEARCH: _search,
    Kind.UNKNOWN: _unknown,
}


def _taken(layout: Layout, source: Source, given: Collection[int]) -> dict[int, int]:
    """Returns values, as bits, that some of the other cells may not take; none at all half of the time."""
    if not source.one((False, True)):
        return {}
    cells = [cell for cell in range(layout.cell_count) if cell not in given]
    return {cell: source.number(1, layout.all_values) for cell in source.some(cells, most=_MOST_RESTRICTED)}


def _knot(layout: Layout, source: Source) -> tuple[dict[int, int], str]:
    """Returns a knot of a random form, else of the first form that the layout holds, and why it cannot be filled."""
    simplest = knot_forms(layout)
    order = source.order(range(layout.cell_count))
    for form in [source.one(simplest), *simplest] if simplest else []:
        cells = find_knot(layout, form, order)
        if cells is not None:
            mask = sum(1 << value for value in source.some(range(layout.size), form.values))
            return dict.fromkeys(cells, mask), form.how
    reason = "it has no three cells that are peers of each other, and no odd ring of peers, that leave enough room"
    raise PuzzleError(f"{wanted(Kind.SEARCH, layout)} was not found: {reason}")


def _hints(layout: Layout, source: Source, cells: Sequence[int]) -> list[tuple[int, int]]:
    """Returns givens in a quarter of the cells at most, then restrictions."""
    given = source.some(cells, most=len(cells) // 4)
    hints = [(cell, 1 << (source.number(1, layout.size) - 1)) for cell in given]
    return hints + [(cell, open_mask(layout, 0, taken)) for cell, taken in _taken(layout, source, given).items()]


def _all_givens(layout: Layout, source: Source, cells: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yields every value of every cell as a given, cell by cell in random order."""
    rng = source.random()
    values = values_in(layout.all_values)
    for cell in source.order(cells):
        for value in rng.sample(values, layout.size):
            yield cell, 1 << (value - 1)


def plain_puzzles(layout: Layout, seed: int, count: int) -> Iterator[Drawn]:
    """Yields so many plain puzzles (`Puzzle.is_plain`), of all kinds in turn; same seed, same puzzles.

    Kinds that have no plain puzzle on the layout are left out. Where no puzzle needs search, others without a solution
    take its turn, which elimination and only choice may refute.
    """
    kinds = list(Kind)
    drawn = 0
    while drawn < count and kinds:
        kind = kinds[drawn % len(kinds)]
        rng = random.Random(f"{seed}:{drawn}")  # noqa: S311 - no secret
        try:
            puzzle = draw_puzzle(kind, layout, rng, givens_only=True)
        except PuzzleError:
            refuted = _refuted(layout, rng) if kind is Kind.SEARCH else None
            if refuted is None:
                kinds.remove(kind)
                continue
            puzzle = refuted
        yield puzzle
        drawn += 1


def _refuted(layout: Layout, rng: random.Random) -> Drawn | None:
    """Returns a plain puzzle without a solution: one with a unique solution, and a given that contradicts it."""
    try:
        drawn = draw_puzzle(Kind.UNIQUE, layout, rng, givens_only=True)
    except PuzzleError:
        return None
    puzzle = with_false_given(drawn.puzzle, drawn.solutions[0], rng)
    return None if puzzle is None else Drawn(puzzle, Kind.UNKNOWN, NO_SOLUTION, FALSE_GIVEN)
