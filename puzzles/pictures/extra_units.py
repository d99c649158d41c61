"""Which units a picture shades: those that are neither lines nor regions nor cages; and what is said of the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...reference.layout import Layout
from ...reference.unit import Unit
from .adjacencies import adjacencies
from .block_frames import regions
from .pictured import Cage

_MOST_SHADED = 12
"""More units would hide each other; they are counted in words."""


def extra_units(layout: Layout, cages: Sequence[Cage]) -> list[Unit]:
    """Returns the units that are shaded, at most 12: none where there are more."""
    found = [unit for unit in _beside_regions(layout, cages) if len(unit.cells) > 2]
    return found if len(found) <= _MOST_SHADED else []


def is_diagonal(layout: Layout, unit: Unit) -> bool:
    """Whether each cell of the unit touches the next one at a corner, always in the same direction."""
    places = [layout.positions[cell] for cell in unit.cells]
    steps = {(after[0] - before[0], after[1] - before[1]) for before, after in pairwise(places)}
    return len(steps) == 1 and {abs(part) for part in next(iter(steps))} == {1}


def other_units(layout: Layout, cages: Sequence[Cage]) -> Iterator[str]:
    """Yields in words how many units of each kind are neither lines nor regions nor cages, and not shaded."""
    shaded = extra_units(layout, cages)
    edges = adjacencies(layout)
    kinds: Counter[tuple[str, int]] = Counter()
    for unit in _beside_regions(layout, cages):
        if unit not in shaded and not (edges and len(unit.cells) == 2):
            kinds[_kind(unit), len(unit.cells)] += 1
    for (kind, cells), count in kinds.items():
        yield f"{kind}: {count} {'unit' if count == 1 else 'units'} of {cells} cells"


def _kind(unit: Unit) -> str:
    """Returns the name without its number, or without the cells at its end."""
    return re.sub(r"[ :]*([A-Z]+)?\d+([- ,<>]*([A-Z]+)?\d+)*$", "", unit.name) or "others"


def _beside_regions(layout: Layout, cages: Sequence[Cage]) -> Iterator[Unit]:
    of_cell = regions(layout)
    cells_of: dict[str, set[int]] = {}
    for cell, region in enumerate(of_cell):
        cells_of.setdefault(str(region), set()).add(cell)
    inside_cages = {frozenset(cage.cells) for cage in cages}
    for unit in layout.units:
        places = [layout.positions[cell] for cell in unit.cells]
        if len(places) < 2 or len({row for row, _ in places}) == 1 or len({column for _, column in places}) == 1:
            continue
        if frozenset(unit.cells) not in inside_cages and cells_of[str(of_cell[unit.cells[0]])] != set(unit.cells):
            yield unit
