"""Pictures of a layout with a text in each cell: framed text for terminals, a table for notebooks."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..layout import Layout


def picture(layout: Layout, cells: Sequence[str]) -> str:
    """Returns the texts of the cells as a picture of several lines, framed along the blocks if the layout has any."""
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


def html_table(layout: Layout, cells: Sequence[str], bold: Collection[int] = ()) -> str:
    """Returns the texts of the cells as a table of HTML, with strong lines around blocks; `bold` names cells.

    Without blocks strong lines are drawn around regions, as those of a jigsaw.
    """
    regions = _regions(layout)
    columns = max(column for _, column in layout.positions) + 1
    rows = []
    for row in range(layout.positions[-1][0] + 1):
        parts = []
        for column in range(columns):
            cell = layout.cell_at(row, column)
            if cell is None:
                parts.append('<td style="border:none"></td>')
                continue
            near = {"left": (row, column - 1), "right": (row, column + 1)}
            near |= {"top": (row - 1, column), "bottom": (row + 1, column)}
            lines = ""
            for side, place in near.items():
                other = layout.cell_at(*place)
                strong = other is None or regions[cell] != regions[other]
                lines += f"border-{side}:{'2px' if strong else '1px'} solid;"
            text = f"<b>{cells[cell]}</b>" if cell in bold else cells[cell]
            parts.append(f'<td style="text-align:center;min-width:1.6em;{lines}">{text}</td>')
        rows.append(f"<tr>{''.join(parts)}</tr>")
    return f'<table style="border-collapse:collapse">{"".join(rows)}</table>'


def _regions(layout: Layout) -> list[object]:
    """Returns for each cell its block, or else the units around it that are neither lines nor scattered cells."""
    if layout.block is not None:
        height, width = layout.block
        return [(row // height, column // width) for row, column in layout.positions]
    regions: list[list[int]] = [[] for _ in layout.positions]
    for number, unit in enumerate(layout.units):
        places = {layout.positions[cell] for cell in unit.cells}
        touching = any((row, column + 1) in places for row, column in places)
        if touching and len({row for row, _ in places}) > 1:
            for cell in unit.cells:
                regions[cell].append(number)
    return list(regions)
