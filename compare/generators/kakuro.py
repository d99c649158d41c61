"""Patterns of Kakuro: runs of white cells between black ones."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ...reference.layout import Layout, Position
from ...reference.unit import Unit
from .grid_rules import Cage
from .kinds import Unlucky
from .neighbours import connected_parts

_DIGITS = 9
"""The most cells of a run, whose digits differ."""

_PATTERNS = 40
"""Patterns that are drawn for one in which every run has at most nine cells."""


def draw_pattern(rows: int, columns: int, rng: random.Random, black: float) -> Layout:
    """Returns the white cells of a rectangle with about that share of black ones, and a unit for each run.

    The pattern stays the same when it is turned by half a turn, the white cells are connected, and each is in a run of
    2 to 9 cells in its row and its column. Row 0 and column 0 of the positions are left to clues, as in print. Raises
    `Unlucky` where no such pattern is found.
    """
    for _ in range(_PATTERNS):
        white = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
        fewest = rows * columns - round(black * rows * columns)
        for row, column in rng.sample(white, len(white)):
            pair = {(row, column), (rows + 1 - row, columns + 1 - column)}
            left = [cell for cell in white if cell not in pair]
            wanted = len(left) >= fewest or (row, column) in _long_runs(white)
            if wanted and min(map(len, _runs(left)), default=0) > 1 and len(list(connected_parts(left, _beside))) == 1:
                white = left
        if min(map(len, _runs(white))) > 1 and not _long_runs(white):
            cells = Layout(_DIGITS, (), tuple(white), name="kakuro")
            ways = ("across" if white[run[0]][0] == white[run[1]][0] else "down" for run in _runs(white))
            units = [Unit(f"{way} {cells.labels[run[0]]}", run) for way, run in zip(ways, _runs(white), strict=True)]
            return cells.extended(units, "runs")
    raise Unlucky(f"no pattern of {rows} rows and {columns} columns was found")


def _long_runs(white: Sequence[Position]) -> set[Position]:
    """Returns the white cells of runs that are too long."""
    return {white[cell] for run in _runs(white) if len(run) > _DIGITS for cell in run}


def _runs(white: Sequence[Position]) -> list[Cage]:
    """Returns the runs of white cells, as indices: those of the rows, then those of the columns."""
    place = {position: cell for cell, position in enumerate(white)}
    found: list[Cage] = []
    for down, right in ((0, 1), (1, 0)):
        for row, column in white:
            if (row - down, column - right) in place:
                continue
            run = []
            while (row, column) in place:
                run.append(place[row, column])
                row, column = row + down, column + right
            found.append(tuple(run))
    return found


def _beside(position: Position) -> list[Position]:
    """Returns the positions above, left, right and below."""
    row, column = position
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
