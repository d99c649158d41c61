"""The rules of puzzles: units, sums and pairs of cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from operator import eq, ge, gt, le, lt, ne
from operator import index as as_index
from typing import Any, cast
from weakref import WeakValueDictionary

from ..contract.errors import LayoutError, shown

# Units: cells whose values must all differ, but for those that may repeat; and cells as rules name them.

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

    def clashes(self, values: Mapping[int, int]) -> Iterator[tuple[int, list[int]]]:
        """Yields each value that may not repeat and is in several cells, with these cells; `values` may lack cells."""
        cells_of: dict[int, list[int]] = {}
        for cell in self.cells:
            if cell in values:
                cells_of.setdefault(values[cell], []).append(cell)
        for value, cells in cells_of.items():
            if len(cells) > 1 and value not in self.repeatable:
                yield value, cells

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


def letters_of(row: int) -> str:
    """Returns the letters of a row that is counted from 0: `A` to `Z`, then `AA`."""
    letters = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def label_of(row: int, column: int) -> str:
    """Returns the label of the cell at this row and column, both counted from 0: `A1`, `AA30`."""
    return f"{letters_of(row)}{column + 1}"


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


# Sums: what the values of some cells add up to.

LARGEST_SUM = 2**53
"""No total is larger, and no sum of a layout comes to it; likewise below 0: solvers compute in 64 bits."""

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {"<": lt, ">": gt, "<=": le, ">=": ge, "!=": ne, "=": eq}
"""The comparisons of two numbers, or of two expressions of a solver, by the signs that files have for them."""

RELATIONS = ("=", "<=", ">=")
"""How a sum may compare with its total."""

_LARGEST_FIRST_VALUE = 1_000_000


@dataclass(frozen=True)
class Sum(NamedCells):
    """Distinct cells whose values, each times its coefficient, compare with a total: `=`, `<=` or `>=`.

    Without `coefficients` each is 1; they are whole numbers other than 0, one for each cell. Values may be equal. A
    value counts as the number that it stands for: itself, unless the layout has another `first_value` than 1. A unit
    and a sum over the same cells are a *cage*. A total that no values reach is no error: a puzzle with such a sum has
    no solution. Raises `LayoutError` for other arguments.
    """

    total: int
    coefficients: tuple[int, ...] | None = None
    relation: str = "="

    def __post_init__(self) -> None:
        cells: Any = self.cells
        super().__post_init__()
        if self.coefficients is not None and isinstance(cells, Set):
            raise LayoutError(f"{self} has coefficients, but its cells are a set, which has no order")
        if not self.cells:
            raise LayoutError(f"{self} has no cell")
        total = self._number(self.total, "the total")
        if not isinstance(self.relation, str) or self.relation not in RELATIONS:
            known = ", ".join(RELATIONS)
            raise LayoutError(f"{self}: {shown(self.relation)} is no relation; known: {known}")
        object.__setattr__(self, "total", total)
        if self.coefficients is not None:
            given = listed(self.coefficients, f"{self}: its coefficients are", "numbers")
            coefficients = tuple(self._number(each, "a coefficient") for each in given)
            if len(coefficients) != len(self) or 0 in coefficients:
                wrong = f"{shown(self.coefficients)} are not {len(self)} numbers other than 0, one for each cell"
                raise LayoutError(f"{self}: {wrong}")
            object.__setattr__(self, "coefficients", None if set(coefficients) == {1} else coefficients)

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """The least and the most that the sum may be; None where it has no such bound."""
        return (None if self.relation == "<=" else self.total), (None if self.relation == ">=" else self.total)

    @property
    def terms(self) -> Iterator[tuple[int, int]]:
        """Yields each cell with its coefficient."""
        return zip(self.cells, self.coefficients or (1,) * len(self.cells), strict=True)

    def written(self, labels: Sequence[str]) -> str:
        """Returns its terms, with a label for each cell of the layout: `A1 + 10 * A2 - B1`."""
        text = ""
        for cell, coefficient in self.terms:
            sign = "-" if coefficient < 0 else "+"
            times = "" if abs(coefficient) == 1 else f"{abs(coefficient)} * "
            text += f" {sign} {times}{labels[cell]}"
        return text.removeprefix(" + ").lstrip()

    def with_values_from(self, first_value: int) -> Sum:
        """Returns the sum of values that holds where this sum of the numbers holds that they stand for."""
        shift = (first_value - 1) * sum(self.coefficients or (1,) * len(self.cells))
        if shift == 0:
            return self
        # No sum that a layout takes comes to the largest one: it stands for all that are out of reach.
        return replace(self, total=max(-LARGEST_SUM, min(self.total - shift, LARGEST_SUM)))

    def of(self, numbers: Mapping[int, int] | Sequence[int]) -> int:
        """Returns the sum of numbers, one for each cell of the layout."""
        return sum(coefficient * numbers[cell] for cell, coefficient in self.terms)

    def holds(self, numbers: Mapping[int, int] | Sequence[int]) -> bool:
        """Whether the sum of numbers, one for each cell of the layout, compares with the total as it must."""
        return bool(COMPARISONS[self.relation](self.of(numbers), self.total))

    def check_for(self, largest: int) -> None:
        """Raises `LayoutError` where numbers up to `largest` could make the sum as large as `LARGEST_SUM`."""
        if sum(abs(coefficient) for _, coefficient in self.terms) * largest >= LARGEST_SUM:
            raise LayoutError(f"{self} can come to 2**53 with values up to {largest}: solvers cannot compute it")

    def _number(self, value: Any, what: str) -> int:
        number = whole_number(value)
        if number is None or abs(number) > LARGEST_SUM:
            raise LayoutError(f"{self}: {what} is a whole number up to 2**53, not {shown(value)}")
        return number


def checked_first_value(first_value: Any) -> int:
    """Returns the number that value 1 stands for as an int; raises `LayoutError` unless it is a usual one."""
    expected = f"the first value stands for a whole number up to {_LARGEST_FIRST_VALUE:,}"
    return whole_between(first_value, -_LARGEST_FIRST_VALUE, _LARGEST_FIRST_VALUE, expected)


# Pairs: which two values may stand in two cells.

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
