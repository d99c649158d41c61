"""Units and layouts: the cells of a puzzle, its values, and the sets of cells whose values must all differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import islice
from operator import index as as_index
from typing import Any

from .errors import LayoutError, shown

MOST_VALUES = 144
"""The largest size of a layout, so that a slip such as 10000 for 100 cannot fill the memory."""

MOST_CELLS = 2**16
"""The most cells of a layout; also the most rows and columns in which cells are drawn."""

Position = tuple[int, int]
"""Row and column of a cell where it is drawn, both counted from 0."""


@dataclass(frozen=True)
class Unit:
    """Distinct cells whose values must all differ, with a name for messages.

    Cells are indices into the layout, counted from 0; NumPy's integers are accepted. Their order is kept, but no solver
    depends on it; those of a set are sorted. A unit with as many cells as there are values is *complete*: every value
    appears in it exactly once. Raises `LayoutError` for other cells, and for one that is named twice.
    """

    name: str
    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        indices = []
        for cell in _listed(self.cells, self.name):
            index = cell if type(cell) is int else whole_number(cell)  # most are: a call takes longer
            if index is None:
                raise LayoutError(f"unit {self.name!r}: {shown(cell)} is no cell index", value=shown(cell))
            indices.append(index)
        given: Any = self.cells
        cells = tuple(sorted(indices) if isinstance(given, Set) else indices)
        object.__setattr__(self, "cells", cells)
        if len(set(cells)) < len(cells):
            twice = next(cell for cell in cells if cells.count(cell) > 1)
            raise LayoutError(f"unit {self.name!r} names cell index {twice} twice", value=str(twice))

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True)
class Layout:
    """The rules of a puzzle as data: values `1..size`, cells `0..n-1` in reading order, and units.

    `positions` holds row and column of every cell, for labels and pictures only: no solver uses rows. `block` is the
    shape (rows, columns) of the blocks that pictures frame, or None. `name` says how the layout was built; comparisons
    ignore it. Raises `LayoutError` where cells, positions and units do not fit each other, and for more than
    `MOST_VALUES` values or `MOST_CELLS` cells.
    """

    size: int
    units: tuple[Unit, ...]
    positions: tuple[Position, ...]
    block: tuple[int, int] | None = None
    name: str = field(default="units", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", checked_size(self.size))
        object.__setattr__(self, "units", tuple(self.units))
        object.__setattr__(self, "positions", tuple(self.positions))
        check_cells(len(self.positions))
        if not self.positions:
            raise LayoutError("a layout needs at least one cell")
        if any(a >= b for a, b in zip(self.positions, self.positions[1:], strict=False)):
            raise LayoutError("the positions of cells must be distinct and in reading order")
        if min(self.positions)[0] < 0 or min(column for _, column in self.positions) < 0:
            raise LayoutError("the positions of cells start at row 0 and column 0")
        last = max(self.positions[-1][0], max(column for _, column in self.positions))
        if last >= MOST_CELLS:
            raise LayoutError(f"a cell is drawn in row or column {last}; the last one possible is {MOST_CELLS - 1}")
        if self.block is not None and min(self.block) < 1:
            raise LayoutError(f"a block has at least one row and column, not {self.block[0]}x{self.block[1]}")
        for unit in self.units:
            if len(unit) > self.size:
                many = f"{len(unit)} cells, but there are only {self.size} values"
                raise LayoutError(f"unit {unit.name!r} has {many}")
            for cell in unit.cells:
                if not 0 <= cell < self.cell_count:
                    known = f"the cells are 0..{self.cell_count - 1}"
                    raise LayoutError(f"unit {unit.name!r} names cell index {cell}, but {known}", value=str(cell))

    def __eq__(self, other: object) -> bool:
        """Whether size, units, positions and block are the same; the name does not count."""
        if not isinstance(other, Layout):
            return NotImplemented
        if self.units is other.units and self.positions is other.positions:
            return self.size == other.size and self.block == other.block
        equal = self._hash == other._hash and self._content == other._content
        if equal:
            # They share their parts from now on: the next comparison is quick, and sessions compare for each puzzle.
            object.__setattr__(other, "units", self.units)
            object.__setattr__(other, "positions", self.positions)
        return equal

    def __hash__(self) -> int:
        return self._hash

    def __getstate__(self) -> dict[str, object]:
        # Derived data is not pickled: hashes of strings differ from process to process.
        return {part.name: self.__dict__[part.name] for part in fields(self)}

    @cached_property
    def _hash(self) -> int:
        return hash(self._content)

    @property
    def _content(self) -> tuple[object, ...]:
        return self.size, self.units, self.positions, self.block

    def __add__(self, units: Iterable[Unit | Cells]) -> Layout:
        """Returns the same cells with more units, each a `Unit` or its cells (see `unit`)."""
        return self.extended(units, "units")

    def extended(self, units: Iterable[Unit | Cells], name: str) -> Layout:
        """Returns the same cells with more units; its name is that of this layout, `+` and the given name."""
        if isinstance(units, (str, bytes, Mapping)) or not isinstance(units, Iterable):
            raise LayoutError(f"units are {shown(units)}, not a list of units", value=shown(units))
        added = tuple(
            unit if isinstance(unit, Unit) else self.unit(unit, f"unit {number}")
            for number, unit in enumerate(units, start=len(self.units) + 1)
        )
        return replace(self, units=self.units + added, name=f"{self.name}+{name}")

    def __repr__(self) -> str:
        return f"<Layout {self.name}: {self.cell_count} cells, {self.size} values, {len(self.units)} units>"

    @property
    def is_square(self) -> bool:
        """Whether the cells are drawn as a square of `size` rows and columns."""
        return self.positions == tuple((row, column) for row in range(self.size) for column in range(self.size))

    @property
    def cell_count(self) -> int:
        """The number of cells."""
        return len(self.positions)

    @property
    def all_values(self) -> int:
        """The candidate set that holds every value: bit `v - 1` stands for value `v`."""
        return (1 << self.size) - 1

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """A label for each cell: letters for its row (`A`..`Z`, `AA`..), then its column counted from 1."""
        return tuple(f"{_row_letters(row)}{column + 1}" for row, column in self.positions)

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
            raise LayoutError(f"there is no cell {label!r}", cell=label)
        return found

    def cell_at(self, row: int, column: int) -> int | None:
        """Returns the cell drawn at this row and column (from 0), or None."""
        return self._cells_by_position.get((row, column))

    def unit(self, cells: Cells, name: str) -> Unit:
        """Returns a unit of these cells; raises `LayoutError` for others, and for a cell that is named twice.

        A cell is a label (`"A1"`), an index from 0, or a pair of row and column from 0. NumPy's integers and arrays are
        accepted. The cells of a set come in reading order.
        """
        indices = [self._index(cell, name) for cell in _listed(cells, name)]
        if isinstance(cells, Set):
            indices.sort()
        if len(set(indices)) < len(indices):
            twice = next(cell for cell in indices if indices.count(cell) > 1)
            raise LayoutError(f"unit {name!r} names the cell twice", cell=self.labels[twice])
        return Unit(name, tuple(indices))

    def _index(self, cell: Any, unit: str) -> int:
        if isinstance(cell, str):
            try:
                return self.cell(cell)
            except LayoutError as error:
                raise LayoutError(f"unit {unit!r} names an unknown cell", cell=cell) from error
        index = whole_number(cell)
        if index is None:
            return self._at_pair(cell, unit)
        if not 0 <= index < self.cell_count:
            last = self.cell_count - 1
            raise LayoutError(f"unit {unit!r} names an unknown cell; indices are 0..{last}", cell=str(index))
        return index

    def _at_pair(self, cell: Any, unit: str) -> int:
        pair = whole_pair(cell)
        if pair is None:
            wrong = "neither a label nor an index, nor a row with a column"
            raise LayoutError(f"unit {unit!r} names {shown(cell)}: {wrong}", value=shown(cell))
        found = self.cell_at(*pair)
        if found is None:
            where = f"row {pair[0]} and column {pair[1]}, counted from 0"
            raise LayoutError(f"unit {unit!r} names an unknown cell, in {where}", value=shown(cell))
        return found

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each drawn row, from top to bottom; a row without cells is left out."""
        rows: dict[int, list[int]] = {}
        for cell, (row, _) in enumerate(self.positions):
            rows.setdefault(row, []).append(cell)
        return tuple(map(tuple, rows.values()))

    def is_complete(self, unit: Unit) -> bool:
        """Whether the unit has as many cells as there are values, so that it holds each of them."""
        return len(unit) == self.size

    @cached_property
    def complete_units(self) -> tuple[Unit, ...]:
        """The units with as many cells as there are values."""
        return tuple(filter(self.is_complete, self.units))

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
        """For each cell the other cells that share a unit with it."""
        return tuple(
            frozenset(other for unit in units for other in unit.cells if other != cell)
            for cell, units in enumerate(self.units_of)
        )


Cells = Iterable[int | str | tuple[int, int]]
"""The cells of a unit as `Layout.unit` takes them."""


def checked_size(size: Any) -> int:
    """Returns a number of values as an int; raises `LayoutError` unless it is from 1 to `MOST_VALUES`."""
    number = whole_number(size)
    if number is None or not 1 <= number <= MOST_VALUES:
        raise LayoutError(f"a layout has 1 to {MOST_VALUES} values, not {shown(size)}", value=shown(size))
    return number


def check_cells(count: int) -> None:
    """Raises `LayoutError` for more than `MOST_CELLS` cells: before they are made."""
    if count > MOST_CELLS:
        raise LayoutError(f"a layout has at most {MOST_CELLS} cells, not {shown(count)}", value=shown(count))


def _listed(cells: Any, name: str) -> Iterable[Any]:
    """Returns the cells of a unit if they can be a list of cells; else raises `LayoutError`."""
    if isinstance(cells, (str, bytes, Mapping)) or not isinstance(cells, Iterable):
        raise LayoutError(f"unit {name!r} is {shown(cells)}, not a list of cells", value=shown(cells))
    return cells


def whole_number(value: Any) -> int | None:
    """Returns a whole number as an int, NumPy's too; None for anything else, True and False included."""
    try:
        return None if isinstance(value, bool) else as_index(value)
    except TypeError:
        return None


def whole_pair(value: Any) -> tuple[int, int] | None:
    """Returns a pair of whole numbers, such as a row and a column, as ints; None for anything else."""
    if isinstance(value, (str, bytes, Set, Mapping)) or not isinstance(value, Iterable):
        return None
    first, second, *more = [*islice(value, 3), None, None]
    row, column = whole_number(first), whole_number(second)
    return None if len(more) > 2 or row is None or column is None else (row, column)


def _row_letters(row: int) -> str:
    letters = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
