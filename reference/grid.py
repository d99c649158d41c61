"""A grid of values, and the check whether it solves a puzzle.

The check is written from the rules alone and shares no code with a solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .layout import Layout
from .puzzle import Puzzle

Grid = tuple[int, ...]
"""One value (from 1) for each cell, in reading order."""


def is_grid(values: Sequence[int], layout: Layout) -> bool:
    """Whether there is one of the layout's values for each cell; it need not be a solution."""
    return len(values) == layout.cell_count and all(
        type(value) is int and 1 <= value <= layout.size for value in values
    )


def is_solution(grid: Sequence[int], puzzle: Puzzle) -> bool:
    """Whether each cell has one of its candidates and no unit repeats a value; `violations` gives the reasons.

    Only plain integers count as values: convert a row of NumPy with `tolist()`.
    """
    layout = puzzle.layout
    if len(grid) != layout.cell_count:
        return False
    for value, mask in zip(grid, puzzle.candidates, strict=True):
        if type(value) is not int or value < 1 or not mask >> (value - 1) & 1:
            return False
    value_of = grid.__getitem__
    for unit in layout.units:  # noqa: SIM110 - all() would take twice as long
        if len(set(map(value_of, unit.cells))) < len(unit.cells):
            return False
    return True


def violations(grid: Sequence[int], puzzle: Puzzle) -> Iterator[str]:
    """Yields each rule that the grid breaks as a sentence; yields nothing for a solution.

    A grid of the wrong length yields only that. Otherwise cells come first, in reading order, then units in the order
    of the layout, each with the repeated value and the cells that hold it.
    """
    layout = puzzle.layout
    if len(grid) != layout.cell_count:
        yield f"{len(grid)} values for {layout.cell_count} cells"
        return
    for cell, value in enumerate(grid):
        if type(value) is not int or not 1 <= value <= layout.size:
            yield f"cell {layout.labels[cell]}: {value!r} is not one of the values 1..{layout.size}"
        elif not puzzle.candidates[cell] >> (value - 1) & 1:
            yield f"cell {layout.labels[cell]}: {value} is not among its candidates"
    for unit in layout.units:
        cells_of: dict[int, list[str]] = {}
        for cell in unit.cells:
            cells_of.setdefault(grid[cell], []).append(layout.labels[cell])
        for value, labels in cells_of.items():
            if len(labels) > 1:
                yield f"unit {unit.name}: {value} stands in {' and '.join(labels)}"
