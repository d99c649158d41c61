"""The solving rules as they are taught in classrooms: on a dictionary from the label of a box to its digits.

This module stands alone and shares no code with the reference solver. It keeps the words of the classroom: a *box* is
a single cell here, and its *values* are the string of its remaining digits, as in `{"A1": "45", "A2": "4578", ...}`.
Every pass changes the dictionary in place and returns it, boxes and units in the order of the layout, so that a reader
can follow a board pass by pass. Layouts of more than nine values use letters after the 9. After Norvig, "Solving every
Sudoku puzzle" (2006).

    >>> values = grid_values("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")
    >>> eliminate(values)["A1"]
    '45'
    >>> "".join(solve("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......").values())[:9]
    '417369825'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from .capabilities import check_rules
from .errors import PuzzleError
from .layout import Layout
from .layouts.classic import CLASSIC
from .plain_values import OPEN

Values = dict[str, str]
"""Label of a box to its remaining digits."""

Record = list[Values]
"""Copies of the board, one for each box that was reduced to a single digit."""

Strategy = Callable[..., Values]
Strategies = Sequence[Strategy]

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def cross(rows: Iterable[str], columns: Iterable[str]) -> list[str]:
    """Returns each item of `rows` followed by each of `columns`: `cross("AB", "12")` is A1 A2 B1 B2."""
    columns = list(columns)
    return [row + column for row in rows for column in columns]


def digits(layout: Layout = CLASSIC) -> str:
    """Returns the digits of a layout, one character a value; raises `PuzzleError` for more than 35 values.

    Raises `Unsupported` for a layout with more than units of different values.
    """
    check_rules(layout, "the classroom")
    if layout.size > len(SYMBOLS):
        raise PuzzleError(f"the classroom writes up to {len(SYMBOLS)} values, not {layout.size}")
    return SYMBOLS[: layout.size]


def units(layout: Layout = CLASSIC) -> list[tuple[str, ...]]:
    """Returns the labels of every unit, in the order of the layout: 27 units for classic, 29 with diagonals."""
    return [tuple(layout.labels[cell] for cell in unit.cells) for unit in layout.units]


def peers(layout: Layout = CLASSIC) -> dict[str, set[str]]:
    """Returns for every label the boxes that share a unit with it: 20 each for classic."""
    return {label: {layout.labels[peer] for peer in layout.peers[cell]} for cell, label in enumerate(layout.labels)}


def grid_values(grid: str, layout: Layout = CLASSIC) -> Values:
    """Returns the grid as a dictionary, in reading order; an open box (`.` `0` `*` `_`) holds all digits.

    Raises `PuzzleError` for a wrong length or character.
    """
    if len(grid) != layout.cell_count:
        raise PuzzleError(f"{len(grid)} characters, but the layout {layout.name} has {layout.cell_count} boxes")
    everything = digits(layout)
    values = {}
    for label, character in zip(layout.labels, grid, strict=True):
        if character in OPEN:
            values[label] = everything
        elif character in everything:
            values[label] = character
        else:
            raise PuzzleError(f"{character!r} is not one of {everything}", cell=label)
    return values


def display(values: Values, layout: Layout = CLASSIC) -> str:
    """Returns the board as text, boxes centred in columns of one width, with lines between blocks if there are any."""
    width = 1 + max(len(digits_left) for digits_left in values.values())
    columns = 1 + max(column for _, column in layout.positions)
    height, stride = layout.block or (len(layout.positions), columns)
    stroke = "+".join("-" * (width * min(stride, columns - left)) for left in range(0, columns, stride))
    lines = []
    for row in range(1 + layout.positions[-1][0]):
        if row and row % height == 0:
            lines.append(stroke)
        line = ""
        for column in range(columns):
            cell = layout.cell_at(row, column)
            line += "|" if column and column % stride == 0 else ""
            line += ("" if cell is None else values[layout.labels[cell]]).center(width)
        lines.append(line.rstrip())
    return "\n".join(lines)


def assign_value(values: Values, box: str, value: str, record: Record | None = None) -> Values:
    """Sets the box to these digits, and returns the board.

    If that changes the box and leaves it a single digit, a copy of the board is appended to `record`.
    """
    if values[box] != value:
        values[box] = value
        if len(value) == 1 and record is not None:
            record.append(values.copy())
    return values


def eliminate(values: Values, layout: Layout = CLASSIC, record: Record | None = None) -> Values:
    """Does one pass of elimination: the digit of each box that is solved at the start is removed from its peers."""
    solved = [cell for cell, label in enumerate(layout.labels) if len(values[label]) == 1]
    for cell in solved:
        digit = values[layout.labels[cell]]
        for label in (layout.labels[peer] for peer in sorted(layout.peers[cell])):
            assign_value(values, label, values[label].replace(digit, ""), record)
    return values


def only_choice(values: Values, layout: Layout = CLASSIC, record: Record | None = None) -> Values:
    """Does one pass of only choice: a digit with a single place left in a complete unit goes there."""
    for labels in units(layout):
        for digit in digits(layout) if len(labels) == layout.size else "":
            places = [label for label in labels if digit in values[label]]
            if len(places) == 1:
                assign_value(values, places[0], digit, record)
    return values


def naked_twins(values: Values, layout: Layout = CLASSIC, record: Record | None = None) -> Values:
    """Does one pass of naked twins: the digits of two boxes with the same two digits leave the rest of their unit.

    All pairs are collected before any digit is removed.
    """
    pairs = []
    for labels in units(layout):
        for first, second in combinations(labels, 2):
            if len(values[first]) == 2 and values[first] == values[second]:
                others = [label for label in labels if label not in (first, second)]
                pairs.append((values[first], others))
    for twin_digits, others in pairs:
        for label in others:
            left = "".join(digit for digit in values[label] if digit not in twin_digits)
            assign_value(values, label, left, record)
    return values


STRATEGIES: Strategies = (eliminate, only_choice, naked_twins)


def reduce_puzzle(
    values: Values, layout: Layout = CLASSIC, record: Record | None = None, *, strategies: Strategies = STRATEGIES
) -> Values | None:
    """Returns the board when no pass of the strategies changes it any more, or None if a box has no digit left.

    The strategies run in their order, round after round; omit one to switch it off.
    """
    while True:
        before = values.copy()
        for strategy in strategies:
            strategy(values, layout, record)
            if not all(values.values()):
                return None
        if values == before:
            return values


def search(
    values: Values, layout: Layout = CLASSIC, record: Record | None = None, *, strategies: Strategies = STRATEGIES
) -> Values | None:
    """Returns the first solution in depth-first order, or None if there is none.

    Guesses are made in the box with the fewest digits, the first such box in reading order. `record` holds only the
    boards that lead to the solution.
    """
    record = [] if record is None else record
    start = len(record)
    reduced = reduce_puzzle(values, layout, record, strategies=strategies)
    if reduced is None or _clash(reduced, layout):
        del record[start:]
        return None
    unsolved = [label for label in layout.labels if len(reduced[label]) > 1]
    if not unsolved:
        return reduced
    box = min(unsolved, key=lambda label: len(reduced[label]))
    before = len(record)
    for digit in reduced[box]:
        guess = assign_value(reduced.copy(), box, digit, record)
        found = search(guess, layout, record, strategies=strategies)
        if found is not None:
            return found
        del record[before:]
    del record[start:]
    return None


def solve(
    grid: str, layout: Layout = CLASSIC, record: Record | None = None, *, strategies: Strategies = STRATEGIES
) -> Values | None:
    """Returns the solved board of a grid, or None if it has no solution."""
    return search(grid_values(grid, layout), layout, record, strategies=strategies)


def _clash(values: Values, layout: Layout) -> bool:
    """Whether two solved boxes of a unit hold one digit; without the strategy `eliminate` only this finds it."""
    solved = ([values[label] for label in labels if len(values[label]) == 1] for labels in units(layout))
    return any(len(set(digits_placed)) < len(digits_placed) for digits_placed in solved)
