"""Variable maps: which Boolean variable says that a cell holds a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from ...reference.grid import Grid
from ...reference.layout import Layout


class Variables(Protocol):
    """What every map can tell. Literals follow DIMACS: a positive number is the variable, its negative the opposite."""

    @property
    def layout(self) -> Layout:
        """Whose cells and values these are."""
        ...

    @property
    def count(self) -> int:
        """How many variables there are: they are `1..count`."""
        ...

    def literal(self, cell: int, value: int) -> int:
        """The literal "cell (from 0) holds value (from 1)"."""
        ...

    def cell_and_value(self, literal: int) -> tuple[int, int]:
        """The cell (from 0) and value (from 1) that a literal speaks of, whatever its sign."""
        ...

    def values(self, true_variables: Iterable[int]) -> Sequence[Sequence[int]]:
        """For each cell the values that it holds when just these of the map's variables are true."""
        ...

    def grid(self, true_variables: Sequence[int]) -> Grid | None:
        """The value of each cell when just these variables, ascending, are true; None where a cell has not one."""
        ...


@dataclass(frozen=True)
class VariableMap:
    """A variable for every cell and value: `size` of them a cell, in reading order; the first says that it holds 1."""

    layout: Layout

    @property
    def count(self) -> int:
        """Cells times values."""
        return self.layout.cell_count * self.layout.size

    def literal(self, cell: int, value: int) -> int:
        """The literal "cell (from 0) holds value (from 1)"."""
        return cell * self.layout.size + value

    def cell_and_value(self, literal: int) -> tuple[int, int]:
        """The cell (from 0) and value (from 1) that a literal speaks of, whatever its sign."""
        cell, index = divmod(abs(literal) - 1, self.layout.size)
        return cell, index + 1

    def grid(self, true_variables: Sequence[int]) -> Grid | None:
        """The value of each cell when just these variables, ascending, are true; None where a cell has not one."""
        if list(map(self._cells.__getitem__, true_variables)) != self._each_cell:
            return None
        return tuple(map(self._values.__getitem__, true_variables))

    @cached_property
    def _each_cell(self) -> list[int]:
        return list(range(self.layout.cell_count))

    @cached_property
    def _cells(self) -> list[int]:
        """The cell of each variable; there is no variable 0."""
        return [-1, *(cell for cell in self._each_cell for _ in range(self.layout.size))]

    @cached_property
    def _values(self) -> list[int]:
        return [0, *(value for _ in self._each_cell for value in range(1, self.layout.size + 1))]

    def values(self, true_variables: Iterable[int]) -> list[list[int]]:
        """For each cell the values that it holds when just these of the map's variables are true."""
        found: list[list[int]] = [[] for _ in self.layout.positions]
        size = self.layout.size
        for variable in true_variables:
            found[(variable - 1) // size].append((variable - 1) % size + 1)
        return found
