"""Small sets: the fewest cells and units that rule out values, and items of which none can be left out.

The former is a set cover, solved by branch and bound. For the latter, what is not needed is left out, one item after
the other (Marques-Silva, "Minimal unsatisfiability: models, algorithms and applications", 2010).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import TypeVar

from ...reference.model.puzzle import values_in
from ...reference.model.rules import Unit

Choice = tuple[int, "Unit | None"]
"""A cell, and the unit by which it rules something out; None where the cell does so by itself."""

_MOST_NODES = 200
"""Partial choices after which the best so far is taken; a unit of nine cells takes some ten."""


def fewest(covers: Mapping[Choice, int], unit: Unit | None) -> list[Choice]:
    """Returns choices that cover all that can be covered, with as few different cells and units as there can be.

    What a choice covers are bits. `unit` costs nothing. In the order in which they were chosen.
    """
    # What a choice uses are bits, too, one for each cell and unit.
    uses_of: dict[object, int] = {None: 0, unit: 0}
    choices = []
    for (cell, by), covered in covers.items():
        uses = uses_of.setdefault(cell, 1 << len(uses_of)) | uses_of.setdefault(by, 1 << len(uses_of))
        choices.append((uses, covered, (cell, by)))
    wanted = [1 << number - 1 for number in values_in(reduce(or_, covers.values(), 0))]
    options = {item: [choice for choice in choices if choice[1] & item] for item in wanted}
    # Items with few options first: these leave little to choose.
    order = sorted(options, key=lambda item: (len(options[item]), item))
    best: list[Choice] = []
    best_cost = nodes = 0

    def choose(covered: int, used: int, chosen: list[Choice]) -> None:
        nonlocal best, best_cost, nodes
        nodes += 1
        cost = used.bit_count()
        if best and (cost >= best_cost or nodes > _MOST_NODES):
            return
        item = next((item for item in order if not item & covered), 0)
        if not item:
            best, best_cost = chosen, cost
            return
        by_cost = options[item]
        if len(by_cost) > 1:
            by_cost = sorted(by_cost, key=lambda each: ((used | each[0]).bit_count(), -each[1].bit_count()))
        for uses, more, choice in by_cost:
            choose(covered | more, used | uses, [*chosen, choice])

    # What all options of an item use is used in any case.
    choose(0, reduce(or_, (reduce(and_, (choice[0] for choice in each)) for each in options.values()), 0), [])
    return best


Item = TypeVar("Item")


def minimal(items: Sequence[Item], suffice: Callable[[list[Item]], bool]) -> list[Item]:
    """Returns some of the items, in their order, that suffice, and none of which can be left out.

    All items suffice, and adding items keeps that. Each item is left out where the others suffice without it.
    """
    needed: list[Item] = []
    for place, item in enumerate(items, start=1):
        if not suffice([*needed, *items[place:]]):
            needed.append(item)
    return needed
