"""Layouts that are graphs, such as maps to be coloured: all that units say is which two cells differ.

Cells beside each other in a picture may be equal there, so that the picture shows a line for each pair that differs.
"""

from __future__ import annotations

from ...reference.layout import Layout

_MOST_PAIRS = 400
"""More lines would hide each other."""

_Point = tuple[float, float]


def adjacencies(layout: Layout) -> list[tuple[int, int]]:
    """Returns the pairs of cells that differ; none where there are other rules, and for very many pairs.

    With two values a pair is a complete unit, as the lines of a Latin square are.
    """
    if layout.size < 3 or layout.sums:
        return []
    pairs = {(min(unit.cells), max(unit.cells)) for unit in layout.units if len(unit.cells) == 2}
    if any(len(unit.cells) != 2 or unit.repeatable for unit in layout.units) or len(pairs) > _MOST_PAIRS:
        return []
    return sorted(pairs)


def curve(layout: Layout, pair: tuple[int, int], start: _Point, end: _Point, bend: float) -> str:
    """Returns a path from the middle of one cell to that of another; it bends where a third cell is between them."""
    (x, y), (end_x, end_y) = start, end
    (row, column), (end_row, end_column) = (layout.positions[cell] for cell in pair)
    rows, columns = end_row - row, end_column - column
    steps = max(abs(rows), abs(columns))
    between = [step for step in range(1, steps) if not rows * step % steps and not columns * step % steps]
    if all(layout.cell_at(row + rows * step // steps, column + columns * step // steps) is None for step in between):
        return f"M{x:g} {y:g}L{end_x:g} {end_y:g}"
    middle_x, middle_y = (x + end_x) / 2 - rows / steps * 2 * bend, (y + end_y) / 2 + columns / steps * 2 * bend
    return f"M{x:g} {y:g}Q{middle_x:g} {middle_y:g} {end_x:g} {end_y:g}"
