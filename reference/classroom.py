"""The rules of solving as they are taught: on a dictionary from the label of a box to the digits it may still hold.

This module reads on its own and shares nothing with the native solver. It keeps the words of the classroom: a *box* is
a single cell here, and its *values* the string of its remaining digits, as in `{"A1": "45", "A2": "4578", ...}`. Every
pass works on the dictionary that it is given and returns it, boxes and units in the order of the layout, so that a
board can be followed pass by pass. Layouts of more than nine values go on with letters after the 9. After Norvig,
"Solving every Sudoku puzzle" (2006).

    >>> values = grid_values("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")
    >>> eliminate(values)["A1"]
    '45'
    >>> "".join(solve("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......").values())[:9]
    '417369825'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from .errors import PuzzleError
from .layout import Layout
from .layouts.classic import classic
from .text.characters import DIGITS
from .text.puzzle_text import OPEN

Values = dict[str, str]
"""Label of a box to the digits that it may still hold."""

Record = list[Values]
"""Boards kept along the way: one more for each box that came down to a single digit."""

Strategy = Callable[..., Values]

SYMBOLS = DIGITS + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CLASSIC = classic()


def cross(rows: Iterable[str], columns: Iterable[str]) -> list[str]:
    """Every string of one from `rows` followed by one from `columns`: `cross("AB", "12")` is A1 A2 B1 B2."""
    columns = list(columns)
    return [row + column for row in rows for column in columns]


def digits(layout: Layout = CLASSIC) -> str:
    """The digits of a layout, one character a value; `PuzzleError` for more values than there are characters."""
    if layout.size > len(SYMBOLS):
        raise PuzzleError(f"the classroom writes up to {len(SYMBOLS)} values, not {layout.size}")
    return SYMBOLS[: layout.size]


def units(layout: Layout = CLASSIC) -> list[tuple[str, ...]]:
    """The labels of every unit, in the order of the layout: 27 units for classic, 29 with diagonals."""
    return [tuple(layout.labels[cell] for cell in unit.cells) for unit in layout.units]


def peers(layout: Layout = CLASSIC) -> dict[str, set[str]]:
    """For every label the boxes that share a unit with it: 20 each for classic."""
    return {label: {layout.labels[peer] for peer in layout.peers[cell]} for cell, label in enumerate(layout.labels)}


def grid_values(grid: str, layout: Layout = CLASSIC, *, open_as_digits: bool = True) -> Values:
    """The grid as a dictionary, in reading order; an open box (`.` `0` `*` `_`) holds all digits.

    With `open_as_digits=False` an open box holds `.` instead. Raises `PuzzleError` for a wrong length or character.
    """
    if len(grid) != layout.cell_count:
        raise PuzzleError(f"{len(grid)} characters, but the layout {layout.name} has {layout.cell_count} boxes")
    everything = digits(layout)
    values = {}
    for label, character in zip(layout.labels, grid, strict=True):
        if character in OPEN:
            values[label] = everything if open_as_digits else "."
        elif character in everything:
            values[label] = character
        else:
            raise PuzzleError(f"{character!r} is not one of {everything}", cell=label, value=character)
    return values


def display(values: Values, layout: Layout = CLASSIC) -> str:
    """The board as text, boxes centred in columns of one width, with lines between blocks where there are any."""
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
    """The board with the box set to these digits, in place.

    When that changes the box and leaves it a single digit, a copy of the board goes to the end of `record`.
    """
    if values[box] != value:
        values[box] = value
        if len(value) == 1 and record is not None:
            record.append(values.copy())
    return values


def eliminate(values: Values, layout: Layout = CLASSIC, record: Record | None = None) -> Values:
    """One pass of elimination: each box that is solved when the pass begins takes its digit from its peers."""
    solved = [cell for cell, label in enumerate(layout.labels) if len(values[label]) == 1]
    for cell in solved:
        digit = values[layout.labels[cell]]
        for peer in sorted(layout.peers[cell]):
            label = layout.labels[peer]
            assign_value(values, label, values[label].replace(digit, ""), record)
    return values


def only_choice(values: Values, layout: Layout = CLASSIC, record: Record | None = None) -> Values:
    """One pass of only choice: a digit with a single place left in a complete unit goes there."""
    for unit in layout.complete_units:
        labels = [layout.labels[cell] for cell in unit.cells]
        for digit in digits(layout):
            places = [label for label in labels if digit in values[label]]
            if len(places) == 1:
                assign_value(values, places[0], digit, record)
    return values


def naked_twins(values: Values, layout: Layout = CLASSIC, record: Record | None = None) -> Values:
    """One pass of naked twins: two boxes of a unit with the same two digits take these from the rest of the unit.

    All pairs of the board that is given are collected first, then the digits are removed.
    """
    pairs = []
    for unit in layout.units:
        labels = [layout.labels[cell] for cell in unit.cells]
        for first, second in combinations(labels, 2):
            if len(values[first]) == 2 and values[first] == values[second]:
                others = [label for label in labels if label not in (first, second)]
                pairs.append((values[first], others))
    for twin_digits, others in pairs:
        for label in others:
            left = "".join(digit for digit in values[label] if digit not in twin_digits)
            assign_value(values, label, left, record)
    return values


STRATEGIES: tuple[Strategy, ...] = (eliminate, only_choice, naked_twins)


def reduce_puzzle(
    values: Values,
    layout: Layout = CLASSIC,
    record: Record | None = None,
    *,
    strategies: Iterable[Strategy] = STRATEGIES,
) -> Values | None:
    """The board when no pass of the strategies changes it any more, or None once a box has no digit left.

    Leave out of `strategies` what is to be switched off; they run in this order, round after round.
    """
    strategies = tuple(strategies)
    while True:
        before = values.copy()
        for strategy in strategies:
            strategy(values, layout, record)
            if not all(values.values()):
                return None
        if values == before:
            return values


def search(
    values: Values,
    layout: Layout = CLASSIC,
    record: Record | None = None,
    *,
    strategies: Iterable[Strategy] = STRATEGIES,
) -> Values | None:
    """The first solution in depth-first order, or None where there is none.

    It tries the digits of an unsolved box with the fewest, the first such box in reading order. `record` holds only the
    boards that lead to the solution.
    """
    strategies = tuple(strategies)
    start = len(record) if record is not None else 0
    reduced = reduce_puzzle(values, layout, record, strategies=strategies)
    if reduced is None or _clash(reduced, layout):
        _undo(record, start)
        return None
    unsolved = [label for label in layout.labels if len(reduced[label]) > 1]
    if not unsolved:
        return reduced
    box = min(unsolved, key=lambda label: len(reduced[label]))
    for digit in reduced[box]:
        guess = assign_value(reduced.copy(), box, digit, record)
        found = search(guess, layout, record, strategies=strategies)
        if found is not None:
            return found
        _undo(record, len(record) - 1 if record is not None else 0)
    _undo(record, start)
    return None


def solve(
    grid: str,
    layout: Layout = CLASSIC,
    record: Record | None = None,
    *,
    strategies: Iterable[Strategy] = STRATEGIES,
) -> Values | None:
    """The solved board of a grid, or None where it has no solution."""
    return search(grid_values(grid, layout), layout, record, strategies=strategies)


def _clash(values: Values, layout: Layout) -> bool:
    """Whether two solved boxes of a unit hold one digit; without `eliminate` among the strategies none would see it."""
    for unit in layout.units:
        solved = [values[layout.labels[cell]] for cell in unit.cells if len(values[layout.labels[cell]]) == 1]
        if len(set(solved)) < len(solved):
            return True
    return False


def _undo(record: Record | None, length: int) -> None:
    """Forgets the boards of a branch that led nowhere."""
    if record is not None:
        del record[length:]
