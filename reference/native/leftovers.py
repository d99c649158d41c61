"""Units that follow from the units of a layout, which propagation alone does not see.

Take k units, disjoint and with a cell for each value, and k other such units. Both groups hold each value k times. So
the cells that only the first group covers hold the same values, as often, as those that only the second covers: the
"law of leftovers" of jigsaw solvers. If those of the first group, A, lie in one unit, then this unit with the other
cells, B, in the place of A has each value once: one more unit. If B has a cell of the rest of that unit, then a value
would have to be there twice, and no puzzle on the layout has a solution. And where k - 1 units lie within k others,
what is left of these is a unit, as the hidden windows of a windoku are.

Rectangular blocks yield nothing new. Ten of 40 jigsaw layouts without a grid are settled at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, permutations
from typing import NamedTuple

from ..layout import Layout
from ..layout_caches import cached
from .unit_groups import cells_of, disjoint_groups, set_of

_MOST = 32
"""Implied units; each takes its time in every round, and the first ones, with few leftovers, say most."""

_MOST_STEPS = 200_000
"""Pairs of a run of units and another unit. The layouts that take more are large and regular."""


class Implied(NamedTuple):
    """What follows from the units of a layout."""

    units: tuple[tuple[int, ...], ...]
    """Sets of as many cells as there are values, in each of which all values differ; none that the layout has."""
    impossible: bool
    """Whether no puzzle on the layout has a solution."""


def implied_by(layout: Layout) -> Implied:
    """Returns units that follow from those of the layout, at most 32 of them, with the fewest leftovers first."""
    return _implied(layout.size, tuple(unit.cells for unit in layout.complete_units))


@cached(64)
def _implied(size: int, units: tuple[tuple[int, ...], ...]) -> Implied:
    complete = list(dict.fromkeys(map(set_of, units)))
    groups = disjoint_groups(complete)
    if sum(len(some) * len(others) * size for some, others in permutations(groups, 2)) > _MOST_STEPS:
        return Implied((), impossible=False)
    known = set(complete)
    found: list[int] = []
    for leftovers, others in sorted(_leftovers(size, groups), key=lambda pair: pair[0].bit_count()):
        rests = [unit ^ leftovers for unit in complete if leftovers & unit == leftovers] if leftovers else [0]
        for rest in rests:
            if rest & others:
                return Implied((), impossible=True)
            if rest | others not in known:
                known.add(rest | others)
                found.append(rest | others)
        if len(found) >= _MOST:
            break
    return Implied(tuple(cells_of(unit) for unit in found[:_MOST]), impossible=False)


def _leftovers(size: int, groups: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Yields two sets of fewer cells than a unit that hold the same values, as often; or no cells, and a new unit.

    Of the units of another group it takes those that overlap most with some units in a row.
    """
    for some, others in permutations(groups, 2):
        shared = [list(accumulate(((unit & other).bit_count() for unit in some), initial=0)) for other in others]
        covered = list(accumulate(some, int.__or__, initial=0))
        for first in range(len(some)):
            for end in range(first + 1, min(len(some), first + size - 1) + 1):
                run = covered[end] ^ covered[first]
                overlaps = [sums[end] - sums[first] for sums in shared]
                best = sorted(range(len(others)), key=lambda other: -overlaps[other])[: end - first]
                chosen = 0
                for other in best:
                    chosen |= others[other]
                if len(best) == end - first and 0 < (chosen & ~run).bit_count() < size:
                    yield chosen & ~run, run & ~chosen
                    yield run & ~chosen, chosen & ~run
                within = [other for other in best if overlaps[other] == size]
                if len(within) == end - first - 1:
                    inner = 0
                    for other in within:
                        inner |= others[other]
                    yield 0, run & ~inner
