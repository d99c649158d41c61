"""The solving rules as they are taught in classrooms: on a dictionary from the label of a box to its digits.

This module stands alone and shares no code with the reference solver. It keeps the words of the classroom: a *box* is
a single cell here, and its *values* are the string of its remaining digits, as in `{"A1": "45", "A2": "4578", ...}`.
Every pass changes the dictionary in place and returns it, boxes and units in the order of the layout, so that a reader
can follow a board pass by pass. Layouts of more than nine values use letters after the 9. After Norvig, "Solving every
Sudoku puzzle" (2006).

    >>> room = Classroom()
    >>> values = room.grid_values("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")
    >>> room.eliminate(values)["A1"]
    '45'
    >>> grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> "".join(room.solve(grid).values())[:9]
    '417369825'
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from ..contract.capabilities import Capabilities
from ..contract.errors import PuzzleError
from ..layouts.classic import CLASSIC
from ..model.cells import OPEN
from ..model.layout import Layout

Values = dict[str, str]
"""Label of a box to its remaining digits."""

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def cross(rows: Iterable[str], columns: Iterable[str]) -> list[str]:
    """Returns each item of `rows` followed by each of `columns`: `cross("AB", "12")` is A1 A2 B1 B2."""
    columns = list(columns)
    return [row + column for row in rows for column in columns]


class Classroom:
    """The boards of one layout, and the rules for them.

    `digits` has one character a value. `boxes` are the labels in reading order, `units` those of each unit: 27 units
    for classic, 29 with diagonals. `peers` maps a box to those that share a unit with it: 20 each for classic. `record`
    has a copy of the board for each box that was reduced to a single digit. `strategies` are the passes of
    `reduce_puzzle` in their order: leave one out to switch it off. Raises `PuzzleError` for more than 35 values, and
    `Unsupported` for a layout with more than units of different values.
    """

    def __init__(self, layout: Layout = CLASSIC) -> None:
        Capabilities().check(layout, "the classroom")
        if layout.size > len(SYMBOLS):
            raise PuzzleError(f"the classroom writes up to {len(SYMBOLS)} values, not {layout.size}")
        self.layout = layout
        self.digits = SYMBOLS[: layout.size]
        self.boxes = labels = layout.labels
        self.units = [tuple(labels[cell] for cell in unit.cells) for unit in layout.units]
        self.peers = {box: {labels[peer] for peer in peers} for box, peers in zip(labels, layout.peers, strict=True)}
        self.record: list[Values] = []
        self.strategies = [self.eliminate, self.only_choice, self.naked_twins]

    def grid_values(self, grid: str) -> Values:
        """Returns the grid as a dictionary, in reading order; an open box (`.` `0` `*` `_` `?`) holds all digits.

        Raises `PuzzleError` for a wrong length or character.
        """
        if len(grid) != len(self.boxes):
            raise PuzzleError(f"{len(grid)} characters, but the layout {self.layout.name} has {len(self.boxes)} boxes")
        values = {}
        for box, character in zip(self.boxes, grid, strict=True):
            if character not in self.digits and character not in OPEN:
                raise PuzzleError(f"{character!r} is not one of {self.digits}", cell=box)
            values[box] = self.digits if character in OPEN else character
        return values

    def display(self, values: Values) -> str:
        """Returns the board as text, boxes centred in columns of one width, lines between blocks if there are any."""
        layout = self.layout
        width = 1 + max(map(len, values.values()))
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
                line += ("" if cell is None else values[self.boxes[cell]]).center(width)
            lines.append(line.rstrip())
        return "\n".join(lines)

    def assign_value(self, values: Values, box: str, value: str) -> Values:
        """Sets the box to these digits, and returns the board.

        If that changes the box and leaves it a single digit, a copy of the board is appended to `record`.
        """
        if values[box] != value:
            values[box] = value
            if len(value) == 1:
                self.record.append(values.copy())
        return values

    def eliminate(self, values: Values) -> Values:
        """Does one pass of elimination: the digit of each box that is solved at the start is removed from its peers."""
        for solved in [box for box in self.boxes if len(values[box]) == 1]:
            digit = values[solved]
            for box in filter(self.peers[solved].__contains__, self.boxes):
                self.assign_value(values, box, values[box].replace(digit, ""))
        return values

    def only_choice(self, values: Values) -> Values:
        """Does one pass of only choice: a digit with a single place left in a complete unit goes there."""
        for unit in self.units:
            for digit in self.digits if len(unit) == len(self.digits) else "":
                places = [box for box in unit if digit in values[box]]
                if len(places) == 1:
                    self.assign_value(values, places[0], digit)
        return values

    def naked_twins(self, values: Values) -> Values:
        """Does one pass of naked twins: the digits of two boxes with the same two digits leave the rest of their unit.

        All pairs are collected before any digit is removed.
        """
        pairs = []
        for unit in self.units:
            for first, second in combinations(unit, 2):
                if len(values[first]) == 2 and values[first] == values[second]:
                    pairs.append((values[first], [box for box in unit if box not in (first, second)]))
        for twin_digits, others in pairs:
            for box in others:
                left = "".join(digit for digit in values[box] if digit not in twin_digits)
                self.assign_value(values, box, left)
        return values

    def reduce_puzzle(self, values: Values) -> Values | None:
        """Returns the board when no pass of the strategies changes it any more, or None if a box has no digit left."""
        while True:
            before = values.copy()
            for strategy in self.strategies:
                strategy(values)
                if not all(values.values()):
                    return None
            if values == before:
                return values

    def search(self, values: Values) -> Values | None:
        """Returns the first solution in depth-first order, or None if there is none.

        Guesses are made in the box with the fewest digits, the first such box in reading order. Of the boards on the
        way, `record` keeps only those that lead to the solution.
        """
        start = len(self.record)
        reduced = self.reduce_puzzle(values)
        if reduced is not None and not self._clash(reduced):
            unsolved = [box for box in self.boxes if len(reduced[box]) > 1]
            if not unsolved:
                return reduced
            fewest = min(unsolved, key=lambda box: len(reduced[box]))
            before = len(self.record)
            for digit in reduced[fewest]:
                found = self.search(self.assign_value(reduced.copy(), fewest, digit))
                if found is not None:
                    return found
                del self.record[before:]
        del self.record[start:]
        return None

    def solve(self, grid: str) -> Values | None:
        """Returns the solved board of a grid, or None if it has no solution."""
        return self.search(self.grid_values(grid))

    def _clash(self, values: Values) -> bool:
        """Whether two solved boxes of a unit hold one digit; without the strategy `eliminate` only this finds it."""
        placed = ([values[box] for box in unit if len(values[box]) == 1] for unit in self.units)
        return any(len(set(digits)) < len(digits) for digits in placed)
