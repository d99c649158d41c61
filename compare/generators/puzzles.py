"""Random puzzles whose answers are known by how they are made: a recipe for each kind.

Only puzzles that need search, and in which every cell is given or open, take a solver to make: see `proven.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress

from ...reference.contract.capabilities import Capabilities
from ...reference.contract.errors import PuzzleError
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from .constructions import clash, open_mask, puzzle_around, several, swapped_grids, unique
from .grids import Choices, random_grid
from .kinds import NOTHING_KNOWN, Drawn, Kind, Unlucky, check_givens, known, retried, why_impossible
from .proven import MOST_PROVEN, core_forms, find_core, is_beyond_the_rules, minimal, search_only, with_false_given

_MOST_RESTRICTED = 12
"""The largest number of cells that lose candidates, and of givens at random: enough to matter, few enough to read."""

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
    source = Choices(rng)
    return retried(lambda: make_puzzle(kind, layout, source, givens, givens_only), tries)


def make_puzzle(
    kind: Kind, layout: Layout, source: Choices, givens: int | None = None, givens_only: bool = False
) -> Drawn:
    """Returns a puzzle of this kind from these choices, with exactly `givens` givens or as many as the source chooses.

    With `givens_only` every cell is given or open. Raises `PuzzleError` where it cannot be made, `Unlucky` where other
    choices may succeed, and `Unsupported` for units in which values may repeat and for cells that are not shown: the
    proofs need peers that differ, and solutions that differ anywhere.
    """
    check_givens(givens)
    Capabilities(sums=True, pairs=True).check(layout, "the drawing of puzzles")
    of_givens = "" if givens is None else f" of {givens} given" + "s" * (givens != 1)
    wanted = f"a puzzle{of_givens} of the kind {kind} on {layout.name}"
    reason = why_impossible(kind, layout, givens)
    if reason is not None:
        raise PuzzleError(f"{wanted} cannot be made: {reason}")
    try:
        drawn = _RECIPES[kind](layout, source, givens, givens_only)
        if givens_only and not drawn.puzzle.is_plain:
            raise Unlucky("some cells would have to keep two candidates")
        found = len(drawn.puzzle.givens)
        if givens not in (None, found):
            raise Unlucky(f"the construction ended with {found} givens")
    except Unlucky as error:
        raise Unlucky(f"{wanted} was not found: {error.message}") from error
    return drawn


def _satisfiable(layout: Layout, source: Choices, givens: int | None, givens_only: bool) -> Drawn:
    """Returns a puzzle whose givens are as in a grid. Proof: the grid takes an allowed value everywhere."""
    grid = random_grid(layout, source.random())
    given = source.some(range(layout.cell_count), givens)
    puzzle = puzzle_around(layout, (grid,), given, _taken(layout, source, given, givens_only))
    how = "part of a grid is given, and its values are allowed in other cells"
    return known(Kind.SATISFIABLE, puzzle, (grid,), how)


def _unique(layout: Layout, source: Choices, givens: int | None, givens_only: bool) -> Drawn:
    grid = random_grid(layout, source.random())
    cells = range(layout.cell_count)
    kept = set(source.some(cells, most=layout.cell_count // 4)) if givens is None else set()
    order = source.order([cell for cell in cells if cell not in kept])
    return unique(layout, grid, order, _taken(layout, source, kept, givens_only), givens)


def _several(layout: Layout, source: Choices, givens: int | None, givens_only: bool) -> Drawn:
    first = random_grid(layout, source.random())
    others = list(swapped_grids(layout, first))
    if not source.one((True, True, True, False)):
        with suppress(PuzzleError):
            others.append(random_grid(layout, source.random()))
    differences = sorted((sum(one != two for one, two in zip(first, other, strict=True)), other) for other in others)
    fit = [other for count, other in differences if 0 < count <= layout.cell_count - (givens or 0)]
    if not fit:
        raise Unlucky("of the grids that were tried no two agree in so many cells")
    second = source.one(fit)
    agreed = [cell for cell in range(layout.cell_count) if first[cell] == second[cell]]
    given = source.some(agreed, givens)
    return several(layout, first, second, given, _taken(layout, source, given, givens_only))


def _clash(layout: Layout, source: Choices, givens: int | None, givens_only: bool) -> Drawn:
    grid = random_grid(layout, source.random())
    unit = source.one([unit for unit in layout.units if len(unit) > 1])
    pair = source.some(unit.cells, 2)
    rest = [cell for cell in range(layout.cell_count) if cell not in pair]
    given = {*pair, *source.some(rest, None if givens is None else givens - 2)}
    return clash(layout, grid, unit, pair, given, _taken(layout, source, given, givens_only))


def _search(layout: Layout, source: Choices, givens: int | None, givens_only: bool) -> Drawn:
    if givens_only:
        return _search_by_givens(layout, source.random())
    core, how = _core(layout, source)
    others = [cell for cell in range(layout.cell_count) if cell not in core]
    hints = iter(_any_masks(layout, source, others)) if givens is None else _all_givens(layout, source, others)
    return search_only(layout, core, how, hints, givens)


def _search_by_givens(layout: Layout, rng: random.Random) -> Drawn:
    """Returns a minimal puzzle with a false given, in which elimination and only choice find no contradiction."""
    for _ in range(_PROVEN_TRIES if layout.cell_count <= MOST_PROVEN else 0):
        drawn = minimal(layout, rng)
        puzzle = with_false_given(drawn.puzzle, drawn.solutions[0], rng)
        if puzzle is not None and is_beyond_the_rules(puzzle):
            how = "a puzzle with one solution got a given that this one does not have"
            return known(Kind.SEARCH, puzzle, (), how)
    raise Unlucky("the rules refute the puzzles that were tried")


def _unknown(layout: Layout, source: Choices, givens: int | None, givens_only: bool) -> Drawn:
    cells = range(layout.cell_count)
    masks = dict(_any_masks(layout, source, cells, givens, givens_only))
    puzzle = Puzzle(layout, tuple(masks.get(cell, layout.all_values) for cell in cells))
    return Drawn(puzzle, Kind.UNKNOWN, NOTHING_KNOWN, "any candidates in any cells")


_RECIPES: dict[Kind, Callable[[Layout, Choices, int | None, bool], Drawn]] = {
    Kind.SATISFIABLE: _satisfiable,
    Kind.UNIQUE: _unique,
    Kind.SEVERAL: _several,
    Kind.CLASH: _clash,
    Kind.SEARCH: _search,
    Kind.UNKNOWN: _unknown,
}


def _taken(layout: Layout, source: Choices, given: Collection[int], givens_only: bool = False) -> dict[int, int]:
    """Returns values, as bits, that some of the other cells may not take; half of the time, and if asked, none."""
    if givens_only or not source.one((False, True)):
        return {}
    cells = [cell for cell in range(layout.cell_count) if cell not in given]
    return {cell: source.number(1, layout.all_values) for cell in source.some(cells, most=_MOST_RESTRICTED)}


def _core(layout: Layout, source: Choices) -> tuple[dict[int, int], str]:
    """Returns a core of a random form, else of the first form that the layout holds, and why it cannot be filled."""
    simplest = core_forms(layout)
    order = source.order(range(layout.cell_count))
    for form in [source.one(simplest), *simplest] if simplest else []:
        cells = find_core(layout, form, order)
        if cells is not None:
            mask = sum(1 << value for value in source.some(range(layout.size), form.values))
            return dict.fromkeys(cells, mask), form.how
    reason = "no three cells that are peers of each other, and no odd ring of peers, leave enough room"
    raise PuzzleError(f"no puzzle of the kind search was found on {layout.name}: {reason}")


def _any_masks(
    layout: Layout, source: Choices, cells: Sequence[int], givens: int | None = None, givens_only: bool = False
) -> list[tuple[int, int]]:
    """Returns any givens in these cells, by default in a few at most, then restrictions of other cells."""
    given = source.some(cells, givens, min(1 + len(cells) // 4, _MOST_RESTRICTED))
    masks = [(cell, 1 << (source.number(1, layout.size) - 1)) for cell in given]
    taken = _taken(layout, source, given, givens_only)
    return masks + [(cell, open_mask(layout, 0, values)) for cell, values in taken.items()]


def _all_givens(layout: Layout, source: Choices, cells: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yields every value of every cell as a given, cell by cell in random order."""
    rng = source.random()
    values = values_in(layout.all_values)
    for cell in source.order(cells):
        for value in rng.sample(values, layout.size):
            yield cell, 1 << (value - 1)


def puzzles_of_all_kinds(layout: Layout, rng: random.Random, count: int, givens_only: bool) -> Iterator[Drawn]:
    """Yields so many puzzles on the layout, of all kinds in turn; kinds that it does not have are left out."""
    kinds = list(Kind)
    drawn = 0
    while drawn < count and kinds:
        kind = kinds[drawn % len(kinds)]
        try:
            yield draw_puzzle(kind, layout, rng, givens_only=givens_only)
            drawn += 1
        except PuzzleError:
            kinds.remove(kind)
