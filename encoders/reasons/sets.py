"""Naked and hidden sets: cells of a unit that can only take as many values, or that only can take them.

Two are a pair, three a triple. Proof: the cells take these values, one each. So no other cell of the unit has one of
them (naked), and none of the cells has another value (hidden).
"""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import or_

from ...reference.contract.deadline import Deadline
from ...reference.model.puzzle import values_in
from .known import Known
from .step import Step
from .words import cells_text, values_text


def naked_set(size: int, known: Known, _deadline: Deadline) -> Step | None:
    """Returns the first naked set of so many cells, in the order of the units; None where there is none."""
    layout = known.layout
    for unit in layout.units:
        able = [cell for cell in unit.cells if 1 < known.left[cell].bit_count() <= size]
        for cells in combinations(able if not unit.repeatable else (), size):
            values = reduce(or_, [known.left[cell] for cell in cells])
            losing = [cell for cell in unit.cells if cell not in cells and known.left[cell] & values]
            if losing and values.bit_count() == size:
                facts, units, _ = known.ruled_out({cell: layout.all_values & ~known.left[cell] for cell in cells})
                why = f"{cells_text(cells, layout)} can only be {values_text(values, layout, 'or')},"
                why += f" so they use these up in {unit.name}"
                left = dict.fromkeys(losing, layout.all_values & ~values)
                return Step(layout, left, facts, tuple(dict.fromkeys((unit, *units))), why)
    return None


def hidden_set(size: int, known: Known, _deadline: Deadline) -> Step | None:
    """Returns the first hidden set of so many cells, in the order of the units; None where there is none."""
    layout = known.layout
    for unit in layout.complete_units:
        places = {
            value: {cell for cell in unit.cells if known.left[cell] >> value - 1 & 1}
            for value in values_in(layout.all_values)
        }
        able = [value for value, cells in places.items() if 1 < len(cells) <= size]
        for values in combinations(able, size):
            cells = sorted(set[int]().union(*(places[value] for value in values)))
            mask = sum(1 << value - 1 for value in values)
            if len(cells) == size and any(known.left[cell] & ~mask for cell in cells):
                lost = {cell: mask for cell in unit.cells if cell not in cells}
                facts, units, _ = known.ruled_out(lost, unit)
                why = f"{unit.name} has {values_text(mask, layout)} only in {cells_text(cells, layout)},"
                why += " so these take nothing else"
                left = {cell: mask for cell in cells if known.left[cell] & ~mask}
                return Step(layout, left, facts, tuple(dict.fromkeys((unit, *units))), why)
    return None
