"""Whether what a solver returned is an answer, and true by the rules: the errors of sessions that answer otherwise."""

from __future__ import annotations

from .errors import InvalidAnswer, WrongAnswer
from .grid import Grid, faults, is_grid, is_solution
from .puzzle import Puzzle
from .result import Result


def check_solution(grid: Grid, puzzle: Puzzle, backend: str) -> None:
    """Raises `WrongAnswer` unless the grid is a solution by the rules, `InvalidAnswer` where it is no grid at all."""
    if not is_solution(grid, puzzle):
        error = WrongAnswer if is_grid(grid, puzzle.layout) else InvalidAnswer
        raise error(f"{backend} returned a grid that is no solution: {next(faults(grid, puzzle))}")


def check_result(value: object, backend: str) -> Result:
    """The value; raises `InvalidAnswer` where it is no `Result`, from a session that is no `Session` of ours."""
    if isinstance(value, Result):
        return value
    raise InvalidAnswer(f"{backend} returned a {type(value).__name__} where a Result belongs")
