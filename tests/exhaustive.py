"""All solutions of small puzzles by trying every value: no solver's code is in it, and each rule is computed here."""

from __future__ import annotations

from unitdoku import Grid, Puzzle, Sum


class TooManySteps(Exception):
    """More values would have to be tried than a test has time for."""


def all_grids(puzzle: Puzzle, most_steps: int = 10**6) -> set[Grid]:
    """Returns every grid that keeps the rules; raises `TooManySteps` where more values than these would be tried.

    Cells are filled in reading order. Sums and pairs are looked at in full grids.
    """
    layout = puzzle.layout
    units_of = [[unit for unit in layout.units if cell in unit.cells] for cell in range(layout.cell_count)]
    grid = [0] * layout.cell_count
    found: set[Grid] = set()
    steps = 0

    def fill(cell: int) -> None:
        """Tries every value in the cells from this one on."""
        nonlocal steps
        if cell == len(grid):
            numbers = [value - 1 + layout.first_value for value in grid]
            pairs = all((grid[pair.cells[0]], grid[pair.cells[1]]) in pair.allowed for pair in layout.pairs)
            if pairs and all(adds_up(each, numbers) for each in layout.sums):
                found.add(tuple(grid))
            return
        for value in range(1, layout.size + 1):
            rivals = (other for unit in units_of[cell] if value not in unit.repeatable for other in unit.cells)
            if puzzle.candidates[cell] >> value - 1 & 1 and all(grid[other] != value for other in rivals):
                steps += 1
                if steps > most_steps:
                    raise TooManySteps
                grid[cell] = value
                fill(cell + 1)
                grid[cell] = 0

    fill(0)
    return found


def adds_up(each: Sum, numbers: list[int]) -> bool:
    coefficients = each.coefficients or [1] * len(each.cells)
    found = sum(factor * numbers[cell] for factor, cell in zip(coefficients, each.cells, strict=True))
    return {"=": found == each.total, "<=": found <= each.total, ">=": found >= each.total}[each.relation]
