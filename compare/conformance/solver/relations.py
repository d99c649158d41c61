"""How the answers of any right solver follow a puzzle that is changed: what the answers are need not be known.

Each check compares what the solver says before and after; see `solver_promises` for what it returns. Such relations
are known as metamorphic (Chen, Cheung and Yiu 1998).
"""

from __future__ import annotations

import random

from ....reference.grid import is_solution
from ....reference.layout import Layout, Unit
from ....reference.puzzle import Puzzle, values_in
from ....reference.text.write import write_line
from ...cross_check.finding import FindingKind
from ...cross_check.shrink import opened, restricted_cells
from ..report import Flaw
from ..symmetries import moved
from .answers import Said, told
from .cases import Case
from .promises import Asking, Judged, unsound


def relabelling(asking: Asking, case: Case, rng: random.Random) -> Judged:
    """Whether renaming the values changes nothing but the names."""
    size = case.puzzle.layout.size
    names = rng.sample(range(1, size + 1), size)
    if names == sorted(names):
        return False
    masks = (sum(1 << (names[value - 1] - 1) for value in values_in(mask)) for mask in case.puzzle.candidates)
    other = Puzzle(case.puzzle.layout, tuple(masks))
    return _alike(asking, case.puzzle, other, f"with values 1..{size} renamed {', '.join(map(str, names))}")


def symmetry(asking: Asking, case: Case, rng: random.Random) -> Judged:
    """Whether moving the cells by a symmetry of the layout moves the solutions."""
    permutation = asking.symmetries.draw(rng)
    if all(cell == place for cell, place in enumerate(permutation)):
        return False
    return _alike(asking, case.puzzle, moved(case.puzzle, permutation), "with cells moved by a symmetry of the layout")


def true_given(asking: Asking, case: Case, rng: random.Random) -> Judged:
    """Whether a puzzle is still solved once the value that a solution has in an open cell is given."""
    said = asking.ask(case.puzzle).said
    if said is None or not said.solvable:
        return False
    grid = said.grid if said.grid is not None and is_solution(said.grid, case.puzzle) else case.witness
    open_cells = [cell for cell, value in enumerate(case.puzzle.values) if not value]
    if grid is None or not open_cells:
        return False
    cell = rng.choice(open_cells)
    other = case.puzzle.restricted(cell, 1 << (grid[cell] - 1))
    change = f"with {case.puzzle.layout.labels[cell]}={grid[cell]} given, which a solution has"
    return _related(asking, said, other, change, at_most=True)


def dropped_given(asking: Asking, case: Case, rng: random.Random) -> Judged:
    """Whether no solution is lost once a given, or what a cell is restricted to, is dropped."""
    said = asking.ask(case.puzzle).said
    bound = restricted_cells(case.puzzle)
    if asking.only_unique or said is None or not said.solvable or not bound:
        return False
    cell = rng.choice(bound)
    change = f"with {case.puzzle.layout.labels[cell]} open"
    return _related(asking, said, opened(case.puzzle, [cell]), change, at_most=False)


def unit_order(asking: Asking, case: Case, rng: random.Random) -> Judged:
    """Whether neither the order of the units nor that of the cells in them matters."""
    layout = case.puzzle.layout
    units = [Unit(unit.name, tuple(rng.sample(unit.cells, len(unit)))) for unit in layout.units]
    rng.shuffle(units)
    shuffled = Layout(layout.size, tuple(units), layout.positions, layout.block, layout.name)
    if shuffled == layout:
        return False
    return _alike(asking, case.puzzle, Puzzle(shuffled, case.puzzle.candidates), "with units in another order")


def _alike(asking: Asking, puzzle: Puzzle, other: Puzzle, change: str) -> Judged:
    """Whether two puzzles with equally many solutions get answers that fit each other."""
    said = asking.ask(puzzle).said
    if said is None:
        return False
    again = asking.ask(other).said
    if again is None:
        return False
    counts = (_capped(said, asking), _capped(again, asking))
    if said.solvable != again.solvable or (None not in counts and counts[0] != counts[1]):
        text = f"{told(said)}, but {change} {told(again)}: {write_line(other)}"
        return Flaw(FindingKind.WRONG, "another verdict", text)
    # A grid for a puzzle without solutions is wrong both times, and is found to be so without any moving.
    return _moved_flaw(again, other, change) if unsound(said, puzzle) is None else True


def _related(asking: Asking, said: Said, other: Puzzle, change: str, at_most: bool) -> Judged:
    """Whether a puzzle that must have a solution has one, and at most or at least as many as another said to have."""
    again = asking.ask(other).said
    if again is None:
        return False
    counts = (_capped(said, asking), _capped(again, asking))
    none = not again.solvable
    if none or (None not in counts and (counts[0] < counts[1] if at_most else counts[0] > counts[1])):  # type: ignore[operator]
        way = "says none" if none else "another count"
        return Flaw(FindingKind.WRONG, way, f"{told(said)}, but {change} {told(again)}: {write_line(other)}")
    return _moved_flaw(again, other, change)


def _moved_flaw(said: Said, puzzle: Puzzle, change: str) -> Judged:
    flaw = unsound(said, puzzle)
    return flaw._replace(text=f"{change} {flaw.text}: {write_line(puzzle)}") if flaw is not None else True


def _capped(said: Said, asking: Asking) -> int | None:
    return said.up_to(asking.limit).counted
