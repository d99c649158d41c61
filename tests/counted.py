"""Random puzzles that are counted in two ways, for tests of counting by parts."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from typing import NamedTuple

from unitdoku import Layout, LayoutError, Puzzle, solve
from unitdoku.compare.generators.layouts import LAYOUT_KINDS
from unitdoku.reference.native.backend import NativeBackend, NativeSession
from unitdoku.reference.native.counting import parts_of

EACH = 8
"""Puzzles for each layout."""

CACHES = (1 << 10, 1 << 14, 1 << 24)
"""Bytes of a cache: small ones forget most."""


class BothCounts(NamedTuple):
    """The number of solutions that a listing found, and the one that was counted by parts; each may be of a part."""

    puzzle: Puzzle
    listed: int
    all_listed: bool
    counted: int
    all_counted: bool


def both_counts(count: int, seed: int, seconds: float) -> Iterator[BothCounts]:
    """Yields so many puzzles of all kinds of layouts, from empty ones to nearly full ones, with candidate sets.

    Each of the two counts of a puzzle has so many seconds.
    """
    rng = random.Random(seed)
    left = count
    while left > 0:
        try:
            layout = rng.choice(list(LAYOUT_KINDS.values()))(rng, rng.choice((1, 2, 3, 4, 5, 6, 6, 8, 9)))
        except LayoutError:
            continue
        found = solve(Puzzle.empty(layout), seconds=0.5).solutions
        with NativeBackend().open(layout) as session:
            for _ in range(min(EACH, left)):
                yield _both(session, _puzzle(layout, found[0] if found else None, rng), rng.choice(CACHES), seconds)
                left -= 1


def _puzzle(layout: Layout, grid: tuple[int, ...] | None, rng: random.Random) -> Puzzle:
    given, restricted = rng.choice((0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7)), rng.choice((0, 0.2))
    masks = []
    for cell in range(layout.cell_count):
        value = rng.randint(1, layout.size) if grid is None or rng.random() < 0.01 else grid[cell]
        wanted = 1 << (value - 1)
        if rng.random() < given:
            masks.append(wanted)
        elif rng.random() < restricted:
            masks.append(rng.randint(1, layout.all_values) | wanted)
        else:
            masks.append(layout.all_values)
    return Puzzle(layout, tuple(masks))


def _both(session: NativeSession, puzzle: Puzzle, cache: int, seconds: float) -> BothCounts:
    masks: array[int] = session.masks([puzzle])
    listed = session.solve_bulk(masks, 300_000, seconds, grids=False)
    parts = parts_of(session.kernel, session.program, puzzle.layout, masks, cache)
    done = parts.run(seconds)
    return BothCounts(puzzle, listed.counts[0], bool(listed.exhausted[0]), parts.counted, done)
