"""Where the choices of a draw come from: a seeded generator here, Hypothesis in `compare.strategies`.

A recipe asks its source for each choice, so that it is written once and still shrinks where the source can shrink.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Source(Protocol):
    """What makes choices; each is between options that are given with the simplest one first."""

    def one(self, options: Sequence[Item]) -> Item:
        """One of the options, of which there is at least one."""
        ...

    def number(self, low: int, high: int) -> int:
        """A number from `low` to `high`, both included; the lowest is the simplest."""
        ...

    def some(self, items: Sequence[Item], count: int | None = None, most: int | None = None) -> list[Item]:
        """Distinct items in any order: `count` of them, or else any number up to `most`; none is the simplest."""
        ...

    def order(self, items: Sequence[Item]) -> list[Item]:
        """The items in any order; that in which they are is the simplest."""
        ...

    def random(self) -> random.Random:
        """A generator for what would take too many choices to make one by one."""
        ...


class RandomSource:
    """A source that takes every choice from one generator: the same seed, the same choices."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def one(self, options: Sequence[Item]) -> Item:
        """One of the options, each as likely as any other."""
        return self._rng.choice(options)

    def number(self, low: int, high: int) -> int:
        """A number from `low` to `high`, each as likely as any other."""
        return self._rng.randint(low, high)

    def some(self, items: Sequence[Item], count: int | None = None, most: int | None = None) -> list[Item]:
        """Distinct items; without a `count` each number of them is as likely as any other."""
        if count is None:
            count = self._rng.randint(0, len(items) if most is None else min(most, len(items)))
        return self._rng.sample(items, count)

    def order(self, items: Sequence[Item]) -> list[Item]:
        """The items shuffled."""
        return self._rng.sample(items, len(items))

    def random(self) -> random.Random:
        """The generator itself."""
        return self._rng
