"""A grid, and the check whether it solves a puzzle: written from the rules alone, no solver's code in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .layout import Layout
from .puzzle import Puzzle

Grid = tuple[int, ...]
"""One value (from 1) a cell, in reading order."""


def is_grid(values: Sequence[int], layout: Layout) -> bool:
    """Whether there is one of the layout's values for every cell, be they a solution or not."""
    return len(values) == layout.cell_count and all(
        type(value) is int and 1 <= value <= layout.size for value in values
    )


def is_solution(grid: Sequence[int], puzzle: Puzzle) -> bool:
    """Whether the grid gives every cell one of its candidates and repeats no value in a unit; see `violations`.

    Values are plain integers, as in a `Grid`; anything else is no solution. A row of NumPy has `tolist()` for it.
    """
    layout = puzzle.layout
    if len(grid) != layout.cell_count:
        return False
    for value, mask in zip(grid, puzzle.candidates, strict=True):
        if type(value) is not int or value < 1 or not mask >> (value - 1) & 1:
            return False
    held = grid.__getitem__
    for unit in layout.units:  # noqa: SIM110 - all() would take twice as long
        if len(set(map(held, unit.cells))) < len(unit.cells):
            return False
    return True


def violations(grid: Sequence[int], puzzle: Puzzle) -> Iterator[str]:
    """What is wrong with the grid, a sentence each; nothing for a solution.

    A grid of the wrong length has that one fault. Otherwise cells come first, in reading order, then units in the
    order of the layout, each with the value that it repeats and the cells that hold it.
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
        values = [grid[cell] for cell in unit.cells]
        if len(set(values)) == len(values):
            continue
        for value in dict.fromkeys(values):
            labels = [layout.labels[cell] for cell in unit.cells if grid[cell] == value]
            if len(labels) > 1:
                yield f"unit {unit.name}: {value} stands in {' and '.join(labels)}"
