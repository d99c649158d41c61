"""Puzzles built around known grids, with a proof for what is claimed about their solutions.

The functions take every choice as an argument; the recipes in `puzzles.py` make the choices. `taken` maps a cell to a
set of values (as bits) that the cell may not take. The values of the known grids stay allowed all the same, and a cell
that is not given keeps at least two candidates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from ...reference.layouts.cell_lists import connected_parts
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from ...reference.model.rules import Unit
from .kinds import Drawn, Kind, known


def several(layout: Layout, first: Grid, second: Grid, given: Collection[int], taken: Mapping[int, int]) -> Drawn:
    """Returns a puzzle that both grids solve; they must agree in the cells `given`.

    Proof: a given cell has the value of both, any other cell allows the values of both.
    """
    how = "cells are given where two grids agree, and allow both values elsewhere"
    return known(Kind.SEVERAL, puzzle_around(layout, (first, second), given, taken), (first, second), how)


def clash(
    layout: Layout, grid: Sequence[int], unit: Unit, pair: Sequence[int], given: Iterable[int], taken: Mapping[int, int]
) -> Drawn:
    """Returns a puzzle in which both cells of the pair are given the value of the first; `given` are as in the grid.

    Proof: the two cells share the unit, which would hold the value twice.
    """
    first, second = pair
    values = (*grid[:second], grid[first], *grid[second + 1 :])
    how = f"{layout.labels[first]} and {layout.labels[second]} are given the same value, and share {unit.name}"
    return known(Kind.CLASH, puzzle_around(layout, (values,), {*given, *pair}, taken), (), how)


def unique(
    layout: Layout, grid: Grid, order: Sequence[int], taken: Mapping[int, int], givens: int | None = None
) -> Drawn:
    """Returns a puzzle whose only solution is the grid: givens are removed along `order` while the others force them.

    A value is forced where every other candidate of its cell stands in a given peer (naked single), or where no other
    cell of a complete unit can take it: each is given, lacks the candidate, or has a given peer of that value (hidden
    single). Proof: undo the removals, the last one first. At each step the givens and candidate sets are those that
    forced the cell's value, so every solution has it, and it is a given again; in the end the grid is all there.

    With `givens` the removals stop at that number; `order` then holds every cell. If they end above it, they start
    again from the leaves of a spanning forest of peers. Every cell but the roots then has a given peer at its turn, and
    a cell that is not forced keeps two candidates, its own value and that of the peer: a naked single again. The proof
    is the same, and every number from that of the roots is reached.
    """
    masks = _with_forced_cells_open(layout, grid, order, taken, givens)
    how = "givens were taken out of a grid, each while the others forced it as a naked or hidden single"
    if givens is not None and sum(not mask & (mask - 1) for mask in masks) > givens:
        # Breadth-first walks from the last cells of the order, reversed: each cell before the peer that it was found by
        walks = connected_parts(reversed(order), lambda cell: sorted(layout.peers[cell]))
        leaves_first = [cell for walk in walks for cell in walk][::-1]
        masks = _with_forced_cells_open(layout, grid, leaves_first, taken, givens, pairs=True)
        how += ", some of them by keeping two candidates only"
    return known(Kind.UNIQUE, Puzzle(layout, tuple(masks)), (grid,), how)


def _with_forced_cells_open(
    layout: Layout, grid: Grid, order: Sequence[int], taken: Mapping[int, int], least: int | None, pairs: bool = False
) -> list[int]:
    """Returns the grid with forced cells open, in this order, down to `least` givens; for `pairs` see `unique`."""
    masks = [1 << (value - 1) for value in grid]
    given_with: dict[int, set[int]] = {value: set() for value in values_in(layout.all_values)}
    for cell, value in enumerate(grid):
        given_with[value].add(cell)

    def is_shut(cell: int, value: int) -> bool:
        """Whether the cell cannot take this value: it lacks the candidate, or a given peer has the value."""
        return not masks[cell] >> (value - 1) & 1 or not given_with[value].isdisjoint(layout.peers[cell])

    left = len(grid)
    for cell in order if layout.size > 1 else ():
        if left == least:
            break
        value, before = grid[cell], masks[cell]
        given_with[value].discard(cell)
        masks[cell] = open_mask(layout, before, taken.get(cell, 0))
        is_naked = all(other == value or is_shut(cell, other) for other in values_in(masks[cell]))
        if not is_naked and not any(
            all(other == cell or is_shut(other, value) for other in unit.cells)
            for unit in layout.units_of[cell]
            if layout.is_complete(unit)
        ):
            peer = next((peer for peer in sorted(layout.peers[cell]) if peer in given_with[grid[peer]]), None)
            if not pairs or peer is None:
                masks[cell] = before
                given_with[value].add(cell)
                continue
            masks[cell] = before | 1 << (grid[peer] - 1)
        left -= 1
    return masks


def with_givens(layout: Layout, grid: Sequence[int], cells: Iterable[int]) -> Puzzle:
    """Returns the puzzle with the values of the grid in these cells, all others open."""
    given = set(cells)
    return Puzzle.from_values([value if cell in given else 0 for cell, value in enumerate(grid)], layout)


def swapped_grids(layout: Layout, grid: Grid) -> Iterator[Grid]:
    """Yields the grids that differ from this one by two values that change places in a chain of cells.

    A chain is a connected set of cells of value `a` or `b`, where peers are connected (a Kempe chain in the colouring
    of maps). Proof that the new grid keeps to the units: if a unit holds both values, the two cells are peers, so both
    change or neither does; if it holds one of them, the other is new to it.
    """
    cells_with: dict[int, list[int]] = {value: [] for value in range(1, layout.size + 1)}
    for cell, value in enumerate(grid):
        cells_with[value].append(cell)
    for one, other in combinations(cells_with, 2):
        for chain in connected_parts(sorted(cells_with[one] + cells_with[other]), layout.peers.__getitem__):
            changed = list(grid)
            for cell in chain:
                changed[cell] = one + other - grid[cell]
            yield tuple(changed)


def renamed(drawn: Drawn, values: Sequence[int]) -> Drawn:
    """Returns the puzzle and its solutions with value `v` replaced by `values[v - 1]`.

    Proof: units ask for nothing but that values differ, so renaming maps the solutions one to one. The two rules do not
    distinguish values either.
    """
    solutions = (tuple(values[value - 1] for value in grid) for grid in drawn.solutions)
    truth = replace(drawn.truth, solutions=tuple(solutions))
    return Drawn(renamed_puzzle(drawn.puzzle, values), drawn.kind, truth, f"{drawn.how}; values were renamed")


def renamed_puzzle(puzzle: Puzzle, values: Sequence[int]) -> Puzzle:
    """Returns the puzzle with value `v` replaced by `values[v - 1]`."""
    masks = (sum(1 << (values[value - 1] - 1) for value in values_in(mask)) for mask in puzzle.candidates)
    return Puzzle(puzzle.layout, tuple(masks))


def open_mask(layout: Layout, keep: int, taken: int) -> int:
    """Returns the candidates of a cell that is not given: all but those taken, plus `keep`, and at least two.

    With one value in the layout there is no second one.
    """
    mask = layout.all_values & ~taken | keep
    while not mask & (mask - 1) and mask != layout.all_values:
        rest = layout.all_values & ~mask
        mask |= rest & -rest
    return mask


def puzzle_around(layout: Layout, grids: tuple[Grid, ...], given: Collection[int], taken: Mapping[int, int]) -> Puzzle:
    """Returns the puzzle whose given cells are as in the first grid, and whose other cells allow the values of all."""
    given = set(given)
    masks = []
    for cell, values in enumerate(zip(*grids, strict=True)):
        keep = 0
        for value in values:
            keep |= 1 << (value - 1)
        masks.append(keep if cell in given else open_mask(layout, keep, taken.get(cell, 0)))
    return Puzzle(layout, tuple(masks))
