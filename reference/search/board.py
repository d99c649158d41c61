"""The board of the reference solver, all candidates in one integer, and the rules applied before it guesses.

Every requirement of a puzzle is a *field* of `size + 1` bits. There is a field for each cell ("some value stands here",
a bit for each value) and one for each value in each complete unit ("the value stands somewhere here", a bit for each
cell). A candidate (cell, value) therefore has one place in the field of its cell and one in each complete unit of its
cell. The topmost bit of a field is its *guard*: it is set while the requirement is open, and cleared with the field
once it is met. This is the exact cover view of Knuth, "Dancing links" (2000), laid out for word-parallel arithmetic:
one subtraction finds the empty fields of the whole board, one more the fields with a single place left.
A board is immutable, so a search can keep any number of them without copying.

Fields of cells come first, from bit 0 up: `board & cells` is the board as a list of candidate sets.
Candidate `value` of `cell` has the index `cell * size + value - 1`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import chain, combinations
from operator import or_

from ..model.layout import Layout, cached
from ..model.puzzle import Puzzle, values_in
from .propagators import propagators

_MASK_BYTES = 64 * 2**20
"""Memory for the cached masks of one layout; masks beyond it are computed at each use."""


class _Masks(dict[int, int]):
    """Masks computed at first use, and kept as long as there is room."""

    def __init__(self, make: Callable[[int], int], most: int) -> None:
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: int) -> int:
        mask = self._make(key)
        if len(self) < self._most:
            self[key] = mask
        return mask


class BoardMap:
    """The places of a layout's candidates on a board, and the masks that change boards."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.size = size = layout.size
        self.width = size + 1
        candidates = layout.cell_count * size
        fields: list[list[int]] = [list(range(first, first + size)) for first in range(0, candidates, size)]
        for unit in layout.complete_units:
            for value in range(size):
                fields.append([cell * size + value for cell in unit.cells])
        bits = len(fields) * self.width
        self._places: list[list[int]] = [[] for _ in range(candidates)]
        self._guards_of: list[list[int]] = [[] for _ in range(candidates)]
        self.candidate_above: list[int] = [0] * (bits + 1)
        """At index `i` the candidate whose place is bit `i - 1`: `int.bit_length` of that bit is `i`."""
        for number, field in enumerate(fields):
            start = number * self.width
            for offset, candidate in enumerate(field):
                self._places[candidate].append(start + offset)
                self._guards_of[candidate].append(start + size)
                self.candidate_above[start + offset + 1] = candidate
        self.full = (1 << bits) - 1
        """The board on which nothing is decided."""
        self.guards = self.full // ((1 << self.width) - 1) << size
        self.cells = (1 << layout.cell_count * self.width) - 1
        """The fields of all cells."""
        self.shown_cells = self.cells if layout.shown is None else self._fields_of(layout.shown)
        """Those of the shown cells."""
        self.shown_guards = self.shown_cells & self.guards
        room = max(1, _MASK_BYTES // (bits // 8 + 1) // 4)
        self._is_small = candidates <= room
        self._own_places = _Masks(self._own, room)
        self.after = _Masks(self._after, room)
        """By candidate: `board & after[candidate]` is the board after the candidate is placed."""
        self.only = _Masks(self._only, room)
        """By `cell << size | mask`: `board & only[...]` is the board with the cell restricted to the candidate set."""
        self.peer_guards = _Masks(self._peer_guards, room)
        """By cell: the guards of its peers' fields."""
        self.propagators = propagators(layout)
        """Those of sums and pairs, which work on a list of candidate sets."""

    def board(self, puzzle: Puzzle) -> int:
        """Returns the board that holds the candidates of the puzzle; nothing is placed yet."""
        board = self.full
        everything = self.layout.all_values
        for cell, mask in enumerate(puzzle.candidates):
            if mask != everything:
                board &= self.only[cell << self.size | mask]
        return board

    def without(self, board: int, candidate: int) -> int:
        """Returns the board without a candidate."""
        return board & ~self._own_places[candidate]

    def guarded_cells(self, guards: int) -> Iterator[int]:
        """Yields the cells whose fields have these guards, the last cell first."""
        while guards:
            top = guards.bit_length() - 1
            guards ^= 1 << top
            yield top // self.width

    def _fields_of(self, cells: Iterable[int]) -> int:
        field = (1 << self.width) - 1
        return sum(field << cell * self.width for cell in cells)

    def _own(self, candidate: int) -> int:
        return sum(1 << place for place in self._places[candidate])

    def _all_places(self, candidates: Iterable[int]) -> int:
        if self._is_small:
            return reduce(or_, map(self._own_places.__getitem__, candidates), 0)
        # By bytes: `1 << place` makes an integer as long as the board, 8 KB for 25x25, for each of hundreds of places.
        board = bytearray(len(self.candidate_above) // 8 + 1)
        for place in chain.from_iterable(map(self._places.__getitem__, candidates)):
            board[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(board, "little")

    def _after(self, candidate: int) -> int:
        cell, index = divmod(candidate, self.size)
        gone = [*range(cell * self.size, (cell + 1) * self.size)]
        gone += (peer * self.size + index for peer in self.layout.rivals(cell, index + 1))
        guards = reduce(or_, (1 << guard for guard in self._guards_of[candidate]))
        return self.full ^ (guards | self._all_places(gone))

    def _only(self, key: int) -> int:
        first = (key >> self.size) * self.size - 1
        return self.full ^ self._all_places(first + value for value in values_in(self.layout.all_values & ~key))

    def _peer_guards(self, cell: int) -> int:
        return reduce(or_, (1 << peer * self.width + self.size for peer in self.layout.peers[cell]), 0)


@cached(4)
def board_map(layout: Layout) -> BoardMap:
    """Returns the map of a layout; it is cached for the layouts used last, so sessions on one layout share it."""
    return BoardMap(layout)


# The rules of units: each takes a board and returns the board that follows from it.


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
