"""What one sum, one pair, or some units and sums together rule out, by the rules of the reference solver.

Players of killer Sudoku call the last innies and outies: the cages in a row leave the total of its other cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import joined
from ...reference.model.layout import Layout, Rule
from ...reference.model.rules import Sum
from ...reference.search.propagators import Propagator, propagate, propagators
from .step import Known, Step, cells_text, rule_text, values_text

_MOST_UNITS = 3
"""Units that are combined with sums."""

_MOST_CELLS = 4
"""Cells of the sum that follows: more rule out little."""

_FEW = 6
"""Candidates of a cell that a sentence names, at most."""


class _Keeper(NamedTuple):
    """A sum or a pair: one of the layout, or one that follows."""

    cells: Sequence[int]
    rules: tuple[Rule, ...]
    """What it follows from."""
    text: str
    propagators: list[Propagator]


@lru_cache(maxsize=16)
def pairs(layout: Layout) -> list[_Keeper]:
    """Returns the pairs of a layout."""
    return [
        _Keeper(each.cells, (each,), rule_text(each, layout), propagators(layout.only([each]))) for each in layout.pairs
    ]


@lru_cache(maxsize=16)
def sums(layout: Layout) -> list[_Keeper]:
    """Returns the sums of a layout."""
    return [_keeper(each, (each,), rule_text(each, layout), layout) for each in layout.sums]


def _keeper(each: Sum, rules: tuple[Rule, ...], text: str, layout: Layout) -> _Keeper:
    """Returns what keeps to a sum, and to the combinations of its values where they differ in a unit."""
    cages = layout.cages_among([each.with_values_from(layout.first_value)])
    units = [cage.unit for cage in cages.values()]
    return _Keeper(each.cells, (*units, *rules), text, propagators(layout.only([*units, each])))


@lru_cache(maxsize=16)
def combined_sums(layout: Layout) -> list[_Keeper]:
    """Returns sums that follow: the totals of some sums less those of some units is what the other cells come to."""
    plain = [each for each in layout.sums if each.relation == "=" and each.coefficients is None]
    every = sum(layout.number(value) for value in range(1, layout.size + 1))
    found: dict[Sum, _Keeper] = {}
    for count in range(1, _MOST_UNITS + 1):
        for first in range(len(layout.complete_units)):
            units = layout.complete_units[first : first + count]
            cells = {cell for unit in units for cell in unit.cells}
            if len(cells) < count * layout.size:
                continue
            for within, cages in (
                ("inside", [each for each in plain if cells.issuperset(each.cells)]),
                ("that touch", [each for each in plain if not cells.isdisjoint(each.cells)]),
            ):
                times = Counter(cell for cage in cages for cell in cage.cells)
                times.subtract(cells)
                left = {cell: factor for cell, factor in sorted(times.items()) if factor}
                if 0 < len(left) <= _MOST_CELLS and cages:
                    sign = -1 if max(left.values()) < 0 else 1
                    made = sum(cage.total for cage in cages)
                    factors = tuple(sign * factor for factor in left.values())
                    follows = Sum("", tuple(left), sign * (made - count * every), factors)
                    names = joined([unit.name for unit in units], "and")
                    makes, those = ("makes", "it") if count == 1 else ("make", "them")
                    why = f"{names} {makes} {count * every} and the sums {within} {those} make {made}"
                    text = f"{rule_text(follows, layout)}, as {why}"
                    found.setdefault(follows, _keeper(follows, (*units, *cages), text, layout))
    return sorted(found.values(), key=lambda keeper: len(keeper.rules))


def kept(keepers: Callable[[Layout], Sequence[_Keeper]], known: Known, _deadline: Deadline) -> Step | None:
    """Returns what the first of these rules out that rules out anything, or that cannot hold; None without one."""
    for keeper in keepers(known.layout):
        masks = known.left.copy()
        holds = propagate(masks, keeper.propagators)
        changed = [cell for cell in keeper.cells if masks[cell] != known.left[cell]]
        if changed or not holds:
            return _step(known, keeper, masks, changed if holds and all(masks[cell] for cell in changed) else [])
    return None


def _step(known: Known, keeper: _Keeper, masks: Sequence[int], changed: Sequence[int]) -> Step:
    """Returns the step by which cells keep what masks have; a contradiction if there are none."""
    layout, every = known.layout, known.layout.all_values
    # Cell by cell: the fewest reasons for all together would take long to find.
    found = [known.losses(cell) for cell in keeper.cells]
    facts = {cell: mask for each in found for cell, mask in each.facts.items()}
    units = [unit for each in found for unit in each.units]
    cells_of: dict[int, list[int]] = {}
    for cell in keeper.cells if len(keeper.cells) > 1 else ():
        if known.left[cell] != every and known.left[cell].bit_count() <= _FEW:
            cells_of.setdefault(known.left[cell], []).append(cell)
    seen = [
        f"{cells_text(cells, layout)} {'could be' if mask & (mask - 1) else 'is'} {values_text(mask, layout, 'or')}"
        for mask, cells in cells_of.items()
    ]
    words = "; ".join([keeper.text, *seen, *(() if changed else ["that cannot hold"])])
    left = {
        cell: masks[cell] if masks[cell] & (masks[cell] - 1) == 0 else every & ~(known.left[cell] & ~masks[cell])
        for cell in changed
    }
    return Step(layout, left, facts, (*units, *keeper.rules), words)
