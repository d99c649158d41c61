"""A puzzle, and a solution to be ruled out, as literals over the variables of a map."""

from __future__ import annotations

from ...reference.grid import Grid
from ...reference.puzzle import Puzzle, values_in
from .variables import VariableMap, Variables


def given_literals(puzzle: Puzzle, variables: VariableMap) -> list[int]:
    """What the puzzle says beyond its layout, cell by cell: the literal of a given, the opposite of a value ruled out.

    To be assumed, or added as unit clauses.
    """
    literal = variables.literal
    everything = puzzle.layout.all_values
    literals = []
    for cell, mask in enumerate(puzzle.candidates):
        if mask == everything:
            continue
        if mask & (mask - 1):
            literals += [-literal(cell, value) for value in values_in(everything & ~mask)]
        else:
            literals.append(literal(cell, mask.bit_length()))
    return literals


def different(grid: Grid, variables: Variables, puzzle: Puzzle) -> list[int]:
    """A clause that the grid breaks, and no other solution: some open cell of the puzzle holds something else.

    Empty where no cell is open: then there is no other.
    """
    literal = variables.literal
    return [-literal(cell, grid[cell]) for cell, mask in enumerate(puzzle.candidates) if mask & (mask - 1)]
