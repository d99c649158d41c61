"""Puzzles of any size, generated from a seed, and corpora of them. The same seed gives the same puzzles everywhere."""

from __future__ import annotations

import random

from ...reference.layouts.classic import classic, latin
from ...reference.layouts.from_units import from_units
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import Unit

LATIN_ORDER = 25
LATIN_SHARES = (0.46, 0.50, 0.52, 0.54, 0.58)
"""Shares of given cells, from one at which all of a dozen squares had a grid to one at which none of a dozen had."""

COLORING_CELLS = 1000
COLORING_DEGREES = (3.8, 4.0, 4.2, 4.3, 4.4)
"""Average numbers of units that a cell is in; without a solution nearly always from 4.69 on, in the limit of size."""

GROWING_SIDES = (2, 3, 4, 5, 6)
GROWING_SHARE = 0.6

_EACH = 4
"""Puzzles for each share, and for each side."""


def latin_transition() -> tuple[Puzzle, ...]:
    """Returns Latin squares with some cells filled at random, without equal values in a line: quasigroup completion.

    With few givens there is nearly always a grid, with many nearly never; the hard squares lie between, in a transition
    that gets sharper with the order (Gomes and Selman, "Problem structure in the presence of perturbations", 1997).
    Here half of the squares have a grid at about 53 % given.
    """
    return tuple(
        partial_latin_square(LATIN_ORDER, share, f"latin:{share}:{number}")
        for share in LATIN_SHARES
        for number in range(_EACH)
    )


def partial_latin_square(order: int, share: float, seed: str) -> Puzzle:
    """Returns a Latin square with that share of its cells given, or as many as could be; it may have no grid."""
    rng = random.Random(seed)
    left = round(share * order * order)
    values = [0] * (order * order)
    rows, columns = ([set(range(1, order + 1)) for _ in range(order)] for _ in range(2))
    for cell in rng.sample(range(order * order), order * order):
        row, column = divmod(cell, order)
        free = sorted(rows[row] & columns[column])
        if left and free:
            left -= 1
            values[cell] = rng.choice(free)
            rows[row].discard(values[cell])
            columns[column].discard(values[cell])
    return Puzzle.from_values(values, latin(order))


def graph_colorings() -> tuple[Puzzle, ...]:
    """Returns random graphs to be colored with three colors: 1,000 cells and units of two cells, nothing given.

    All of these have a coloring. They get hard towards the density from which nearly no graph has one, 4.69 units a
    cell (Zdeborova and Krzakala, "Phase transitions in the coloring of random graphs", 2007).
    """
    return tuple(
        graph_coloring(COLORING_CELLS, round(degree * COLORING_CELLS / 2), f"coloring:{degree}:{number}")
        for degree in COLORING_DEGREES
        for number in range(_EACH)
    )


def graph_coloring(cells: int, pairs: int, seed: str) -> Puzzle:
    """Returns a puzzle of three values on a layout of that many random units of two cells; it may have no solution."""
    rng = random.Random(seed)
    edges: set[tuple[int, int]] = set()
    while len(edges) < pairs:
        low, high = sorted(rng.sample(range(cells), 2))
        edges.add((low, high))
    units = [Unit(f"pair {number}", edge) for number, edge in enumerate(sorted(edges), 1)]
    return Puzzle.empty(from_units(3, units, (1, cells)))


def growing_grids() -> tuple[Puzzle, ...]:
    """Returns classic puzzles of 4x4, 9x9 and so on, each with the same share of its cells given."""
    return tuple(
        pattern_puzzle(side, GROWING_SHARE, 100 * side + number) for side in GROWING_SIDES for number in range(_EACH)
    )


def pattern_puzzle(side: int, share: float, seed: int) -> Puzzle:
    """Returns a classic puzzle with that share of the cells given, at random; it has a solution, and may have more."""
    layout = classic(side * side)
    grid = pattern_grid(layout, random.Random(seed))
    cells = range(layout.cell_count)
    given = set(random.Random(seed + 1).sample(cells, round(share * layout.cell_count)))
    return Puzzle.from_values([grid[cell] if cell in given else 0 for cell in cells], layout)


def pattern_grid(layout: Layout, rng: random.Random) -> Grid:
    """Returns a grid that keeps to rows, columns and the blocks of the layout, if it has some; not to other units.

    Each row is the one above moved by as many places as a block has columns, and by one more where a band of blocks
    begins. Then values, rows and columns are shuffled without taking a block apart.
    """
    size = layout.size
    high, wide = layout.block or (1, size)
    values = rng.sample(range(1, size + 1), size)
    rows, columns = _lines(size // high, high, rng), _lines(size // wide, wide, rng)
    return tuple(values[(wide * (row % high) + row // high + column) % size] for row in rows for column in columns)


def _lines(groups: int, each: int, rng: random.Random) -> list[int]:
    """Returns the rows, or columns, in another order that keeps the groups of `each` together."""
    return [
        group * each + line for group in rng.sample(range(groups), groups) for line in rng.sample(range(each), each)
    ]
