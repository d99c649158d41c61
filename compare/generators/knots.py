"""Cells and candidates that cannot be filled, which elimination and only choice do not see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...reference.layout import Layout

_STEPS = 600
"""How many cells are tried for one knot before it is given up."""
_MOST_PIGEONS = 5
"""More of them take a search without learning too long: it tries nearly all their orders."""


class Form(NamedTuple):
    """A kind of knot: so many cells that are restricted to the same so many values, and why they cannot be filled."""

    cells: int
    values: int
    ring: bool

    @property
    def how(self) -> str:
        """A sentence about such a knot."""
        if self.ring:
            return f"a ring of {self.cells} cells, each a peer of the next, has to alternate between two values"
        return f"{self.cells} cells that are peers of each other have to share {self.values} values"


def forms(layout: Layout) -> list[Form]:
    """The knots worth looking for in the layout, simplest first; a layout may hold none of them.

    *Pigeons*: `m` cells, each a peer of each other, restricted to `m - 1` values. Proof: their values all differ.
    *Odd rings*: an odd number of cells, each a peer of the next and the last of the first, restricted to two values.
    Proof: along the ring the values alternate, so with an odd number the last cell has the value of the first.
    """
    pigeons = [Form(cells, cells - 1, ring=False) for cells in range(3, min(layout.size + 1, _MOST_PIGEONS) + 1)]
    rings = [Form(cells, 2, ring=True) for cells in (5, 7, 9) if layout.size > 1]
    return pigeons[:1] + rings[:1] + pigeons[1:] + rings[1:]


def find_knot(layout: Layout, form: Form, order: Sequence[int]) -> list[int] | None:
    """The cells of a knot, looked for along `order` (all cells), or None if there is none or none was found soon.

    Every cell of it has two candidates at least, so elimination has no say. For only choice a complete unit must have
    two places left for each value: cells of the knot take all others of their unit's values, so a complete unit holds
    at most `size - 2` of them, unless the knot has every value.
    """
    if form.values > layout.size:
        return None
    peers = layout.peers
    rank = {cell: number for number, cell in enumerate(order)}

    def fits(chosen: list[int], cell: int) -> bool:
        if cell in chosen or (form.values < layout.size and not _has_room(layout, chosen, cell)):
            return False
        if not form.ring:
            return all(cell in peers[other] for other in chosen)
        return len(chosen) + 1 < form.cells or cell in peers[chosen[0]]

    return _grow(form.cells, order, lambda cell: sorted(peers[cell], key=rank.__getitem__), fits)


def _has_room(layout: Layout, chosen: list[int], cell: int) -> bool:
    return all(
        len(unit) < layout.size or sum(other in unit.cells for other in chosen) <= layout.size - 3
        for unit in layout.units_of[cell]
    )


def _grow(
    count: int,
    order: Sequence[int],
    near: Callable[[int], list[int]],
    fits: Callable[[list[int], int], bool],
) -> list[int] | None:
    """The first `count` cells, in depth-first order, each near the one before and fitting those before."""
    steps = _STEPS
    open_: list[list[int]] = [[cell] for cell in reversed(order) if fits([], cell)]
    while open_ and steps:
        steps -= 1
        chosen = open_.pop()
        if len(chosen) == count:
            return chosen
        open_ += [[*chosen, cell] for cell in reversed(near(chosen[-1])) if fits(chosen, cell)]
    return None
