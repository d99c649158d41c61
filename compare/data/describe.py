"""The rules of a layout as sentences, for a prompt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...encoders.reasons.words import rule_text
from ...puzzles.text.any_puzzle import any_layout
from ...reference.layout import Layout
from ...reference.layouts.classic import CLASSIC
from ...reference.pair import Pair
from ...reference.unit import Unit


def describe(layout: Layout | str) -> str:
    """Returns the rules of a layout as sentences from which a reader can reconstruct them.

    Rows, columns and blocks are named; of other units, sums and pairs each is written with the labels of its cells.
    Raises `LayoutError` for an unknown layout.
    """
    layout = any_layout(layout) or CLASSIC
    rows = layout.rows
    widths = {len(row) for row in rows}
    shape = f"{len(rows)} rows of {len(rows[0])}" if len(widths) == 1 else f"{len(rows)} rows of different lengths"
    first, last = layout.labels[0], layout.labels[-1]
    said = [
        f"The grid has {layout.cell_count} cells in {shape}.",
        f"The first cell is {first}, the last {last}: the letter is the row, the number the column.",
        f"Each cell gets a whole number from {layout.number(1)} to {layout.number(layout.size)}.",
    ]
    said += _of_units(layout)
    said += [f"{rule_text(rule, layout)}." for rule in layout.value_sums]
    said += _of_pairs(layout)
    if layout.shown is not None:
        said.append(f"Only these cells are asked for: {_labels(layout, layout.shown)}.")
    return "\n".join(said)


def _of_units(layout: Layout) -> list[str]:
    groups: dict[str, list[Unit]] = {}
    for unit in layout.units:
        groups.setdefault(re.sub(r" ?[A-Z]?\d+.*", "", unit.name), []).append(unit)
    said = []
    for name, units in groups.items():
        plain = not any(unit.repeatable for unit in units)
        if plain and _names_itself(name, units, layout):
            what = "each number once" if layout.is_complete(units[0]) else "no number twice"
            said.append(f"Each {_block(units[0], layout) if name == 'block' else name} has {what}.")
            continue
        for unit in units:
            what = "have each number once" if layout.is_complete(unit) else "have different numbers"
            if unit.repeatable:
                what = (
                    f"have different numbers, but {', '.join(map(str, map(layout.number, unit.repeatable)))} may repeat"
                )
            said.append(f"The cells {_labels(layout, unit.cells)} {what}.")
    return said


def _names_itself(name: str, units: Sequence[Unit], layout: Layout) -> bool:
    """Whether the units are all rows, all columns, or equal blocks that cover the grid."""
    found = {frozenset(unit.cells) for unit in units}
    if name == "row":
        return found == {frozenset(row) for row in layout.rows}
    if name == "column":
        columns: dict[int, set[int]] = {}
        for cell, (_, column) in enumerate(layout.positions):
            columns.setdefault(column, set()).add(cell)
        return found == {frozenset(column) for column in columns.values()}
    shapes = {_block(unit, layout) for unit in units}
    return (
        name == "block"
        and len(shapes) == 1
        and "" not in shapes
        and len(frozenset().union(*found)) == layout.cell_count
    )


def _block(unit: Unit, layout: Layout) -> str:
    """Returns the name of a rectangle, `block of 3 rows and 3 columns`; nothing for other cells."""
    rows, columns = ({layout.positions[cell][axis] for cell in unit.cells} for axis in (0, 1))
    is_rectangle = len(rows) * len(columns) == len(unit.cells) and all(
        max(lines) - min(lines) + 1 == len(lines) for lines in (rows, columns)
    )
    return f"block of {len(rows)} rows and {len(columns)} columns" if is_rectangle else ""


def _of_pairs(layout: Layout) -> list[str]:
    said = []
    others: dict[frozenset[tuple[int, int]], list[Pair]] = {}
    for pair in layout.pairs:
        text = rule_text(pair, layout)
        if text.startswith(pair.name):
            others.setdefault(pair.allowed, []).append(pair)
        else:
            said.append(f"{text}.")
    for allowed, pairs in others.items():
        numbers = ", ".join(f"{layout.number(a)} and {layout.number(b)}" for a, b in sorted(allowed))
        cells = "; ".join(_labels(layout, pair.cells) for pair in pairs)
        said.append(f"Two cells of each of these pairs ({cells}) have, in this order, {numbers}.")
    return said


def _labels(layout: Layout, cells: Iterable[int]) -> str:
    return ", ".join(layout.labels[cell] for cell in cells)
