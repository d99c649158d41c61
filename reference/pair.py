"""Pairs: which two values may stand in two cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast
from weakref import WeakValueDictionary

from .errors import LayoutError, shown
from .unit import NamedCells, listed, whole_pair

_Table = frozenset[tuple[int, int]]

_CHECKED: WeakValueDictionary[int, _Table] = WeakValueDictionary()
"""Tables that a pair has checked, by `id`. Not by content: a set with 1.0 or True is equal to one with 1."""


@dataclass(frozen=True)
class Pair(NamedCells):
    """Two cells, and the pairs of values that may stand in them, the value of the first cell first.

    Values are `1..size`, as in grids. Without any allowed pair a puzzle has no solution. Pairs that are made with the
    same frozenset of tuples share it: a relation along many cells takes memory once. Raises `LayoutError` for other
    arguments.
    """

    cells: tuple[int, int]
    allowed: frozenset[tuple[int, int]]

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.cells) != 2:
            raise LayoutError(f"{self} has {len(self)} cells, not two")
        if id(self.allowed) not in _CHECKED:
            object.__setattr__(self, "allowed", self._checked_table(self.allowed))

    def holds(self, values: Mapping[int, int] | Sequence[int]) -> bool:
        """Whether the two values may stand in their cells, of values by cell."""
        first, second = self.cells
        return (values[first], values[second]) in self.allowed

    def supports(self, size: int) -> tuple[tuple[int, int, list[int]], tuple[int, int, list[int]]]:
        """Returns for each cell: itself, the other cell, and for each of its values `1..size` those allowed beside it.

        These are bits, bit `v - 1` for value `v`.
        """
        first, second = self.cells
        beside: tuple[list[int], list[int]] = ([0] * size, [0] * size)
        for one, other in self.allowed:
            beside[0][one - 1] |= 1 << other - 1
            beside[1][other - 1] |= 1 << one - 1
        return (first, second, beside[0]), (second, first, beside[1])

    def check_for(self, size: int) -> None:
        """Raises `LayoutError` where a pair has a value other than `1..size`."""
        least, most = _extremes(self.allowed)
        if not 1 <= least <= most <= size:
            pair = min(each for each in self.allowed if min(each) < 1 or max(each) > size)
            raise LayoutError(f"{self} allows {pair}, but the values are 1..{size}")

    def _checked_table(self, given: Any) -> _Table:
        allowed = set()
        can_be_shared = type(given) is frozenset
        for each in listed(given, f"{self} allows", "pairs of values"):
            values = whole_pair(each)
            if values is None:
                raise LayoutError(f"{self} allows {shown(each)}, which is no pair of values")
            allowed.add(values)
            can_be_shared = can_be_shared and type(each) is tuple and type(each[0]) is type(each[1]) is int
        table = cast(_Table, given) if can_be_shared else frozenset(allowed)
        _CHECKED[id(table)] = table
        return table


@lru_cache(maxsize=64)
def _extremes(table: _Table) -> tuple[int, int]:
    """Returns the least and the greatest value in a table; 1 and 1 for an empty one."""
    return min(map(min, table), default=1), max(map(max, table), default=1)
