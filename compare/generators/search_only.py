"""Puzzles without a solution for which elimination and only choice find no contradiction: they need search.

Their core is a *knot*: cells whose candidates cannot be placed, for a reason that the two rules do not cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from .grids import propagated
from .kinds import Drawn, Kind, Unlucky, known

_STEPS = 600
"""The number of cells that the search for one knot may try."""
_MOST_PIGEONS = 5
"""The largest number of pigeons: with more, a search without learning takes too long, as it tries nearly all orders."""


class KnotForm(NamedTuple):
    """A kind of knot: a number of cells that are all restricted to the same values."""

    cells: int
    values: int
    ring: bool

    @property
    def how(self) -> str:
        """A sentence that says why such a knot cannot be filled."""
        if self.ring:
            return f"a ring of {self.cells} cells, each a peer of the next, has to alternate between two values"
        return f"{self.cells} cells that are peers of each other have to share {self.values} values"


def knot_forms(layout: Layout) -> list[KnotForm]:
    """Returns the knots worth looking for in the layout, simplest first; a layout may hold none of them.

    *Pigeons*: `m` cells, all peers of each other, restricted to `m - 1` values. Proof: their values all differ.
    *Odd rings*: an odd number of cells, each a peer of the next and the last of the first, restricted to two values.
    Proof: along the ring the values alternate, so with an odd number the last cell has the value of the first.
    """
    pigeons = [KnotForm(cells, cells - 1, ring=False) for cells in range(3, min(layout.size + 1, _MOST_PIGEONS) + 1)]
    rings = [KnotForm(cells, 2, ring=True) for cells in (5, 7, 9) if layout.size > 1]
    return pigeons[:1] + rings[:1] + pigeons[1:] + rings[1:]


def find_knot(layout: Layout, form: KnotForm, order: Sequence[int]) -> list[int] | None:
    """Returns the cells of a knot, or None if there is none or none was found within a fixed number of steps.

    The search is depth-first and takes cells along `order`, which holds all cells. Every cell of a knot has at least
    two candidates, so elimination does not apply. For only choice a complete unit must keep two places for each value:
    the cells of the knot exclude all other values of their unit, so a complete unit holds at most `size - 2` of them,
    unless the knot has every value.
    """
    peers = layout.peers
    rank = {cell: number for number, cell in enumerate(order)}

    def fits(chosen: list[int], cell: int) -> bool:
        if cell in chosen or (form.values < layout.size and not _has_room(layout, chosen, cell)):
            return False
        if not form.ring:
            return all(cell in peers[other] for other in chosen)
        return len(chosen) + 1 < form.cells or cell in peers[chosen[0]]

    stack: list[list[int]] = [[cell] for cell in reversed(order) if fits([], cell)]
    for _ in range(_STEPS):
        if not stack:
            break
        chosen = stack.pop()
        if len(chosen) == form.cells:
            return chosen
        near = sorted(peers[chosen[-1]], key=rank.__getitem__, reverse=True)
        stack += [[*chosen, cell] for cell in near if fits(chosen, cell)]
    return None


def _has_room(layout: Layout, chosen: list[int], cell: int) -> bool:
    return all(
        len(unit) < layout.size or sum(other in unit.cells for other in chosen) <= layout.size - 3
        for unit in layout.units_of[cell]
    )


def search_only(
    layout: Layout, knot: Mapping[int, int], how: str, hints: Iterable[tuple[int, int]], givens: int | None = None
) -> Drawn:
    """Returns a puzzle around the knot; raises `Unlucky` where the rules find a contradiction.

    `knot` maps cells to the candidates that cannot be placed (see `knot_forms` for the proof), and `how` says why. Each
    hint, an open cell and a candidate set, is added unless the rules would then find a contradiction; with `givens` the
    hints end at that number of givens. Further restrictions add no solution, so the proof stands.
    """
    candidates = [knot.get(cell, layout.all_values) for cell in range(layout.cell_count)]
    state = propagated(layout, candidates)
    given = 0
    for cell, mask in hints:
        if state is None or given == givens:
            break
        if candidates[cell] == layout.all_values and state[cell] & mask:
            narrowed = list(state)
            narrowed[cell] &= mask
            after = propagated(layout, narrowed)
            if after is not None:
                candidates[cell], state = mask, after
                given += not mask & (mask - 1)
    puzzle = Puzzle(layout, tuple(candidates))
    if not is_beyond_the_rules(puzzle):
        raise Unlucky("the rules refute it")
    return known(Kind.SEARCH, puzzle, (), how)


def is_beyond_the_rules(puzzle: Puzzle) -> bool:
    """Returns whether elimination and only choice neither fill the puzzle nor find a contradiction."""
    masks = propagated(puzzle.layout, puzzle.candidates)
    return masks is not None and any(mask & (mask - 1) for mask in masks)
