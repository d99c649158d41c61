"""Puzzles drawn at random whose answers are known by how they are made, never by asking a solver."""

from __future__ import annotations

import random

from ...reference.layout import Layout
from .kinds import Drawn as Drawn
from .kinds import Kind as Kind
from .kinds import Unlucky
from .recipes import make_puzzle
from .source import RandomSource

_TRIES = 12
"""How often other choices are made after unlucky ones."""


def draw_puzzle(
    kind: Kind, layout: Layout, rng: random.Random, givens: int | None = None, tries: int = _TRIES
) -> Drawn:
    """A puzzle of this kind on the layout, with exactly `givens` givens, or any number; same seed, same puzzle.

    A given is a cell with one candidate. Raises `PuzzleError`, whose sentence says why, where the request cannot be
    met: it is impossible, the layout has no grid, or the construction found nothing. `Unlucky`, which is one, says that
    other choices may help, though those that were made, `tries` times over, did not.
    """
    source = RandomSource(rng)
    for _ in range(tries - 1):
        try:
            return make_puzzle(kind, layout, source, givens)
        except Unlucky:
            continue
    try:
        return make_puzzle(kind, layout, source, givens)
    except Unlucky as error:
        raise Unlucky(f"{error.message} ({tries} times over)") from error
