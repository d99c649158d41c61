"""Puzzles with exactly one solution, by taking givens out of a grid as long as what is left forces them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle, values_in
from ...reference.result import Result
from .constructions import CONSTRUCTION, open_mask
from .kinds import Drawn, Kind


def unique(
    layout: Layout, grid: Grid, order: Sequence[int], taken: Mapping[int, int], givens: int | None = None
) -> Drawn:
    """A puzzle whose only solution is the grid: each given along `order` is taken out if the others force its value.

    It is forced where every other candidate of its cell stands in a given peer (naked single), or where no other cell
    of a complete unit can take it: each is given, lacks the candidate, or has a given peer of that value (hidden
    single). Proof: undo the removals, the last one first. At each step the givens and candidate sets are those that the
    cell's value was forced by, so every solution has it, and it is a given again; in the end the grid is all there.

    With `givens` the removals stop at that number; `order` then holds every cell. Where they end above it, they begin
    anew from the leaves of a spanning forest of peers, so that every cell but the roots has a given peer when its turn
    comes, and a cell that is not forced keeps two candidates, one of which that peer has: a naked single again. The
    proof is the same, and any number from that of the roots is reached.
    """
    removal = _Removal(layout, grid)
    removal.take_out(order, taken, givens)
    how = "givens were taken out of a grid, each while the others forced it as a naked or hidden single"
    if givens is not None and removal.left > givens:
        removal = _Removal(layout, grid)
        removal.take_out(_leaves_first(layout, order), taken, givens, pairs=True)
        how += ", some of them by keeping two candidates only"
    truth = Result((grid,), exhausted=True, backend=CONSTRUCTION)
    return Drawn(Puzzle(layout, tuple(removal.masks)), Kind.UNIQUE, truth, how)


class _Removal:
    """A grid from which givens are taken out."""

    def __init__(self, layout: Layout, grid: Grid) -> None:
        self.layout = layout
        self.grid = grid
        self.masks = [1 << (value - 1) for value in grid]
        self.left = len(grid)
        """How many givens are left."""
        self._given = [True] * len(grid)
        # By cell and value: how many of the cell's peers are given with that value.
        self._seen = [[0] * (layout.size + 1) for _ in grid]
        for cell, peers in enumerate(layout.peers):
            for peer in peers:
                self._seen[cell][grid[peer]] += 1

    def take_out(self, order: Sequence[int], taken: Mapping[int, int], least: int | None, pairs: bool = False) -> None:
        """Opens the cells in this order, where forced and down to `least` givens; `pairs` forces them if need be."""
        for cell in order if self.layout.size > 1 else ():
            if self.left == least:
                return
            mask = open_mask(self.layout, self.masks[cell], taken.get(cell, 0))
            if not self._is_forced(cell, mask):
                other = next((self.grid[peer] for peer in sorted(self.layout.peers[cell]) if self._given[peer]), None)
                if not pairs or other is None:
                    continue
                mask = self.masks[cell] | 1 << (other - 1)
            self._open(cell, mask)

    def _is_forced(self, cell: int, mask: int) -> bool:
        value = self.grid[cell]
        seen = self._seen[cell]
        if all(seen[other] or other == value for other in values_in(mask)):
            return True
        return any(
            all(self._is_shut(other, value) for other in unit.cells if other != cell)
            for unit in self.layout.units_of[cell]
            if self.layout.is_complete(unit)
        )

    def _is_shut(self, cell: int, value: int) -> bool:
        """Whether the cell cannot take the value of a peer that is about to be opened, and so does not count."""
        return self._given[cell] or not self.masks[cell] >> (value - 1) & 1 or self._seen[cell][value] > 1

    def _open(self, cell: int, mask: int) -> None:
        self.masks[cell] = mask
        self._given[cell] = False
        self.left -= 1
        for peer in self.layout.peers[cell]:
            self._seen[peer][self.grid[cell]] -= 1


def _leaves_first(layout: Layout, order: Sequence[int]) -> list[int]:
    """All cells, each before the peer that it was found by; walks begin at the last cells of the order."""
    walk: list[int] = []
    found: set[int] = set()
    for root in reversed(order):
        if root in found:
            continue
        found.add(root)
        part = [root]
        for cell in part:
            near = sorted(layout.peers[cell] - found)
            found.update(near)
            part += near
        walk += part
    return walk[::-1]
