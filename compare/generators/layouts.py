"""Random layouts of every kind. Each kind has small members, which a source that shrinks reaches."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase

from ...reference.contract.errors import LayoutError
from ...reference.layouts.cell_lists import cells_beside, is_connected
from ...reference.layouts.classic import classic, latin
from ...reference.layouts.extra_units import anti_king, anti_knight, diagonal, disjoint_groups, windoku
from ...reference.layouts.from_units import from_units
from ...reference.layouts.regions import jigsaw, overlapping
from ...reference.model.layout import Layout, Position
from ...reference.model.rules import Unit
from .grids import Choices

_LETTERS = ascii_uppercase + ascii_lowercase

Recipe = Callable[[Choices, int], Layout]
"""Makes a layout of at most so many values from the choices of a source."""


def diagonal_layout(source: Choices, largest: int) -> Layout:
    """Returns a Latin, classic or jigsaw layout with one or both diagonals; never of two or three values."""
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


def layout_with_extras(source: Choices, largest: int) -> Layout:
    """Returns a classic layout with one or two of windows, disjoint groups, anti-knight, diagonals and anti-king."""
    layout = classic(block=source.one(_larger_shapes(largest)))
    rows, columns = layout.block or (0, 0)
    extras: list[Callable[[Layout], Layout]] = [disjoint_groups, anti_knight, diagonal, anti_king]
    if rows == columns > 1:
        extras.insert(0, windoku)
    first = source.one(extras)
    extras.remove(first)
    for extra in [first, *source.some(extras, most=1)]:
        layout = extra(layout)
    return layout


def overlapping_layout(source: Choices, largest: int) -> Layout:
    """Returns two or three grids that share cells: Latin squares at any offset, classic grids by whole blocks."""
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
    return overlapping(corners, grid)


def unit_system(source: Choices, largest: int) -> Layout:
    """Returns a few cells with any units: incomplete, complete, overlapping, repeated or none at all."""
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


LAYOUT_RECIPES: dict[str, Recipe] = {
    "latin": lambda source, largest: latin(source.number(1, largest)),
    "classic": lambda source, largest: classic(block=source.one(block_shapes(largest))),
    "diagonal": diagonal_layout,
    "extras": layout_with_extras,
    "jigsaw": lambda source, largest: _jigsaw(source, source.number(1, min(largest, len(_LETTERS)))),
    "overlapping": overlapping_layout,
    "units": unit_system,
}
"""Kind of layout to its recipe."""


def check_largest(largest: int) -> None:
    """Raises `LayoutError` unless this is a number of values."""
    if isinstance(largest, bool) or not isinstance(largest, int) or largest < 1:
        raise LayoutError(f"a layout has at least one value, not {largest!r}")


def draw_layout(kind: str, rng: random.Random, largest: int) -> Layout:
    """Returns a layout of this kind, of at most so many values; some have no grid (see `random_grid`)."""
    check_largest(largest)
    return LAYOUT_RECIPES[kind](Choices(rng), largest)


def block_shapes(largest: int) -> list[tuple[int, int]]:
    """Returns rows and columns of the blocks for up to so many values, smallest first.

    Blocks of a single row add nothing to the rows, so they come with up to three values only.
    """
    sides = range(2, largest // 2 + 1)
    shapes = [(rows, columns) for rows in sides for columns in sides if rows * columns <= largest]
    shapes.sort(key=lambda shape: (shape[0] * shape[1], abs(shape[0] - shape[1]), shape))
    return [(1, columns) for columns in range(1, min(largest, 3) + 1)] + shapes


def _larger_shapes(largest: int) -> list[tuple[int, int]]:
    """Returns the shapes without those of two and three values, where diagonals and chess moves leave no grid."""
    return [shape for shape in block_shapes(largest) if shape[0] * shape[1] not in (2, 3)]


def _shifts(size: int, down: int, right: int) -> list[Position]:
    """Returns the offsets at which two grids share cells, in steps of `down` rows and `right` columns.

    The offset with the fewest shared cells comes first.
    """
    lower, aside = range(0, size, down), range(right - size, size, right)
    shifts = [(row, column) for row in lower for column in aside if row or column > 0]
    return sorted(shifts, key=lambda shift: (size - shift[0]) * (size - abs(shift[1])))


def _jigsaw(source: Choices, size: int) -> Layout:
    """Returns rows, columns and connected regions, some without a grid; the simplest regions are the rows again."""
    regions = draw_regions(size, source.number(0, 12 * size), source.random())
    return jigsaw("".join(_LETTERS[region] for region in regions))


def draw_regions(size: int, steps: int, rng: random.Random) -> list[int]:
    """Returns the region (from 0) of each cell of a square: `size` connected regions of `size` cells.

    Regions begin as the rows. A step joins two neighbouring regions and divides them anew: recombination, as DeFord,
    Duchin and Solomon draw electoral districts ("Recombination: a family of Markov chains for redistricting", 2021).
    Here one of the new regions grows from a cell, and where the other one would not be connected, nothing changes: so
    the drawing ends after `steps` steps. After about `12 * size` steps the regions no longer resemble the rows.
    """
    regions = [cell // size for cell in range(size * size)]
    square = latin(size)
    near = cells_beside(square)
    for _ in range(steps if size > 1 else 0):
        borders = [
            (one, other) for one, beside in enumerate(near) for other in beside if regions[one] != regions[other]
        ]
        first, second = (regions[cell] for cell in rng.choice(borders))
        left = [cell for cell, region in enumerate(regions) if region in (first, second)]
        grown = [left.pop(rng.randrange(len(left)))]
        while len(grown) < size:
            grown.append(rng.choice([other for cell in grown for other in near[cell] if other in left]))
            left.remove(grown[-1])
        if is_connected(left, square):
            regions = [second if at in left else first if at in grown else region for at, region in enumerate(regions)]
    return regions
