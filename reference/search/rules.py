"""The rules that the native solver applies to a board before it guesses.

A rule takes a board (see `board`) and gives back the board that follows from it. `place_singles` gives None where an
open requirement cannot be met any more: then there is no solution below that board.
"""

from __future__ import annotations

from itertools import combinations

from .board import BoardMap


def place_singles(board: int, placed: list[int], table: BoardMap) -> int | None:
    """The board once nothing is left for elimination and only choice; what was placed is appended to `placed`.

    *Elimination*: a cell with one candidate takes it from its peers. *Only choice* (hidden single): a value with one
    cell left in a complete unit goes there. In this form they are one rule, applied to the whole board at once: a field
    with a single place decides. Together they do what unit propagation does on the extended CNF encoding.

    The guards make one subtraction a test of every field: taking 1 from each open field clears its guard just where the
    field was empty. In `board & (board - ones)` the lowest place of every field is gone, so taking 1 once more clears
    the guard just where there was a single place.
    """
    size, guards, candidate_above, after = table.size, table.guards, table.candidate_above, table.after
    while board:
        open_ = board & guards
        ones = open_ >> size
        less = board - ones
        if open_ & ~less:
            return None
        single = open_ & ~((board & less) - ones)
        if not single:
            return board
        deciding = board & (single - (single >> size))
        while deciding:
            candidate = candidate_above[deciding.bit_length()]
            board &= after[candidate]
            # Besides the candidate's other places this drops a second, clashing single: its own field is then empty
            # with its guard still set, and the next round finds that.
            deciding &= board
            placed.append(candidate)
    return board


def naked_twins(board: int, table: BoardMap) -> int:
    """The board once every pair of cells that share a unit and the same two candidates has taken them from its rest.

    The pairs are those of the board that is given; the board must be one that `place_singles` has finished with.
    """
    count, guards = fewest_candidates(board, table)
    if count != 2:
        return board
    layout, size, field = table.layout, table.size, table.layout.all_values
    twins: dict[int, list[int]] = {}
    for cell in table.cells_of(guards):
        twins.setdefault(board >> (cell * table.width) & field, []).append(cell)
    for pair, cells in twins.items():
        others = field & ~pair
        for first, second in combinations(cells, 2):
            for unit in layout.units_of[first]:
                if second in unit.cells:
                    for cell in unit.cells:
                        if cell not in (first, second):
                            board &= table.only[cell << size | others]
    return board


def fewest_candidates(board: int, table: BoardMap) -> tuple[int, int]:
    """How many candidates the open cells with the fewest have, and the guards of these cells' fields.

    The board holds an open cell, and none without candidates.
    """
    fields = board & table.cells
    open_ = fields & table.guards
    ones = open_ >> table.size
    count = 0
    while True:
        count += 1
        fields &= fields - ones
        emptied = open_ & ~(fields - ones)
        if emptied:
            return count, emptied
