"""Puzzles with sums and pairs: on the layout of a caller, on drawn layouts, and with single rules of every form."""

from __future__ import annotations

import random
from dataclasses import replace

from ...reference.contract.errors import PuzzleError
from ...reference.contract.result import Result
from ...reference.layouts.classic import latin
from ...reference.model.grid import solves
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..generators.grid_rules import FORMS
from ..generators.kinds import Drawn, Kind, Unlucky, known
from ..generators.proven import proof
from ..generators.rule_puzzles import RULE_RECIPES
from ..generators.source import Source

MOST_RULE_VALUES = 4
"""The largest number of values of drawn layouts; Kakuro have so many rows and columns."""

_FORM_TRIES = 20
"""Rules that are drawn for one that some grids break."""

_STEERED = 6
"""Cells that lead to a random solution of a layout."""


def planted(rules: str, rng: random.Random) -> Drawn:
    """Returns an empty puzzle on a layout drawn with such rules, and a solution; raises `Unlucky` for none."""
    return RULE_RECIPES[rules](Source(rng), MOST_RULE_VALUES)


def some_solution(layout: Layout, rng: random.Random) -> Drawn:
    """Returns the empty puzzle and a solution; random values in a few cells, as far as they fit, lead to others."""
    puzzle = Puzzle.empty(layout)
    for cell in rng.sample(range(layout.cell_count), min(_STEERED, layout.cell_count)):
        tried = puzzle.restricted(cell, 1 << rng.randrange(layout.size))
        puzzle = tried if proof(tried, 1).solutions else puzzle
    found = proof(puzzle, 1).solutions
    if not found:
        raise PuzzleError(f"no solution of {layout.name} was found")
    return known(Kind.SATISFIABLE, Puzzle.empty(layout), found, "a solver found a solution")


def full_grid(kind: Kind, start: Drawn, rng: random.Random) -> Drawn:
    """Returns a puzzle in which every cell is given: as in the solution, or for a clash one with another value.

    Raises `Unlucky` where that is a solution too.
    """
    layout, values = start.puzzle.layout, list(start.solutions[0])
    if kind is Kind.CLASH:
        values[rng.randrange(layout.cell_count)] = rng.randint(1, layout.size)
    puzzle, grid = Puzzle.from_values(values, layout), tuple(values)
    if solves(grid, puzzle) is (kind is Kind.CLASH):
        raise Unlucky("another solution is given")
    return known(kind, puzzle, () if kind is Kind.CLASH else (grid,), "every cell is given")


def decisive_rule(form: str, rng: random.Random) -> Drawn:
    """Returns a Latin square of order 3 with a rule of this form that some of its 12 grids break, and all solutions.

    A solver that does not know the form, or reads it wrongly, finds another number of solutions.
    """
    grids = proof(Puzzle.empty(latin(3)), 99).solutions
    source = Source(rng)
    for _ in range(_FORM_TRIES):
        layout = replace(latin(3), first_value=source.one((1, 0, -2, 5)))
        puzzle = Puzzle.empty(layout + FORMS[form](form, layout, source.one(grids), source))
        left = tuple(grid for grid in grids if solves(grid, puzzle))
        if len(left) < len(grids):
            return Drawn(puzzle, Kind.SATISFIABLE, Result(left, exhausted=True), "grids of the layout that fit a rule")
    raise Unlucky("no rule of this form was found that decides anything")
