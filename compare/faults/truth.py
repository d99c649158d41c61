"""All solutions of small puzzles, found by trying: written from the rules alone, with no solver's code in it."""

from __future__ import annotations

from typing import NamedTuple

from ...reference.grid import Grid
from ...reference.puzzle import Puzzle


class Truth(NamedTuple):
    """Solutions, and whether these are all."""

    grids: tuple[Grid, ...]
    all: bool


def solutions_by_trying(puzzle: Puzzle, most: int, steps: int) -> Truth | None:
    """Up to `most` solutions and whether there are no others; None where `steps` trials do not settle that.

    Cells are filled in an order in which each shares units with many before it; every candidate is tried.
    """
    layout = puzzle.layout
    units = [unit.cells for unit in layout.units]
    order = _order(len(puzzle.candidates), units)
    units_of = [[number for number, cells in enumerate(units) if cell in cells] for cell in range(len(order))]
    used = [0] * len(units)
    values = [0] * len(order)
    found: list[Grid] = []
    # A stack of places in the order with the candidates that are still to be tried there.
    stack = [(0, _free(puzzle, order[0], units_of, used))]
    while stack:
        depth, left = stack.pop()
        cell = order[depth]
        _change(units_of[cell], used, values, cell, 0)
        if not left:
            continue
        steps -= 1
        if steps < 0:
            return None
        bit = left & -left
        stack.append((depth, left ^ bit))
        _change(units_of[cell], used, values, cell, bit)
        if depth + 1 < len(order):
            following = order[depth + 1]
            stack.append((depth + 1, _free(puzzle, following, units_of, used)))
        elif len(found) == most:
            return Truth(tuple(found), all=False)
        else:
            found.append(tuple(bit.bit_length() for bit in values))
    return Truth(tuple(found), all=True)


def _free(puzzle: Puzzle, cell: int, units_of: list[list[int]], used: list[int]) -> int:
    taken = 0
    for unit in units_of[cell]:
        taken |= used[unit]
    return puzzle.candidates[cell] & ~taken


def _change(units: list[int], used: list[int], values: list[int], cell: int, bit: int) -> None:
    """Writes another value, as a bit, into a cell; 0 empties it."""
    for unit in units:
        used[unit] ^= values[cell] ^ bit
    values[cell] = bit


def _order(cells: int, units: list[tuple[int, ...]]) -> list[int]:
    order: list[int] = []
    left = set(range(cells))
    met = [0] * cells
    while left:
        cell = max(left, key=lambda cell: (met[cell], -cell))
        left.remove(cell)
        order.append(cell)
        for unit in units:
            if cell in unit:
                for other in unit:
                    met[other] += 1
    return order
