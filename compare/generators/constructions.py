"""Puzzles built around known grids, so that something is certain about their solutions.

The functions take every choice as an argument; `recipes` makes the choices. `taken` maps a cell to a set of values (as
bits) that it may not take: those of the known grids stay allowed, and a cell that is not given keeps two candidates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle, values_in
from ...reference.result import Result
from .kinds import Drawn, Kind

CONSTRUCTION = "construction"
"""The backend that truths are attributed to."""


def satisfiable(layout: Layout, grid: Grid, given: Collection[int], taken: Mapping[int, int]) -> Drawn:
    """A puzzle with the cells `given` as in the grid. Proof: the grid takes an allowed value everywhere."""
    puzzle = _around(layout, (grid,), given, taken)
    truth = Result((grid,), exhausted=False, backend=CONSTRUCTION)
    return Drawn(puzzle, Kind.SATISFIABLE, truth, "part of a grid is given, and its values are allowed in other cells")


def several(layout: Layout, first: Grid, second: Grid, given: Collection[int], taken: Mapping[int, int]) -> Drawn:
    """A puzzle of which both grids are solutions; the cells `given` are cells in which they agree.

    Proof: a given cell has the value of both, any other cell allows the values of both.
    """
    puzzle = _around(layout, (first, second), given, taken)
    truth = Result((first, second), exhausted=False, backend=CONSTRUCTION)
    return Drawn(puzzle, Kind.SEVERAL, truth, "cells are given where two grids agree, and allow both values elsewhere")


def clash(layout: Layout, grid: Grid, pair: tuple[int, int], given: Collection[int], taken: Mapping[int, int]) -> Drawn:
    """A puzzle whose two peers `pair` are given the same value, the rest as in `satisfiable`.

    Proof: a unit that holds both peers would hold the value twice.
    """
    first, second = pair
    masks = list(_around(layout, (grid,), {*given, first}, taken).candidates)
    masks[second] = masks[first]
    here, there = layout.labels[first], layout.labels[second]
    how = f"{here} and {there} share a unit and are given the same value, on top of a part of a grid"
    return Drawn(Puzzle(layout, tuple(masks)), Kind.CLASH, Result((), exhausted=True, backend=CONSTRUCTION), how)


def swapped_grids(layout: Layout, grid: Grid) -> Iterator[Grid]:
    """The grids that differ from this one by two values changing places in a chain of cells.

    A chain holds a cell of value `a` or `b` with all the peers of value `a` or `b` that it has, and theirs (Kempe, in
    the colouring of maps). Proof that this keeps to the units: if a unit holds both values, the two cells are peers, so
    both change or neither does; if it holds one of them, the other is new to it.
    """
    cells_with: dict[int, list[int]] = {value: [] for value in range(1, layout.size + 1)}
    for cell, value in enumerate(grid):
        cells_with[value].append(cell)
    for one, other in combinations(cells_with, 2):
        left = {*cells_with[one], *cells_with[other]}
        while left:
            start = min(left)
            left.remove(start)
            chain = [start]
            for cell in chain:
                near = sorted(layout.peers[cell] & left)
                left.difference_update(near)
                chain += near
            changed = list(grid)
            for cell in chain:
                changed[cell] = one + other - grid[cell]
            yield tuple(changed)


def renamed(drawn: Drawn, values: Sequence[int]) -> Drawn:
    """The puzzle with each value in place of which `values` has another, 1 first; and so its solutions.

    Proof: units ask for nothing but that values differ, so renaming maps the solutions one to one. The two rules do not
    tell values apart either.
    """
    masks = [sum(1 << (values[value - 1] - 1) for value in values_in(mask)) for mask in drawn.puzzle.candidates]
    truth = drawn.truth
    if truth is not None:
        truth = replace(truth, solutions=tuple(renamed_grid(grid, values) for grid in truth.solutions))
    return Drawn(Puzzle(drawn.puzzle.layout, tuple(masks)), drawn.kind, truth, f"{drawn.how}; values were renamed")


def renamed_grid(grid: Grid, values: Sequence[int]) -> Grid:
    """The grid with each value in place of which `values` has another, 1 first."""
    return tuple(values[value - 1] for value in grid)


def differences(first: Grid, second: Grid) -> int:
    """The number of cells in which two grids differ."""
    return sum(one != other for one, other in zip(first, second, strict=True))


def open_mask(layout: Layout, keep: int, taken: int) -> int:
    """The candidates of a cell that is not given: all but those taken, those in `keep` anyway, and two at least.

    With one value in the layout there is no second one.
    """
    mask = layout.all_values & ~taken | keep
    while not mask & (mask - 1) and mask != layout.all_values:
        rest = layout.all_values & ~mask
        mask |= rest & -rest
    return mask


def _around(layout: Layout, grids: tuple[Grid, ...], given: Collection[int], taken: Mapping[int, int]) -> Puzzle:
    """The puzzle that gives the cells as in the first grid, and allows the values of all grids elsewhere."""
    given = set(given)
    masks = []
    for cell, values in enumerate(zip(*grids, strict=True)):
        keep = 0
        for value in values:
            keep |= 1 << (value - 1)
        masks.append(keep if cell in given else open_mask(layout, keep, taken.get(cell, 0)))
    return Puzzle(layout, tuple(masks))
