"""Givens that a solution needs to be the only one, or that would make it the only one."""

from __future__ import annotations

from collections.abc import Iterable

from ...reference.contract import Session
from ...reference.deadline import Deadline
from ...reference.grid import Grid
from ...reference.puzzle import Puzzle


def redundant_givens(puzzle: Puzzle, grid: Grid, session: Session, deadline: Deadline) -> tuple[int, ...]:
    """Returns the restricted cells that could be open, each alone, with the grid still the only solution.

    Cells of which that is not known in time are left out.
    """
    return tuple(cell for cell in _restricted(puzzle) if _is_only(_opened(puzzle, [cell]), grid, session, deadline))


def needed_givens(
    puzzle: Puzzle, grid: Grid, redundant: Iterable[int], session: Session, deadline: Deadline
) -> tuple[int, ...]:
    """Returns restricted cells that suffice for the grid to be the only solution.

    The redundant ones are left out one after the other, in their order, as long as the grid stays the only solution.
    """
    opened: list[int] = []
    for cell in redundant:
        if _is_only(_opened(puzzle, [*opened, cell]), grid, session, deadline):
            opened.append(cell)
    return tuple(cell for cell in _restricted(puzzle) if cell not in opened)


def settling_cells(
    puzzle: Puzzle, grid: Grid, other: Grid, session: Session, deadline: Deadline, *, fewest: bool
) -> tuple[list[int], bool]:
    """Returns cells with whose values the grid is the only solution, and whether it is proved that no fewer are enough.

    Every other solution differs from the grid in some cells, one of which has to be given: a hitting set of these
    sets, to which each solution that is left adds one. `fewest` asks for a least hitting set each time (extra `sat`).
    Without it, or when the time is over, cells are taken greedily, and those that are not needed are left out.
    """
    open_cells = [cell for cell, mask in enumerate(puzzle.candidates) if mask & (mask - 1)]
    if fewest:
        found = _fewest(puzzle, grid, other, session, deadline)
        if found is not None:
            return found, True
    differences = [_difference(grid, other)]
    chosen: list[int] = []
    while not deadline.expired:
        unmet = [cells for cells in differences if not cells.intersection(chosen)]
        if not unmet:
            solution = _another(puzzle, grid, chosen, session, deadline)
            if solution is None:
                break
            differences.append(_difference(grid, solution))
            continue
        chosen.append(max(open_cells, key=lambda cell: sum(cell in cells for cells in unmet)))
    else:
        return open_cells, False
    for cell in list(chosen):
        fewer = [other_cell for other_cell in chosen if other_cell != cell]
        if _is_only(_given(puzzle, grid, fewer), grid, session, deadline):
            chosen = fewer
    return sorted(chosen), len(chosen) == 1


def _fewest(puzzle: Puzzle, grid: Grid, other: Grid, session: Session, deadline: Deadline) -> list[int] | None:
    from ..naming.find import find_backend

    find_backend("sat")  # raises with what to install
    from .hitting_sets import HittingSets

    with HittingSets() as hitting:
        difference = _difference(grid, other)
        while not deadline.expired:
            hitting.add(difference)
            chosen = hitting.least()
            result = _ask(_given(puzzle, grid, chosen), session, deadline)
            if result is None:
                return None
            others = [solution for solution in result if solution != grid]
            if not others:
                return chosen
            difference = _difference(grid, others[0])
    return None


def _restricted(puzzle: Puzzle) -> list[int]:
    return [cell for cell, mask in enumerate(puzzle.candidates) if mask != puzzle.layout.all_values]


def _opened(puzzle: Puzzle, cells: Iterable[int]) -> Puzzle:
    masks = list(puzzle.candidates)
    for cell in cells:
        masks[cell] = puzzle.layout.all_values
    return Puzzle(puzzle.layout, tuple(masks))


def _given(puzzle: Puzzle, grid: Grid, cells: Iterable[int]) -> Puzzle:
    masks = list(puzzle.candidates)
    for cell in cells:
        masks[cell] = 1 << grid[cell] - 1
    return Puzzle(puzzle.layout, tuple(masks))


def _difference(grid: Grid, other: Grid) -> set[int]:
    return {cell for cell, value in enumerate(grid) if other[cell] != value}


def _ask(puzzle: Puzzle, session: Session, deadline: Deadline) -> tuple[Grid, ...] | None:
    """Returns up to two solutions, all of them if there are fewer; None when the time is over first."""
    result = session.solve(puzzle, 2, deadline.left)
    return result.solutions if result.exhausted or len(result.solutions) == 2 else None


def _another(puzzle: Puzzle, grid: Grid, cells: Iterable[int], session: Session, deadline: Deadline) -> Grid | None:
    """Returns another solution with these cells given; None where there is none, or the time is over."""
    found = _ask(_given(puzzle, grid, cells), session, deadline)
    return None if found is None else next((solution for solution in found if solution != grid), None)


def _is_only(puzzle: Puzzle, grid: Grid, session: Session, deadline: Deadline) -> bool:
    """Whether the grid is proved to be the only solution in time."""
    return _ask(puzzle, session, deadline) == (grid,)
