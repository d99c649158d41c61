"""Cells coloured so that cells of different colours cannot be exchanged by any symmetry: colour refinement.

A cell's colour is told by the colours of its units, a unit's by those of its cells, round by round until no class of
equal colours falls apart any more (Weisfeiler and Leman, one dimension). Colours are numbered by what they stand for,
never by which cell came first, so that colourings that were made alike can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...reference.layout import Layout


class OutOfEffort(Exception):
    """The budget of a search is spent."""


@dataclass(frozen=True)
class Colouring:
    """A colour, from 0, for every cell; `history` is what the rounds of refinement came across, in order."""

    cells: tuple[int, ...]
    history: tuple[int, ...] = ()

    def colour(self, cell: int) -> int:
        """The colour of one cell."""
        return self.cells[cell]

    def coloured(self, colour: int) -> list[int]:
        """The cells of this colour, in order."""
        return [cell for cell, each in enumerate(self.cells) if each == colour]

    def alike(self, cell: int) -> list[int]:
        """The other cells of the same colour."""
        return [other for other in self.coloured(self.cells[cell]) if other != cell]

    def first_of_smallest(self) -> int | None:
        """The first cell of a smallest class with more than one cell, the first such; None if all cells differ."""
        sizes: dict[int, int] = {}
        for colour in self.cells:
            sizes[colour] = sizes.get(colour, 0) + 1
        choices = [(size, colour) for colour, size in sizes.items() if size > 1]
        return self.cells.index(min(choices)[1]) if choices else None

    def with_singled_out(self, cell: int) -> Colouring:
        """The same with a colour of its own for one cell."""
        colours = list(self.cells)
        # A colour that says which class the cell was in, so that the same in another colouring is the same colour.
        colours[cell] = len(colours) + colours[cell]
        return Colouring(tuple(colours), self.history)

    def fits(self, other: Colouring) -> bool:
        """Whether there are as many cells of each colour in both, and refinement went alike."""
        return self.history == other.history and sorted(self.cells) == sorted(other.cells)

    def pairing(self, other: Colouring) -> tuple[int, ...]:
        """For each cell the cell of its colour in the other, where all cells differ."""
        places = {colour: cell for cell, colour in enumerate(other.cells)}
        return tuple(places[colour] for colour in self.cells)


class Incidence:
    """Which cell is in which unit, and how much may still be spent on looking at it."""

    def __init__(self, layout: Layout, effort: int) -> None:
        self._units = [unit.cells for unit in layout.units]
        self._units_of: list[list[int]] = [[] for _ in range(layout.cell_count)]
        for number, cells in enumerate(self._units):
            for cell in cells:
                self._units_of[cell].append(number)
        self._cost = 2 * sum(map(len, self._units)) + layout.cell_count
        self._left = effort

    def plain(self) -> Colouring:
        """All cells alike."""
        return Colouring((0,) * len(self._units_of))

    def refined(self, colouring: Colouring) -> Colouring:
        """The coarsest colouring that tells apart what this one does, and cells whose units differ in colours.

        Raises `OutOfEffort` when the budget is spent.
        """
        cells: Sequence[int] = colouring.cells
        history = hash(colouring.history)
        classes = len(set(cells))
        while True:
            self._left -= self._cost
            if self._left < 0:
                raise OutOfEffort
            units, seen_in_units = _ranked([tuple(sorted([cells[cell] for cell in unit])) for unit in self._units])
            told = [
                (colour, tuple(sorted([units[number] for number in numbers])))
                for colour, numbers in zip(cells, self._units_of, strict=True)
            ]
            cells, seen_in_cells = _ranked(told)
            history = hash((history, seen_in_units, seen_in_cells))
            found = len(seen_in_cells)
            if found == classes:
                return Colouring(tuple(cells), (history,))
            classes = found


def _ranked(items: Sequence[tuple[object, ...]]) -> tuple[list[int], tuple[object, ...]]:
    """For each item its rank among the distinct ones, and these in ascending order."""
    distinct = tuple(sorted(set(items)))
    ranks = {item: rank for rank, item in enumerate(distinct)}
    return [ranks[item] for item in items], distinct
