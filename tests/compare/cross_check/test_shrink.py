from __future__ import annotations

from collections.abc import Sequence

import pytest
from corpora import bundled
from hypothesis import given

from unitdoku import Puzzle, classic, latin, parse_puzzle
from unitdoku.compare.cross_check.shrink import Shrunk, shrink, without_cells, without_rules
from unitdoku.strategies import layouts, puzzles

HARD = bundled("top95.txt")[0]


def restricted(puzzle: Puzzle) -> int:
    return len(puzzle.restricted_cells)


def minimal(puzzle: Puzzle, shows: object, **more: object) -> Puzzle:
    found: Shrunk = shrink(puzzle, lambda asked, _: shows(asked[-1]), **more)  # type: ignore[operator,arg-type]
    assert (found.reproduced, found.minimal, len(found.puzzles)) == (True, True, 1)
    return found.puzzles[-1]


def test_a_finding_of_any_puzzle_shrinks_to_one_cell() -> None:
    small = minimal(HARD, lambda puzzle: True)
    assert (small.layout.cell_count, small.layout.units) == (1, ())


def test_with_the_layout_kept_no_given_is_left() -> None:
    small = minimal(HARD, lambda puzzle: True, keep_layout=True)
    assert (small.layout, restricted(small)) == (HARD.layout, 0)


@pytest.mark.parametrize("count", [1, 2, 5, 16])
def test_only_the_givens_that_are_needed_are_left(count: int) -> None:
    small = minimal(HARD, lambda puzzle: restricted(puzzle) >= count, keep_layout=True)
    assert restricted(small) == count


def test_a_finding_that_needs_two_givens_and_a_unit() -> None:
    wanted = {HARD.candidates[HARD.restricted_cells[0]], HARD.candidates[HARD.restricted_cells[1]]}
    assert len(wanted) == 2

    def shows(puzzle: Puzzle) -> bool:
        complete = any(len(unit) >= 3 for unit in puzzle.layout.units)
        return complete and puzzle.layout.size == 9 and wanted <= set(puzzle.candidates)

    small = minimal(HARD, shows)
    assert sorted(small.candidates[cell] for cell in small.restricted_cells) == sorted(wanted)
    assert [len(unit) for unit in small.layout.units] == [3]
    assert small.layout.cell_count in (3, 4, 5)


def test_puzzles_before_it_are_kept_where_they_are_needed() -> None:
    layout = latin(3)
    before = [Puzzle.from_givens({"A1": value, "B1": other}, layout) for value in (1, 2, 3) for other in (1, 2, 3)]
    needed = {before[2], before[5]}

    def shows(asked: Sequence[Puzzle], anew: bool) -> bool:
        return needed <= set(asked[:-1]) and restricted(asked[-1]) >= 1

    found = shrink(Puzzle.from_givens({"C1": 1, "C2": 2}, layout), shows, before)
    assert (found.reproduced, found.minimal) == (True, True)
    assert set(found.puzzles[:-1]) == needed
    assert restricted(found.puzzles[-1]) == 1


def test_a_finding_that_is_not_seen_again_leaves_the_puzzles() -> None:
    found = shrink(HARD, lambda *_: False, [HARD] * 3)
    assert found == Shrunk((HARD,) * 4, False, False, 4)


def test_without_time_nothing_more_is_tried() -> None:
    assert not shrink(HARD, lambda *_: pytest.fail("it was tried"), seconds=0).minimal


def test_reductions() -> None:
    puzzle = parse_puzzle("12..341.........", classic(4))
    assert restricted(puzzle.opened([0, 1])) == restricted(puzzle) - 2
    assert len(without_rules(puzzle, [0, 3]).layout.units) == 10
    smaller = without_cells(puzzle, range(4))
    assert smaller is not None
    assert (smaller.layout.cell_count, smaller.layout.positions[0]) == (12, (0, 0))
    # The first row is gone, and columns and blocks have fewer cells.
    assert sorted(len(unit) for unit in smaller.layout.units) == [2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4]
    assert without_cells(puzzle, range(16)) is None


@given(puzzles(layouts(), ["unknown"], givens_only=False))
def test_every_reduction_is_a_puzzle(puzzle: Puzzle) -> None:
    for cell in range(puzzle.layout.cell_count):
        smaller = without_cells(puzzle, [cell])
        assert (smaller is None) == (puzzle.layout.cell_count == 1)
    assert restricted(puzzle.opened(range(puzzle.layout.cell_count))) == 0
