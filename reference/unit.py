"""Units: cells whose values must all differ, but for those that may repeat; and cells as rules name them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from operator import index as as_index
from typing import Any

from .errors import LayoutError, shown

_NOT_IN_NAMES = re.compile(r"[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
"""Control characters, ends of lines, and what no text in UTF-8 or XML holds."""

_TRUTH_VALUES = ("bool", "bool_")
"""The names of the types, Python's and NumPy's: before NumPy 2.3 its truth values count as indices, with a warning."""


@dataclass(frozen=True)
class NamedCells:
    """What every rule has: a name for messages, and distinct cells. Raises `LayoutError` for others.

    Cells are indices into the layout, counted from 0; NumPy's integers are accepted. Their order is kept, but those of
    a set are sorted.
    """

    name: str
    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        check_name(self)
        object.__setattr__(self, "cells", cell_indices(self.cells, self))

    def __str__(self) -> str:
        """Returns the words by which messages name it."""
        return f"{type(self).__name__.lower()} {self.name!r}"

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True)
class Unit(NamedCells):
    """Distinct cells whose values must all differ, with a name for messages; `repeatable` values may stand in several.

    No solver depends on the order of the cells. A unit without repeatable values that has as many cells as there are
    values is *complete*: every value appears in it exactly once. Repeatable values are kept ascending; with some, there
    may be more cells than values. Raises `LayoutError` for other cells or values.
    """

    repeatable: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.repeatable != ():
            object.__setattr__(self, "repeatable", self._checked_values(self.repeatable))

    def __repr__(self) -> str:
        more = f", repeatable={self.repeatable!r}" if self.repeatable else ""
        return f"Unit(name={self.name!r}, cells={self.cells!r}{more})"

    def check_for(self, size: int) -> None:
        """Raises `LayoutError` for more cells than there are values, and for a repeatable value beyond them."""
        if len(self) > size and not self.repeatable:
            raise LayoutError(f"{self} has {len(self)} cells, but there are only {size} values")
        if self.repeatable and self.repeatable[-1] > size:
            unknown = self.repeatable[-1]
            raise LayoutError(f"{self} lets {unknown} repeat, but the values are 1..{size}")

    def may_hold(self, values: Iterable[int]) -> bool:
        """Whether these values, one for each cell, differ but for those that may repeat."""
        once = [value for value in values if value not in self.repeatable]
        return len(set(once)) == len(once)

    @property
    def repeatable_set(self) -> int:
        """The repeatable values as a candidate set: bit `v - 1` for value `v`."""
        return sum(1 << value - 1 for value in self.repeatable)

    def _checked_values(self, values: Any) -> tuple[int, ...]:
        numbers = {whole_number(value) or 0 for value in listed(values, f"{self}: its repeatable values are", "values")}
        if min(numbers, default=1) < 1:
            raise LayoutError(f"{self} lets {shown(values)} repeat, which are not all values")
        return tuple(sorted(numbers))


def check_name(named: Any) -> None:
    """Raises `LayoutError` unless the name of a rule or a layout is one line of text without control characters."""
    if not isinstance(named.name, str) or _NOT_IN_NAMES.search(named.name):
        wrong = f"{shown(named.name)}, which is no line of text without control characters"
        raise LayoutError(f"the name of a {type(named).__name__.lower()} is {wrong}")


def cell_indices(cells: Any, rule: object) -> tuple[int, ...]:
    """Returns the cells of a rule, which are distinct indices, those of a set sorted; else raises `LayoutError`."""
    indices = []
    for cell in cells if type(cells) is tuple else listed(cells, f"{rule} is", "cells"):
        index = cell if type(cell) is int else whole_number(cell)  # most are: a call takes longer
        if index is None:
            meant = f"; layout.cell({cell!r}) returns the index of a label" if isinstance(cell, str) else ""
            raise LayoutError(f"{rule}: {shown(cell)} is no cell index{meant}")
        indices.append(index)
    return distinct_cells(indices, cells, rule)


def distinct_cells(
    indices: list[int], named: Any, rule: object, labels: Sequence[str] | None = None
) -> tuple[int, ...]:
    """Returns the indices of named cells, those of a set sorted; raises `LayoutError` for one that is named twice."""
    if isinstance(named, Set):
        indices.sort()
    if len(set(indices)) < len(indices):
        twice, _ = Counter(indices).most_common(1)[0]
        if labels is None:
            raise LayoutError(f"{rule} names cell index {twice} twice")
        raise LayoutError(f"{rule} names the cell twice", cell=labels[twice])
    return tuple(indices)


def listed(items: Any, what: str, of: str) -> Iterable[Any]:
    """Returns the items of any iterable but text and mappings; raises `LayoutError`: they are not a list `of` these."""
    if isinstance(items, (str, bytes, Mapping)) or not isinstance(items, Iterable):
        raise LayoutError(f"{what} {shown(items)}, not a list of {of}")
    return items


def label_of(row: int, column: int) -> str:
    """Returns the label of a cell that is drawn at this row (`A`..`Z`, then `AA`) and column, both counted from 0."""
    letters = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{column + 1}"


def label_meant(text: str) -> str:
    """Returns a hint for a cell that is written as `r1c1`; else an empty text."""
    place = re.fullmatch(r"r([1-9]\d{0,3})c([1-9]\d{0,3})", text.strip().lower())
    return f"; row {place[1]}, column {place[2]} is {label_of(int(place[1]) - 1, int(place[2]) - 1)}" if place else ""


def whole_number(value: Any) -> int | None:
    """Returns a whole number as an int, NumPy's too; None for anything else, truth values (NumPy's too) included."""
    try:
        return None if type(value).__name__ in _TRUTH_VALUES else as_index(value)
    except (TypeError, ValueError):
        return None


def whole_between(value: Any, least: int, most: int, expected: str) -> int:
    """Returns a whole number as an int; raises `LayoutError`, what is `expected` and not this, beyond these bounds."""
    number = whole_number(value)
    if number is None or not least <= number <= most:
        raise LayoutError(f"{expected}, not {shown(value)}")
    return number


def whole_pair(value: Any) -> tuple[int, int] | None:
    """Returns a pair of whole numbers, such as a row and a column, as ints; None for anything else."""
    if isinstance(value, (str, bytes, Set, Mapping)) or not isinstance(value, Iterable):
        return None
    first, second, *more = [*islice(value, 3), None, None]
    row, column = whole_number(first), whole_number(second)
    return None if len(more) > 2 or row is None or column is None else (row, column)
