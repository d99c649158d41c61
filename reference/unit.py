"""Units: cells whose values must all differ; and cells as rules name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import islice
from operator import index as as_index
from typing import Any

from .errors import LayoutError, shown


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
        object.__setattr__(self, "cells", cell_indices(self.cells, str(self)))

    def __str__(self) -> str:
        """Returns the words by which messages name it."""
        return f"unit {self.name!r}"

    def __len__(self) -> int:
        return len(self.cells)

    def check_for(self, size: int) -> None:
        """Raises `LayoutError` for more cells than there are values."""
        if len(self) > size:
            raise LayoutError(f"{self} has {len(self)} cells, but there are only {size} values")


def cell_indices(cells: Any, rule: str) -> tuple[int, ...]:
    """Returns the cells of a rule, which are distinct indices, those of a set sorted; else raises `LayoutError`."""
    indices = []
    for cell in listed_cells(cells, rule):
        index = cell if type(cell) is int else whole_number(cell)  # most are: a call takes longer
        if index is None:
            raise LayoutError(f"{rule}: {shown(cell)} is no cell index", value=shown(cell))
        indices.append(index)
    if isinstance(cells, Set):
        indices.sort()
    if len(set(indices)) < len(indices):
        twice = next(cell for cell in indices if indices.count(cell) > 1)
        raise LayoutError(f"{rule} names cell index {twice} twice", value=str(twice))
    return tuple(indices)


def listed_cells(cells: Any, rule: str) -> Iterable[Any]:
    """Returns the cells of a rule if they can be a list of cells; else raises `LayoutError`."""
    if isinstance(cells, (str, bytes, Mapping)) or not isinstance(cells, Iterable):
        raise LayoutError(f"{rule} is {shown(cells)}, not a list of cells", value=shown(cells))
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
