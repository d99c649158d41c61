"""A puzzle: a layout, and the values that each cell may still take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from operator import index
from typing import Any

from ..contract.errors import LayoutError, PuzzleError, joined, shown
from ..layouts.classic import CLASSIC
from .layout import Layout, check_layout
from .rooms_above import html_of, text_of

_LONGEST_LINE = 100
"""Characters of a puzzle in its `repr`."""


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
        if not isinstance(self.layout, Layout):
            raise LayoutError(f"Puzzle takes a layout and candidate sets, but the first is {shown(self.layout)}")
        candidates = tuple(map(index, self.candidates))
        object.__setattr__(self, "candidates", candidates)
        if len(candidates) != self.layout.cell_count:
            raise PuzzleError(
                f"{len(candidates)} cells, but the layout {self.layout.name} has {self.layout.cell_count}"
            )
        most = self.layout.all_values
        if min(candidates) > 0 and max(candidates) <= most:
            return
        for cell, mask in enumerate(candidates):
            if not 0 < mask <= most:
                label = self.layout.labels[cell]
                if not mask:
                    raise PuzzleError("no candidate is left", cell=label)
                wrong = f"the candidate set {mask:#b} goes beyond the values 1..{self.layout.size}"
                raise PuzzleError(wrong, cell=label)

    @classmethod
    def empty(cls, layout: Layout = CLASSIC) -> Puzzle:
        """Returns the puzzle with every cell open."""
        check_layout(layout)
        return cls(layout, (layout.all_values,) * layout.cell_count)

    @classmethod
    def from_values(cls, values: object, layout: Layout | None = None) -> Puzzle:
        """Returns the puzzle with these values in reading order, 0 or None for an open cell.

        `values` may be rows, an array of NumPy or a mapping, and a cell may hold a set of candidates; see `masks_of`.
        Without a layout it is classic of the fitting size.
        """
        if isinstance(layout, Layout) and isinstance(values, (tuple, list)) and len(values) == layout.cell_count:
            # The usual form, which is quick to read.
            numbers = [0 if value is None else value for value in values]
            if {int}.issuperset(map(type, numbers)) and min(numbers) >= 0 and max(numbers) <= layout.size:
                return cls.from_cell_bytes(numbers, layout)
        from .cells import masks_of  # here, as most puzzles do without it

        return cls(*masks_of(values, layout))

    @classmethod
    def from_cell_bytes(cls, values: Sequence[int], layout: Layout) -> Puzzle:
        """Returns the puzzle with these values, one a cell, 0 for an open cell; the quick way for readers of files.

        Nothing is checked but that no value is above the size, which raises IndexError.
        """
        puzzle, sets = object.__new__(cls), layout.value_masks
        object.__setattr__(puzzle, "layout", layout)
        object.__setattr__(puzzle, "candidates", tuple([sets[value] for value in values]))
        return puzzle

    @classmethod
    def from_givens(cls, givens: Mapping[Any, int], layout: Layout = CLASSIC) -> Puzzle:
        """Returns the puzzle with these givens, all other cells open: `{"A1": 5}`, or by index as in `givens`.

        A cell may also be (row, column) from 0. Raises `PuzzleError` for a value that is none, and for a cell that is
        named twice; `LayoutError` for an unknown cell.
        """
        from .cells import by_cell, mask_of_value  # here, as most puzzles do without it

        check_layout(layout)
        if not isinstance(givens, Mapping):
            raise PuzzleError(f"givens are a mapping such as {{'A1': 5}}, not {shown(givens)}")
        candidates = [layout.all_values] * layout.cell_count
        for cell, given in by_cell(givens, layout).items():
            candidates[cell] = mask_of_value(given, layout, cell)
        return cls(layout, tuple(candidates))

    @property
    def is_plain(self) -> bool:
        """Whether every cell is given or open, so that one character a cell can write the puzzle."""
        everything = self.layout.all_values
        return all(mask == everything or not mask & (mask - 1) for mask in self.candidates)

    @property
    def cells_of_difference(self) -> list[int]:
        """The shown cells that are not given: two solutions differ in one of them."""
        masks, shown = self.candidates, self.layout.shown
        return [cell for cell in (range(len(masks)) if shown is None else shown) if masks[cell] & (masks[cell] - 1)]

    def __str__(self) -> str:
        """Returns a picture, as `write_picture` does."""
        return text_of(self)

    def __repr__(self) -> str:
        cells = self.cell_texts()
        line = ("" if max(map(len, cells)) == 1 else " ").join(cells)
        shown = line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 3]}..."
        return f"<Puzzle {self.layout.name}: {shown}>"

    def _repr_html_(self) -> str | None:
        """Returns a picture for notebooks; None for very many cells."""
        return html_of(self)

    def cell_texts(self) -> list[str]:
        """Returns how each cell is written: `.` if it is open, its value, or candidates such as `1/3/5`."""
        everything, number = self.layout.all_values, self.layout.number
        return [
            "." if mask == everything and self.layout.size > 1 else "/".join(map(str, map(number, values_in(mask))))
            for mask in self.candidates
        ]

    @property
    def values(self) -> tuple[int, ...]:
        """The value of each given, 0 for every other cell."""
        return tuple(0 if mask & (mask - 1) else mask.bit_length() for mask in self.candidates)

    @property
    def givens(self) -> dict[int, int]:
        """Cell to value for each given, in reading order."""
        return {cell: value for cell, value in enumerate(self.values) if value}

    @property
    def restricted_cells(self) -> tuple[int, ...]:
        """The cells that lack a candidate, givens among them, in reading order."""
        return tuple(cell for cell, mask in enumerate(self.candidates) if mask != self.layout.all_values)

    def opened(self, cells: Iterable[int]) -> Puzzle:
        """Returns the same puzzle with all candidates in these cells, counted from 0."""
        masks = list(self.candidates)
        for cell in cells:
            masks[cell] = self.layout.all_values
        return Puzzle(self.layout, tuple(masks))

    def restricted(self, cell: int | str, candidates: int | Set[object]) -> Puzzle:
        """Returns the same puzzle without the candidates of one cell that are not among these.

        `candidates` is a set of values, or a mask with bit `v - 1` for value `v`. The cell is an index from 0 or a
        label. Raises `PuzzleError` where no candidate is left.
        """
        number = self.layout.index(cell)
        if not isinstance(candidates, int):
            from .cells import mask_of  # here, as most puzzles do without it

            candidates = mask_of(candidates, self.layout, number)
        masks = list(self.candidates)
        masks[number] &= candidates
        return Puzzle(self.layout, tuple(masks))


def values_in(mask: int) -> list[int]:
    """Returns the values in a candidate set, ascending."""
    return [value for value in range(1, mask.bit_length() + 1) if mask >> (value - 1) & 1]


# What the cells of a puzzle may still hold beside its givens, as one writes it in small digits.


def pencil_marks(puzzle: Puzzle) -> list[int]:
    """Returns the candidates of each cell without the values that are given to its peers; those of givens unchanged."""
    layout, values = puzzle.layout, puzzle.values
    left = list(puzzle.candidates)
    for cell, mask in enumerate(left):
        if not values[cell]:
            for peer in layout.peers[cell]:
                if values[peer] and cell in layout.rivals(peer, values[peer]):
                    mask &= ~puzzle.candidates[peer]
            left[cell] = mask
    return left


# Why a puzzle has no solution, where one look at its givens and candidates shows it.

_MOST_NAMED = 9
"""Cells that a reason names, at most."""


def reason_against(puzzle: Puzzle) -> str | None:
    """Returns why the puzzle has no solution, as a phrase; None where that does not show at once, or there is one.

    The first of these that holds, units and cells in the order of the layout: a value stands twice in a unit; a cell
    has no candidate that is not given to a peer; a complete unit has no place for a value. Nothing is searched, so None
    does not mean that there is a solution.
    """
    layout, labels, givens = puzzle.layout, puzzle.layout.labels, puzzle.givens
    for unit in layout.units:
        for value, cells in unit.clashes(givens):
            times = "twice" if len(cells) == 2 else f"{len(cells)} times"
            return f"{layout.number(value)} stands {times} in {unit.name}: {_listed([labels[cell] for cell in cells])}"
    left = pencil_marks(puzzle)
    for cell, mask in enumerate(left):
        if not mask:
            # Each of its candidates, with the first peer that is given it.
            holders = {
                value: next(peer for peer in sorted(layout.rivals(cell, value)) if givens.get(peer) == value)
                for value in values_in(puzzle.candidates[cell])
            }
            taken = [f"{layout.number(value)} stands in {labels[peer]}" for value, peer in holders.items()]
            return f"{labels[cell]} has no candidate left: {_listed(taken)}"
    for unit in layout.complete_units:
        united = 0
        for cell in unit.cells:
            united |= left[cell]
        if united != layout.all_values:
            return f"no place for {layout.number(values_in(layout.all_values & ~united)[0])} in {unit.name}"
    return None


def _listed(parts: list[str]) -> str:
    more = [f"{len(parts) - _MOST_NAMED} more"] if len(parts) > _MOST_NAMED else []
    return joined([*parts[:_MOST_NAMED], *more], "and")
