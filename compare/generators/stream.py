"""Many drawn puzzles on one layout, of all kinds in turn."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ...reference.errors import PuzzleError
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from .constructions import CONSTRUCTION
from .kinds import Drawn, Kind
from .puzzles import draw_puzzle

_TRIES = 30
"""How often a puzzle of a kind is drawn until one has plain givens."""


def plain_puzzles(layout: Layout, seed: int, count: int) -> Iterator[Drawn]:
    """So many puzzles, kind by kind in turn, in which every cell is given or open; same seed, same puzzles.

    That is what can be told in one character a cell. Kinds that cannot be had so on the layout are left out. What is
    unsolvable without a clash is so by a false given, see `with_false_given`: drawn otherwise it has restricted cells.
    """
    kinds = list(Kind)
    drawn = number = 0
    while drawn < count and kinds:
        kind = kinds[number % len(kinds)]
        rng = random.Random(f"{seed}:{number}")  # noqa: S311 - no secret
        puzzle = with_false_given(layout, rng) if kind is Kind.SEARCH else _plain(kind, layout, rng)
        if puzzle is None:
            kinds.remove(kind)
            continue
        yield puzzle
        drawn += 1
        number += 1


def with_false_given(layout: Layout, rng: random.Random) -> Drawn | None:
    """A puzzle without a solution: one with just one, and in an open cell a value that this one does not have.

    No given peer has that value, where there is such a one: then no clash is to be seen, though elimination and only
    choice may come upon one. So its kind is `UNKNOWN`, though its answer is known. None where no puzzle with one
    solution and an open cell was found.
    """
    drawn = _plain(Kind.UNIQUE, layout, rng)
    if drawn is None or drawn.truth is None:
        return None
    values, (witness,) = drawn.puzzle.values, drawn.truth.solutions
    false = [
        (any(values[peer] == value for peer in layout.peers[cell]), rng.random(), cell, value)
        for cell in range(layout.cell_count)
        for value in range(1, layout.size + 1)
        if not values[cell] and value != witness[cell]
    ]
    if not false:
        return None
    *_, cell, value = min(false)
    puzzle = drawn.puzzle.restricted(cell, 1 << (value - 1))
    how = "a puzzle with one solution got a given that this one does not have"
    return Drawn(puzzle, Kind.UNKNOWN, Result((), exhausted=True, backend=CONSTRUCTION), how)


def _plain(kind: Kind, layout: Layout, rng: random.Random) -> Drawn | None:
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
