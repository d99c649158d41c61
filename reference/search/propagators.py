"""What the reference solver does with sums and pairs: it removes candidates that they rule out.

A propagator works on `masks`, a candidate set for each cell, and returns False where no values are left that keep to
its rule.
Pairs are arc consistent (Mackworth, "Consistency in networks of relations", 1977). A sum keeps to bounds: what the
other cells can add at least and at most. A sum whose cells all differ, since they lie in one unit, also keeps to
combinations, the sets of different values that add up to its total: players of killer Sudoku and Kakuro know them as
tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ..model.layout import Layout
from ..model.puzzle import values_in
from ..model.rules import Pair, Sum

Masks = list[int]
Propagator = Callable[[Masks], bool]
"""Removes what its rule rules out; returns False where nothing is left."""


def propagators(layout: Layout) -> list[Propagator]:
    """Returns the rules of the sums and pairs of a layout."""
    rules: list[Propagator] = [_pair_rule(pair, layout.size) for pair in layout.pairs]
    for each in layout.value_sums:
        rules.append(partial(_keep_bounds, _upper_bounds(each)))
        if each in layout.cages:
            rules.append(partial(_keep_combinations, each.cells, layout.cages[each].value_sets))
    return rules


def propagate(masks: Masks, rules: Sequence[Propagator]) -> bool:
    """Applies the rules to the candidate sets until none changes them; False where one cannot hold."""
    while True:
        before = masks.copy()
        if not all(rule(masks) for rule in rules):
            return False
        if masks == before:
            return True


def _pair_rule(pair: Pair, size: int) -> Propagator:
    supports = pair.supports(size)

    def keep(masks: Masks) -> bool:
        for cell, other, beside in supports:
            left = 0
            for value in values_in(masks[cell]):
                left |= beside[value - 1]
            masks[other] &= left
        return masks[pair.cells[0]] != 0 and masks[pair.cells[1]] != 0

    return keep


_Bound = tuple[list[tuple[int, int]], int]
"""Cells with their coefficients, and the most that their sum may be."""


def _upper_bounds(each: Sum) -> list[_Bound]:
    """Returns a sum as upper bounds: at least is at most with all signs turned, and equal is both."""
    bounds: list[_Bound] = []
    least, most = each.bounds
    if most is not None:
        bounds.append((list(each.terms), most))
    if least is not None:
        bounds.append(([(cell, -coefficient) for cell, coefficient in each.terms], -least))
    return bounds


def _keep_bounds(bounds: Sequence[_Bound], masks: Masks) -> bool:
    for terms, most in bounds:
        room = most
        for cell, coefficient in terms:
            room -= coefficient * _extreme(masks[cell], smallest=coefficient > 0)
        if room < 0:
            return False
        for cell, coefficient in terms:
            # How far the value may be from the one that adds least. No value is farther off than there are bits.
            steps = min(room // abs(coefficient), masks[cell].bit_length())
            value = _extreme(masks[cell], smallest=coefficient > 0)
            if coefficient > 0:
                masks[cell] &= (1 << value + steps) - 1
            else:
                masks[cell] &= -1 << max(0, value - steps - 1)
    return True


def _extreme(mask: int, *, smallest: bool) -> int:
    return (mask & -mask).bit_length() if smallest else mask.bit_length()


def _keep_combinations(cells: Sequence[int], sets: Sequence[int], masks: Masks) -> bool:
    any_cell = 0
    for cell in cells:
        any_cell |= masks[cell]
    left = 0
    for values in sets:
        if not values & ~any_cell and all(masks[cell] & values for cell in cells):
            left |= values
    for cell in cells:
        masks[cell] &= left
        if not masks[cell]:
            return False
    return True
