"""The symmetries of a layout, computed from its units alone.

A *symmetry* is a permutation of the cells that maps every unit to a unit: an automorphism of the hypergraph of cells.
Cell `cell` goes to `permutation[cell]`. A symmetry that moves a puzzle moves its solutions likewise, and a right solver
must answer accordingly. Renaming values is not a symmetry in this sense: it leaves the cells in place.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

from ..contract.capabilities import Capabilities
from .layout import Layout, check_layout
from .puzzle import Puzzle

Permutation = tuple[int, ...]
"""For each cell the cell that it goes to."""

EFFORT = 20_000_000
"""The default number of memberships of cells in units that a search may read: a few seconds."""

_Orbit = dict[int, "tuple[int, Permutation] | None"]
"""Each cell of an orbit to the cell before it and the generator that leads from there; None for the first cell."""


@dataclass(frozen=True)
class Symmetries:
    """The symmetries of a layout: all products of `generators`."""

    generators: tuple[Permutation, ...] = field(repr=False)
    complete: bool
    """Whether these are all symmetries of the layout; False where the search ran out of effort."""
    order: int
    """The number of symmetries; a lower bound where the search ran out of effort."""
    cell_count: int
    _orbits: tuple[_Orbit, ...] = field(default=(), repr=False)
    """The orbit of each level of the stabiliser chain."""

    def draw(self, rng: random.Random) -> Permutation:
        """Returns a random symmetry, all equally likely where the search was complete; perhaps the identity."""
        drawn = tuple(range(self.cell_count))
        for orbit in reversed(self._orbits):
            path = list[Permutation]()
            step = orbit[rng.choice(list(orbit))]
            while step is not None:
                path.append(step[1])
                step = orbit[step[0]]
            for generator in reversed(path):
                drawn = composed(drawn, generator)
        return drawn


def symmetries(layout: Layout, effort: int = EFFORT) -> Symmetries:
    """Returns the symmetries of a layout.

    The method is individualisation and refinement (McKay) with a stabiliser chain.
    Cells are fixed one after the other until refinement distinguishes all cells. Then, from the last of them to the
    first, the search looks for symmetries that fix the cells before it and move it to each other cell of its colour,
    unless known symmetries already lead there. `effort` limits the work in steps, not in seconds, so the same layout
    gives the same answer.
    """
    check_layout(layout)
    Capabilities().check(layout, "symmetries()")
    generators: list[Permutation] = []
    orbits: list[_Orbit] = []
    try:
        search = _Search(layout, effort)
        for colouring, cell in reversed(search.levels()):
            try:
                search.extend(colouring, cell, generators)
            finally:
                # The generators so far fix all cells of the levels before this one.
                orbits.insert(0, _orbit(cell, generators))
        complete = True
    except _OutOfEffort:
        complete = False
    return Symmetries(tuple(generators), complete, prod(map(len, orbits)), layout.cell_count, tuple(orbits))


def is_symmetry(permutation: Sequence[int], layout: Layout) -> bool:
    """Returns whether this permutes the cells and maps the units, each as a set of cells, to the units."""
    if sorted(permutation) != list(range(layout.cell_count)):
        return False
    units = Counter(frozenset(unit.cells) for unit in layout.units)
    return units == Counter(frozenset(permutation[cell] for cell in unit.cells) for unit in layout.units)


def moved(puzzle: Puzzle, permutation: Sequence[int]) -> Puzzle:
    """Returns the puzzle with the candidates of each cell at the place that the cell goes to, by a symmetry."""
    candidates = [0] * len(permutation)
    for mask, place in zip(puzzle.candidates, permutation, strict=True):
        candidates[place] = mask
    return Puzzle(puzzle.layout, tuple(candidates))


def composed(first: Permutation, second: Permutation) -> Permutation:
    """Returns the permutation that applies the first and then the second."""
    return tuple(second[place] for place in first)


class _OutOfEffort(Exception):
    """The budget of a search is spent."""


@dataclass(frozen=True)
class _Colouring:
    """A colour, from 0, for every cell: no symmetry maps a cell to a cell of another colour.

    A colour stands for what distinguishes the cells, not for the order in which they came. Colourings that were made in
    the same way can therefore be compared. `history` is a hash of what each round of refinement found.
    """

    cells: tuple[int, ...]
    history: int = 0

    def coloured(self, colour: int) -> list[int]:
        """Returns the cells of this colour, in order."""
        return [cell for cell, each in enumerate(self.cells) if each == colour]

    def first_of_smallest(self) -> int | None:
        """Returns the first cell of a smallest class with more than one cell; None if all cells have other colours."""
        choices = [(size, colour) for colour, size in Counter(self.cells).items() if size > 1]
        return self.cells.index(min(choices)[1]) if choices else None


class _Search:
    """A search for symmetries of a layout, with one budget for all its steps."""

    def __init__(self, layout: Layout, effort: int) -> None:
        self._layout = layout
        self._units = [unit.cells for unit in layout.units]
        self._units_of: list[list[int]] = [[] for _ in range(layout.cell_count)]
        for number, cells in enumerate(self._units):
            for cell in cells:
                self._units_of[cell].append(number)
        self._cost = 2 * sum(map(len, self._units)) + layout.cell_count
        self._left = effort
        self._start = self._refined(_Colouring((0,) * layout.cell_count))

    def levels(self) -> list[tuple[_Colouring, int]]:
        """Returns cells to fix one after the other, each with the colouring before it, until all cells are distinct.

        Each is the first cell of a smallest class of equal cells.
        """
        colouring, levels = self._start, list[tuple[_Colouring, int]]()
        while (cell := colouring.first_of_smallest()) is not None:
            levels.append((colouring, cell))
            colouring = self._fixed(colouring, cell)
        return levels

    def extend(self, colouring: _Colouring, moving: int, generators: list[Permutation]) -> None:
        """Adds symmetries that keep this colouring and move a cell, until the whole orbit of the cell is known.

        The generators so far must fix the cell and keep the colouring.
        """
        here = self._fixed(colouring, moving)
        reached, hopeless = {moving}, set[int]()
        for target in colouring.coloured(colouring.cells[moving]):
            if target in hopeless or target in reached:
                continue
            found = self._match(here, self._fixed(colouring, target))
            if found is not None:
                generators.append(found)
                reached = set(_orbit(moving, generators))
            else:
                # No symmetry leads to where known symmetries take this target either.
                hopeless.update(_orbit(target, generators))

    def _match(self, here: _Colouring, there: _Colouring) -> Permutation | None:
        """Returns a symmetry that takes each cell to one of the same colour, if there is any."""
        if here.history != there.history or sorted(here.cells) != sorted(there.cells):
            return None
        cell = here.first_of_smallest()
        if cell is None:
            places = {colour: place for place, colour in enumerate(there.cells)}
            found = tuple(places[colour] for colour in here.cells)
            return found if is_symmetry(found, self._layout) else None
        left = self._fixed(here, cell)
        for other in there.coloured(here.cells[cell]):
            found_below = self._match(left, self._fixed(there, other))
            if found_below is not None:
                return found_below
        return None

    def _fixed(self, colouring: _Colouring, cell: int) -> _Colouring:
        """Returns the refinement of the colouring with a colour of its own for one cell."""
        colours = list(colouring.cells)
        # The new colour depends on the old one, so that the same step gives the same colour in another colouring.
        colours[cell] += len(colours)
        return self._refined(_Colouring(tuple(colours), colouring.history))

    def _refined(self, colouring: _Colouring) -> _Colouring:
        """Returns the coarsest refinement in which cells of one colour have units of the same colours.

        A unit's colour follows from those of its cells, a cell's from its own and those of its units, round by round
        until no class divides any more (Weisfeiler and Leman, one dimension). Raises `_OutOfEffort`.
        """
        cells: Sequence[int] = colouring.cells
        history = colouring.history
        classes = len(set(cells))
        while True:
            self._left -= self._cost
            if self._left < 0:
                raise _OutOfEffort
            units, seen_in_units = _ranked([tuple(sorted([cells[cell] for cell in unit])) for unit in self._units])
            around = [tuple(sorted([units[number] for number in numbers])) for numbers in self._units_of]
            cells, seen_in_cells = _ranked(list(zip(cells, around, strict=True)))
            history = hash((history, seen_in_units, seen_in_cells))
            if len(seen_in_cells) == classes:
                return _Colouring(tuple(cells), history)
            classes = len(seen_in_cells)


def _ranked(items: Sequence[tuple[object, ...]]) -> tuple[list[int], tuple[object, ...]]:
    """Returns the rank of each item among the distinct ones, and these in ascending order."""
    distinct = tuple(sorted(set(items)))
    ranks = {item: rank for rank, item in enumerate(distinct)}
    return [ranks[item] for item in items], distinct


def _orbit(cell: int, generators: Sequence[Permutation]) -> _Orbit:
    """Returns the cells that the generators lead to from this one, by breadth-first search."""
    orbit: _Orbit = {cell: None}
    places = [cell]
    for place in places:
        for generator in generators:
            if generator[place] not in orbit:
                orbit[generator[place]] = (place, generator)
                places.append(generator[place])
    return orbit
