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

    Without blocks a strong line divides neighbours that share no unit but rows and columns, as in a jigsaw.
    """
    columns = max(column for _, column in layout.positions) + 1
    rows = []
    for row in range(layout.positions[-1][0] + 1):
        parts = []
        for column in range(columns):
            cell = layout.cell_at(row, column)
            if cell is None:
                parts.append('<td style="border:none"></td>')
                continue
            near = {"left": (row, column - 1), "right": (row, column + 1), "top": (row - 1, column)}
            near["bottom"] = (row + 1, column)
            lines = "".join(
                f"border-{side}:{'2px' if _divided(layout, cell, place) else '1px'} solid;"
                for side, place in near.items()
            )
            text = f"<b>{cells[cell]}</b>" if cell in bold else cells[cell]
            parts.append(f'<td style="text-align:center;min-width:1.6em;{lines}">{text}</td>')
        rows.append(f"<tr>{''.join(parts)}</tr>")
    return f'<table style="border-collapse:collapse">{"".join(rows)}</table>'


def _divided(layout: Layout, cell: int, place: tuple[int, int]) -> bool:
    """Whether a strong line divides a cell from the place beside it."""
    other = layout.cell_at(*place)
    if other is None:
        return True
    row, column = layout.positions[cell]
    if layout.block is not None:
        height, width = layout.block
        return (row // height, column // width) != (place[0] // height, place[1] // width)
    straight = 0 if row == place[0] else 1
    shared = [unit for unit in layout.units_of[cell] if other in unit.cells]
    return all(len({layout.positions[each][straight] for each in unit.cells}) == 1 for unit in shared)
