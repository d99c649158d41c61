"""Layouts from nothing but a list of units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

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
    return replace(Layout(size, (), positions) + units, name=name)
