"""The sums and pairs of a layout as the kernel takes them: cages, bounded sums, supports, and other units."""

from __future__ import annotations

from typing import Any

from ..layout import Layout
from ..sum import Sum
from ..value_sets import combinations_of
from .derived_sums import derived_sums


def kernel_rules(layout: Layout) -> dict[str, list[Any]]:
    """Returns the arguments of the kernel's program besides units whose values all differ; also derived sums."""
    cages: list[Any] = []
    sums: list[Any] = []
    supports = [support for pair in layout.pairs for support in pair.supports(layout.size)]
    for each in (*layout.value_sums, *derived_sums(layout)):
        sets = combinations_of(each, layout)
        if sets is None:
            sums.append((each.cells, each.coefficients or (1,) * len(each), *_bounds(each, layout.size)))
            continue
        cages.append((each.cells, sets))
        if len(each) == 2:
            first, second = each.cells
            beside = [_bit(each.total - value, layout.size) for value in range(1, layout.size + 1)]
            supports += [(first, second, beside), (second, first, beside)]
    partly = [
        (unit.cells, layout.all_values - sum(layout.value_masks[value] for value in unit.repeatable))
        for unit in layout.repeating_units
    ]
    hidden = [] if layout.shown is None else sorted(set(range(layout.cell_count)).difference(layout.shown))
    return {"cages": cages, "sums": sums, "supports": supports, "partly": partly, "hidden": hidden}


def _bounds(each: Sum, size: int) -> tuple[int, int]:
    """Returns the least and the most that a sum may be; a number beyond what it can be stands for all that are."""
    farthest = 1 + size * sum(abs(coefficient) for _, coefficient in each.terms)
    least, most = each.bounds
    return (
        -farthest if least is None else max(-farthest, min(least, farthest)),
        farthest if most is None else max(-farthest, min(most, farthest)),
    )


def _bit(value: int, size: int) -> int:
    return 1 << value - 1 if 1 <= value <= size else 0
