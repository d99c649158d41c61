"""Least hitting sets: fewest items of which each of the sets added so far has one (`Hitman` of PySAT)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pysat.examples.hitman import Hitman  # type: ignore[import-untyped]  # python-sat has no type hints


class HittingSets:
    """Sets of numbers, and a least hitting set of them; a context manager."""

    def __init__(self) -> None:
        self._found: Any = Hitman(solver="m22", htype="sorted")

    def add(self, numbers: Iterable[int]) -> None:
        """Adds a set, which is not empty."""
        self._found.hit(sorted(numbers))

    def least(self) -> list[int]:
        """Returns the numbers of a least hitting set, ascending; none while there is no set."""
        return sorted(self._found.get() or ())

    def __enter__(self) -> HittingSets:
        return self

    def __exit__(self, *_: object) -> None:
        self._found.delete()
