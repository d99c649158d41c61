"""Patterns of Kakuro: runs of white cells between black ones."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ...reference.layouts.cell_lists import is_connected
from ...reference.model.layout import Layout
from ...reference.model.rules import Unit
from .grid_rules import Cage
from .kinds import Unlucky

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
    paper = Layout(_DIGITS, (), tuple((row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)))
    fewest = rows * columns - round(black * rows * columns)
    last = paper.cell_count - 1
    for _ in range(_PATTERNS):
        white: Sequence[int] = range(paper.cell_count)
        for cell in rng.sample(white, len(white)):
            left = [each for each in white if each not in (cell, last - cell)]
            wanted = len(left) >= fewest or any(cell in run for run in _runs(paper, white) if len(run) > _DIGITS)
            if wanted and min(map(len, _runs(paper, left)), default=0) > 1 and is_connected(left, paper):
                white = left
        pattern = Layout(_DIGITS, (), tuple(paper.positions[cell] for cell in white), name="kakuro")
        runs = _runs(pattern, range(pattern.cell_count))
        if 1 < min(map(len, runs)) <= max(map(len, runs)) <= _DIGITS:
            at = pattern.positions
            ways = ("across" if at[run[0]][0] == at[run[1]][0] else "down" for run in runs)
            units = [Unit(f"{way} {pattern.labels[run[0]]}", run) for way, run in zip(ways, runs, strict=True)]
            return pattern.extended(units, "runs")
    raise Unlucky(f"no pattern of {rows} rows and {columns} columns was found")


def _runs(paper: Layout, white: Sequence[int]) -> list[Cage]:
    """Returns the runs of these white cells: those of the rows, then those of the columns."""
    found: list[Cage] = []
    for down, right in ((0, 1), (1, 0)):
        runs: dict[int | None, list[int]] = {}  # by the last cell so far
        for cell in white:
            row, column = paper.positions[cell]
            run = runs.pop(paper.cell_at(row - down, column - right), [])
            runs[cell] = [*run, cell]
        found += map(tuple, sorted(runs.values()))
    return found
