"""The search of the reference solver: apply the rules until nothing changes, then guess, depth first.

Rules of units come first, those of sums and pairs where they change nothing.

It guesses in a cell with the fewest candidates; among cells with two, in the one with the most peers that have two as
well, since that guess decides the most cells at once.

Where a layout shows some cells only, guesses in these come first. A board on which all of them are decided is a leaf
of the tree of these guesses. Two leaves differ in a cell that was guessed in, so each leaf is another solution or none.
All boards below a leaf agree in the shown cells, so the first solution there ends the search of that leaf.
"""

from __future__ import annotations

from ..contract.capabilities import ANY_RULES
from ..contract.deadline import Deadline
from ..contract.session import Backend, CheckedSearch, Ended, Session
from ..model.layout import Layout
from ..model.puzzle import Puzzle
from .board import BoardMap, board_map, fewest_candidates, naked_twins, place_singles
from .propagators import propagate

_CANDIDATES_A_MILLISECOND = 50_000
"""The candidates of the layout, times boards, that the rules are applied to in about a millisecond."""


class ReferenceBackend:
    """Elimination, only choice and depth-first search, in pure Python; `twins=True` adds the rule of naked twins."""

    capabilities = ANY_RULES._replace(incremental=True, statistics=True)

    def __init__(self, name: str = "reference", *, twins: bool = False) -> None:
        self.name = name
        self.twins = twins

    def open(self, layout: Layout) -> ReferenceSession:
        """Returns a session; sessions on one layout share its tables."""
        return ReferenceSession(layout, self, self.twins)


class ReferenceSession(Session):
    """Answers by search; keeps no state between puzzles."""

    # The check would take a quarter of the time; the tests and the cross-check check this solver's answers.
    checks_solutions = False
    _counts_work = True

    def __init__(self, layout: Layout, backend: Backend, twins: bool) -> None:
        super().__init__(layout, backend)
        with self._measuring("encode_seconds"):
            self._table = board_map(layout)
            self._twins = twins

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> CheckedSearch:
        """Yields solutions in the order of `search`."""
        return search(puzzle, self._table, limit, deadline, self._twins)


def search(puzzle: Puzzle, table: BoardMap, limit: int, deadline: Deadline, twins: bool = False) -> CheckedSearch:
    """Yields up to `limit` solutions, in the order of a depth-first search that tries values ascending.

    `exhausted` is set when the whole tree was searched, which may be true with the last solution of the limit.
    Statistics: `nodes`, the boards to which the rules were applied; `guesses`, the boards on which a cell had to be
    chosen (0: the rules alone gave the answer).
    """
    found = nodes = guesses = 0
    # A board, and the candidates placed on it; below a leaf, where all shown cells are decided, also the number of open
    # boards that are not below that leaf.
    open_boards: list[tuple[int, list[int], int | None]] = [(table.board(puzzle), [], None)]
    most = _nodes(puzzle, deadline.work)
    while open_boards and found < limit and not deadline.expired:
        if nodes >= most:
            deadline.work = 0.0
            break
        board, placed, others = open_boards.pop()
        nodes += 1
        left = apply_rules(board, placed, table, twins)
        if left is None:
            continue
        if not left:
            # Candidates are counted cell by cell, so the sorted ones are in reading order.
            found += 1
            yield tuple([candidate % table.size + 1 for candidate in sorted(placed)])
            if others is not None:
                del open_boards[others:]
            continue
        guesses += 1
        if others is None and not left & table.shown_guards:
            others = len(open_boards)
        for candidate in reversed(alternatives(left, table)):
            open_boards.append((left & table.after[candidate], [*placed, candidate], others))
    return Ended(not open_boards, {"nodes": nodes, "guesses": guesses})


def _nodes(puzzle: Puzzle, work: float) -> float:
    """Returns the boards that about so many milliseconds of work suffice for."""
    return max(1.0, work * _CANDIDATES_A_MILLISECOND / (puzzle.layout.cell_count * puzzle.layout.size))


def apply_rules(board: int, placed: list[int], table: BoardMap, twins: bool = False) -> int | None:
    """Returns the board when no rule changes it any more, or None for a contradiction; appends to `placed`."""
    while True:
        settled = place_singles(board, placed, table)
        if settled is None or not (table.propagators or (settled and twins)):
            return settled
        left: int | None = naked_twins(settled, table) if settled and twins else settled
        if left == settled and table.propagators:
            left = _propagated(settled, placed, table)
        if left is None or left == settled:
            return left
        board = left


def _propagated(board: int, placed: list[int], table: BoardMap) -> int | None:
    """Returns the board without the candidates that sums and pairs rule out; None where one cannot hold."""
    size, width, all_values = table.size, table.width, table.layout.all_values
    masks = [board >> cell * width & all_values for cell in range(table.layout.cell_count)]
    for candidate in placed:
        masks[candidate // size] = 1 << candidate % size
    before = masks.copy()
    if not propagate(masks, table.propagators):
        return None
    for cell, (mask, old) in enumerate(zip(masks, before, strict=True)):
        if mask != old:
            board &= table.only[cell << size | mask]
    return board


def alternatives(board: int, table: BoardMap) -> list[int]:
    """Returns the candidates of the cell to guess in, by ascending value: a shown cell as long as one is open."""
    count, guards = fewest_candidates(board & table.shown_cells if board & table.shown_guards else board, table)
    cells = table.guarded_cells(guards)
    cell = max(cells, key=lambda cell: (table.peer_guards[cell] & guards).bit_count()) if count == 2 else next(cells)
    field = board >> (cell * table.width)
    return [cell * table.size + index for index in range(table.size) if field >> index & 1]
