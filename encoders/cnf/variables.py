"""Variable maps: which Boolean variable says that a cell holds a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

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

    def values(self, true_variables: Iterable[int]) -> list[list[int]]:
        """For each cell the values that it holds when just these of the map's variables are true."""
        found: list[list[int]] = [[] for _ in self.layout.positions]
        size = self.layout.size
        for variable in true_variables:
            found[(variable - 1) // size].append((variable - 1) % size + 1)
        return found
