"""Sums that follow from units and sums: the "rule of 45" of killer Sudoku, for any layout.

A unit with a cell for each value adds up to the total of all values. Take some disjoint units of that kind, and sums
that nearly cover them: the cells of the units that no sum has, minus the cells of the sums beyond the units, add up to
the difference of the totals. Players call such cells innies and outies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..layout import Layout
from ..layout_caches import cached
from ..sum import LARGEST_SUM, Sum
from .unit_groups import cells_of, disjoint_groups, set_of

_MOST_LEFT = 4
"""Cells of a derived sum; those of more cells rule out little, and each takes its time whenever rules are applied."""

_MOST_SUMS = 256
"""Derived sums, those of the fewest cells first."""


def derived_sums(layout: Layout) -> tuple[Sum, ...]:
    """Returns sums that follow from the units and the sums of a layout, for the values `1..size`; fewest cells first.

    Each has coefficients of 1 and -1, at most four cells, and none is a sum of the layout. Where totals contradict the
    units, it is only a sum of one cell that no value reaches.
    """
    if not layout.sums:
        return ()
    units = tuple(unit.cells for unit in layout.complete_units)
    plain = tuple((each.cells, each.total) for each in layout.value_sums if _is_plain(each))
    return _derived(layout.size, units, plain)


def _is_plain(each: Sum) -> bool:
    return each.relation == "=" and each.coefficients is None


@cached(64)
def _derived(
    size: int, units: tuple[tuple[int, ...], ...], sums: tuple[tuple[tuple[int, ...], int], ...]
) -> tuple[Sum, ...]:
    known = {(set_of(cells), 0) for cells, _ in sums}
    smallest_first = [
        (set_of(cells), total, len(cells) / 2) for cells, total in sorted(sums, key=lambda each: len(each[0]))
    ]
    found: dict[tuple[int, int], Sum] = {}
    for covered, count in _runs(disjoint_groups(list(dict.fromkeys(map(set_of, units))))):
        inside, outside, total = _leftovers(covered, count * size * (size + 1) // 2, smallest_first)
        if (inside | outside).bit_count() > _MOST_LEFT or (inside, outside) in known or (outside, inside) in found:
            continue
        if not inside | outside:
            if total:
                return (Sum("derived", (cells_of(covered)[0],), 0),)
            continue
        cells = (*cells_of(inside), *cells_of(outside))
        coefficients = (1,) * inside.bit_count() + (-1,) * outside.bit_count()
        if not inside:
            total, coefficients = -total, (1,) * outside.bit_count()
        if abs(total) > LARGEST_SUM:
            continue  # it says no more than the sums that it is derived from
        found[inside, outside] = Sum("derived", cells, total, coefficients)
    return tuple(sorted(found.values(), key=len)[:_MOST_SUMS])


def _runs(groups: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Yields the cells of one unit or several neighbouring ones of a group, and how many units these are."""
    for group in groups:
        for first in range(len(group)):
            covered = 0
            for end in range(first, len(group)):
                covered |= group[end]
                yield covered, end + 1 - first


def _leftovers(covered: int, total: int, sums: Sequence[tuple[int, int, float]]) -> tuple[int, int, int]:
    """Returns the cells that no chosen sum has, those of chosen sums beyond the covered ones, and what is left to add.

    Each sum comes with its cells, its total, and half of their number. A sum is chosen if more than half of its cells
    are in what is left of the covered ones. Its other cells count as beyond, once, even where another sum has them too.
    """
    inside, outside = covered, 0
    for cells, part, half in sums:
        within = cells & inside
        if within.bit_count() > half and not cells & outside:
            inside ^= within
            outside |= cells ^ within
            total -= part
    return inside, outside, total
