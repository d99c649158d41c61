"""The source of random choices for layouts and puzzles: a seeded generator here, Hypothesis in `strategies/`.

A recipe asks its source for every choice. One recipe therefore serves both, and shrinks where the source can shrink.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Source:
    """Makes every choice with one random generator, so that the same seed gives the same choices.

    Callers list the options of each choice with the simplest one first, for subclasses that shrink.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def one(self, options: Sequence[Item]) -> Item:
        """Returns one of the options, all equally likely; there must be at least one."""
        return self._rng.choice(options)

    def number(self, low: int, high: int) -> int:
        """Returns a number from `low` to `high`, both included, all equally likely."""
        return self._rng.randint(low, high)

    def some(self, items: Sequence[Item], count: int | None = None, most: int | None = None) -> list[Item]:
        """Returns `count` distinct items in random order; without a count, a random number of them up to `most`."""
        if count is None:
            count = self._rng.randint(0, len(items) if most is None else min(most, len(items)))
        return self._rng.sample(items, count)

    def order(self, items: Sequence[Item]) -> list[Item]:
        """Returns all items in random order."""
        return self._rng.sample(items, len(items))

    def random(self) -> random.Random:
        """Returns a generator for work that would need too many single choices."""
        return self._rng
