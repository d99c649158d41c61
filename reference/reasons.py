"""Why a puzzle has no solution, where one look at its givens and candidates shows it."""

from __future__ import annotations

from .errors import joined
from .layout import Layout
from .pencil_marks import pencil_marks
from .puzzle import Puzzle, values_in
from .unit import Unit

_MOST_NAMED = 9
"""Cells that a reason names, at most."""


def reason_against(puzzle: Puzzle) -> str | None:
    """Returns why the puzzle has no solution, as a phrase; None where that does not show at once, or there is one.

    The first of these that holds, units and cells in the order of the layout: a value stands twice in a unit; a cell
    has no candidate that is not given to a peer; a complete unit has no place for a value. Nothing is searched, so None
    does not mean that there is a solution.
    """
    layout = puzzle.layout
    values = puzzle.values
    for unit in layout.units:
        if not unit.may_hold([values[cell] for cell in unit.cells if values[cell]]):
            return _twice(unit, puzzle)
    left = pencil_marks(puzzle)
    for cell, mask in enumerate(left):
        if not mask:
            return _none_left(cell, puzzle)
    for unit in layout.complete_units:
        united = 0
        for cell in unit.cells:
            united |= left[cell]
        if united != layout.all_values:
            return f"no place for {layout.number(values_in(layout.all_values & ~united)[0])} in {unit.name}"
    return None


def _twice(unit: Unit, puzzle: Puzzle) -> str:
    values = puzzle.values
    given = [values[cell] for cell in unit.cells if values[cell]]
    value = next(value for value in given if given.count(value) > 1 and value not in unit.repeatable)
    labels = [puzzle.layout.labels[cell] for cell in unit.cells if values[cell] == value]
    times = "twice" if len(labels) == 2 else f"{len(labels)} times"
    return f"{puzzle.layout.number(value)} stands {times} in {unit.name}: {_listed(labels)}"


def _none_left(cell: int, puzzle: Puzzle) -> str:
    layout = puzzle.layout
    values = values_in(puzzle.candidates[cell])
    taken = [f"{layout.number(value)} stands in {_holder(value, cell, puzzle)}" for value in values]
    return f"{layout.labels[cell]} has no candidate left: {_listed(taken)}"


def _holder(value: int, cell: int, puzzle: Puzzle) -> str:
    """Returns the label of the first peer of the cell that is given this value."""
    layout: Layout = puzzle.layout
    mask = 1 << (value - 1)
    return next(layout.labels[peer] for peer in sorted(layout.rivals(cell, value)) if puzzle.candidates[peer] == mask)


def _listed(parts: list[str]) -> str:
    more = [f"{len(parts) - _MOST_NAMED} more"] if len(parts) > _MOST_NAMED else []
    return joined([*parts[:_MOST_NAMED], *more], "and")
