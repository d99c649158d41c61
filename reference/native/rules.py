"""The rules of a layout as the kernel takes them, with units and sums that follow from others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, permutations
from typing import Any, NamedTuple

from ..model.layout import Layout, cached
from ..model.rules import LARGEST_SUM, Sum


def kernel_rules(layout: Layout) -> dict[str, list[Any]]:
    """Returns the arguments of the kernel's program besides units whose values all differ; also derived sums."""
    cages: list[Any] = []
    sums: list[Any] = []
    supports = [support for pair in layout.pairs for support in pair.supports(layout.size)]
    derived = derived_sums(layout)
    known_cages = layout.cages | layout.cages_among(derived)
    for each in (*layout.value_sums, *derived):
        if each not in known_cages:
            sums.append((each.cells, each.coefficients or (1,) * len(each), *_bounds(each, layout.size)))
            continue
        cages.append((each.cells, known_cages[each].value_sets))
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


# Units as sets of cells in one integer, and groups of disjoint ones: rows, columns, regions.


def _set_of(cells: Sequence[int]) -> int:
    """Returns cells as bits of an integer: bit 0 for cell 0."""
    return sum(1 << cell for cell in cells)


def _cells_of(cells: int) -> tuple[int, ...]:
    """Returns the cells of such a set, ascending."""
    return tuple(cell for cell in range(cells.bit_length()) if cells >> cell & 1)


def _disjoint_groups(units: Sequence[int]) -> list[list[int]]:
    """Puts each unit into the first group in which no unit has a cell of it."""
    groups: list[tuple[list[int], int]] = []
    for unit in units:
        for index, (group, covered) in enumerate(groups):
            if not covered & unit:
                group.append(unit)
                groups[index] = (group, covered | unit)
                break
        else:
            groups.append(([unit], unit))
    return [group for group, _ in groups]


# Units that follow from the units of a layout, which propagation alone does not see.
#
# Take k units, disjoint and with a cell for each value, and k other such units. Both groups hold each value k times.
# So the cells that only the first group covers hold the same values, as often, as those that only the second covers:
# the "law of leftovers" of jigsaw solvers. If those of the first group, A, lie in one unit, then this unit with the
# other cells, B, in the place of A has each value once: one more unit. If B has a cell of the rest of that unit, then
# a value would have to be there twice, and no puzzle on the layout has a solution. And where k - 1 units lie within k
# others, what is left of these is a unit, as the hidden windows of a windoku are.
#
# Rectangular blocks yield nothing new. Ten of 40 jigsaw layouts without a grid are settled at once.

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
    complete = list(dict.fromkeys(map(_set_of, units)))
    groups = _disjoint_groups(complete)
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
    return Implied(tuple(_cells_of(unit) for unit in found[:_MOST]), impossible=False)


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


# Sums that follow from units and sums: the "rule of 45" of killer Sudoku, for any layout.
#
# A unit with a cell for each value adds up to the total of all values. Take some disjoint units of that kind, and
# sums that nearly cover them: the cells of the units that no sum has, minus the cells of the sums beyond the units,
# add up to the difference of the totals. Players call such cells innies and outies.

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
    known = {(_set_of(cells), 0) for cells, _ in sums}
    smallest_first = [
        (_set_of(cells), total, len(cells) / 2) for cells, total in sorted(sums, key=lambda each: len(each[0]))
    ]
    found: dict[tuple[int, int], Sum] = {}
    for covered, count in _runs(_disjoint_groups(list(dict.fromkeys(map(_set_of, units))))):
        inside, outside, total = _sums_left(covered, count * size * (size + 1) // 2, smallest_first)
        if (inside | outside).bit_count() > _MOST_LEFT or (inside, outside) in known or (outside, inside) in found:
            continue
        if not inside | outside:
            if total:
                return (Sum("derived", (_cells_of(covered)[0],), 0),)
            continue
        cells = (*_cells_of(inside), *_cells_of(outside))
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


def _sums_left(covered: int, total: int, sums: Sequence[tuple[int, int, float]]) -> tuple[int, int, int]:
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
