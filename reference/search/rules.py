"""The rules that the reference solver applies to a board before it guesses.

A rule takes a board (see `board`) and returns the board that follows from it.
"""

from __future__ import annotations

from itertools import combinations

from .board import BoardMap


def place_singles(board: int, placed: list[int], table: BoardMap) -> int | None:
    """Returns the board after elimination and only choice, repeated until nothing changes; appends to `placed`.

    None: some open requirement cannot be met, so the board has no solution. *Elimination*: a cell with one candidate
    removes it from its peers. *Only choice* (hidden single): a value with one cell left in a complete unit goes there.
    In this form they are one rule, applied to the whole board at once: a field with a single place decides. Together
    they do what unit propagation does on the extended CNF encoding.

    The guards make one subtraction a test of every field: taking 1 from each open field clears its guard exactly where
    the field was empty. `board & (board - ones)` drops the lowest place of every field, so taking 1 once more clears
    the guard exactly where there was a single place.
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
    """Returns the board after each pair of twins has removed its two candidates from the other cells of its units.

    Twins are cells that share a unit and have the same two candidates; the pairs are those of the given board, which
    must be one that `place_singles` returned. A unit in which one of the two values may repeat has no twins of them.
    """
    count, guards = fewest_candidates(board, table)
    if count != 2:
        return board
    layout, size, field = table.layout, table.size, table.layout.all_values
    twins: dict[int, list[int]] = {}
    for cell in table.guarded_cells(guards):
        twins.setdefault(board >> (cell * table.width) & field, []).append(cell)
    for pair, cells in twins.items():
        others = field & ~pair
        for first, second in combinations(cells, 2):
            for unit in layout.units_of[first]:
                if second in unit.cells and not pair & unit.repeatable_set:
                    for cell in unit.cells:
                        if cell not in (first, second):
                            board &= table.only[cell << size | others]
    return board


def fewest_candidates(board: int, table: BoardMap) -> tuple[int, int]:
    """Returns the smallest number of candidates of an open cell, and the guards of the fields of these cells.

    The board must have an open cell, and no cell without candidates.
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
