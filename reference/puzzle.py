"""A puzzle: a layout, and the values that each cell may still take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import index

from .errors import PuzzleError
from .layout import Layout


@dataclass(frozen=True)
class Puzzle:
    """A question about a layout: `candidates[cell]` is the set of values that the cell may take.

    Sets are integers with bit `v - 1` for value `v`; a *given* is a cell with one candidate. Odd-even and pencil-mark
    puzzles need nothing more. Raises `PuzzleError` for a wrong number of cells, an empty set or a value outside
    `1..size`. Givens that clash are no error: such a puzzle has no solution.
    """

    layout: Layout
    candidates: tuple[int, ...]

    def __post_init__(self) -> None:
        candidates = tuple(map(index, self.candidates))
        object.__setattr__(self, "candidates", candidates)
        if len(candidates) != self.layout.cell_count:
            raise PuzzleError(
                f"{len(candidates)} cells, but the layout {self.layout.name} has {self.layout.cell_count}"
            )
        most = self.layout.all_values
        for cell, mask in enumerate(candidates):
            if not 0 < mask <= most:
                label = self.layout.labels[cell]
                if not mask:
                    raise PuzzleError("no candidate is left", cell=label, value="")
                wrong = f"the candidate set {mask:#b} goes beyond the values 1..{self.layout.size}"
                raise PuzzleError(wrong, cell=label, value=str(mask))

    @classmethod
    def empty(cls, layout: Layout) -> Puzzle:
        """Returns the puzzle with every cell open."""
        return cls(layout, (layout.all_values,) * layout.cell_count)

    @classmethod
    def from_values(cls, layout: Layout, values: Iterable[int]) -> Puzzle:
        """Returns the puzzle with these values in reading order, 0 for an open cell; NumPy's integers are accepted."""
        masks = []
        for cell, value in enumerate(map(index, values)):
            if not 0 <= value <= layout.size:
                raise _no_value(value, layout, layout.labels[cell] if cell < layout.cell_count else None)
            masks.append(1 << (value - 1) if value else layout.all_values)
        return cls(layout, tuple(masks))

    @classmethod
    def from_givens(cls, layout: Layout, givens: Mapping[str, int]) -> Puzzle:
        """Returns the puzzle with these givens by label (`{"A1": 5}`), all other cells open."""
        values = [0] * layout.cell_count
        for label, given in givens.items():
            value = index(given)
            if not 1 <= value <= layout.size:
                raise _no_value(value, layout, label)
            values[layout.cell(label)] = value
        return cls.from_values(layout, values)

    @property
    def values(self) -> tuple[int, ...]:
        """The value of each given, 0 for every other cell."""
        return tuple(0 if mask & (mask - 1) else mask.bit_length() for mask in self.candidates)

    @property
    def givens(self) -> dict[int, int]:
        """Cell to value for each given, in reading order."""
        return {cell: value for cell, value in enumerate(self.values) if value}

    def restricted(self, cell: int, mask: int) -> Puzzle:
        """Returns the same puzzle without the candidates of one cell that are not in `mask`."""
        candidates = list(self.candidates)
        candidates[cell] &= mask
        return Puzzle(self.layout, tuple(candidates))


def _no_value(value: int, layout: Layout, label: str | None) -> PuzzleError:
    return PuzzleError(f"{value} is outside the values 1..{layout.size}", cell=label, value=str(value))


def values_in(mask: int) -> list[int]:
    """Returns the values in a candidate set, ascending."""
    return [value for value in range(1, mask.bit_length() + 1) if mask >> (value - 1) & 1]
