"""Pictures framed along the blocks of a layout, and the regions between which strong lines are drawn."""

from __future__ import annotations

from collections.abc import Sequence

from ...reference.layout import Layout


def framed(layout: Layout, cells: Sequence[str]) -> str:
    """Returns the texts of the cells in lines, framed along the blocks if the layout has any."""
    width = max(map(len, cells))
    columns = max(column for _, column in layout.positions) + 1
    height, stride = layout.block or (len(layout.positions), columns)
    lines = []
    for row in range(layout.positions[-1][0] + 1):
        if row and row % height == 0:
            strokes = ["-" * (min(stride, columns - left) * (width + 1)) for left in range(0, columns, stride)]
            lines.append("+-".join(strokes)[:-1])
        parts = []
        for column in range(columns):
            cell = layout.cell_at(row, column)
            parts += ["|"] if column and column % stride == 0 else []
            parts.append(" " * width if cell is None else cells[cell].rjust(width))
        lines.append(" ".join(parts).rstrip())
    return "\n".join(lines)


def regions(layout: Layout) -> list[object]:
    """Returns for each cell its block, or else the units around it that are neither lines nor scattered cells.

    Where such units divide all cells among them, as the regions of a jigsaw do, others that overlap them are left out.
    """
    if layout.block is not None:
        height, width = layout.block
        return [(row // height, column // width) for row, column in layout.positions]
    areas: list[tuple[int, ...]] = []
    parts: list[tuple[int, ...]] = []
    taken: set[int] = set()
    for unit in layout.units:
        places = {layout.positions[cell] for cell in unit.cells}
        touching = any((row, column + 1) in places for row, column in places)
        if touching and len({row for row, _ in places}) > 1:
            areas.append(unit.cells)
            if taken.isdisjoint(unit.cells):
                parts.append(unit.cells)
                taken.update(unit.cells)
    found: list[list[int]] = [[] for _ in layout.positions]
    for number, cells in enumerate(parts if len(taken) == layout.cell_count else areas):
        for cell in cells:
            found[cell].append(number)
    return list(found)
