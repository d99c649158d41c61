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
from typing import NamedTuple

from ...reference.deadline import Deadline
from ...reference.errors import joined
from ...reference.layout import Layout
from ...reference.puzzle import values_in
from ...reference.unit import Unit
from .known import Known
from .step import Step
from .words import cells_text, with_article


class _Places(NamedTuple):
    """A unit and some of its cells, as bits."""

    unit: Unit
    cells: int


def fish(size: int, known: Known, _deadline: Deadline) -> Step | None:
    """Returns the fish of so many units with the fewest places; None where there is none."""
    best = min(_found(size, known), key=lambda each: each[2].bit_count(), default=None)
    return best and _step(known, *best)


def _found(size: int, known: Known) -> Iterator[tuple[int, Sequence[_Places], int, Sequence[_Places]]]:
    """Yields the value, the units, their places, and the units that have these places."""
    for value in values_in(known.layout.all_values):
        able = sum(1 << cell for cell, mask in enumerate(known.left) if mask >> value - 1 & 1)
        units = [(unit, cells & able) for unit, cells in _cells_of(known.layout)]
        others = [_Places(unit, cells) for unit, cells in units if value not in unit.repeatable]
        # A unit with one place, or none, is a single; one with many is seldom part of a large fish.
        most = 2 * size if size > 1 else known.layout.size
        bases = [each for each in others if known.layout.is_complete(each.unit) and 1 < each.cells.bit_count() <= most]
        for chosen in combinations(bases, size):
            places = reduce(or_, [each.cells for each in chosen])
            if places.bit_count() == sum([each.cells.bit_count() for each in chosen]):
                for covers in _covers(places, others, size):
                    if reduce(or_, [each.cells for each in covers]) & ~places:
                        yield value, chosen, places, covers


def _covers(places: int, units: Sequence[_Places], most: int) -> Iterator[list[_Places]]:
    """Yields units, so many at most, that have all these cells together."""
    first = places & -places
    for each in units:
        if each.cells & first:
            rest = places & ~each.cells
            if not rest:
                yield [each]
            elif most > 1:
                yield from ([each, *more] for more in _covers(rest, units, most - 1))


@lru_cache(maxsize=16)
def _cells_of(layout: Layout) -> list[_Places]:
    return [_Places(unit, sum(1 << cell for cell in unit.cells)) for unit in layout.units]


def _step(known: Known, value: int, chosen: Sequence[_Places], places: int, covers: Sequence[_Places]) -> Step:
    layout, several = known.layout, len(chosen) > 1
    base = [cell - 1 for cell in values_in(places)]
    facts: dict[int, int] = {}
    rules: list[Unit] = []
    for unit, _ in chosen:
        found, units, ruled_out = known.without_value(unit, value, {*unit.cells}.difference(base))
        facts |= found
        rules += units
    names, others = (joined([each.unit.name for each in units], "and") for units in (chosen, covers))
    why = f"{names} need{'' if several else 's'} {with_article(layout.number(value))}{' each' * several}"
    why += f", and only {cells_text(base, layout)} can take it, all in {others}"
    why += f": {ruled_out}" * bool(ruled_out and not several)
    losing = reduce(or_, [each.cells for each in covers]) & ~places
    left = {cell - 1: layout.all_values & ~(1 << value - 1) for cell in values_in(losing)}
    return Step(layout, left, facts, tuple(dict.fromkeys((*rules, *(each.unit for each in covers)))), why)
