"""Layouts: the cells of a puzzle, its values, and its rules, which are units, sums and pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from itertools import chain, combinations
from math import comb
from typing import Any, NamedTuple, ParamSpec, TypeAlias, TypeVar

from ..contract.errors import LayoutError, shown
from .rooms_above import html_of
from .rules import (
    Pair,
    Sum,
    Unit,
    cell_indices,
    check_name,
    checked_first_value,
    distinct_cells,
    label_meant,
    label_of,
    listed,
    whole_between,
    whole_number,
    whole_pair,
)

# How large layouts may be.

MOST_VALUES = 144
"""The largest size of a layout, so that a slip such as 10000 for 100 cannot fill the memory."""

MOST_CELLS = 2**16
"""The most cells of a layout; also the most rows and columns in which cells are drawn."""

MOST_CONFLICTS = 20_000_000
"""The most conflicts of a layout: the sum of the squared sizes of its units, and the squared number of values for each
pair. `classic:144` needs half of it; tables of peers take a gigabyte at most."""


def checked_size(size: Any) -> int:
    """Returns a number of values as an int; raises `LayoutError` unless it is from 1 to `MOST_VALUES`."""
    return whole_between(size, 1, MOST_VALUES, f"a layout has 1 to {MOST_VALUES} values")


def check_cells(count: int) -> None:
    """Raises `LayoutError` for more than `MOST_CELLS` cells: before they are made."""
    if count > MOST_CELLS:
        raise LayoutError(f"a layout has at most {MOST_CELLS} cells, not {shown(count)}")


def check_conflicts(count: int) -> None:
    """Raises `LayoutError` where units and pairs rule out more than `MOST_CONFLICTS`."""
    if count > MOST_CONFLICTS:
        what = "the squares of the sizes of its units and, for each pair, of the number of values"
        raise LayoutError(f"the layout is too large: {what} add up to more than {MOST_CONFLICTS:,}")


Position = tuple[int, int]
"""Row and column of a cell where it is drawn, both counted from 0."""

_PARTS = ("units", "positions", "sums", "pairs")
"""What a layout has as tuples."""

Rule: TypeAlias = "Unit | Sum | Pair"
"""What a layout demands of its cells."""

MOST_COMBINATIONS = 5_000
"""Sets of values of one size that are looked through for the total of a cage; with more, bounds have to do."""


class Cage(NamedTuple):
    """What follows for a sum whose cells all differ."""

    unit: Unit
    """The first unit without repeatable values that has all of its cells."""
    value_sets: tuple[int, ...]
    """The sets of values that its cells can have, each as bits: bit `v - 1` for value `v`."""


@dataclass(frozen=True)
class Layout:
    """The rules of a puzzle as data: values `1..size`, cells `0..n-1` in reading order, units, sums and pairs.

    `positions` holds row and column of every cell, for labels and pictures only: no solver uses rows. `block` is the
    shape (rows, columns) of the blocks that pictures frame, or None. `name` says how the layout was built. Comparisons
    ignore both. `first_value` is the number that value 1 stands for in sums and in text: 0 for ten values that are the
    digits 0 to 9. Grids, candidates and pairs have the values `1..size` there too. `shown` are the cells in which
    solutions differ: grids that agree in all of them count as one; None is all cells. Raises `LayoutError` where cells,
    positions and rules do not fit each other, and beyond the bounds `MOST_VALUES`, `MOST_CELLS` and `MOST_CONFLICTS`.
    """

    size: int
    units: tuple[Unit, ...]
    positions: tuple[Position, ...]
    block: tuple[int, int] | None = field(default=None, compare=False)
    name: str = field(default="units", compare=False)
    sums: tuple[Sum, ...] = ()
    pairs: tuple[Pair, ...] = ()
    first_value: int = 1
    shown: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        check_name(self)
        object.__setattr__(self, "size", checked_size(self.size))
        object.__setattr__(self, "first_value", checked_first_value(self.first_value))
        for part in _PARTS:
            object.__setattr__(self, part, tuple(getattr(self, part)))
        check_cells(len(self.positions))
        if not self.positions:
            raise LayoutError("a layout needs at least one cell")
        if any(a >= b for a, b in zip(self.positions, self.positions[1:], strict=False)):
            raise LayoutError("the positions of cells must be distinct and in reading order")
        places = list(chain.from_iterable(self.positions))
        for place in (min(places), max(places)):
            if not 0 <= place < MOST_CELLS:
                raise LayoutError(f"a cell is drawn in row or column {place}; possible are 0 to {MOST_CELLS - 1}")
        if self.block is not None and min(self.block) < 1:
            raise LayoutError(f"a block has at least one row and column, not {self.block[0]}x{self.block[1]}")
        largest = max(self.size, abs(self.first_value) + self.size - 1)  # that sums compute with, its sign left out
        for rule in self.rules:
            if not isinstance(rule, (Unit, Sum, Pair)):
                raise LayoutError(f"{shown(rule)} is no Unit, Sum or Pair")
            self._check_cells(rule, rule.cells)
            rule.check_for(largest if isinstance(rule, Sum) else self.size)
        check_conflicts(sum(len(unit) ** 2 for unit in self.units) + len(self.pairs) * self.size**2)
        if self.shown is not None:
            cells = tuple(sorted(cell_indices(self.shown, "the list of shown cells")))
            self._check_cells("the list of shown cells", cells)
            object.__setattr__(self, "shown", None if len(cells) == self.cell_count else cells)

    def _check_cells(self, rule: object, cells: Iterable[int]) -> None:
        for cell in cells:
            if not 0 <= cell < self.cell_count:
                last = self.cell_count - 1
                raise LayoutError(f"{rule} names cell index {cell}, but the cells are 0..{last}")

    def __eq__(self, other: object) -> bool:
        """Whether values, rules, positions and shown cells are the same; name and block do not count."""
        if not isinstance(other, Layout):
            return NotImplemented
        equal = self._hash == other._hash and self._content == other._content
        if equal and self._content is not other._content:
            # They share their parts from now on: the next comparison is quick, and sessions compare for each puzzle.
            for part in (*_PARTS, "shown", "_content"):
                object.__setattr__(other, part, getattr(self, part))
        return equal

    def __hash__(self) -> int:
        return self._hash

    def __getstate__(self) -> dict[str, object]:
        # Derived data is not pickled: hashes of strings differ from process to process.
        return {part.name: self.__dict__[part.name] for part in fields(self)}

    @cached_property
    def _hash(self) -> int:
        return hash(self._content)

    @cached_property
    def _content(self) -> tuple[object, ...]:
        return self.size, self.first_value, self.shown, self.units, self.positions, self.sums, self.pairs

    def __add__(self, rules: Iterable[Rule | Cells]) -> Layout:
        """Returns the same cells with more rules, each a `Unit`, a `Sum` or a `Pair`, or the cells of a unit."""
        return self.extended(rules, "units")

    def extended(self, rules: Iterable[Rule | Cells], name: str) -> Layout:
        """Returns the same cells with more rules; its name is that of this layout, `+` and the given name."""
        units, sums, pairs = list(self.units), list(self.sums), list(self.pairs)
        for rule in listed(rules, "units are", "units"):
            if isinstance(rule, Sum):
                sums.append(rule)
            elif isinstance(rule, Pair):
                pairs.append(rule)
            else:
                units.append(rule if isinstance(rule, Unit) else self.unit(rule, f"unit {len(units) + 1}"))
        return replace(self, units=tuple(units), sums=tuple(sums), pairs=tuple(pairs), name=f"{self.name}+{name}")

    def only(self, rules: Iterable[Rule | Cells] = ()) -> Layout:
        """Returns the same cells with these rules alone; see `+`."""
        return replace(self, units=(), sums=(), pairs=()) + rules

    def __repr__(self) -> str:
        kinds = {"units": self.units, "sums": self.sums, "pairs": self.pairs}
        counts = {kind: len(rules) for kind, rules in kinds.items() if rules or kind == "units"}
        rules = [f"{count} {kind if count != 1 else kind[:-1]}" for kind, count in counts.items()]
        rules += [] if self.shown is None else [f"{len(self.shown)} cells shown"]
        return f"<Layout {self.name}: {self.cell_count} cells, {self.size} values, {', '.join(rules)}>"

    def _repr_html_(self) -> str | None:
        """Returns a picture for notebooks, units other than lines and regions shaded; None for very many cells."""
        return html_of(self)

    @property
    def has_other_rules(self) -> bool:
        """Whether there is more than units of different values: sums, pairs, repeatable values, cells not shown."""
        return bool(self.sums or self.pairs or self.repeating_units) or self.shown is not None

    @cached_property
    def value_sums(self) -> tuple[Sum, ...]:
        """The sums with totals for the values `1..size`, whichever numbers these stand for: what solvers read."""
        return tuple(each.with_values_from(self.first_value) for each in self.sums)

    @cached_property
    def cages(self) -> dict[Sum, Cage]:
        """Those of `value_sums` that are cages: solvers go by what these can have."""
        return self.cages_among(self.value_sums)

    def cages_among(self, sums: Iterable[Sum]) -> dict[Sum, Cage]:
        """Returns those of some sums of the values `1..size` that are cages of this layout, in their order.

        A cage is a sum with coefficients of 1 that equals its total, over cells of one unit without repeatable values.
        Those with more than `MOST_COMBINATIONS` sets of values to look through are left out.
        """
        cages = {}
        for each in sums:
            if each.relation == "=" and each.coefficients is None and comb(self.size, len(each)) <= MOST_COMBINATIONS:
                cells = set(each.cells)
                around = (unit for unit in self.units_of[each.cells[0]] if not unit.repeatable)
                if unit := next((unit for unit in around if cells.issubset(unit.cells)), None):
                    cages[each] = Cage(unit, value_sets(self.size, len(each), each.total))
        return cages

    @property
    def symbols(self) -> str | None:
        """The digits that stand for the values in text of one character a cell; None where there are not enough."""
        last = self.first_value + self.size - 1
        return "0123456789"[self.first_value : last + 1] if 0 <= self.first_value <= last <= 9 else None

    @property
    def range_of_values(self) -> str:
        """The values, for messages: `1..9`; `1..10, which stand for 0..9` where value 1 stands for another number."""
        first, last = self.first_value, self.number(self.size)
        return f"1..{last}" if first == 1 else f"1..{self.size}, which stand for {first}..{last}"

    def number(self, value: int) -> int:
        """Returns the number that a value stands for in sums and in text."""
        return value + self.first_value - 1

    def shown_part(self, grid: tuple[int, ...]) -> tuple[int, ...]:
        """Returns the values of the shown cells, by which solutions differ; the grid itself where all are shown."""
        shown = self.shown
        # A grid of another length is no solution: it stays, so that this can be said of it.
        return grid if shown is None or len(grid) != self.cell_count else tuple([grid[cell] for cell in shown])

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All units, then all sums, then all pairs."""
        return (*self.units, *self.sums, *self.pairs)

    @property
    def is_square(self) -> bool:
        """Whether the cells are drawn as a square of `size` rows and columns."""
        return self.positions == tuple((row, column) for row in range(self.size) for column in range(self.size))

    @cached_property
    def cell_count(self) -> int:
        """The number of cells."""
        return len(self.positions)

    @cached_property
    def all_values(self) -> int:
        """The candidate set that holds every value: bit `v - 1` stands for value `v`."""
        return (1 << self.size) - 1

    @cached_property
    def value_masks(self) -> tuple[int, ...]:
        """At index 0 the candidate set that holds every value, at each value the one that holds it alone."""
        return self.all_values, *(1 << bit for bit in range(self.size))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """A label for each cell: letters for its row (`A`..`Z`, `AA`..), then its column counted from 1."""
        return tuple(label_of(*position) for position in self.positions)

    @cached_property
    def _cells_by_label(self) -> dict[str, int]:
        return {label: cell for cell, label in enumerate(self.labels)}

    @cached_property
    def _cells_by_position(self) -> dict[Position, int]:
        return {position: cell for cell, position in enumerate(self.positions)}

    def cell(self, label: str) -> int:
        """Returns the cell with this label, in upper or lower case; raises `LayoutError` if there is none."""
        found = self._cells_by_label.get(label.strip().upper())
        if found is None:
            raise LayoutError(f"there is no cell {label!r}{label_meant(label)}", cell=label)
        return found

    def cell_at(self, row: int, column: int) -> int | None:
        """Returns the cell drawn at this row and column (from 0), or None."""
        return self._cells_by_position.get((row, column))

    def unit(self, cells: Cells, name: str, repeatable: Iterable[int] = ()) -> Unit:
        """Returns a unit of these cells; raises `LayoutError` for others, and for a cell that is named twice.

        A cell is a label (`"A1"`), an index from 0, or a pair of row and column from 0. NumPy's integers and arrays are
        accepted. The cells of a set come in reading order.
        """
        return Unit(name, self.indices(cells, f"unit {name!r}"), tuple(repeatable))

    def indices(self, cells: Cells, rule: str) -> tuple[int, ...]:
        """Returns the indices of cells that are named as in `unit`; errors name the rule that has the cells."""
        named = listed(cells, f"{rule} is", "cells")
        try:
            indices = [self.index(cell) for cell in named]
        except LayoutError as error:
            raise LayoutError(f"{rule} names an unknown cell: {error.message}", cell=error.cell) from error
        return distinct_cells(indices, cells, rule, self.labels)

    def index(self, cell: object) -> int:
        """Returns the cell with this label, index, or (row, column), both from 0; raises `LayoutError` without one."""
        if isinstance(cell, str):
            return self.cell(cell)
        index = whole_number(cell)
        pair = whole_pair(cell) if index is None else None
        found = self.cell_at(*pair) if pair else index
        if found is None or not 0 <= found < self.cell_count:
            last = self.cell_count - 1
            forms = f"labels are {self.labels[0]} to {self.labels[-1]}, indices 0 to {last}, or (row, column) from 0"
            raise LayoutError(f"there is no cell {shown(cell)}: {forms}")
        return found

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each drawn row, from top to bottom; a row without cells is left out."""
        rows: dict[int, list[int]] = {}
        for cell, (row, _) in enumerate(self.positions):
            rows.setdefault(row, []).append(cell)
        return tuple(map(tuple, rows.values()))

    def is_complete(self, unit: Unit) -> bool:
        """Whether the unit has as many cells as there are values, none of which may repeat: it holds each of them."""
        return len(unit) == self.size and not unit.repeatable

    @cached_property
    def complete_units(self) -> tuple[Unit, ...]:
        """The units that hold every value."""
        return tuple(filter(self.is_complete, self.units))

    @cached_property
    def repeating_units(self) -> tuple[Unit, ...]:
        """The units in which some values may repeat."""
        return tuple(unit for unit in self.units if unit.repeatable)

    @cached_property
    def units_of(self) -> tuple[tuple[Unit, ...], ...]:
        """For each cell the units that hold it, in the order of `units`."""
        found: list[list[Unit]] = [[] for _ in self.positions]
        for unit in self.units:
            for cell in unit.cells:
                found[cell].append(unit)
        return tuple(map(tuple, found))

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """For each cell the other cells that share a unit with it; sums and pairs do not count."""
        return tuple(
            frozenset(other for unit in units for other in unit.cells if other != cell)
            for cell, units in enumerate(self.units_of)
        )

    def rivals(self, cell: int, value: int) -> frozenset[int]:
        """Returns the peers that cannot hold this value where the cell does: those of units in which it stands once."""
        if not self.repeating_units:
            return self.peers[cell]
        cells = (unit.cells for unit in self.units_of[cell] if value not in unit.repeatable)
        return frozenset(chain.from_iterable(cells)) - {cell}


Cells = Iterable[int | str | tuple[int, int]]
"""The cells of a unit as `Layout.unit` takes them."""


# Caches of what follows from the rules of layouts: sessions share them, and a race empties them to measure set-up.

_P = ParamSpec("_P")
_T = TypeVar("_T")

_EMPTIED_BY: list[Callable[[], None]] = []


def cached(most: int) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Returns a decorator: the function keeps the `most` results used last, until `forget` is called.

    It is for what a session computes when it is opened. Arguments are layouts, or parts of their rules.
    """

    def decorate(function: Callable[_P, _T]) -> Callable[_P, _T]:
        kept = lru_cache(maxsize=most)(function)
        _EMPTIED_BY.append(kept.cache_clear)
        return kept  # type: ignore[return-value] # its arguments are hashable, which ParamSpec cannot say

    return decorate


def forget(layout: Layout) -> None:
    """Drops what was derived from a layout, and empties all caches: the next session pays for what it needs."""
    kept = layout.__getstate__()
    for name in list(layout.__dict__):
        if name not in kept:
            del layout.__dict__[name]
    for empty in _EMPTIED_BY:
        empty()


@cached(1024)
def value_sets(size: int, count: int, total: int) -> tuple[int, ...]:
    """Returns the sets of so many of the values `1..size` with this total, each as bits (bit `v - 1` for value `v`).

    Players of killer Sudoku and Kakuro know them as tables: 12 in two cells is 3 and 9, 4 and 8, or 5 and 7.
    """
    return tuple(
        sum(1 << value - 1 for value in values)
        for values in combinations(range(1, size + 1), count)
        if sum(values) == total
    )


# Whether an argument is a layout: builders take layouts, and not their names.


def check_layout(layout: object) -> None:
    """Raises `LayoutError` for what is no layout; the message says how to get one from a name or a function."""
    if isinstance(layout, Layout):
        return
    if callable(layout):
        name = getattr(layout, "__name__", repr(layout))
        raise LayoutError(f"{name} is a function, not a layout: call it, as in {name}()")
    hint = f": unitdoku.layouts.layout_named({layout!r}) returns the one of a name" if isinstance(layout, str) else ""
    raise LayoutError(f"a layout is an object, as classic(4) returns it, not {shown(layout)}{hint}")
