"""Many drawn puzzles on one layout, of all kinds in turn."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ...reference.errors import PuzzleError
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from .kinds import Drawn, Kind
from .puzzles import draw_puzzle

_TRIES = 30
"""How often a puzzle of a kind is drawn until one has plain givens."""


def plain_puzzles(layout: Layout, seed: int, count: int) -> Iterator[Drawn]:
    """So many puzzles, kind by kind in turn, in which every cell is given or open; same seed, same puzzles.

    That is what can be told in one character a cell. Kinds that cannot be had so on the layout are left out.
    """
    kinds = list(Kind)
    drawn = number = 0
    while drawn < count and kinds:
        kind = kinds[number % len(kinds)]
        puzzle = _plain(kind, layout, f"{seed}:{number}")
        if puzzle is None:
            kinds.remove(kind)
            continue
        yield puzzle
        drawn += 1
        number += 1


def _plain(kind: Kind, layout: Layout, seed: str) -> Drawn | None:
    rng = random.Random(seed)  # noqa: S311 - no secret
    for _ in range(_TRIES):
        try:
            drawn = draw_puzzle(kind, layout, rng)
        except PuzzleError:
            return None
        if is_plain(drawn.puzzle):
            return drawn
    return None


def is_plain(puzzle: Puzzle) -> bool:
    """Whether every cell is given or open."""
    everything = puzzle.layout.all_values
    return all(mask == everything or not mask & (mask - 1) for mask in puzzle.candidates)
