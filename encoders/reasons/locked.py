"""Locked candidates: the places of a value in a complete unit all lie in another unit, whose other cells lose it."""

from __future__ import annotations

from collections.abc import Iterator

from ...reference.deadline import Deadline
from ...reference.puzzle import values_in
from .known import Known
from .step import Step
from .words import cells_text, with_article


def locked(known: Known, _deadline: Deadline) -> Step | None:
    """Returns the step that goes by the fewest cells and units; None where there is none."""
    return min(_steps(known), key=lambda step: step.cost, default=None)


def _steps(known: Known) -> Iterator[Step]:
    layout = known.layout
    for unit in layout.complete_units:
        for value in values_in(layout.all_values):
            bit, number = 1 << value - 1, layout.number(value)
            places = {cell for cell in unit.cells if known.left[cell] & bit}
            if len(places) < 2:
                continue  # a single, or there is none
            for other in layout.units_of[min(places)]:
                if other == unit or not places.issubset(other.cells) or value in other.repeatable:
                    continue
                losing = [cell for cell in other.cells if cell not in places and known.left[cell] & bit]
                if losing:
                    facts, units, ruled_out = known.without_value(unit, value, set(unit.cells) - places)
                    why = f"{unit.name} needs {with_article(number)}, and only {cells_text(places, layout)} can take it"
                    why += f", all in {other.name}" + f": {ruled_out}" * bool(ruled_out)
                    rules = tuple(dict.fromkeys((*units, other)))
                    left = dict.fromkeys(losing, layout.all_values & ~bit)
                    yield Step("locked candidates", layout, left, facts, rules, why)
