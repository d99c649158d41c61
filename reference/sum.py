"""Sums: what the values of some cells add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from operator import eq, ge, le
from typing import Any

from .errors import LayoutError, shown
from .unit import cell_indices, listed_cells, whole_number

LARGEST_SUM = 2**53
"""No total, and no sum that a layout has, goes beyond this number or below its negative: solvers compute in 64 bits."""

RELATIONS: dict[str, Callable[[int, int], bool]] = {"=": eq, "<=": le, ">=": ge}
"""How a sum may compare with its total."""


@dataclass(frozen=True)
class Sum:
    """Distinct cells whose values, each times its coefficient, compare with a total: `=`, `<=` or `>=`.

    Without `coefficients` each is 1; they are whole numbers other than 0, one for each cell. Cells are indices into the
    layout, as in a `Unit`; their values may be equal. A unit and a sum over the same cells are a *cage*. A total that
    no values reach is no error: a puzzle with such a sum has no solution. Raises `LayoutError` for other arguments.
    """

    name: str
    cells: tuple[int, ...]
    total: int
    coefficients: tuple[int, ...] | None = None
    relation: str = "="

    def __post_init__(self) -> None:
        given: Any = self.cells
        if self.coefficients is not None and isinstance(given, Set):
            raise LayoutError(f"{self} has coefficients, but its cells are a set, which has no order")
        cells = cell_indices(self.cells, str(self))
        if not cells:
            raise LayoutError(f"{self} has no cell")
        total = self._number(self.total, "the total")
        if self.relation not in RELATIONS:
            known = ", ".join(RELATIONS)
            raise LayoutError(
                f"{self}: {shown(self.relation)} is no relation; known: {known}", value=shown(self.relation)
            )
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "total", total)
        if self.coefficients is not None:
            listed = listed_cells(self.coefficients, f"{self}: its coefficients")
            coefficients = tuple(self._number(each, "a coefficient") for each in listed)
            if len(coefficients) != len(cells) or 0 in coefficients:
                wrong = f"{shown(self.coefficients)} are not {len(cells)} numbers other than 0, one for each cell"
                raise LayoutError(f"{self}: {wrong}", value=shown(self.coefficients))
            object.__setattr__(self, "coefficients", None if set(coefficients) == {1} else coefficients)

    def __str__(self) -> str:
        """Returns the words by which messages name it."""
        return f"sum {self.name!r}"

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def terms(self) -> Iterator[tuple[int, int]]:
        """Yields each cell with its coefficient."""
        return zip(self.cells, self.coefficients or (1,) * len(self.cells), strict=True)

    def of(self, values: Sequence[int]) -> int:
        """Returns the sum in a grid of values, one for each cell of the layout."""
        return sum(coefficient * values[cell] for cell, coefficient in self.terms)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the sum in a grid of values compares with the total as it must."""
        return RELATIONS[self.relation](self.of(values), self.total)

    def check_for(self, size: int) -> None:
        """Raises `LayoutError` where values up to `size` could make the sum larger than `LARGEST_SUM`."""
        if sum(abs(coefficient) for _, coefficient in self.terms) * size > LARGEST_SUM:
            raise LayoutError(f"{self} can become larger than 2**53 with {size} values, beyond what solvers compute in")

    def _number(self, value: Any, what: str) -> int:
        number = whole_number(value)
        if number is None or abs(number) > LARGEST_SUM:
            raise LayoutError(f"{self}: {what} is a whole number up to 2**53, not {shown(value)}", value=shown(value))
        return number
