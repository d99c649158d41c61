"""Locked candidates: the places of a value in a complete unit all lie in another unit, whose other cells lose it."""

from __future__ import annotations

from collections.abc import Iterator

from ...reference.layout import Layout
from ...reference.puzzle import values_in
from ...reference.unit import Unit
from .singles import Singles
from .step import Step, cells_text, with_article


def locked(layout: Layout, singles: Singles) -> Step | None:
    """Returns the step that goes by the fewest cells and units; None where there is none."""
    return min(_steps(layout, singles), key=lambda step: step.cost, default=None)


def _steps(layout: Layout, singles: Singles) -> Iterator[Step]:
    for unit in layout.complete_units:
        for value in values_in(layout.all_values):
            places = {cell for cell in unit.cells if singles.left[cell] & 1 << value - 1}
            if len(places) < 2:
                continue  # a single, or there is none
            for other in layout.units_of[min(places)]:
                if other != unit and places.issubset(other.cells) and value not in other.repeatable:
                    yield from _ruled_out(layout, singles, unit, other, value, places)


def _ruled_out(
    layout: Layout, singles: Singles, unit: Unit, other: Unit, value: int, places: set[int]
) -> Iterator[Step]:
    bit, number = 1 << value - 1, layout.number(value)
    losing = [cell for cell in other.cells if cell not in places and singles.left[cell] & bit]
    if not losing:
        return
    facts, units, why = singles.without_value(unit, value, {cell for cell in unit.cells if cell not in places})
    rules = tuple(dict.fromkeys((*units, other)))
    needs = f"{unit.name} needs {with_article(number)}, and only {cells_text(places, layout)} can take it"
    lost = f"not {number}: {needs}, all in {other.name}" + (f": {why}" if why else "")
    for cell in losing:
        text = f"{layout.labels[cell]} is {lost}"
        yield Step(cell, layout.all_values & ~bit, facts, rules, text, lost=lost)
