from __future__ import annotations

import pytest
from corpora import CLASSIC, EASY, HARD, HARD_GRID

from unitdoku import Puzzle, classic, from_units, is_solution, parse_puzzle
from unitdoku.backend import Deadline
from unitdoku.reference.contract.session import to_the_end
from unitdoku.reference.search import board as board_module
from unitdoku.reference.search.board import BoardMap, board_map
from unitdoku.reference.search.search import search


def count(puzzle: Puzzle, limit: int = 10**6) -> tuple[int, bool]:
    grids, ended = to_the_end(search(puzzle, board_map(puzzle.layout), limit, Deadline(None)))
    assert all(is_solution(grid, puzzle) for grid in grids)
    assert len(set(grids)) == len(grids)
    return len(grids), ended.exhausted


def test_a_placed_value_is_no_candidate_of_its_peers() -> None:
    table = BoardMap(classic(4))
    board = table.full & table.after[0]  # A1 is 1
    after = [board >> (cell * table.width) & 0b1111 for cell in range(16)]
    peers = classic(4).peers[0]
    assert after == [0] + [0b1110 if cell in peers else 0b1111 for cell in range(1, 16)]


def test_masks_are_the_same_with_and_without_room_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    roomy = BoardMap(CLASSIC)
    monkeypatch.setattr(board_module, "_MASK_BYTES", 0)
    cramped = BoardMap(CLASSIC)
    for candidate in (0, 5, 400, 728):
        assert cramped.after[candidate] == roomy.after[candidate]
    assert len(cramped.after) == 1
    found = [to_the_end(search(parse_puzzle(HARD), table, 2, Deadline(None))) for table in (roomy, cramped)]
    assert found[0] == found[1]


def test_contradictions() -> None:
    """Two givens in a row or a block; no place is left for 3 in the first row; no value is left for A4."""
    for begin in ("11......", "1....1..", "12....34", "123....4"):
        puzzle = parse_puzzle(f"{begin}........", classic(4))
        assert count(puzzle) == (0, True)


@pytest.mark.parametrize(("twins", "nodes"), [(False, 701), (True, 419)])
def test_the_hard_puzzle(twins: bool, nodes: int) -> None:
    """The numbers show where the search guesses, and that it applies each rule as far as it goes."""
    grids, found = to_the_end(search(parse_puzzle(HARD), board_map(CLASSIC), 2, Deadline(None), twins))
    assert ["".join(map(str, grid)) for grid in grids] == [HARD_GRID]
    assert found.exhausted
    assert found.statistics == {"nodes": nodes, "guesses": (nodes - 1) // 2}


def test_limits_and_exhaustion() -> None:
    empty = Puzzle.empty(classic(4))
    assert count(empty) == (288, True)
    for limit in (1, 287, 288):  # the tree ends with the last solution, which proves it
        assert count(empty, limit) == (limit, limit == 288)
    assert count(Puzzle.from_givens({"A1": 1}, classic(4))) == (72, True)


def test_what_statistics_count() -> None:
    _, rules_alone = to_the_end(search(parse_puzzle(EASY), board_map(CLASSIC), 2, Deadline(None)))
    assert rules_alone.statistics == {"nodes": 1, "guesses": 0}
    # Two cells that differ: one guess, in the last of them, and a board for each of its two values.
    pair = Puzzle.empty(from_units(2, [[0, 1]], shape=(1, 2)))
    grids, found = to_the_end(search(pair, board_map(pair.layout), 5, Deadline(None)))
    assert (grids, found.statistics) == ([(2, 1), (1, 2)], {"nodes": 3, "guesses": 1})
    # Of two cells with three candidates it takes the last, too.
    three = Puzzle.empty(from_units(3, [[0, 1]], shape=(1, 2)))
    grids, _ = to_the_end(search(three, board_map(three.layout), 9, Deadline(None)))
    assert [grid[1] for grid in grids] == [1, 1, 2, 2, 3, 3]
