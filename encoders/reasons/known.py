"""What is known of the cells of a puzzle, and by which cells and units, as few as there can be, values are ruled out.

The costs of steps are after Bogaerts, Gamba and Guns, "A framework for step-wise explaining how to solve constraint
satisfaction problems" (2021), which minimises them by a solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...reference.model.layout import Layout
from ...reference.model.puzzle import values_in
from ...reference.model.rules import Unit
from .cover import Choice, fewest
from .words import cells_text

ALL_FILLED = "all are filled"
"""Why no other cell of a unit can take a value, where they have others."""


class RuledOut(NamedTuple):
    """By which cells and units some cells lose candidates."""

    facts: dict[int, int]
    """Cell to its known candidates, for the cells that rule candidates out."""
    units: list[Unit]
    cells_of: dict[Choice, list[int]]
    """A cell and a unit, or a cell that lacks the candidates itself, to the cells that lose some by it."""


class Known:
    """The known candidates of all cells, and what the units rule out by them at once: bit `v - 1` for value `v`."""

    def __init__(self, layout: Layout, candidates: Sequence[int]) -> None:
        self.layout = layout
        self.candidates = [layout.all_values] * layout.cell_count
        self.left = self.candidates.copy()
        """The candidates of each cell that no other cell has for certain."""
        self._holders: dict[int, list[int]] = {}
        self.learn(dict(enumerate(candidates)))

    def learn(self, left: Mapping[int, int]) -> None:
        """Leaves these candidates at most in these cells."""
        for cell, mask in left.items():
            before = self.candidates[cell]
            now = self.candidates[cell] = before & mask
            self.left[cell] &= mask
            if before & (before - 1) and now & (now - 1) == 0:
                self._holders.setdefault(now.bit_length(), []).append(cell)
                for other in self.layout.rivals(cell, now.bit_length()):
                    self.left[other] &= ~now
        self.places = [(unit, *self._places(unit)) for unit in self.layout.complete_units]
        """Complete units, each with its values that have a place, those with a single open one, and its open cells."""

    def _places(self, unit: Unit) -> tuple[int, int, int]:
        some = several = count = 0
        for cell in unit.cells:
            mask, before = self.left[cell], self.candidates[cell]
            is_open = before & (before - 1) != 0
            several |= some & mask if is_open else mask
            some |= mask
            count += is_open
        return some, some & ~several, count

    def ruled_out(self, lost: Mapping[int, int], free: Unit | None = None) -> RuledOut:
        """Returns by which cells and units, as few as there can be, cells lose these candidates; `free` costs nothing.

        A cell that was known to lack a candidate lacks it by itself.
        """
        # By choice a bit for each candidate that it covers: a holder and a unit may rule a value out of several cells.
        items = [(cell, value) for cell, mask in lost.items() for value in values_in(mask)]
        covers: dict[Choice, int] = {}
        for number, (cell, value) in enumerate(items):
            lacks: list[Choice] = [] if self.candidates[cell] & 1 << value - 1 else [(cell, None)]
            for choice in lacks + self._blockers(cell, value):
                covers[choice] = covers.get(choice, 0) | 1 << number
        covered = 0
        cells_of: dict[Choice, list[int]] = {}
        for choice in fewest(covers, free):
            cells_of[choice] = sorted({items[number - 1][0] for number in values_in(covers[choice] & ~covered)})
            covered |= covers[choice]
        facts = {cell: self.candidates[cell] for cell, _ in cells_of}
        return RuledOut(facts, list(dict.fromkeys(unit for _, unit in cells_of if unit is not None)), cells_of)

    def _blockers(self, cell: int, value: int) -> list[Choice]:
        """Returns each cell that has the value, with each unit by which it rules it out of this cell."""
        return [
            (holder, unit)
            for holder in self._holders.get(value, ())
            if holder != cell
            for unit in self.layout.units_of[holder]
            if cell in unit.cells and value not in unit.repeatable
        ]

    def without_value(self, unit: Unit, value: int, cells: Iterable[int]) -> tuple[dict[int, int], list[Unit], str]:
        """Returns why cells of a unit cannot have a value: facts and units, as few as there can be, and words."""
        facts, units, cells_of = self.ruled_out(dict.fromkeys(sorted(cells), 1 << value - 1), unit)
        layout, number = self.layout, self.layout.number(value)
        by_holder: dict[int, list[int]] = {}
        for (holder, by), found in cells_of.items():
            if by is not None:
                by_holder.setdefault(holder, []).extend(found)
        reasons = [
            f"the {number} in {layout.labels[holder]} rules out {cells_text(by_holder[holder], layout)}"
            for holder in sorted(by_holder)
        ]
        lacking = [cell for cell, by in cells_of if by is None]
        without = [cell for cell in lacking if facts[cell] & (facts[cell] - 1)]
        filled = [cell for cell in lacking if cell not in without]
        reasons += [f"{cells_text(without, layout)} lost the {number} before"] * bool(without)
        if len(filled) == len(unit) - 1:
            reasons = [ALL_FILLED]
        elif filled:
            reasons.append(f"{cells_text(filled, layout)} {'is' if len(filled) == 1 else 'are'} filled")
        return facts, [unit, *(other for other in units if other != unit)], "; ".join(reasons)
