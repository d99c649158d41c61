"""All solutions of small puzzles by trying every value or every grid: no solver's code is in it."""

from __future__ import annotations

from itertools import product

from unitdoku import Grid, Puzzle, is_solution


def accepted(puzzle: Puzzle) -> set[Grid]:
    """Returns every grid that `is_solution` accepts."""
    every = product(range(1, puzzle.layout.size + 1), repeat=puzzle.layout.cell_count)
    return {grid for grid in every if is_solution(grid, puzzle)}


def all_solutions(puzzle: Puzzle, most_steps: int) -> set[Grid] | None:
    """Returns all solutions, by the rules alone; None if they take more than `most_steps` tried values.

    Cells are filled in an order in which each shares units with many cells before it.
    """
    units = [unit.cells for unit in puzzle.layout.units]
    order = _order(puzzle.layout.cell_count, units)
    units_of = [[number for number, cells in enumerate(units) if cell in cells] for cell in range(len(order))]
    used = [0] * len(units)
    values = [0] * len(order)
    solutions: set[Grid] = set()
    steps = 0

    def fill(depth: int) -> None:
        """Tries every value in the cells from this place in the order on."""
        nonlocal steps
        if steps > most_steps:
            return
        if depth == len(order):
            solutions.add(tuple(values))
            return
        cell = order[depth]
        for value in range(1, puzzle.layout.size + 1):
            bit = 1 << value - 1
            if puzzle.candidates[cell] & bit and not any(used[unit] & bit for unit in units_of[cell]):
                steps += 1
                values[cell] = value
                for unit in units_of[cell]:
                    used[unit] |= bit
                fill(depth + 1)
                for unit in units_of[cell]:
                    used[unit] &= ~bit

    fill(0)
    return solutions if steps <= most_steps else None


def _order(cells: int, units: list[tuple[int, ...]]) -> list[int]:
    order: list[int] = []
    met = [0] * cells
    while len(order) < cells:
        cell = max(set(range(cells)).difference(order), key=lambda cell: (met[cell], -cell))
        order.append(cell)
        for unit in units:
            if cell in unit:
                for other in unit:
                    met[other] += 1
    return order
