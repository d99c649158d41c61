"""Proofs by search: clauses that each follow by unit propagation, up to a contradiction.

The rules of units that the reference solver applies to a board do what unit propagation does on the clauses of the
layout. A candidate with which they find a contradiction is ruled out by a clause of one literal: a *failed literal*
(Freeman, "Improvements to propositional satisfiability search algorithms", 1995). Where there is none the search tries
the candidates of a cell in turn, and clauses under such a guess have its negation as one more literal.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from ..contract.deadline import Deadline
from ..model.grid import Grid
from ..model.puzzle import Puzzle
from .board import BoardMap, board_map, fewest_candidates, place_singles

Literals = tuple[int, ...]


class SolutionLeft(ValueError):
    """The puzzle has a solution that was to be refuted."""


def refutation(puzzle: Puzzle, solution: Grid | None, deadline: Deadline, boards: float = inf) -> list[Literals] | None:
    """Returns clauses that prove that a puzzle has no solution but one, or none; None when the time is over first.

    It is also None where applying the rules to about so many boards is not enough.
    Literal `cell * size + value`, negated, says that the cell (from 0) does not hold the value (from 1). Each clause
    follows by unit propagation from the units, the candidates, the clauses before it, and one that forbids the
    solution. After the last one unit propagation finds a contradiction. Sums and pairs are not used. Raises
    `SolutionLeft` for a puzzle with another solution.
    """
    table = board_map(puzzle.layout)
    wanted = None if solution is None else {cell * table.size + value - 1 for cell, value in enumerate(solution)}
    search = _Refutation(table, deadline, boards)
    board = search.settled(table.board(puzzle))
    if board is not None and not search.refute(board, (), wanted):
        return None
    return search.clauses


class _Refutation:
    def __init__(self, table: BoardMap, deadline: Deadline, boards: float) -> None:
        self.clauses: list[Literals] = []
        self._table = table
        self._deadline = deadline
        self._boards = boards

    def settled(self, board: int) -> int | None:
        """Returns the board when the rules change it no more; None for a contradiction."""
        self._boards -= 1
        return place_singles(board, [], self._table)

    def refute(self, board: int, guesses: Literals, wanted: set[int] | None) -> bool:
        """Adds clauses until propagation refutes the board, with negated guesses; returns False if it has to stop.

        `wanted` has the candidates of the one solution, where the board has it.
        """
        while True:
            if not board:
                if wanted is None:
                    raise SolutionLeft
                return True
            if self._boards < 0 or self._deadline.expired:
                return False
            ruled_out = self._failed(board, wanted)
            if ruled_out is None:
                ruled_out = next(self._candidates(board, wanted))
                after = self.settled(board & self._table.after[ruled_out])
                if after is not None and not self.refute(after, (*guesses, -ruled_out - 1), None):
                    return False
            self.clauses.append((*guesses, -ruled_out - 1))
            left = self.settled(self._table.without(board, ruled_out))
            if left is None:
                return True
            board = left

    def _failed(self, board: int, wanted: set[int] | None) -> int | None:
        """Returns the first candidate with which the rules find a contradiction."""
        after = self._table.after
        found = (each for each in self._candidates(board, wanted) if self.settled(board & after[each]) is None)
        return next(found, None)

    def _candidates(self, board: int, wanted: set[int] | None) -> Iterator[int]:
        """Yields the open candidates but the wanted ones, those of cells with the fewest candidates first."""
        table = self._table
        while True:
            left = board & table.cells
            if not left & table.guards:
                return
            _, guards = fewest_candidates(board, table)
            for cell in table.guarded_cells(guards):
                field = board >> cell * table.width
                for index in range(table.size):
                    if field >> index & 1 and (wanted is None or cell * table.size + index not in wanted):
                        yield cell * table.size + index
            # Their fields are done with.
            for cell in table.guarded_cells(guards):
                board &= ~(((1 << table.width) - 1) << cell * table.width)
