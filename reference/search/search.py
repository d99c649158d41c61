"""The native solver: the rules until nothing moves, then a guess, depth first.

It guesses in a cell with the fewest candidates; among cells with two, in the one with the most peers that have two as
well, since that guess decides most at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..contract import Found
from ..deadline import Deadline
from ..grid import Grid
from ..puzzle import Puzzle
from .board import BoardMap
from .rules import fewest_candidates, naked_twins, place_singles


class Rules(NamedTuple):
    """Which rules run beside elimination and only choice."""

    naked_twins: bool = False


def search(
    puzzle: Puzzle,
    table: BoardMap,
    limit: int,
    deadline: Deadline,
    rules: Rules,
    announce: Callable[[Grid], object] = lambda _: None,
) -> Found:
    """Up to `limit` solutions, in the order of a depth-first search that tries values ascending.

    `exhausted` is set when the whole tree was seen, which may be so with the last solution asked for. Statistics:
    `nodes`, the boards that rules were applied to; `guesses`, the boards on which a cell had to be chosen (0: the rules
    alone gave the answer). `announce` gets each solution as it is found.
    """
    solutions: list[Grid] = []
    nodes = guesses = 0
    open_boards: list[tuple[int, list[int]]] = [(table.board(puzzle), [])]
    while open_boards and len(solutions) < limit and not deadline.expired:
        board, placed = open_boards.pop()
        nodes += 1
        left = apply_rules(board, placed, table, rules)
        if left is None:
            continue
        if not left:
            solutions.append(_grid(placed, table))
            announce(solutions[-1])
            continue
        guesses += 1
        for candidate in reversed(_alternatives(left, table)):
            open_boards.append((left & table.after[candidate], [*placed, candidate]))
    return Found(solutions, not open_boards, {"nodes": nodes, "guesses": guesses})


def apply_rules(board: int, placed: list[int], table: BoardMap, rules: Rules) -> int | None:
    """The board when no rule changes it any more, or None for a contradiction; `placed` grows by what was placed."""
    while True:
        settled = place_singles(board, placed, table)
        if not settled or not rules.naked_twins:
            return settled
        board = naked_twins(settled, table)
        if board == settled:
            return board


def _alternatives(board: int, table: BoardMap) -> list[int]:
    """The candidates of the cell to guess in, by ascending value."""
    count, guards = fewest_candidates(board, table)
    cells = table.cells_of(guards)
    cell = max(cells, key=lambda cell: (table.peer_guards[cell] & guards).bit_count()) if count == 2 else next(cells)
    field = board >> (cell * table.width)
    return [cell * table.size + index for index in range(table.size) if field >> index & 1]


def _grid(placed: list[int], table: BoardMap) -> Grid:
    # Candidates are counted cell by cell, so the sorted ones are in reading order.
    return tuple(candidate % table.size + 1 for candidate in sorted(placed))
