"""Scores of single answers: is a text the solution, is a step right?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...encoders.solve import solve
from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.cells import by_cell, mask_of_value
from ...reference.grid import broken_rules
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Verdict
from .answer_text import last_grid, says_none


class Score(NamedTuple):
    """What is right in an answer."""

    complete: bool
    """Each cell has a value."""
    keeps_givens: bool
    """Each cell that has a value has one that the puzzle allows there."""
    solution: bool
    """The grid is a solution; or the puzzle has none, and the text says so without a grid."""
    cells_right: int
    """Open cells with the value of the only solution; where there are several solutions or none, open cells whose value
    no peer has."""
    broken: tuple[str, ...]
    """What is broken, as sentences: cells first, then units, sums and pairs."""


NO_GRID = Score(False, False, False, 0, ())
"""The score of a text without a grid."""


def score_answer(puzzle: object, text: str, layout: Layout | str | None = None, symbols: str | None = None) -> Score:
    """Returns the score of the last grid in a text, judged by the rules, never by one stored grid.

    The puzzle has any form that `solve` takes; only its errors raise. Any text is scored: prose around the grid,
    tables, lists, code, HTML; without a grid nothing is right. 10 MB take about a second.
    """
    asked = any_puzzle(puzzle, layout, symbols)
    grid = last_grid(text, asked.layout, symbols)
    if grid is None:
        return NO_GRID._replace(solution=says_none(text) and solve(asked).verdict == Verdict.UNSAT)
    return _scored(asked, grid)


def _scored(puzzle: Puzzle, grid: tuple[int, ...]) -> Score:
    filled = [cell for cell, value in enumerate(grid) if value]
    # An open cell is no broken rule.
    left = tuple(f"cell {puzzle.layout.labels[cell]}:" for cell, value in enumerate(grid) if not value)
    broken = tuple(rule for rule in broken_rules(grid, puzzle) if not rule.startswith(left))
    keeps = all(puzzle.candidates[cell] >> grid[cell] - 1 & 1 for cell in filled)
    open_cells = [cell for cell in filled if cell not in puzzle.givens]
    found = solve(puzzle, limit=2)
    if found.unique:
        right = sum(grid[cell] == found.solutions[0][cell] for cell in open_cells)
    else:
        right = sum(_fits(puzzle.layout, grid, cell) for cell in open_cells)
    complete = len(filled) == len(grid)
    return Score(complete, keeps, complete and not broken, right, broken)


def _fits(layout: Layout, grid: tuple[int, ...], cell: int) -> bool:
    return all(grid[peer] != grid[cell] for peer in layout.rivals(cell, grid[cell]))


def is_open(puzzle: object, placement: Mapping[Any, object], layout: Layout | str | None = None) -> bool:
    """Returns whether the puzzle still has a solution with these values in these cells.

    `placement` maps cells (labels such as `A1`, numbers from 0) to values, as in `{"A1": 5}`. Raises `LayoutError`
    for a cell that the layout does not have, `PuzzleError` for a value.
    """
    asked = any_puzzle(puzzle, layout)
    candidates = list(asked.candidates)
    for cell, value in by_cell(placement, asked.layout).items():
        candidates[cell] &= mask_of_value(value, asked.layout, cell)
    return all(candidates) and solve(Puzzle(asked.layout, tuple(candidates))).verdict == Verdict.SAT
