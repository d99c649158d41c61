"""Changes of sums and pairs whose effect on the solutions is known: metamorphic relations."""

from __future__ import annotations

import random
from dataclasses import replace

from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.pair import Pair
from ...reference.puzzle import Puzzle, values_in
from .kinds import Drawn
from .mixed import sum_around

_OPPOSITE = {"=": "=", "<=": ">=", ">=": "<="}


def changed(drawn: Drawn, rng: random.Random) -> Drawn:
    """Returns the puzzle mirrored, or with a sum divided; as it is where nothing is known or the change does not fit.

    Its known solutions are mirrored with it; the one that a divided sum goes by stays one.
    """
    if drawn.truth is None:
        return drawn
    if rng.random() < 0.5 or len(drawn.truth.solutions) != 1:
        grids = tuple(mirrored_grid(grid, drawn.puzzle.layout) for grid in drawn.truth.solutions)
        return drawn._replace(puzzle=mirrored(drawn.puzzle), truth=replace(drawn.truth, solutions=grids))
    divided = split_sum(drawn.puzzle, drawn.truth.solutions[0], rng)
    return drawn if divided is None else drawn._replace(puzzle=divided)


def mirrored(puzzle: Puzzle) -> Puzzle:
    """Returns the puzzle whose solutions are those of this one with value `v` replaced by `size + 1 - v`.

    Units stay. A sum of numbers `x` becomes one of `first + last - x`, so that its total becomes the sum of its
    coefficients times `first + last`, less the total.
    """
    layout = puzzle.layout
    both = layout.number(1) + layout.number(layout.size)
    sums = tuple(
        replace(
            each,
            total=sum(times for _, times in each.terms) * both - each.total,
            relation=_OPPOSITE[each.relation],
        )
        for each in layout.sums
    )
    top = layout.size + 1
    pairs = tuple(
        Pair(pair.name, pair.cells, frozenset((top - one, top - other) for one, other in pair.allowed))
        for pair in layout.pairs
    )
    masks = tuple(sum(1 << layout.size - value for value in values_in(mask)) for mask in puzzle.candidates)
    return Puzzle(replace(layout, sums=sums, pairs=pairs, name="units"), masks)


def mirrored_grid(grid: Grid, layout: Layout) -> Grid:
    """Returns the grid with value `v` replaced by `size + 1 - v`."""
    return tuple(layout.size + 1 - value for value in grid)


def split_sum(puzzle: Puzzle, grid: Grid, rng: random.Random) -> Puzzle | None:
    """Returns the puzzle with one sum divided into two that have the totals of the grid; None without such a sum.

    A sum of two cells or more that equals its total is divided; units stay. All solutions of the new puzzle are
    solutions of this one, and the grid, if it is a solution of this one, is one of the new one.
    """
    layout = puzzle.layout
    fit = [number for number, each in enumerate(layout.sums) if each.relation == "=" and len(each) > 1]
    if not fit:
        return None
    number = rng.choice(fit)
    each = layout.sums[number]
    terms = list(each.terms)
    rng.shuffle(terms)
    cut = rng.randint(1, len(terms) - 1)
    parts = []
    for part in (terms[:cut], terms[cut:]):
        cells, coefficients = zip(*part, strict=True)
        parts.append(sum_around(each.name, layout, grid, cells, coefficients))
    sums = (*layout.sums[:number], *parts, *layout.sums[number + 1 :])
    return Puzzle(replace(layout, sums=sums, name="units"), puzzle.candidates)
