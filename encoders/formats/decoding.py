"""From what a solver says to the value of each cell."""

from __future__ import annotations

from collections.abc import Sequence

from ...reference.errors import InvalidAnswer
from ...reference.grid import Grid
from ...reference.puzzle import Puzzle


def only_values(values: Sequence[Sequence[int]], puzzle: Puzzle, backend: str) -> Grid:
    """The one value of each cell; `InvalidAnswer` where an assignment gives a cell none or several."""
    for cell, found in enumerate(values):
        if len(found) != 1:
            label = puzzle.layout.labels[cell]
            raise InvalidAnswer(f"{backend} returned {len(found)} values for cell {label}: {list(found)}")
    return tuple(found[0] for found in values)
