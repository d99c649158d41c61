"""Drawn puzzles with what is certain about them, to be asked of backends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from ...reference.errors import PuzzleError
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..generators.kinds import Kind
from ..generators.layouts import LAYOUT_KINDS
from ..generators.puzzles import draw_puzzle
from .truth import solutions_by_trying

ROUNDS = 6
"""How often a layout of every kind is drawn."""

_LARGEST = (4, 5, 4, 7, 9, 5)
"""The most values of a layout, round by round."""

_MOST_CELLS = 100
_MOST_SOLUTIONS = 60
_LIMITS = (_MOST_SOLUTIONS, _MOST_SOLUTIONS, 2, 1)
_STEPS = 3000
"""How many trials the enumeration of a puzzle may take."""

_SECONDS_WHEN_HARD = 1.0
"""For a puzzle that takes more trials: some of these are left open by one solver or other for minutes."""


class Question(NamedTuple):
    """A puzzle, up to how many solutions are asked for, and within how many seconds (None: no limit)."""

    puzzle: Puzzle
    limit: int
    seconds: float | None
    """Where there is no limit, a puzzle is so easy that every backend has to settle it."""
    known: tuple[Grid, ...]
    """Solutions, at most `limit`."""
    complete: bool
    """Whether it is certain that there are no others."""
    several: bool
    """Whether it is certain that there are two at least, be it that only one is asked for."""


def draw_questions(seed: int, rounds: int = ROUNDS) -> list[Question]:
    """Questions about puzzles of every kind on layouts of every kind; the same for the same seed.

    Those on one layout follow each other, so that what a session keeps of a puzzle spoils the next. Truth comes from
    the construction of the puzzle, and of small ones from enumeration.
    """
    rng = random.Random(seed)  # noqa: S311 - no secret
    return [question for number in range(rounds) for question in _round(number, rng)]


def _round(number: int, rng: random.Random) -> Iterator[Question]:
    for draw in LAYOUT_KINDS.values():
        layout = draw(rng, _LARGEST[number % len(_LARGEST)])
        if layout.cell_count > _MOST_CELLS:
            continue
        yield from _on(layout, rng)


def _on(layout: Layout, rng: random.Random) -> Iterator[Question]:
    yield _asked(Puzzle.empty(layout), None, _MOST_SOLUTIONS, None, rng)
    for kind in Kind:
        try:
            drawn = draw_puzzle(kind, layout, rng)
        except PuzzleError:
            continue  # there is none of this kind on this layout
        grids = (drawn.truth.solutions, drawn.truth.exhausted) if drawn.truth is not None else None
        # No time at all: whoever answers must not take that for a "no".
        seconds = 0.0 if rng.random() < 0.1 else None
        yield _asked(drawn.puzzle, grids, rng.choice(_LIMITS), seconds, rng)


def _asked(
    puzzle: Puzzle, made: tuple[tuple[Grid, ...], bool] | None, limit: int, seconds: float | None, rng: random.Random
) -> Question:
    grids, everything = made or ((), False)
    truth = solutions_by_trying(puzzle, _MOST_SOLUTIONS, _STEPS)
    if truth is not None:
        grids, everything = truth
    else:
        limit = min(limit, 2)
        seconds = _SECONDS_WHEN_HARD if seconds is None else seconds
    # Any of them, so that whoever stops at the first one found and calls it the only one is refuted by another.
    known = tuple(rng.sample(grids, limit)) if len(grids) > limit else tuple(grids)
    return Question(puzzle, limit, seconds, known, everything and len(grids) <= limit, len(grids) > 1)
