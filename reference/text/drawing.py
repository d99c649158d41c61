"""Pictures of a layout with a text in each cell: framed text for terminals, a table for notebooks."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..layout import Layout
from .block_frames import framed, regions


def picture(layout: Layout, cells: Sequence[str]) -> str:
    """Returns the texts of the cells as a picture of several lines: `framed`, or with sums and pairs `with_frames`."""
    if not layout.has_other_rules:
        return framed(layout, cells)
    from .cell_frames import with_frames  # here, as most layouts have neither

    return with_frames(layout, cells)


def html_table(layout: Layout, cells: Sequence[str], bold: Collection[int] = ()) -> str:
    """Returns the texts of the cells as a table of HTML, with strong lines around blocks; `bold` names cells.

    Without blocks strong lines are drawn around regions, as those of a jigsaw. Cages have dashed lines, and totals in
    their first cells.
    """
    cage_of, totals = _cages(layout)
    of_cell = regions(layout)
    columns = max(column for _, column in layout.positions) + 1
    plain = "1px solid #ddd" if cage_of else "1px solid"
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
                strong = other is None or of_cell[cell] != of_cell[other]
                dashed = other is not None and cage_of.get(cell) != cage_of.get(other)
                lines += f"border-{side}:{'2px solid' if strong else '1px dashed' if dashed else plain};"
            text = f"<b>{cells[cell]}</b>" if cell in bold else cells[cell]
            if cell in totals:
                text = f'<sup style="float:left;font-size:60%">{totals[cell]}</sup>{text}'
            parts.append(f'<td style="text-align:center;min-width:1.6em;height:1.6em;{lines}">{text}</td>')
        rows.append(f"<tr>{''.join(parts)}</tr>")
    return f'<table style="border-collapse:collapse">{"".join(rows)}</table>'


def _cages(layout: Layout) -> tuple[dict[int, int], dict[int, int]]:
    """Returns for each cell of a cage a number of the cage, and for its first one the total."""
    if not layout.sums:
        return {}, {}
    from .cell_frames import pictured  # here, as most layouts have no sums

    shown = pictured(layout)
    cage_of = {cell: number for number, cage in enumerate(shown.cages) for cell in cage.cells}
    return cage_of, {min(cage.cells): cage.total for cage in shown.cages}
