"""What one sum, one pair, or some units and sums together rule out, by the rules of the reference solver.

Players of killer Sudoku call the last innies and outies: the cages in a row leave the total of its other cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ...reference.deadline import Deadline
from ...reference.errors import joined
from ...reference.layout import Layout, Rule
from ...reference.search.propagators import Propagator, propagators
from ...reference.sum import Sum
from ...reference.unit import Unit
from ...reference.value_sets import combinations_of
from .known import Known
from .step import Step, only
from .words import rule_text, values_text

_MOST_UNITS = 3
"""Units that are combined with sums."""

_MOST_CELLS = 4
"""Cells of the sum that follows: more rule out little."""


class _Keeper(NamedTuple):
    """A sum or a pair: one of the layout, or one that follows."""

    cells: Sequence[int]
    rules: tuple[Rule, ...]
    """What it follows from."""
    text: str
    propagators: list[Propagator]


def one_pair(known: Known, _deadline: Deadline) -> Step | None:
    """Returns what the first pair rules out that rules out anything, or that cannot hold; None without one."""
    return _first(known, _pairs(known.layout))


def one_sum(known: Known, _deadline: Deadline) -> Step | None:
    """Returns what the first sum rules out that rules out anything, or that cannot hold; None without one."""
    return _first(known, _sums(known.layout))


def combined_sum(known: Known, _deadline: Deadline) -> Step | None:
    """Returns what the first sum rules out that follows from some units and sums; None where none does."""
    return _first(known, _combined(known.layout))


@lru_cache(maxsize=16)
def _pairs(layout: Layout) -> list[_Keeper]:
    return [
        _Keeper(pair.cells, (pair,), rule_text(pair, layout), propagators(only(layout, (pair,))))
        for pair in layout.pairs
    ]


@lru_cache(maxsize=16)
def _sums(layout: Layout) -> list[_Keeper]:
    return [_keeper(each, (each,), rule_text(each, layout), layout) for each in layout.sums]


def _keeper(each: Sum, rules: tuple[Rule, ...], text: str, layout: Layout) -> _Keeper:
    """Returns what keeps to a sum, and to the combinations of its values where they differ in a unit."""
    around = (unit for unit in layout.units if set(each.cells) <= set(unit.cells) and not unit.repeatable)
    alone = replace(only(layout, [unit] if (unit := next(around, None)) else []), sums=(each,))
    units = [unit] if unit and combinations_of(alone.value_sums[0], alone) is not None else []
    return _Keeper(each.cells, (*units, *rules), text, propagators(replace(alone, units=tuple(units))))


@lru_cache(maxsize=16)
def _combined(layout: Layout) -> list[_Keeper]:
    return list(_combinations(layout)) if layout.sums else []


def _combinations(layout: Layout) -> Iterator[_Keeper]:
    """Yields sums that follow: the totals of some sums less those of some units is what the other cells come to."""
    plain = [each for each in layout.sums if each.relation == "=" and each.coefficients is None]
    every = sum(layout.number(value) for value in range(1, layout.size + 1))
    found: dict[Sum, tuple[Rule, ...]] = {}
    for count in range(1, _MOST_UNITS + 1):
        for first in range(len(layout.complete_units)):
            units = layout.complete_units[first : first + count]
            cells = {cell for unit in units for cell in unit.cells}
            if len(cells) < count * layout.size:
                continue
            for cages in (
                [each for each in plain if cells.issuperset(each.cells)],
                [each for each in plain if not cells.isdisjoint(each.cells)],
            ):
                times = Counter(cell for cage in cages for cell in cage.cells)
                times.subtract(cells)
                left = {cell: factor for cell, factor in sorted(times.items()) if factor}
                if 0 < len(left) <= _MOST_CELLS and cages:
                    sign = -1 if max(left.values()) < 0 else 1
                    total = sign * (sum(cage.total for cage in cages) - count * every)
                    factors = tuple(sign * factor for factor in left.values())
                    found.setdefault(Sum("", tuple(left), total, factors), (*units, *cages))
    for each, rules in sorted(found.items(), key=lambda item: len(item[1])):
        named = joined([rule_text(rule, layout) for rule in rules], "and")
        yield _keeper(each, rules, f"{rule_text(each, layout)}, as follows from {named}", layout)


def _first(known: Known, keepers: Sequence[_Keeper]) -> Step | None:
    for keeper in keepers:
        masks = known.left.copy()
        holds = all(keep(masks) for keep in keeper.propagators)
        left = {cell: masks[cell] for cell in keeper.cells if masks[cell] != known.left[cell]}
        if left or not holds:
            return _step(known, keeper, left if holds and all(left.values()) else {})
    return None


def _step(known: Known, keeper: _Keeper, left: dict[int, int]) -> Step:
    layout, units = known.layout, list[Unit]()
    facts: dict[int, int] = {}
    reasons = [keeper.text]
    if not left:
        reasons[0] += " cannot hold with the candidates that its cells have left"
    for cell in keeper.cells:
        found = known.ruled_out({cell: layout.all_values & ~known.left[cell]})
        facts |= found.facts
        if found.units:
            units += found.units
            lost = values_text(known.candidates[cell] & ~known.left[cell], layout, "or")
            have = f"{joined([unit.name for unit in found.units], 'and')} {'has' if len(found.units) == 1 else 'have'}"
            reasons.append(f"{layout.labels[cell]} cannot be {lost}, which {have}")
    return Step(layout, left, facts, tuple(dict.fromkeys((*units, *keeper.rules))), "; ".join(reasons))
