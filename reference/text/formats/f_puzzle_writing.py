"""The rules of a layout as keys of f-puzzles: what `f_puzzle_rules.py` reads, the other way round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ...errors import LayoutError, PuzzleError
from ...layout import Layout
from ...layouts.classic import classic
from ...layouts.fitting import is_classic_size
from ...layouts.latin import latin
from ...layouts.line_pairs import number_pairs
from ...pair import Pair
from ...sum import Sum
from .f_puzzle_rules import FLAGS, is_ratio

Cells = frozenset[int]
Rules = dict[str, Any]


def rules_written(layout: Layout, to: str = "f-puzzles") -> tuple[list[int] | None, Rules]:
    """Returns the region of each cell, None for the usual blocks, and the rules by key.

    Raises `PuzzleError`, which names the rule and the format `to`, for one that f-puzzles has no key for.
    """
    if not layout.is_square or layout.first_value != 1 or layout.shown is not None or layout.repeating_units:
        raise PuzzleError(f"{to} has square grids with the values from 1 on, not {layout.name}: choose json")
    size = layout.size
    open_units = {frozenset(unit.cells): unit.name for unit in layout.units}
    for unit in latin(size).units:
        if open_units.pop(frozenset(unit.cells), None) is None:
            raise PuzzleError(f"{to} has rows and columns with different values: {unit.name} has none")
    regions = _regions(layout, open_units)
    rules: Rules = {}
    pairs = list(layout.pairs)
    for key, with_flag in FLAGS.items():
        pairs = _flag(layout, key, with_flag, open_units, pairs, rules)
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for each in layout.sums:
        key, part = _sum_written(each, layout, open_units, to)
        found[key].append(part)
    pairs = _renbans(layout, open_units, pairs, found)
    for cells in open_units:
        found["extraregion"].append({"cells": _places(layout, sorted(cells))})
    for pair in pairs:
        key, part = _pair_written(pair, layout, to)
        found[key].append(part)
    return regions, {**rules, **found}


def _places(layout: Layout, cells: Any) -> list[str]:
    return [f"R{layout.positions[cell][0] + 1}C{layout.positions[cell][1] + 1}" for cell in cells]


def _regions(layout: Layout, open_units: dict[Cells, str]) -> list[int] | None:
    """Removes the regions from the units, and returns the region of each cell; None for the usual blocks."""
    size = layout.size
    if is_classic_size(size):
        blocks = [frozenset(unit.cells) for unit in classic(size).units[2 * size :]]
        if all(block in open_units for block in blocks):
            for block in blocks:
                open_units.pop(block, None)
            return None
    regions: list[Cells] = []
    taken: set[int] = set()
    for cells in list(open_units):
        if len(cells) == size and taken.isdisjoint(cells):
            regions.append(cells)
            taken |= cells
    if len(taken) == layout.cell_count:
        for cells in regions:
            del open_units[cells]
    elif not is_classic_size(size):
        return None  # rows alone
    else:
        # Rows as regions say nothing that the rows do not say.
        regions = [frozenset(row) for row in layout.rows]
    number = {cell: each for each, cells in enumerate(regions) for cell in cells}
    return [number[cell] for cell in range(layout.cell_count)]


def _flag(
    layout: Layout, key: str, with_flag: Any, open_units: dict[Cells, str], pairs: list[Pair], rules: Rules
) -> list[Pair]:
    """Writes a rule for the whole grid where all of it is there, and returns the pairs that are left."""
    base = classic(layout.size) if is_classic_size(layout.size) else latin(layout.size)
    try:
        whole: Layout = with_flag(base)
    except LayoutError:
        return pairs
    units = {frozenset(unit.cells) for unit in whole.units[len(base.units) :]}
    wanted = {(pair.cells, pair.allowed) for pair in whole.pairs}
    left = [pair for pair in pairs if (pair.cells, pair.allowed) not in wanted]
    if (units or wanted) and units <= open_units.keys() and len(pairs) - len(left) >= len(wanted):
        rules[key] = True
        for cells in units:
            del open_units[cells]
        return left
    return pairs


def _renbans(
    layout: Layout, open_units: dict[Cells, str], pairs: list[Pair], found: dict[str, list[Any]]
) -> list[Pair]:
    """Writes the units all of whose cells are close to each other, and returns the pairs that are left."""
    for cells in list(open_units):
        count = len(cells)
        near = number_pairs(layout, lambda one, other, count=count: abs(one - other) < count)  # type: ignore[misc]
        inside = [pair for pair in pairs if cells.issuperset(pair.cells) and pair.allowed == near]
        if inside and len({frozenset(pair.cells) for pair in inside}) == count * (count - 1) // 2:
            found["renban"].append({"lines": [_places(layout, sorted(cells))]})
            pairs = [pair for pair in pairs if pair not in inside]
            del open_units[cells]
    return pairs


def _sum_written(each: Sum, layout: Layout, open_units: dict[Cells, str], to: str) -> tuple[str, Rules]:
    cells = list(each.cells)
    times = each.coefficients
    if each.relation == "=" and times is None:
        inside = any(set(cells) <= set(unit.cells) for unit in layout.units_of[cells[0]])
        if open_units.pop(frozenset(cells), None) is not None or (inside and each.name[:6] != "little"):
            return "killercage", {"cells": _places(layout, cells), "value": str(each.total)}
        for direction, steps in {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}.items():
            (row, column), before = layout.positions[cells[0]], (-steps[0], -steps[1])
            if cells == list(_straight(layout, cells[0], steps)):
                outside = f"R{row + before[0] + 1}C{column + before[1] + 1}"
                return "littlekillersum", {"cell": outside, "direction": direction, "value": str(each.total)}
    elif each.relation == "=" and each.total == 0 and times is not None:
        head = [cell for cell, factor in zip(cells, times, strict=True) if factor > 0]
        shaft = [cell for cell, factor in zip(cells, times, strict=True) if factor == -1]
        powers = [10**place for place in reversed(range(len(head)))]
        if len(head) + len(shaft) == len(cells) and list(times[: len(head)]) == powers and head == sorted(head):
            line = _places(layout, [head[-1], *shaft])
            return "arrow", {"cells": _places(layout, head), "lines": [line]}
    raise PuzzleError(f"{to} has no place for {each}: choose json")


def _straight(layout: Layout, first: int, steps: tuple[int, int]) -> Iterator[int]:
    found: int | None = first
    row, column = layout.positions[first]
    while found is not None:
        yield found
        row, column = row + steps[0], column + steps[1]
        found = layout.cell_at(row, column) if row >= 0 and column >= 0 else None


def _pair_written(pair: Pair, layout: Layout, to: str) -> tuple[str, Rules]:
    """Returns the key and the part of a pair, by its table alone."""
    places = _places(layout, pair.cells)
    line = {"lines": [places]}
    if pair.allowed == number_pairs(layout, int.__lt__):
        return "thermometer", line
    if pair.allowed == number_pairs(layout, int.__gt__):
        return "thermometer", {"lines": [places[::-1]]}
    if pair.allowed == number_pairs(layout, int.__eq__):
        return "palindrome", line
    for total, sign in ((10, "X"), (5, "V")):
        if pair.allowed == number_pairs(layout, lambda one, other, total=total: one + other == total):  # type: ignore[misc]
            return "xv", {"cells": places, "value": sign}
    for value in range(1, layout.size + 1):
        with_value = {**line, "value": str(value)}
        marked = {"cells": places, "value": str(value)}
        for key, part, holds in (
            ("difference", marked, lambda one, other, value: abs(one - other) == value),
            ("whispers", with_value, lambda one, other, value: abs(one - other) >= value),
            ("ratio", marked, is_ratio),
        ):
            if pair.allowed == number_pairs(layout, partial(_turned, holds, value)):
                return key, part
    raise PuzzleError(f"{to} has no place for {pair}: choose json")


def _turned(holds: Callable[[int, int, int], bool], value: int, one: int, other: int) -> bool:
    return holds(one, other, value)
