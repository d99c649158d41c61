"""Kakuro: runs of different digits with totals, between black cells."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ...reference.grid import Grid
from ...reference.layout import Layout, Position, Rule
from ...reference.layouts.cages import cage_rules
from ...reference.puzzle import values_in
from .grid_rules import Cage, total_of
from .kinds import Unlucky
from .neighbours import beside, connected_parts

DIGITS = 9

_PATTERNS = 40
"""Patterns that are drawn for one in which every run has at most nine cells."""

_STEPS = 50
"""Digits that are tried for each cell before a search counts as too long."""

_LIKELY = (5, 2, 1, 1, 1, 1, 1, 2, 5)
"""How likely the digits 1 to 9 come first: runs of small, or of large, digits have few sets with their total."""

Runs = tuple[Cage, ...]
"""The cells of each run, those of the rows first."""


def draw_pattern(rows: int, columns: int, rng: random.Random, black: float) -> list[Position]:
    """Returns the white cells of a rectangle with about that share of black ones, in reading order.

    The pattern stays the same when it is turned by half a turn, the white cells are connected, and each is in a run of
    2 to 9 cells in its row and its column. Raises `PuzzleError` where no such pattern is found.
    """
    for _ in range(_PATTERNS):
        white = [(row, column) for row in range(rows) for column in range(columns)]
        fewest = rows * columns - round(black * rows * columns)
        for row, column in rng.sample(white, len(white)):
            pair = {(row, column), (rows - 1 - row, columns - 1 - column)}
            left = [cell for cell in white if cell not in pair]
            wanted = len(left) >= fewest or (row, column) in _long_runs(white)
            if wanted and min(map(len, runs_of(left)), default=0) > 1 and len(list(connected_parts(left, beside))) == 1:
                white = left
        if min(map(len, runs_of(white))) > 1 and not _long_runs(white):
            return white
    raise Unlucky(f"no pattern of {rows} rows and {columns} columns was found")


def _long_runs(white: Sequence[Position]) -> set[Position]:
    """Returns the white cells of runs that are too long."""
    return {white[cell] for run in runs_of(white) if len(run) > DIGITS for cell in run}


def runs_of(white: Sequence[Position]) -> Runs:
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
    return tuple(found)


def kakuro_layout(white: Sequence[Position], runs: Runs, digits: Grid) -> Layout:
    """Returns the white cells with a cage for each run, which has the total of the digits.

    Row 0 and column 0 of the positions are left to clues, as in print.
    """
    layout = Layout(DIGITS, (), tuple((row + 1, column + 1) for row, column in white), name="kakuro")
    rules: list[Rule] = []
    for run in runs:
        way = "across" if white[run[0]][0] == white[run[1]][0] else "down"
        rules += cage_rules(layout, run, total_of(layout, run, digits), f"{way} {layout.labels[run[0]]}")
    return layout.extended(rules, "runs")


def draw_digits(runs: Runs, cells: int, rng: random.Random, kept: Mapping[int, int]) -> Grid | None:
    """Returns random digits that differ in each run, with those that are kept; None for too long a search."""
    peers: list[set[int]] = [set() for _ in range(cells)]
    for run in runs:
        for cell in run:
            peers[cell].update(run)
    digits = dict(kept)
    masks = [(1 << DIGITS) - 1] * cells
    for cell, digit in digits.items():
        for peer in peers[cell]:
            masks[peer] &= ~(1 << digit - 1)
    steps = _STEPS * cells

    def fill() -> bool:
        nonlocal steps
        open_cells = [cell for cell in range(cells) if cell not in digits]
        if not open_cells:
            return True
        cell = min(open_cells, key=lambda each: (masks[each].bit_count(), rng.random()))
        # A random order by weights: Efraimidis and Spirakis, "Weighted random sampling with a reservoir" (2006).
        options = {digit: rng.random() ** (1 / _LIKELY[digit - 1]) for digit in values_in(masks[cell])}
        for digit in sorted(options, key=options.__getitem__, reverse=True):
            steps -= 1
            if steps < 0:
                return False
            changed = [each for each in peers[cell] if each not in digits and masks[each] >> digit - 1 & 1]
            digits[cell] = digit
            for each in changed:
                masks[each] &= ~(1 << digit - 1)
            if all(masks[each] for each in changed) and fill():
                return True
            for each in changed:
                masks[each] |= 1 << digit - 1
            del digits[cell]
        return False

    return tuple(digits[cell] for cell in range(cells)) if fill() else None
