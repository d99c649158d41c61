"""Layouts of every kind, drawn at random; each kind has small members, and a source that shrinks gets to them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase

from ...reference.errors import LayoutError
from ...reference.layout import Layout, Position, Unit
from ...reference.layouts.chess import anti_king, anti_knight
from ...reference.layouts.classic import classic
from ...reference.layouts.diagonal import diagonal
from ...reference.layouts.disjoint_groups import disjoint_groups
from ...reference.layouts.from_units import from_units
from ...reference.layouts.jigsaw import jigsaw
from ...reference.layouts.latin import latin
from ...reference.layouts.overlapping import overlapping
from ...reference.layouts.windoku import windoku
from .regions import draw_regions
from .source import RandomSource, Source

_LETTERS = ascii_uppercase + ascii_lowercase

Recipe = Callable[[Source, int], Layout]
"""Makes a layout of at most so many values from the choices of a source."""


def classic_layout(source: Source, largest: int) -> Layout:
    """A classic layout with blocks of any shape; see `block_shapes`."""
    return classic(block=source.one(block_shapes(largest)))


def latin_layout(source: Source, largest: int) -> Layout:
    """Rows and columns."""
    return latin(source.number(1, largest))


def jigsaw_layout(source: Source, largest: int) -> Layout:
    """Rows, columns and connected regions; some have no grid. The simplest regions are the rows once more."""
    return _jigsaw(source, source.number(1, min(largest, len(_LETTERS))))


def diagonal_layout(source: Source, largest: int) -> Layout:
    """A Latin, classic or jigsaw layout with both diagonals, or with one of them; never two or three values."""
    base = source.one(("latin", "classic", "jigsaw"))
    if base == "classic":
        square = classic(block=source.one(_larger_shapes(largest)))
    else:
        size = source.one([1, *range(4, min(largest, len(_LETTERS)) + 1)])
        square = latin(size) if base == "latin" else _jigsaw(source, size)
    both = diagonal(square)
    down, up = both.units[-2:]
    which = source.one((None, down, up))
    return both if which is None else replace(square + [which], name=f"{square.name}+{which.name.replace(' ', '-')}")


def layout_with_extras(source: Source, largest: int) -> Layout:
    """A classic layout with one or two of windows, disjoint groups, anti-knight, diagonals and anti-king."""
    layout = classic(block=source.one(_larger_shapes(largest)))
    side, columns = layout.block or (0, 0)
    extras: list[Callable[[Layout], Layout]] = [disjoint_groups, anti_knight, diagonal, anti_king]
    if side == columns > 1:
        extras.insert(0, windoku)
    first = source.one(extras)
    extras.remove(first)
    for extra in [first, *source.some(extras, most=1)]:
        layout = extra(layout)
    return layout


def overlapping_layout(source: Source, largest: int) -> Layout:
    """Two or three grids that share cells: Latin squares anywhere, classic grids by whole blocks."""
    grids = [latin(size) for size in range(min(2, largest), largest + 1)]
    grids += [classic(block=shape) for shape in block_shapes(largest) if min(shape) > 1]
    grid = source.one(sorted(grids, key=lambda grid: grid.size))
    shifts = _shifts(grid.size, *(grid.block or (1, 1)))
    corners: list[Position] = [(0, 0)]
    for _ in range(source.number(1, 2) if shifts else 0):
        (top, left), (lower, aside) = source.one(corners), source.one(shifts)
        corners.append((top + lower, left + aside))
    first = min(left for _, left in corners)
    corners = sorted({(top, left - first) for top, left in corners})
    return overlapping(corners, grid, name=f"overlapping {grid.name}")


def unit_system(source: Source, largest: int) -> Layout:
    """Any units on a few cells: incomplete, complete and overlapping ones, the same twice, none; cells in no unit."""
    size = source.number(1, largest)
    rows, columns = source.number(1, size), source.number(1, size + 1)
    cells = range(rows * columns)
    units: list[list[int]] = []
    for _ in range(source.number(0, 2 * rows + 2)):
        form = source.one(("any", "complete", "again"))
        if form == "again" and units:
            unit = source.order(source.one(units))
        elif form == "complete" and len(cells) >= size:
            unit = source.some(cells, size)
        else:
            unit = source.some(cells, most=size)
        units.append(unit)
    named = [Unit(f"unit {number}", tuple(unit)) for number, unit in enumerate(units, start=1)]
    return from_units(size, named, (rows, columns))


def block_shapes(largest: int) -> list[tuple[int, int]]:
    """Rows and columns of a block for up to so many values, smallest first.

    Blocks of a single row, which say what the rows say, come with up to three values only.
    """
    sides = range(2, largest // 2 + 1)
    shapes = [(rows, columns) for rows in sides for columns in sides if rows * columns <= largest]
    shapes.sort(key=lambda shape: (shape[0] * shape[1], abs(shape[0] - shape[1]), shape))
    return [(1, columns) for columns in range(1, min(largest, 3) + 1)] + shapes


def _larger_shapes(largest: int) -> list[tuple[int, int]]:
    """The shapes but for two and three values, which leave no grid to diagonals and chess moves."""
    return [shape for shape in block_shapes(largest) if shape[0] * shape[1] not in (2, 3)]


def _jigsaw(source: Source, size: int) -> Layout:
    regions = draw_regions(size, source.number(0, 4 * size), source.random())
    return jigsaw("".join(_LETTERS[region] for region in regions))


def _shifts(size: int, down: int, right: int) -> list[Position]:
    """How far down and aside a grid may be moved and still share cells, the fewest cells first.

    Moves go by steps of `down` rows and `right` columns.
    """
    shifts = [
        (lower, aside)
        for lower in range(0, size, down)
        for aside in range(right - size, size, right)
        if lower or aside > 0
    ]
    return sorted(shifts, key=lambda shift: (size - shift[0]) * (size - abs(shift[1])))


RECIPES: dict[str, Recipe] = {
    "latin": latin_layout,
    "classic": classic_layout,
    "diagonal": diagonal_layout,
    "extras": layout_with_extras,
    "jigsaw": jigsaw_layout,
    "overlapping": overlapping_layout,
    "units": unit_system,
}
"""Kind of layout to the recipe that takes its choices from any source."""


def check_largest(largest: int) -> None:
    """Raises `LayoutError` unless this is a number of values."""
    if isinstance(largest, bool) or not isinstance(largest, int) or largest < 1:
        raise LayoutError(f"a layout has at least one value, not {largest!r}", value=repr(largest))


def _drawn_by(recipe: Recipe) -> Callable[[random.Random, int], Layout]:
    def draw(rng: random.Random, largest: int) -> Layout:
        check_largest(largest)
        return recipe(RandomSource(rng), largest)

    return draw


LAYOUT_KINDS: dict[str, Callable[[random.Random, int], Layout]] = {
    kind: _drawn_by(recipe) for kind, recipe in RECIPES.items()
}
"""Kind of layout to what draws one of at most so many values; some layouts have no grid (`find_grid` tells)."""
