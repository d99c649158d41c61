"""The tree of guesses of the reference solver, as it is searched: up to the second solution, or to its end."""

from __future__ import annotations

from typing import NamedTuple

from ...reference.contract.deadline import Deadline
from ...reference.model.puzzle import Puzzle
from ...reference.search.board import board_map
from ...reference.search.search import alternatives, apply_rules

ENDS = ("Then it guesses.", "That is a contradiction.", "That is a solution.")
"""What becomes of a board, in words."""


class SearchBoard(NamedTuple):
    """A board of the search."""

    parent: int
    """The number of the board on which a cell was chosen; 0 for the first."""
    end: int
    """The index in `ENDS` of what becomes of it."""
    placed: list[tuple[int, int]]
    """Open cells and their values, from 0: what was chosen, unless it is the first, then what singles, sums and pairs
    place."""


def search_tree(puzzle: Puzzle, most: int, deadline: Deadline) -> tuple[list[SearchBoard], bool]:
    """Returns the boards in the order in which they are searched, so many at most, and whether the search ended.

    The first is the puzzle; guesses are those of the backend `reference`.
    """
    table, givens = board_map(puzzle.layout), puzzle.givens
    found: list[SearchBoard] = []
    open_boards: list[tuple[int, int, list[int]]] = [(0, table.board(puzzle), [])]
    solutions = 0
    while open_boards and len(found) < most and solutions < 2 and not (found and deadline.expired):
        parent, board, placed = open_boards.pop()
        before = len(placed[:-1])
        left = apply_rules(board, placed, table)
        new = [divmod(candidate, table.size) for candidate in placed[before:]]
        end = 1 if left is None else 0 if left else 2
        found.append(SearchBoard(parent, end, [each for each in new if each[0] not in givens]))
        solutions += left == 0
        if left:
            open_boards += [
                (len(found) - 1, left & table.after[candidate], [*placed, candidate])
                for candidate in reversed(alternatives(left, table))
            ]
    return found, not open_boards or solutions == 2
