"""Least hitting sets: fewest items of which each of some sets has one, by `Hitman` of PySAT."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..naming.find import find_backend


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
