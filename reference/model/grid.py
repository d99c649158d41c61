"""A grid of values, and the check whether it solves a puzzle.

The check is written from the rules alone and shares no code with a solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .layout import Layout
from .puzzle import Puzzle

Grid = tuple[int, ...]
"""One value (from 1) for each cell, in reading order."""


def is_grid(values: Sequence[object], layout: Layout) -> bool:
    """Whether there is one of the layout's values for each cell; it need not be a solution."""
    return len(values) == layout.cell_count and all(
        type(value) is int and 1 <= value <= layout.size for value in values
    )


def solves(grid: Grid, puzzle: Puzzle) -> bool:
    """Whether each cell has one of its candidates and all rules hold; only plain integers count as values."""
    layout = puzzle.layout
    if len(grid) != layout.cell_count:
        return False
    for value, mask in zip(grid, puzzle.candidates, strict=True):
        if type(value) is not int or value < 1 or not mask >> (value - 1) & 1:
            return False
    value_of = grid.__getitem__
    for unit in layout.units:
        if len(set(map(value_of, unit.cells))) < len(unit.cells) and not unit.may_hold(map(value_of, unit.cells)):
            return False
    return all(rule.holds(grid) for rules in (layout.value_sums, layout.pairs) for rule in rules)


def broken_rules(grid: Sequence[object], puzzle: Puzzle, partial: bool = False) -> Iterator[str]:
    """Yields each rule that a grid breaks as a sentence, see `violations`; only plain integers count as values.

    For a grid that `solves` accepts there is none. With `partial` a cell that holds None is open, and breaks no rule.
    """
    layout = puzzle.layout
    if len(grid) != layout.cell_count:
        yield f"{len(grid)} values for {layout.cell_count} cells"
        return
    values: dict[int, int] = {}
    for cell, value in enumerate(grid):
        if partial and value is None:
            continue
        if type(value) is not int or not 1 <= value <= layout.size:
            yield f"cell {layout.labels[cell]}: {value!r} is not one of the values {layout.range_of_values}"
            continue
        values[cell] = value
        if not puzzle.candidates[cell] >> (value - 1) & 1:
            yield f"cell {layout.labels[cell]}: {layout.number(value)} is not among its candidates"
    # A cell without a value is named above, and breaks no other rule.
    for unit in layout.units:
        for value, cells in unit.clashes(values):
            name = unit.name if unit.name.startswith("unit") else f"unit {unit.name}"
            labels = (layout.labels[cell] for cell in cells)
            yield f"{name}: {layout.number(value)} stands in {' and '.join(labels)}"
    numbers = {cell: layout.number(value) for cell, value in values.items()}
    for each in layout.sums:
        if numbers.keys() >= set(each.cells) and not each.holds(numbers):
            asked = {"=": "", "<=": "at most ", ">=": "at least "}[each.relation] + str(each.total)
            yield f"sum {each.name}: {each.written(layout.labels)} is {each.of(numbers)}, not {asked}"
    for pair in layout.pairs:
        if numbers.keys() >= set(pair.cells) and not pair.holds(values):
            stands = " and ".join(f"{numbers[cell]} in {layout.labels[cell]}" for cell in pair.cells)
            yield f"pair {pair.name}: {stands} may not stand together"
