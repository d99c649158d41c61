"""Which units follow from the other units of a layout, with certificates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from ...reference.capabilities import Capabilities
from ...reference.contract import AnyBackend
from ...reference.deadline import Deadline
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.layouts.cell_lists import CellList, cells_in
from ...reference.layouts.check import check_layout
from ...reference.puzzle import Puzzle
from ...reference.unit import Unit
from .certify import certify


class Entailment(NamedTuple):
    """Whether a unit follows from a layout, and why."""

    unit: Unit
    implied: bool
    certificates: tuple[str, ...] = ()
    """For each two of its cells that share no unit: that no grid has value 1 in both. All values are alike. For a unit
    that does not follow, one certificate: that there are grids with 1 in two of its cells."""
    counterexamples: tuple[Grid, ...] = ()
    """Two grids of the layout in which two cells of the unit are equal; one where there is no other."""

    def __bool__(self) -> bool:
        """Whether the unit follows."""
        return self.implied

    def __repr__(self) -> str:
        count = len(self.certificates)
        follows = "follows" if self.implied else "does not follow"
        return f"<Entailment: {self.unit.name} {follows}, {count} certificate{'s' * (count != 1)}>"


def is_implied(
    unit: Unit | CellList,
    layout: Layout,
    backend: AnyBackend = "auto",
    seconds: float | None = None,
    *,
    proof: str = "auto",
) -> Entailment | None:
    """Returns whether the cells of a unit differ in each grid of a layout; None when the time is over first.

    The unit has its cells as `Layout.unit` takes them, or as text, `"A1 E5"`. The layout has units only, so that values
    may change their names: two cells that may be equal may both be 1. There is a certificate for each two cells that
    share no unit of the layout, or two grids in which two are equal. What comes back is true where the unit follows.
    Raises `Unsupported` for layouts with sums or pairs, and what `certify` raises.
    """
    check_layout(layout)
    Capabilities().check(layout, "is_implied")
    if not isinstance(unit, Unit):
        cells = cells_in(layout, unit, "the unit")
        unit = Unit(" ".join(layout.labels[cell] for cell in cells), cells)
    deadline = Deadline(seconds)
    certificates: list[str] = []
    for one, other in combinations(unit.cells, 2):
        if other in layout.peers[one]:
            continue
        both = Puzzle.empty(layout).restricted(one, 1).restricted(other, 1)
        made = certify(both, backend, deadline.left, proof=proof)
        if made is None:
            return None
        if made.grids:
            return Entailment(unit, implied=False, certificates=(made.text,), counterexamples=made.grids)
        certificates.append(made.text)
    return Entailment(unit, implied=True, certificates=tuple(certificates))


def implied_units(
    layout: Layout, backend: AnyBackend = "auto", seconds: float | None = None, *, proof: str = "auto"
) -> Iterator[Entailment | None]:
    """Yields for each unit of a layout, in order, whether it follows from the others that do not; None as `is_implied`.

    A unit that follows is left out for those after it, so that all that follow can be left out together. Which ones
    these are depends on their order: classic 9x9 has six of them (Demoen and Garcia de la Banda, "Redundant Sudoku
    rules", 2014). `seconds` is for each unit.
    """
    check_layout(layout)
    rest = layout
    for unit in rest.units:
        fewer = replace(rest, units=tuple(other for other in rest.units if other is not unit))
        found = is_implied(unit, fewer, backend, seconds, proof=proof)
        if found is not None and found.implied:
            rest = fewer
        yield found
