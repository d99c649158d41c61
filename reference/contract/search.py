"""A search as a generator, and its end."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from ..model.grid import Grid


class Ended(NamedTuple):
    """The end of a search."""

    exhausted: bool = False
    """Whether it is proven that there are no solutions but those that were yielded."""
    statistics: Mapping[str, float] = MappingProxyType({})
    """Counters under the solver's own names."""
    backend: str = ""
    """The backend that answered, where it is not the session's own."""
    solutions: Sequence[Grid] = ()
    """Those of a search that ended at once, and yields nothing."""


Search: TypeAlias = "Generator[Grid, None, Ended | bool | None] | Ended"
"""A search: yields each solution when it is found, and returns whether there are no others. One that is soon over may
be its end alone, with the solutions in it."""

CheckedSearch: TypeAlias = Generator[Grid, None, Ended]


def in_steps(search: CheckedSearch | Ended) -> CheckedSearch:
    """Returns a search as a generator, also where it has ended at once."""
    if not isinstance(search, Ended):
        return search
    return _solutions_of(search)


def _solutions_of(ended: Ended) -> CheckedSearch:
    yield from ended.solutions
    return ended
