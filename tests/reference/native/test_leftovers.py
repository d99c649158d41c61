"""Units that follow from those of a layout: none where there is nothing to find, and all of them true."""

from __future__ import annotations

import random

import pytest
from corpora import unsolvable_jigsaws
from native_cases import level as level
from pace import needs_kernel

from unitdoku import Layout, LayoutError, Puzzle, PuzzleError, classic, count, find_backend, latin, solve
from unitdoku.compare.corpora.corpus import puzzles_of
from unitdoku.compare.generators.layouts import draw_layout
from unitdoku.layouts import layout_named
from unitdoku.reference.native.rules import implied_by


@pytest.mark.parametrize(
    "layout", [classic(), classic(4), classic(16), classic(block=(2, 3)), latin(9), layout_named("anti-knight")]
)
def test_regular_layouts_have_none(layout: Layout) -> None:
    assert implied_by(layout) == ((), False)


def test_the_hidden_windows_of_a_windoku() -> None:
    # Rows 2 to 4 without the two windows in them, and so on: a unit each.
    hidden = []
    for first in (1, 5):
        band = range(first, first + 3)
        hidden.append({9 * row + column for row in band for column in (0, 4, 8)})
        hidden.append({9 * row + column for row in (0, 4, 8) for column in band})
    implied = implied_by(layout_named("windoku"))
    assert sorted(map(sorted, implied.units)) == sorted(map(sorted, hidden))
    assert not implied.impossible


def test_what_sticks_out_of_rows_takes_the_place_of_what_is_missing() -> None:
    # Region C has the first cell of row D in the place of the last of row C: they hold the same value, so that column 1
    # is a unit with either of them, and column 4 as well.
    layout = layout_named("jigsaw:AAABABBBCCCDCDDD")
    units = implied_by(layout).units
    assert {(0, 4, 8, 11), (3, 7, 12, 15)} <= {*units}
    grids = solve(Puzzle.empty(layout), limit=1000).solutions
    assert all(grid[11] == grid[12] for grid in grids)
    assert all(len({grid[cell] for cell in unit}) == 4 for grid in grids for unit in units)


def test_true_for_every_grid() -> None:
    rng = random.Random(19)
    seen = 0
    for _ in range(80):
        try:
            kind = rng.choice(("jigsaw", "diagonal", "extras", "overlapping"))
            layout = draw_layout(kind, rng, rng.choice((4, 5, 6, 8)))
        except LayoutError:
            continue
        implied = implied_by(layout)
        with find_backend("reference").open(layout) as session:
            result = session.solve(Puzzle.empty(layout), 20, 0.2)
        if implied.impossible:
            assert not result.solutions
        for unit in implied.units:
            assert len(unit) == layout.size
            for grid in result.solutions:
                seen += 1
                assert len({grid[cell] for cell in unit}) == layout.size
    assert seen > 100


def test_no_layout_with_a_grid_is_called_impossible() -> None:
    for name, most in (("jigsaw-solvable.jsonl", 0), ("jigsaws.jsonl", 8), ("variants.jsonl", 0)):
        assert sum(implied_by(puzzle.layout).impossible for puzzle in puzzles_of(name)) <= most
    assert sum(implied_by(layout).impossible for layout in unsolvable_jigsaws()) == 6


@needs_kernel
@pytest.mark.usefixtures("level")
def test_sessions_on_an_impossible_layout() -> None:
    layout = next(layout for layout in unsolvable_jigsaws() if implied_by(layout).impossible)
    puzzle = Puzzle.empty(layout)
    with find_backend("native").open(layout) as session:
        result = session.solve(puzzle, 2)
        assert (result.solutions, result.exhausted, result.statistics["guesses"]) == ((), True, 0)
        for buffer in (bytes(2 * 81), session.masks([puzzle] * 2)):  # type: ignore[attr-defined] # of native
            answers = session.solve_bulk(buffer, 2, grids=False)  # type: ignore[attr-defined]
            assert (list(answers.counts), list(answers.exhausted)) == ([0, 0], [1, 1])
        with pytest.raises(PuzzleError, match="10 is outside"):
            session.solve_bulk(bytes([10] * 81))  # type: ignore[attr-defined]
    assert count(puzzle, "native") == 0
