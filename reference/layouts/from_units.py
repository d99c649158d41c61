"""Layouts from nothing but a list of units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import LayoutError
from ..layout import Layout
from ..unit import Unit


def from_units(
    size: int,
    units: Iterable[Unit | Sequence[int | str]],
    shape: tuple[int, int] | None = None,
    name: str = "units",
) -> Layout:
    """A rectangle of `shape` (rows, columns; default `size` by `size`) with just these units.

    A unit is a `Unit`, or a sequence of cells: indices from 0 in reading order, or labels such as `"A1"`. Units without
    a name are counted: `unit 1` and so on.
    """
    rows, columns = (size, size) if shape is None else shape
    positions = tuple((row, column) for row in range(rows) for column in range(columns))
    bare = Layout(size, (), positions, name=name)
    named = [named_unit(unit, f"unit {number}", bare) for number, unit in enumerate(units, start=1)]
    return Layout(size, tuple(named), positions, name=name)


def named_unit(unit: Unit | Sequence[int | str], name: str, layout: Layout) -> Unit:
    """The unit with its labels turned into cells of the layout; `LayoutError` names the unit that is wrong."""
    if isinstance(unit, Unit):
        return unit
    if isinstance(unit, str) or not isinstance(unit, Sequence):
        raise LayoutError(f"unit {name!r} is {unit!r}, not a list of cells", value=repr(unit))
    cells = tuple(_cell(cell, name, layout) for cell in unit)
    for cell in cells:
        if cells.count(cell) > 1:
            raise LayoutError(f"unit {name!r} names the cell twice", cell=layout.labels[cell])
    return Unit(name, cells)


def _cell(cell: int | str, unit: str, layout: Layout) -> int:
    if isinstance(cell, str):
        try:
            return layout.cell(cell)
        except LayoutError as error:
            raise LayoutError(f"unit {unit!r} names an unknown cell", cell=cell) from error
    if isinstance(cell, bool) or not isinstance(cell, int):
        raise LayoutError(f"unit {unit!r} names {cell!r}: neither a label nor an index", value=repr(cell))
    if not 0 <= cell < layout.cell_count:
        raise LayoutError(
            f"unit {unit!r} names an unknown cell; indices are 0..{layout.cell_count - 1}", cell=str(cell)
        )
    return cell
