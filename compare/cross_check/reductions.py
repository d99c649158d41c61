"""Smaller puzzles: without givens, rules or cells."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ...reference.model.layout import Layout, Rule
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import Unit


def restricted_cells(puzzle: Puzzle) -> list[int]:
    """Returns the cells that are not open: givens, and cells with some candidates ruled out."""
    everything = puzzle.layout.all_values
    return [cell for cell, mask in enumerate(puzzle.candidates) if mask != everything]


def opened(puzzle: Puzzle, cells: Collection[int]) -> Puzzle:
    """Returns the puzzle with all candidates in these cells."""
    everything = puzzle.layout.all_values
    chosen = set(cells)
    masks = [everything if cell in chosen else mask for cell, mask in enumerate(puzzle.candidates)]
    return Puzzle(puzzle.layout, tuple(masks))


def without_rules(puzzle: Puzzle, numbers: Collection[int]) -> Puzzle:
    """Returns the puzzle without the units, sums and pairs at these indices of the layout's `rules`."""
    gone = set(numbers)
    kept = [rule for number, rule in enumerate(puzzle.layout.rules) if number not in gone]
    bare = replace(puzzle.layout, units=(), sums=(), pairs=(), block=None)
    return Puzzle(replace(bare + kept, name="units"), puzzle.candidates)


def without_cells(puzzle: Puzzle, cells: Collection[int]) -> Puzzle | None:
    """Returns the puzzle without these cells; None where no cell is left.

    Units and the list of shown cells keep their other cells. A unit that has fewer than two left is removed, and so is
    a sum or a pair with one of these cells. Positions move up and left, so that the first row and the first column are
    not empty.
    """
    layout = puzzle.layout
    gone = set(cells)
    kept = [cell for cell in range(layout.cell_count) if cell not in gone]
    if not kept:
        return None
    place = {cell: index for index, cell in enumerate(kept)}
    top, left = (min(layout.positions[cell][axis] for cell in kept) for axis in (0, 1))
    positions = tuple((row - top, column - left) for row, column in map(layout.positions.__getitem__, kept))
    rules: list[Rule] = []
    for rule in layout.rules:
        staying = tuple(place[cell] for cell in rule.cells if cell in place)
        if len(staying) == len(rule.cells) or (isinstance(rule, Unit) and len(staying) > 1):
            rules.append(replace(rule, cells=staying))  # type: ignore[arg-type]  # two, where it is a pair
    shown = None if layout.shown is None else tuple(place[cell] for cell in layout.shown if cell in place)
    smaller = Layout(layout.size, (), positions, first_value=layout.first_value, shown=shown) + rules
    return Puzzle(replace(smaller, name="units"), tuple(puzzle.candidates[cell] for cell in kept))
