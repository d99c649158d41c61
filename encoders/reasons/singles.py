"""Naked and hidden singles, and cells and values without a place: of all those, the one that goes by least.

Each goes by cells with one known value, which rule this value out of the other cells of their units.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...reference.deadline import Deadline
from ...reference.puzzle import values_in
from ...reference.unit import Unit
from .known import Known
from .step import Step
from .words import cells_text, values_text, with_article


def single(known: Known, _deadline: Deadline) -> Step | None:
    """Returns the contradiction that goes by least; if there is none, such a single; None without either."""
    return min(_singles(known), key=lambda step: (not step.contradiction, step.cost), default=None)


def _singles(known: Known) -> Iterator[Step]:
    """Yields contradictions and singles: those of cells in reading order, then those of complete units."""
    for cell, mask in enumerate(known.left):
        if mask == 0 or (mask & (mask - 1) == 0 and mask != known.candidates[cell]):
            yield _only_value(known, cell)
    for unit in known.layout.complete_units:
        once = twice = 0
        for cell in unit.cells:
            twice |= once & known.left[cell]
            once |= known.left[cell]
        for value in values_in(known.layout.all_values & ~twice):
            bit = 1 << value - 1
            place = next((cell for cell in unit.cells if known.left[cell] & bit), None)
            if place is None or known.candidates[place] != bit:
                yield _only_place(known, unit, value, place)


def _only_value(known: Known, cell: int) -> Step:
    """Returns the step of a cell with one candidate, or with none."""
    layout, before, mask = known.layout, known.candidates[cell], known.left[cell]
    facts, units, cells_of = known.ruled_out({cell: layout.all_values & ~mask})
    reasons = []
    if (cell, None) in cells_of:
        others = layout.all_values & ~before
        if others.bit_count() < before.bit_count():
            reasons.append(f"it cannot be {values_text(others, layout, 'or')}")
        else:
            reasons.append(f"it is one of {values_text(before, layout)}")
    for unit in units:
        held = sum({facts[holder] for holder, by in cells_of if by == unit})
        reasons.append(f"{unit.name} has {values_text(held, layout)}")
    why = "; ".join(reasons)
    if before & (before - 1) == 0:
        both, number = cells_text(facts, layout), values_text(before, layout)
        why = f"{both} are both {number}, and both in {units[0].name}"
    elif not mask:
        why = f"{layout.labels[cell]} has no candidate left: {why}"
    return Step("naked single", layout, {cell: mask} if mask else {}, facts, tuple(units), why)


def _only_place(known: Known, unit: Unit, value: int, place: int | None) -> Step:
    """Returns the step of a value with one place in a complete unit, or with none."""
    facts, units, ruled_out = known.without_value(unit, value, {cell for cell in unit.cells if cell != place})
    other = "other " * (place is not None)
    why = f"{unit.name} needs {with_article(known.layout.number(value))}, and no {other}cell can take it"
    why += f": {ruled_out}" * bool(ruled_out)
    left = {} if place is None else {place: 1 << value - 1}
    return Step("hidden single", known.layout, left, facts, tuple(units), why)
