"""The symmetries of a layout, found from nothing but its units.

A *symmetry* is a permutation of the cells that maps every unit to a unit: an automorphism of the hypergraph of cells.
Cell `cell` goes to `permutation[cell]`. A puzzle that is moved by one has its solutions moved likewise, which any right
solver must see. Renaming values is a thing apart: it leaves the cells alone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

from ...reference.errors import LayoutError
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from .colouring import Colouring, Incidence, OutOfEffort

Permutation = tuple[int, ...]
"""For each cell the cell that it goes to."""

EFFORT = 20_000_000
"""Memberships of cells in units that a search may look at unless told otherwise: a few seconds."""

_MOST_IN_TABLES = 4_000_000
"""Entries of all permutations that are kept for `draw`; beyond, products of generators take their place."""


@dataclass(frozen=True)
class Symmetries:
    """Symmetries of a layout: those that `generators` make, in any sequence."""

    generators: tuple[Permutation, ...]
    complete: bool
    """Whether these are all symmetries of the layout; False where the search was given up."""
    order: int
    """How many there are; where the search was given up, at least so many."""
    cell_count: int
    _tables: tuple[dict[int, Permutation], ...] = field(default=(), repr=False)
    """For each level of the stabiliser chain the cells of the orbit, each with a symmetry that leads there."""

    def draw(self, rng: random.Random) -> Permutation:
        """A random symmetry, each as likely as any other where the search was complete; the identity if it is alone."""
        drawn = tuple(range(self.cell_count))
        if self._tables:
            for table in reversed(self._tables):
                drawn = composed(drawn, table[rng.choice(list(table))])
        elif self.generators:
            for generator in rng.choices(self.generators, k=2 * len(self.generators) + 10):
                drawn = composed(drawn, generator)
        return drawn


def symmetries(layout: Layout, effort: int = EFFORT) -> Symmetries:
    """The symmetries of the layout, found by individualisation and refinement (McKay) with a stabiliser chain.

    Some cells are fixed one after the other until refinement tells all cells apart. Then, from the last of them to the
    first, it is searched for symmetries that fix those before it and move it to each other cell that looks alike; one
    that known symmetries lead to anyway needs no search. `effort` bounds the work, counted in steps and not in seconds:
    the same layout gives the same answer.
    """
    try:
        search = _Search(layout, effort)
        base = search.base()
    except OutOfEffort:
        return Symmetries((), False, 1, layout.cell_count)
    generators: list[Permutation] = []
    tables: list[dict[int, Permutation]] = []
    complete = True
    for level in reversed(range(len(base))):
        if complete:
            try:
                search.extend(base[: level + 1], generators)
            except OutOfEffort:
                complete = False
        fixing = [each for each in generators if all(each[cell] == cell for cell in base[:level])]
        tables.append(_orbit(base[level], fixing, layout.cell_count))
    order = prod(map(len, tables))
    if layout.cell_count * sum(map(len, tables)) > _MOST_IN_TABLES:
        tables.clear()
    return Symmetries(tuple(generators), complete, order, layout.cell_count, tuple(reversed(tables)))


def is_symmetry(permutation: Sequence[int], layout: Layout) -> bool:
    """Whether this permutes the cells and maps the units, each as a set of cells, to the units."""
    if sorted(permutation) != list(range(layout.cell_count)):
        return False
    units = Counter(frozenset(unit.cells) for unit in layout.units)
    return units == Counter(frozenset(permutation[cell] for cell in unit.cells) for unit in layout.units)


def moved(puzzle: Puzzle, permutation: Sequence[int]) -> Puzzle:
    """The puzzle with the candidates of each cell at the place that the cell goes to."""
    if sorted(permutation) != list(range(puzzle.layout.cell_count)):
        raise LayoutError(f"this is no permutation of the {puzzle.layout.cell_count} cells")
    candidates = [0] * len(permutation)
    for mask, place in zip(puzzle.candidates, permutation, strict=True):
        candidates[place] = mask
    return Puzzle(puzzle.layout, tuple(candidates))


def composed(first: Permutation, second: Permutation) -> Permutation:
    """What comes of the first permutation and then the second."""
    return tuple(second[place] for place in first)


class _Search:
    """Looks for symmetries with certain properties, with one budget for all that it does."""

    def __init__(self, layout: Layout, effort: int) -> None:
        self._layout = layout
        self._incidence = Incidence(layout, effort)
        self._start = self._incidence.refined(self._incidence.plain())

    def base(self) -> list[int]:
        """Cells that, once fixed, tell all cells apart: each the first of a smallest class of cells that look alike."""
        colouring, base = self._start, list[int]()
        while True:
            cell = colouring.first_of_smallest()
            if cell is None:
                return base
            base.append(cell)
            colouring = self._incidence.refined(colouring.with_singled_out(cell))

    def extend(self, base: Sequence[int], generators: list[Permutation]) -> None:
        """Adds symmetries that fix all cells of `base` but the last, until its whole orbit is known."""
        *fixed, moving = base
        colouring = self._start
        for cell in fixed:
            colouring = self._incidence.refined(colouring.with_singled_out(cell))
        here = self._incidence.refined(colouring.with_singled_out(moving))
        fixing = [each for each in generators if all(each[cell] == cell for cell in fixed)]
        reached, hopeless = _reached(moving, fixing), set[int]()
        for target in colouring.alike(moving):
            if target in hopeless or target in reached:
                continue
            there = self._incidence.refined(colouring.with_singled_out(target))
            found = self._match(here, there)
            if found is not None:
                generators.append(found)
                fixing.append(found)
                reached = _reached(moving, fixing)
            else:
                # Nor does anything lead to where known symmetries take it.
                hopeless |= _reached(target, fixing)

    def _match(self, here: Colouring, there: Colouring) -> Permutation | None:
        """A symmetry that takes each cell to one of the same colour, if there is any."""
        if not here.fits(there):
            return None
        cell = here.first_of_smallest()
        if cell is None:
            found = here.pairing(there)
            return found if is_symmetry(found, self._layout) else None
        left = self._incidence.refined(here.with_singled_out(cell))
        for other in there.coloured(here.colour(cell)):
            found_below = self._match(left, self._incidence.refined(there.with_singled_out(other)))
            if found_below is not None:
                return found_below
        return None


def _reached(cell: int, generators: Sequence[Permutation]) -> set[int]:
    """The orbit of the cell: where the generators lead from it."""
    reached, places = {cell}, [cell]
    for place in places:
        near = {generator[place] for generator in generators} - reached
        reached |= near
        places += near
    return reached


def _orbit(cell: int, generators: Sequence[Permutation], count: int) -> dict[int, Permutation]:
    """The orbit of the cell, each place with a symmetry that takes the cell there."""
    reached = {cell: tuple(range(count))}
    places = [cell]
    for place in places:
        for generator in generators:
            if generator[place] not in reached:
                reached[generator[place]] = composed(reached[place], generator)
                places.append(generator[place])
    return reached
