"""A grid of values, and the check whether it solves a puzzle.

The check is written from the rules alone and shares no code with a solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .layout import Layout
from .puzzle import Puzzle
from .sum import Sum

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


def broken_rules(grid: Sequence[object], puzzle: Puzzle) -> Iterator[str]:
    """Yields each rule that a grid breaks as a sentence, see `violations`; only plain integers count as values.

    For a grid that `solves` accepts there is none.
    """
    layout = puzzle.layout
    if len(grid) != layout.cell_count:
        yield f"{len(grid)} values for {layout.cell_count} cells"
        return
    for cell, value in enumerate(grid):
        if type(value) is not int or not 1 <= value <= layout.size:
            yield f"cell {layout.labels[cell]}: {value!r} is not one of the values {layout.range_of_values}"
        elif not puzzle.candidates[cell] >> (value - 1) & 1:
            yield f"cell {layout.labels[cell]}: {layout.number(value)} is not among its candidates"
    for unit in layout.units:
        cells_of: dict[object, list[str]] = {}
        for cell in unit.cells:
            cells_of.setdefault(_hashable(grid[cell]), []).append(layout.labels[cell])
        for value, labels in cells_of.items():
            # An open cell is named above, and repeats nothing.
            if len(labels) > 1 and value and value not in unit.repeatable:
                name = unit.name if unit.name.startswith("unit") else f"unit {unit.name}"
                yield f"{name}: {_number(value, layout)} stands in {' and '.join(labels)}"
    valued = {cell for cell, value in enumerate(grid) if type(value) is int and 1 <= value <= layout.size}
    values: tuple[int, ...] = tuple(grid)  # type: ignore[arg-type]  # those that are used are integers
    numbers = {cell: layout.number(values[cell]) for cell in valued}
    for each in layout.sums:
        if valued.issuperset(each.cells) and not each.holds(numbers):
            yield f"sum {each.name}: {each.written(layout.labels)} is {each.of(numbers)}, not {_asked(each)}"
    for pair in layout.pairs:
        if valued.issuperset(pair.cells) and not pair.holds(values):
            stands = " and ".join(f"{numbers[cell]} in {layout.labels[cell]}" for cell in pair.cells)
            yield f"pair {pair.name}: {stands} may not stand together"


def _number(value: object, layout: Layout) -> object:
    """Returns the number that a value stands for; another object as it is."""
    return layout.number(value) if type(value) is int else value


def _asked(each: Sum) -> str:
    return {"=": "", "<=": "at most ", ">=": "at least "}[each.relation] + str(each.total)


def _hashable(value: object) -> object:
    """Returns the value, or its text where it can be no key: a solver may return anything."""
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value
