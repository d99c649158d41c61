"""Fish: the places of a value in some units all lie in as many other units, whose other cells lose the value.

With one unit these are locked candidates, with two an X-wing, with three a swordfish. Proof: the units are complete and
share no place of the value, so they take as many cells with it. Each of the others has it once at most, so it has it in
one of these cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_

from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import joined
from ...reference.model.layout import Layout
from ...reference.model.puzzle import values_in
from ...reference.model.rules import Unit
from .known import Known
from .step import Step
from .words import cells_text

_Cells = tuple[Unit, int]
"""A unit and some of its cells, as bits."""


def fish(size: int, known: Known, _deadline: Deadline) -> Step | None:
    """Returns the fish of so many units with the fewest places; None where there is none."""
    best = min(_found(size, known), key=lambda each: each[2].bit_count(), default=None)
    return best and _step(known, *best)


def _found(size: int, known: Known) -> Iterator[tuple[int, Sequence[_Cells], int, list[Unit], int]]:
    """Yields the value, the units with their places, all these, the units that have them too, and what loses it."""
    complete, at = _cells_of(known.layout)
    for value in values_in(known.layout.all_values):
        able = sum([1 << cell for cell, mask in enumerate(known.left) if mask >> value - 1 & 1])
        places_of = [(unit, cells & able) for unit, cells in complete]
        # A unit with one place, or none, is a single; one with many makes three units slow, and hard to see.
        most = size if size > 2 else known.layout.size
        bases = [each for each in places_of if 1 < each[1].bit_count() <= most and any(_covers(each[1], at, size))]
        for chosen in combinations(bases, size):
            places = reduce(or_, [cells for _, cells in chosen])
            if places.bit_count() == sum([cells.bit_count() for _, cells in chosen]):
                for covers in _covers(places, at, size):
                    losing = reduce(or_, [cells for _, cells in covers]) & able & ~places
                    if losing and not any(value in unit.repeatable for unit, _ in covers):
                        yield value, chosen, places, [unit for unit, _ in covers], losing


def _covers(places: int, at: Sequence[Sequence[_Cells]], most: int) -> Iterator[list[_Cells]]:
    """Yields units, so many at most, that have all these places together."""
    for each in at[(places & -places).bit_length() - 1]:
        rest = places & ~each[1]
        if not rest:
            yield [each]
        elif most > 1:
            yield from ([each, *more] for more in _covers(rest, at, most - 1))


@lru_cache(maxsize=16)
def _cells_of(layout: Layout) -> tuple[list[_Cells], list[list[_Cells]]]:
    """Returns the complete units, and those around each cell, with all of their cells."""
    bits = {unit: sum(1 << cell for cell in unit.cells) for unit in layout.units}
    around = [[(unit, bits[unit]) for unit in units] for units in layout.units_of]
    return [(unit, bits[unit]) for unit in layout.complete_units], around


def _step(known: Known, value: int, chosen: Sequence[_Cells], places: int, covers: Sequence[Unit], losing: int) -> Step:
    layout = known.layout
    facts: dict[int, int] = {}
    rules: list[Unit] = []
    words = []
    number = layout.number(value)
    for unit, bits in chosen:
        cells = [cell - 1 for cell in values_in(bits)]
        found, units, ruled_out = known.without_value(unit, value, {*unit.cells}.difference(cells))
        facts |= found
        rules += units
        words.append(f"{unit.name} has its {number} in {cells_text(cells, layout, 'or')}")
    names = joined([unit.name for unit in covers], "or")
    many = "both" if places.bit_count() == 2 else "all"
    why = f"{joined(words, 'and')}, {many} in {names}, which {'has' if len(covers) == 1 else 'have'} no other {number}"
    why += f" (elsewhere in {chosen[0][0].name}: {ruled_out})" * bool(ruled_out and len(chosen) == 1)
    left = {cell - 1: layout.all_values & ~(1 << value - 1) for cell in values_in(losing)}
    return Step(layout, left, facts, tuple(dict.fromkeys((*rules, *covers))), why)
