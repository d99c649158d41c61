"""Naked and hidden singles, and cells and values without a place: of all those, the one that goes by least.

Each goes by cells with one known value, which rule this value out of the other cells of their units, as few of them and
of units as there can be. The costs of steps are after Bogaerts, Gamba and Guns, "A framework for
step-wise explaining how to solve constraint satisfaction problems" (2021), which minimises them by a solver.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...reference.layout import Layout
from ...reference.puzzle import values_in
from ...reference.unit import Unit
from .cover import Choice, fewest
from .step import Step, candidates_text, cells_text, values_text, with_article

Blocker = tuple[int, Unit]
"""A cell that has a value, and a unit that it shares with the cells that lose it."""


class Singles:
    """What the known candidates of all cells and the units show at once; cells have bit `v - 1` for value `v`."""

    def __init__(self, layout: Layout, known: list[int]) -> None:
        self._layout = layout
        self._known = known
        self.left = list(known)
        """The candidates of each cell that no other cell has for certain."""
        self._holders: dict[int, list[int]] = {}
        for cell, mask in enumerate(known):
            if mask & (mask - 1) == 0:
                value = mask.bit_length()
                self._holders.setdefault(value, []).append(cell)
                for other in layout.rivals(cell, value):
                    self.left[other] &= ~mask

    def cheapest(self) -> Step | None:
        """Returns the contradiction that goes by least; if there is none, such a single; None without either."""
        return min(self.steps(), key=lambda step: (not step.contradiction, step.cost), default=None)

    def steps(self) -> Iterator[Step]:
        """Yields contradictions and singles: those of cells in reading order, then those of complete units."""
        for cell, mask in enumerate(self.left):
            if mask == 0 or (mask & (mask - 1) == 0 and mask != self._known[cell]):
                yield self._only_value(cell, mask)
        for unit in self._layout.complete_units:
            yield from self._only_places(unit)

    def _only_places(self, unit: Unit) -> Iterator[Step]:
        once = twice = 0
        for cell in unit.cells:
            twice |= once & self.left[cell]
            once |= self.left[cell]
        for value in values_in(self._layout.all_values & ~twice):
            bit = 1 << value - 1
            place = next((cell for cell in unit.cells if self.left[cell] & bit), None)
            if place is None or self._known[place] != bit:
                yield self._only_place(unit, value, place)

    def blockers(self, cell: int, values: int) -> list[Blocker]:
        """Returns cells and units, as few as there can be, that rule these values out of the cell."""
        covers: dict[Choice, set[int]] = {
            blocker: {value} for value in values_in(values) for blocker in self._options(cell, value)
        }
        wanted = {value for covered in covers.values() for value in covered}
        return [(holder, unit) for holder, unit in fewest(covers, wanted, None) if unit is not None]

    def _options(self, cell: int, value: int) -> list[Blocker]:
        """Returns each cell that has the value, with each unit by which it rules it out of this cell."""
        return [
            (holder, unit)
            for holder in self._holders.get(value, ())
            if holder != cell
            for unit in self._layout.units_of[holder]
            if cell in unit.cells and value not in unit.repeatable
        ]

    def _only_value(self, cell: int, mask: int) -> Step:
        """Returns the step of a cell with one candidate, or with none."""
        layout, known = self._layout, self._known[cell]
        blockers = self.blockers(cell, known & ~mask)
        facts = {holder: self._known[holder] for holder, _ in blockers}
        reasons = []
        if known != layout.all_values:
            facts[cell] = known
        units = tuple(dict.fromkeys(unit for _, unit in blockers))
        for unit in units:
            values = 0
            for holder, by in blockers:
                values |= self._known[holder] if by == unit else 0
            reasons.append(f"{unit.name} has {values_text(values, layout)}")
        label = layout.labels[cell]
        if known & (known - 1) == 0:
            (holder, unit), number = blockers[0], layout.number(known.bit_length())
            text = f"{cells_text((cell, holder), layout)} are both {number}, and both in {unit.name}"
            return Step(None, 0, facts, units, text)
        if known != layout.all_values:
            reasons.insert(0, candidates_text(known, layout))
        why = "; ".join(reasons)
        if mask:
            return Step(cell, mask, facts, units, f"{label} is {values_text(mask, layout)}: {why}")
        return Step(None, 0, facts, units, f"{label} has no candidate left: {why}")

    def _only_place(self, unit: Unit, value: int, place: int | None) -> Step:
        """Returns the step of a value with one place in a complete unit, or with none."""
        layout = self._layout
        facts, units, why = self.without_value(unit, value, {cell for cell in unit.cells if cell != place})
        needs = f"{unit.name} needs {with_article(layout.number(value))}"
        if place is None:
            return Step(None, 0, facts, units, f"{needs}, and no cell can take it: {why}")
        only = f"{needs}, and only {layout.labels[place]} can take it"
        return Step(place, 1 << value - 1, facts, units, f"{only}: {why}" if why else only)

    def without_value(self, unit: Unit, value: int, cells: set[int]) -> tuple[dict[int, int], tuple[Unit, ...], str]:
        """Returns why cells of a unit cannot have a value: facts and units, as few as there can be, and words."""
        layout, bit = self._layout, 1 << value - 1
        facts: dict[int, int] = {}
        units: list[Unit] = [unit]
        ruled_out: dict[int, list[int]] = {}
        filled: list[int] = []
        without: list[int] = []
        open_cells = set(cells)
        # A holder and a unit may rule the value out of several cells; a cell that lacks it does so for itself.
        covers: dict[Choice, set[int]] = {}
        for cell in sorted(cells):
            if not self._known[cell] & bit:
                covers[cell, None] = {cell}
            for holder, by in self._options(cell, value):
                covers.setdefault((holder, by), set()).add(cell)
        for holder, via in fewest(covers, cells, unit):
            covered = covers[holder, via]
            facts[holder] = self._known[holder]
            if via is None:
                (filled if self._known[holder] & (self._known[holder] - 1) == 0 else without).append(holder)
            else:
                ruled_out.setdefault(holder, []).extend(covered & open_cells)
                if via not in units:
                    units.append(via)
            open_cells -= covered
        number = layout.number(value)
        reasons = [
            f"the {number} in {layout.labels[holder]} rules out {cells_text(ruled, layout)}"
            for holder, ruled in sorted(ruled_out.items())
        ]
        if without:
            reasons.append(f"{cells_text(sorted(without), layout)} cannot be {number}")
        if filled:
            reasons.append(f"{cells_text(sorted(filled), layout)} {'is' if len(filled) == 1 else 'are'} filled")
        return facts, tuple(units), "; ".join(reasons)
