"""Sums: what the values of some cells add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from operator import eq, ge, le
from typing import Any

from .errors import LayoutError, shown
from .unit import NamedCells, listed, whole_between, whole_number

LARGEST_SUM = 2**53
"""No total is larger, and no sum of a layout comes to it; likewise below 0: solvers compute in 64 bits."""

RELATIONS: dict[str, Callable[[int, int], bool]] = {"=": eq, "<=": le, ">=": ge}
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
        return RELATIONS[self.relation](self.of(numbers), self.total)

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
