"""Singles, naked and hidden sets, and fish: what units alone rule out."""

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
from .step import ALL_FILLED, Known, Step, cells_text, values_text, with_article

# Naked and hidden singles, and contradictions: cells without a candidate, values without a place.
#
# Each goes by cells with one known value, which rule this value out of the other cells of their units. Singles among
# few open cells come first: a person sees them first, and they go by little.


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
    facts, units, cells_of = known.losses(cell)
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


# Naked and hidden sets: cells of a unit that can only take as many values, or that only can take them.
#
# Two are a pair, three a triple. Proof: the cells take these values, one each. So no other cell of the unit has one
# of them (naked), and none of the cells has another value (hidden).


def naked_set(size: int, known: Known, _deadline: Deadline) -> Step | None:
    """Returns the first naked set of so many cells, in the order of the units; None where there is none."""
    layout = known.layout
    for unit in layout.units:
        able = [cell for cell in unit.cells if 1 < known.left[cell].bit_count() <= size]
        for cells in combinations(able if not unit.repeatable else (), size):
            values = reduce(or_, [known.left[cell] for cell in cells])
            losing = [cell for cell in unit.cells if cell not in cells and known.left[cell] & values]
            if losing and values.bit_count() == size:
                facts, units, _ = known.losses(*cells)
                why = f"{cells_text(cells, layout)} can only be {values_text(values, layout, 'or')},"
                why += f" so they use these up in {unit.name}"
                left = dict.fromkeys(losing, layout.all_values & ~values)
                return Step(layout, left, facts, (unit, *units), why)
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
                return Step(layout, left, facts, (unit, *units), why)
    return None


# Fish: the places of a value in some units all lie in as many other units, whose other cells lose the value.
#
# With one unit these are locked candidates, with two an X-wing, with three a swordfish. Proof: the units are complete
# and share no place of the value, so they take as many cells with it. Each of the others has it once at most, so it
# has it in one of these cells.

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
    return Step(layout, left, facts, (*rules, *covers), why)
