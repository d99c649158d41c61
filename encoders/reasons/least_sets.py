"""Sets of which nothing can be left out, by deletion.

What is not needed is left out, one item after the other (Marques-Silva, "Minimal unsatisfiability: models, algorithms
and applications", 2010).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

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
