"""A puzzle as literals over the variables of its layout."""

from __future__ import annotations

from ...reference.puzzle import Puzzle, values_in
from .variables import VariableMap


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
