"""What a search finds: all at once, or in slices between which other searches go on."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from .grid import Grid


class Found(NamedTuple):
    """What one search returns: the raw material of a `Result`."""

    solutions: Sequence[Grid] = ()
    exhausted: bool = False
    statistics: Mapping[str, float] = MappingProxyType({})
    backend: str = ""
    """The backend that answered, where it is not the session's own."""


Slices: TypeAlias = Generator[Sequence[Grid], float, Found]
"""A search that stops and goes on: `send(work)` searches for about `work` milliseconds, yields the solutions so far.

The first `next` only prepares it. Work is counted in steps of the search, not in time, where the solver counts steps:
then the same slices find the same solutions. The value of the generator is what `_search` returns."""


def to_the_end(search: Slices) -> Found:
    """Runs a search without a stop; returns its value."""
    next(search)
    try:
        while True:
            search.send(inf)
    except StopIteration as end:
        found: Found = end.value
        return found
