"""Random puzzles on layouts of every kind with the answers of the reference, for tests of the native kernel."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from typing import NamedTuple

import pytest

from unitdoku import Grid, Layout, LayoutError, Puzzle, PuzzleError, Result, find_backend, latin
from unitdoku.compare.generators.grids import random_grid
from unitdoku.compare.generators.layouts import draw_layout
from unitdoku.layouts import layout_named
from unitdoku.reference.native.bulk import BulkAnswers
from unitdoku.reference.native.loading import FORCE, available_levels

LIMITS = (1, 2, 50)
FIXED = {
    # Layout to the least and greatest share of given cells: the reference solves such puzzles in time.
    "classic": (0.25, 0.5),
    "diagonal": (0.2, 0.5),
    "windoku": (0.2, 0.5),
    "anti-knight": (0.15, 0.5),
    "disjoint-groups": (0.25, 0.5),
    "classic:4": (0.0, 0.6),
    "classic:2x3": (0.1, 0.6),
    "latin:7": (0.3, 0.6),
    "classic:16": (0.5, 0.8),
    "classic:3x6": (0.6, 0.85),
    "samurai": (0.35, 0.6),
}
LARGE = {"classic:25": (0.75, 0.9)}
"""Its puzzles take the reference seconds together."""
DRAWN = ("jigsaw", "units", "overlapping", "extras", "units", "latin")


@pytest.fixture(params=available_levels())
def level(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each build of the kernel in its turn."""
    monkeypatch.setenv(FORCE, request.param)


class Case(NamedTuple):
    """Puzzles on one layout, one limit, and the answers of the reference."""

    layout: Layout
    limit: int
    puzzles: list[Puzzle]
    results: list[Result]


def cases(count: int, seed: int, each: int = 64, seconds: float = 0.5, large: bool = False) -> Iterator[Case]:
    """Yields cases with about `count` puzzles.

    Those that the reference does not settle in time are left out.
    """
    rng = random.Random(seed)
    left = count
    for number, name in enumerate(cycle([*FIXED, *DRAWN, *(LARGE if large else ())])):
        limit = LIMITS[number % len(LIMITS)]
        layout, grid, low, high = _layout(name, rng)
        with find_backend("reference").open(layout) as session:
            puzzles = [_puzzle(layout, grid, rng.uniform(low, high), rng) for _ in range(each)]
            results = list(session.solve_many(puzzles, limit, seconds))
        settled = [at for at, result in enumerate(results) if (result.exhausted or len(result.solutions) == limit)]
        yield Case(layout, limit, [puzzles[at] for at in settled], [results[at] for at in settled])
        left -= len(settled)
        if left <= 0:
            return


Row = tuple[int, int, int, int, tuple[Grid, ...]]


def rows(answers: BulkAnswers) -> Iterator[Row]:
    """Yields count, exhausted, guesses, rounds and grids of each puzzle."""
    assert answers.grids is not None
    listed: list[list[int]] = answers.grids.tolist()  # type: ignore[assignment] # it has two dimensions
    grids = iter(listed)
    for at, count in enumerate(answers.counts):
        assert answers.finished[at] == 1
        found = tuple(tuple(next(grids)) for _ in range(count))
        yield count, answers.exhausted[at], answers.guesses[at], answers.rounds[at], found
    assert next(grids, None) is None


def _layout(name: str, rng: random.Random) -> tuple[Layout, tuple[int, ...] | None, float, float]:
    """Returns a layout, a grid of it if it has one, and the least and greatest share of given cells."""
    if name not in DRAWN:
        layout, (low, high) = layout_named(name), (FIXED | LARGE)[name]
    else:
        low, high = 0.2, 0.7
        try:
            layout = draw_layout(name, rng, rng.choice((3, 5, 8, 9, 12, 20, 40)) if name == "units" else 7)
        except LayoutError:
            layout = latin(4)
    grid = None
    with suppress(PuzzleError):
        grid = random_grid(layout, rng)
    return layout, grid, low, high


def _puzzle(layout: Layout, grid: tuple[int, ...] | None, share: float, rng: random.Random) -> Puzzle:
    """Returns givens and candidate sets from a grid with relabelled values; now and then one of them is wrong."""
    names = rng.sample(range(layout.size), layout.size)
    masks = []
    for cell in range(layout.cell_count):
        true = 1 << (names[grid[cell] - 1] if grid is not None else rng.randrange(layout.size))
        draw = rng.random()
        if draw < share:
            masks.append(true)
        elif draw < share + 0.15:
            masks.append(true | rng.randint(0, layout.all_values))
        else:
            masks.append(layout.all_values)
    if rng.random() < 0.2:
        masks[rng.randrange(layout.cell_count)] = 1 << rng.randrange(layout.size)
    return Puzzle(layout, tuple(masks))
