"""All solutions of small puzzles by trying every value or every grid: no solver's code is in it."""

from __future__ import annotations

from itertools import product

from unitdoku import Grid, Puzzle, Sum, Unit


def all_grids(puzzle: Puzzle) -> set[Grid]:
    """Every grid whose rules hold, each rule computed here."""
    layout = puzzle.layout
    found = set()
    choices = [[value for value in range(1, layout.size + 1) if mask >> value - 1 & 1] for mask in puzzle.candidates]
    for grid in product(*choices):
        units = all(differ(unit, grid) for unit in layout.units)
        numbers = [value - 1 + layout.first_value for value in grid]
        sums = all(adds_up(each, numbers) for each in layout.sums)
        if units and sums and all((grid[pair.cells[0]], grid[pair.cells[1]]) in pair.allowed for pair in layout.pairs):
            found.add(grid)
    return found


def differ(unit: Unit, grid: Grid) -> bool:
    return all(
        grid[one] != grid[other] or grid[one] in unit.repeatable
        for number, one in enumerate(unit.cells)
        for other in unit.cells[:number]
    )


def adds_up(each: Sum, numbers: list[int]) -> bool:
    coefficients = each.coefficients or [1] * len(each.cells)
    found = sum(factor * numbers[cell] for factor, cell in zip(coefficients, each.cells, strict=True))
    return {"=": found == each.total, "<=": found <= each.total, ">=": found >= each.total}[each.relation]


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
