"""Minimal and smallest sets of parts that cannot hold together.

Minimal ones by deletion from a core: a part that is not needed is left out, one that is stays (Marques-Silva, "Minimal
unsatisfiability: models, algorithms and applications", 2010). Smallest ones by implicit hitting sets (Ignatiev,
Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", 2015): a set that
meets every correction set found so far, of least size, is asked; if it holds together, it is made as large as possible,
and what is left over is one more correction set.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress

from .hitting_sets import least_hitting_set
from .parts import PartsSolver

_STARTS = 12
"""Orders in which parts are left out; the fewest parts found are returned."""


def minimal(solver: PartsSolver, numbers: Sequence[int]) -> list[int] | None:
    """Returns parts of these that cannot hold together, none of which can be left out; None where all can.

    The fewest of a few such sets, whose orders are drawn with a fixed seed. Raises TimeoutError before the first is
    found.
    """
    core = solver.core(numbers)
    if core is None:
        return None
    best = _without_needless(solver, core)
    rng = random.Random(len(numbers))  # noqa: S311 - no secret
    with suppress(TimeoutError):
        for _ in range(_STARTS - 1):
            order = list(numbers)
            rng.shuffle(order)
            order = solver.core(order) or order
            rng.shuffle(order)
            best = min(best, _without_needless(solver, order), key=len)
    return best


def _without_needless(solver: PartsSolver, numbers: list[int]) -> list[int]:
    needed: list[int] = []
    left = list(numbers)
    while left:
        tried = left.pop()
        smaller = solver.core([*needed, *left])
        if smaller is None:
            needed.append(tried)
        else:
            # What is needed is in every core of these.
            inside = set(smaller)
            left = [number for number in left if number in inside]
    return sorted(needed)


def smallest(solver: PartsSolver, numbers: Sequence[int], found: list[int]) -> tuple[list[int], bool]:
    """Returns the fewest of these parts that cannot hold together, and whether that is proved.

    `found` are some that cannot, which are returned where the time is over first.
    """

    def missed(asked: list[int]) -> list[int] | None:
        if len(asked) >= len(found) or solver.core(asked) is not None:
            return None
        return _correction(solver, numbers, asked)

    try:
        least = least_hitting_set(missed)
    except TimeoutError:
        return found, False
    return least if len(least) < len(found) else found, True


def _correction(solver: PartsSolver, numbers: Sequence[int], holding: list[int]) -> list[int]:
    """Returns the parts that cannot be added to these, which hold together, when as many as possible are added."""
    left_over = []
    for number in numbers:
        if number not in holding:
            if solver.core([*holding, number]) is None:
                holding = [*holding, number]
            else:
                left_over.append(number)
    return left_over
