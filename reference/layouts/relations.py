"""Relations between two values: comparisons, by which JSON and texts name them, and the signs between neighbours."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne

from ..errors import LayoutError, shown

COMPARISONS: dict[str, Callable[[int, int], bool]] = {"<": lt, ">": gt, "<=": le, ">=": ge, "!=": ne, "=": eq}
"""How the two values of a pair may compare."""

SIGNS: dict[str, Callable[[int, int], bool]] = {
    "white dot": lambda one, other: abs(one - other) == 1,
    "black dot": lambda one, other: one == 2 * other or other == 2 * one,
    "X": lambda one, other: one + other == 10,
    "V": lambda one, other: one + other == 5,
}
"""What may be drawn between neighbours, and how the numbers in the two cells are related then."""


@lru_cache(maxsize=256)
def compared(comparison: str, size: int) -> frozenset[tuple[int, int]]:
    """Returns the pairs of values `1..size` that compare so; raises `LayoutError` for an unknown comparison."""
    holds = COMPARISONS.get(comparison)
    if holds is None:
        known = ", ".join(COMPARISONS)
        wrong = f"a pair allows {shown(comparison)}, neither a list of pairs of values nor one of {known}"
        raise LayoutError(wrong)
    values = range(1, size + 1)
    return frozenset((one, other) for one in values for other in values if holds(one, other))


def comparison_of(allowed: frozenset[tuple[int, int]], size: int) -> str | None:
    """Returns the comparison that allows just these pairs of values `1..size`; None where there is none."""
    return next((each for each in COMPARISONS if allowed == compared(each, size)), None)
