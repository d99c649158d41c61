"""Naked and hidden singles, and contradictions: cells without a candidate, values without a place.

Each goes by cells with one known value, which rule this value out of the other cells of their units. Singles among few
open cells come first: a person sees them first, and they go by little.
"""

from __future__ import annotations

from ...reference.contract.deadline import Deadline
from ...reference.model.puzzle import values_in
from ...reference.model.rules import Unit
from .known import ALL_FILLED, Known
from .step import Step
from .words import cells_text, values_text, with_article


def contradiction(known: Known, _deadline: Deadline) -> Step | None:
    """Returns the contradiction that goes by least, a cell without a candidate or a value without a place."""
    layout = known.layout
    steps = [_only_value(known, cell) for cell, mask in enumerate(known.left) if not mask] if 0 in known.left else []
    for unit, some, *_ in known.places:
        if some != layout.all_values:
            steps += [_only_place(known, unit, value, None) for value in values_in(layout.all_values & ~some)]
    return min(steps, key=lambda step: len(step.facts) + len(step.rules), default=None)


def hidden_single(known: Known, _deadline: Deadline) -> Step | None:
    """Returns the step of a value with one place, in the complete unit with the fewest open cells."""
    found = [(count, number, unit, values) for number, (unit, _, values, count) in enumerate(known.places) if values]
    if not found:
        return None
    _, _, unit, values = min(found)
    bit = values & -values
    return _only_place(known, unit, bit.bit_length(), next(cell for cell in unit.cells if known.left[cell] & bit))


def naked_single(known: Known, _deadline: Deadline) -> Step | None:
    """Returns the step of a cell with one candidate, that with the fewest open peers."""
    candidates = known.candidates

    def open_peers(cell: int) -> int:
        return sum(candidates[peer] & (candidates[peer] - 1) > 0 for peer in known.layout.peers[cell])

    cells = (cell for cell, mask in enumerate(known.left) if mask != candidates[cell] and mask & (mask - 1) == 0)
    best = min(cells, key=open_peers, default=None)
    return None if best is None else _only_value(known, best)


def _only_value(known: Known, cell: int) -> Step:
    """Returns the step of a cell with one candidate, or with none."""
    layout, before, mask = known.layout, known.candidates[cell], known.left[cell]
    facts, units, cells_of = known.ruled_out({cell: layout.all_values & ~mask})
    reasons = []
    if (cell, None) in cells_of:
        others = layout.all_values & ~before
        if others.bit_count() < before.bit_count():
            reasons.append(f"it lost {values_text(others, layout)} before")
        else:
            reasons.append(f"it had {values_text(before, layout)} left")
    for unit in units:
        held = sum({facts[holder] for holder, by in cells_of if by == unit})
        reasons.append(f"{unit.name} has {values_text(held, layout)}")
    why = "; ".join(reasons)
    if before & (before - 1) == 0:
        both, number = cells_text(facts, layout), values_text(before, layout)
        why = f"{both} are both {number}, and both in {units[0].name}"
    elif not mask:
        why = f"{layout.labels[cell]} has no candidate left: {why}"
    return Step(layout, {cell: mask} if mask else {}, facts, tuple(units), why)


def _only_place(known: Known, unit: Unit, value: int, place: int | None) -> Step:
    """Returns the step of a value with one place in a complete unit, or with none."""
    facts, units, ruled_out = known.without_value(unit, value, {cell for cell in unit.cells if cell != place})
    why = f"{unit.name} needs {with_article(known.layout.number(value))}, and "
    if ruled_out == ALL_FILLED and place is not None:
        why += "its other cells are filled"
    else:
        why += f"no {'other ' * (place is not None)}cell of it can take that" + f": {ruled_out}" * bool(ruled_out)
    left = {} if place is None else {place: 1 << value - 1}
    return Step(known.layout, left, facts, tuple(units), why)
