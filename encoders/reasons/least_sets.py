"""Sets of which nothing can be left out, and sets of the least size.

The first by deletion: what is not needed is left out, one item after the other (Marques-Silva, "Minimal
unsatisfiability: models, algorithms and applications", 2010). The second by implicit hitting sets, with `Hitman` of
PySAT (Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization",
2015).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ..naming.find import find_backend

Item = TypeVar("Item")


def minimal(items: Sequence[Item], suffice: Callable[[list[Item]], bool]) -> list[Item]:
    """Returns some of the items, in their order, that suffice, and none of which can be left out.

    All items suffice, and adding items keeps that. Each item is left out where the others suffice without it.
    """
    needed: list[Item] = []
    for place, item in enumerate(items, start=1):
        if not suffice([*needed, *items[place:]]):
            needed.append(item)
    return needed


def least_hitting_set(missed: Callable[[list[int]], Iterable[int] | None]) -> list[int]:
    """Returns the fewest numbers that meet every set which `missed` returns, ascending.

    `missed` takes numbers and returns a set that these do not meet, or None where there is no such set. The sets are
    *implicit*: each is only asked for when the numbers so far miss it. Raises `BackendUnavailable` without PySAT.
    """
    find_backend("sat")  # raises with what to install
    from pysat.examples.hitman import Hitman  # type: ignore[import-untyped]  # python-sat has no type hints

    with Hitman(solver="m22", htype="sorted") as hitting:
        while True:
            chosen = sorted(hitting.get() or ())
            more = missed(chosen)
            if more is None:
                return chosen
            hitting.hit(sorted(more))
