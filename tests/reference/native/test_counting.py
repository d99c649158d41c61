"""Counting: published numbers, the listing of random puzzles, lower bounds, and what bad input gets."""

from __future__ import annotations

import random
from threading import Thread
from time import perf_counter
from typing import Any

import pytest
from native_cases import cases

from unitdoku import (
    Count,
    Pair,
    Puzzle,
    PuzzleError,
    Unit,
    classic,
    count,
    from_units,
    latin,
    solve,
)
from unitdoku.layouts import layout_named, magic_square
from unitdoku.reference.native import counting
from unitdoku.reference.native.backend import NativeBackend
from unitdoku.reference.native.counting import parts_of
from unitdoku.reference.native.loading import FORCE, available_levels

pytestmark = pytest.mark.skipif(not available_levels(), reason="the kernel was not compiled")

# Sudoku of 6x6 and 8x8: sequence A107739 of the OEIS and the tables of Russell and Jarvis; Latin squares: A002860;
# diagonal Latin squares: A274806.
PUBLISHED = [
    ("classic:4", 288),
    ("classic:2x3", 28_200_960),
    ("classic:3x2", 28_200_960),
    ("latin:5", 161_280),
    ("latin:6", 812_851_200),
    ("latin:5+diagonal", 960),
    ("latin:6+diagonal", 92_160),
    ("latin:1", 1),
    ("latin:2+diagonal", 0),
    pytest.param("latin:7", 61_479_419_904_000, marks=pytest.mark.long),
    pytest.param("classic:2x4", 29_136_487_207_403_520, marks=pytest.mark.long),
    pytest.param("classic:4x2", 29_136_487_207_403_520, marks=pytest.mark.long),
]

CACHES = (1 << 10, 1 << 14, 1 << 24)
"""Bytes of a cache: small ones forget most."""


@pytest.mark.parametrize("name", ["windoku", "classic:4", "latin:5+diagonal"])
def test_units_longer_than_there_are_values(name: str) -> None:
    """Their values may repeat; the kernel counts by parts only where every unit has different values."""
    layout = layout_named(name)
    long = Unit("long", tuple(range(layout.size + 3)), tuple(range(1, layout.size)))
    puzzle = Puzzle.empty(layout + [long])
    known = solve(puzzle, "reference", limit=50)
    assert count(puzzle, "native", limit=50) == Count(len(known.solutions), known.exhausted)


def empty(name: str) -> Puzzle:
    return Puzzle.empty(layout_named(name))


@pytest.mark.parametrize(("layout", "grids"), PUBLISHED)
def test_published_numbers(layout: str, grids: int) -> None:
    assert count(empty(layout), "native") == grids
    assert count(empty(layout), limit=grids + 1) == grids
    if grids > 1:
        assert count(empty(layout), limit=grids - 1) == Count(grids - 1, False)
        with NativeBackend().open(layout_named(layout)) as session:
            assert session.count(empty(layout), grids) == Count(grids, False)


@pytest.mark.parametrize(
    ("level", "puzzles"),
    [
        *((level, 100) for level in available_levels()),
        *(pytest.param(level, 10_000, marks=pytest.mark.long) for level in available_levels()[:1]),
    ],
)
def test_parts_and_listing_agree_on_random_puzzles(level: str, puzzles: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FORCE, level)
    rng = random.Random(puzzles)
    counted = several = 0
    for case in cases(puzzles, seed=puzzles, each=8):
        with NativeBackend().open(case.layout) as session:
            for puzzle, listed in zip(case.puzzles, case.results, strict=True):
                parts = parts_of(session.kernel, session.program, puzzle, rng.choice(CACHES))
                done, solutions = parts.run(0.1), len(listed.solutions)
                assert parts.counted <= solutions or not listed.exhausted, puzzle
                assert parts.counted >= solutions or not done, puzzle
                counted += done
                several += done and solutions > 1
    assert counted > 0.8 * puzzles
    assert several > 0.1 * puzzles


def test_parts_without_common_units_are_multiplied() -> None:
    # Nine squares of 3x3 cells that share nothing: 12 Latin squares of order 3 each.
    units = [
        [27 * (square // 3) + 3 * (square % 3) + offset for offset in line] for square in range(9) for line in _LINES
    ]
    layout = from_units(3, units, (9, 9))
    assert count(Puzzle.empty(layout)) == 12**9
    assert count(from_units(4, [], (1, 60))) == 4**60


_LINES = [[0, 1, 2], [9, 10, 11], [18, 19, 20], [0, 9, 18], [1, 10, 19], [2, 11, 20]]


def test_more_solutions_than_a_number_holds_are_a_lower_bound() -> None:
    started = perf_counter()
    assert count(from_units(16, [], (1, 40))) == Count(2**128 - 1, False)  # of 2**160
    assert perf_counter() - started < 5


def test_what_is_proven_until_the_deadline_is_a_lower_bound() -> None:
    started = perf_counter()
    found = count(empty("classic"), seconds=0.5)
    assert perf_counter() - started < 3
    assert not found.exhausted
    # Bertram Felgenhauer and Frazer Jarvis, 2005. More than a listing could find in the time.
    assert 10**8 < found.solutions <= 6_670_903_752_021_072_936_960
    assert count(empty("classic"), limit=10**9) == Count(10**9, False)


def test_large_layouts_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(counting, "parts_of")  # each cell might take a level of its search
    assert count(from_units(2, [], (1, 1025)), limit=2_000) == Count(2_000, False)


def test_bad_input() -> None:
    with NativeBackend().open(classic(4)) as session:
        puzzle = Puzzle.empty(classic(4))
        assert session.count(puzzle, seconds=0).solutions <= 288
        with pytest.raises(PuzzleError):
            session.count(Puzzle.empty(latin(4)))
        refused: list[dict[str, Any]] = [{"limit": 0}, {"limit": -1}, {"limit": 1.5}, {"seconds": -1}]
        for arguments in refused:
            with pytest.raises((ValueError, TypeError), match=r"limit|seconds"):
                session.count(puzzle, **arguments)


def test_layouts_with_sums_and_pairs_are_listed() -> None:
    """Magic squares of order 4: 880, turned and mirrored in eight ways; too many to be listed in the first turn."""
    assert count(magic_square(4)) == 7040
    assert count(Puzzle.empty(latin(3) + [Pair("up", (0, 1), frozenset({(1, 2)}))])) == 2


def test_other_threads_run_while_it_counts() -> None:
    ended: list[Count] = []
    thread = Thread(target=lambda: ended.append(count(empty("classic"), seconds=3)))
    thread.start()
    beats = 0
    while thread.is_alive():
        thread.join(0.01)
        beats += 1
    assert beats > 20
    assert not ended[0].exhausted
