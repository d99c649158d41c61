"""A unit: a set of cells whose values must all differ."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import LayoutError


@dataclass(frozen=True)
class Unit:
    """Distinct cells whose values all differ, with a name for messages.

    Cells are indices into the layout, counted from 0; their order is kept, but means nothing to a solver. A unit with
    as many cells as there are values is *complete*: every value appears in it exactly once.
    """

    name: str
    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        cells = tuple(self.cells)
        object.__setattr__(self, "cells", cells)
        for cell in cells:
            if isinstance(cell, bool) or not isinstance(cell, int):
                raise LayoutError(f"unit {self.name!r}: {cell!r} is no cell index", value=repr(cell))
        if len(set(cells)) < len(cells):
            twice = next(cell for cell in cells if cells.count(cell) > 1)
            raise LayoutError(f"unit {self.name!r} names cell index {twice} twice", value=str(twice))

    def __len__(self) -> int:
        return len(self.cells)
