"""The tree of guesses of the reference solver, as it is searched: up to the second solution, or to its end."""

from __future__ import annotations

from typing import NamedTuple

from ...reference.deadline import Deadline
from ...reference.puzzle import Puzzle
from ...reference.search.board import board_map
from ...reference.search.search import alternatives, apply_rules

ENDS = ("Then it guesses.", "That is a contradiction.", "That is a solution.")
"""What becomes of a board, in words."""


class SearchTree(NamedTuple):
    """The boards in the order in which they are searched; the first is the puzzle. Each list has an item for each."""

    parents: list[int]
    """The board on which a cell was chosen; 0 for the first."""
    guesses: list[tuple[int, int]]
    """The cell and the value, from 1, that were chosen; (0, 0) for the first."""
    placed: list[list[tuple[int, int]]]
    """Open cells and values that the rules place then: hidden and naked singles, and what sums and pairs leave."""
    ends: list[int]
    """Indices of `ENDS`."""
    complete: bool
    """Whether the search came to its end."""


def search_tree(puzzle: Puzzle, most: int, deadline: Deadline) -> SearchTree:
    """Returns the tree, of at most so many boards; guesses are those of the backend `reference`."""
    table, size = board_map(puzzle.layout), puzzle.layout.size
    tree = SearchTree([], [], [], [], complete=False)
    open_boards: list[tuple[int, int | None, int, list[int]]] = [(0, None, table.board(puzzle), [])]
    solutions = 0
    while open_boards and len(tree.ends) < most and solutions < 2 and not (tree.ends and deadline.expired):
        parent, guess, board, placed = open_boards.pop()
        number, before = len(tree.ends), len(placed)
        left = apply_rules(board, placed, table)
        tree.parents.append(parent)
        tree.guesses.append((0, 0) if guess is None else (guess // size, guess % size + 1))
        new = [(candidate // size, candidate % size + 1) for candidate in placed[before:]]
        tree.placed.append([each for each in new if guess is not None or each[0] not in puzzle.givens])
        tree.ends.append(1 if left is None else 0 if left else 2)
        solutions += left == 0
        if left:
            open_boards += [
                (number, candidate, left & table.after[candidate], [*placed, candidate])
                for candidate in reversed(alternatives(left, table))
            ]
    return tree._replace(complete=not open_boards or solutions == 2)
