"""Smaller puzzles made of a puzzle: fewer restricted cells, fewer units, fewer cells, fewer values.

Each function gives a puzzle that is smaller by what is named, or None where that leaves no puzzle.
"""

from __future__ import annotations

from collections.abc import Collection

from ...reference.layout import Layout, Unit
from ...reference.puzzle import Puzzle


def restricted_cells(puzzle: Puzzle) -> list[int]:
    """The cells that are not open: given ones, and those with some candidates ruled out."""
    everything = puzzle.layout.all_values
    return [cell for cell, mask in enumerate(puzzle.candidates) if mask != everything]


def opened(puzzle: Puzzle, cells: Collection[int]) -> Puzzle:
    """The puzzle with all candidates in these cells."""
    everything = puzzle.layout.all_values
    chosen = set(cells)
    masks = [everything if cell in chosen else mask for cell, mask in enumerate(puzzle.candidates)]
    return Puzzle(puzzle.layout, tuple(masks))


def without_units(puzzle: Puzzle, numbers: Collection[int]) -> Puzzle:
    """The puzzle without the units at these places in the layout's list."""
    gone = set(numbers)
    units = tuple(unit for number, unit in enumerate(puzzle.layout.units) if number not in gone)
    return Puzzle(_smaller(puzzle.layout, puzzle.layout.size, units), puzzle.candidates)


def without_cells(puzzle: Puzzle, cells: Collection[int]) -> Puzzle | None:
    """The puzzle without these cells; units keep their other cells, and those with no two left go."""
    layout = puzzle.layout
    gone = set(cells)
    kept = [cell for cell in range(layout.cell_count) if cell not in gone]
    if not kept:
        return None
    place = {cell: index for index, cell in enumerate(kept)}
    units = []
    for unit in layout.units:
        left = tuple(place[cell] for cell in unit.cells if cell in place)
        if len(left) > 1 or len(left) == len(unit.cells):
            units.append(Unit(unit.name, left))
    positions = tuple(layout.positions[cell] for cell in kept)
    smaller = Layout(layout.size, tuple(units), _moved(positions))
    return Puzzle(smaller, tuple(puzzle.candidates[cell] for cell in kept))


def without_value(puzzle: Puzzle, value: int) -> Puzzle | None:
    """The puzzle without this value; those above it move down by one."""
    layout = puzzle.layout
    if layout.size == 1 or any(len(unit.cells) == layout.size for unit in layout.units):
        return None
    below = (1 << (value - 1)) - 1
    masks = tuple((mask & below) | (mask >> 1 & ~below) for mask in puzzle.candidates)
    if not all(masks):
        return None
    return Puzzle(_smaller(layout, layout.size - 1, layout.units), masks)


def _smaller(layout: Layout, size: int, units: tuple[Unit, ...]) -> Layout:
    return Layout(size, units, layout.positions)


def _moved(positions: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The same positions, with no empty row above nor empty column to the left."""
    top, left = min(row for row, _ in positions), min(column for _, column in positions)
    return tuple((row - top, column - left) for row, column in positions)
