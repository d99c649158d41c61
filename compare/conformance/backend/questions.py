"""Puzzles to ask a backend, with their whole set of solutions or what is known of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ....reference.errors import PuzzleError
from ....reference.grid import Grid, is_solution
from ....reference.layout import Layout
from ....reference.layouts.classic import classic
from ....reference.layouts.diagonal import diagonal
from ....reference.layouts.from_units import from_units
from ....reference.layouts.jigsaw import jigsaw
from ....reference.layouts.latin import latin
from ....reference.puzzle import Puzzle
from ...corpora.generated import pattern_puzzle
from ...generators.kinds import Drawn, Kind
from ...generators.layouts import LAYOUT_KINDS
from ...generators.puzzles import draw_puzzle

_MOST_BY_FORCE = 4**6
"""Grids that are tried one by one for a puzzle."""


class Counted(NamedTuple):
    """A puzzle and how many solutions it has."""

    puzzle: Puzzle
    solutions: int


def counted() -> list[Counted]:
    """Puzzles whose numbers of solutions are known, from one by one to published ones."""
    one_diagonal = classic(4) + [diagonal(classic(4)).units[-1]]
    first_row = [1, 2, 3, 4, 5, 6, *[0] * 30]
    return [
        Counted(Puzzle.empty(latin(1)), 1),
        Counted(Puzzle.empty(diagonal(latin(2))), 0),
        Counted(Puzzle.empty(Layout(3, (), ((0, 0), (0, 1)))), 9),
        Counted(Puzzle.empty(from_units(3, [[0, 1, 2], [0, 3]], shape=(1, 4))), 12),
        Counted(Puzzle.empty(diagonal(classic(4))), 48),
        Counted(Puzzle.empty(one_diagonal), 48),
        Counted(Puzzle.empty(classic(4)), 288),
        Counted(Puzzle.empty(latin(4)), 576),
        Counted(Puzzle.from_values(diagonal(classic(6)), first_row), 8640 // 720),
        Counted(Puzzle.empty(jigsaw("ABBBCAABBCDAACCDDDCEDEEEE")), 0),
    ]


def small_layouts() -> list[Layout]:
    """Layouts on which every question is quick."""
    return [classic(4), diagonal(classic(4)), latin(5), classic(6), classic(9)]


def drawn_puzzles(layouts: Sequence[Layout], count: int, rng: random.Random) -> Iterator[Drawn]:
    """So many puzzles of all kinds whose answers are known, on each layout in turn; fewer where there are none."""
    kinds = [kind for kind in Kind if kind is not Kind.UNKNOWN]
    for number in range(count):
        layout = layouts[number % len(layouts)]
        try:
            yield draw_puzzle(kinds[number // len(layouts) % len(kinds)], layout, rng)
        except PuzzleError:
            continue


def small_unit_systems(count: int, rng: random.Random) -> Iterator[tuple[Puzzle, set[Grid]]]:
    """Puzzles on any units, each with all its solutions, found by trying every grid."""
    while count > 0:
        layout = LAYOUT_KINDS["units"](rng, 4)
        if layout.size**layout.cell_count <= _MOST_BY_FORCE:
            count -= 1
            puzzle = draw_puzzle(Kind.UNKNOWN, layout, rng).puzzle
            values = range(1, layout.size + 1)
            yield puzzle, {grid for grid in product(values, repeat=layout.cell_count) if is_solution(grid, puzzle)}


def hard_puzzles() -> list[tuple[Puzzle, Puzzle]]:
    """Puzzles that take solvers minutes, each with one on the same layout that they see through at once.

    More cells than values, told by pairs only, for solvers that reason clause by clause; half of a 36x36 grid, which
    takes long to encode, for those that see a clique and are through with the first.
    """
    pigeons = from_units(11, [[a, b] for a in range(12) for b in range(a)], shape=(1, 12))
    easy = Puzzle.from_givens(pigeons, {"A1": 1, "A2": 1})
    return [(Puzzle.empty(pigeons), easy), (pattern_puzzle(6, 0.5, seed=1), pattern_puzzle(6, 1, seed=1))]
