"""What a picture is of: a puzzle, and maybe a grid whose values stand in its open cells."""

from __future__ import annotations

from typing import cast

from ...reference.errors import PuzzleError
from ...reference.grid import Grid, is_grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ...reference.text.any_puzzle import any_grid, any_layout, any_puzzle
from ...reference.text.parse import check_symbols, parse_puzzle


def subject_of(
    puzzle: object, layout: Layout | str | None, solution: object, symbols: str | None
) -> tuple[Puzzle, Grid | None]:
    """Returns the puzzle, in any form that `solve` takes, and the solution; for a result its puzzle and first solution.

    A puzzle that is text is read by the `symbols`, if there are any. Raises `PuzzleError` for what is no puzzle, for a
    solution that is no complete grid, and for symbols that cannot stand for the values of the layout.
    """
    if isinstance(puzzle, str) and symbols is not None:
        puzzle = parse_puzzle(puzzle, any_layout(layout), symbols)
    if isinstance(puzzle, Result):
        if solution is None and puzzle.solutions:
            solution = puzzle.solutions[0]
        puzzle = puzzle.puzzle
    found = any_puzzle(puzzle, layout)
    if symbols is not None:
        check_symbols(symbols, found.layout)
    if solution is None:
        return found, None
    grid = any_grid(solution, found.layout)
    if not is_grid(grid, found.layout):
        raise PuzzleError("the solution is no complete grid")
    return found, cast(Grid, grid)
