"""A search as a generator, and its end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from .grid import Grid


class Ended(NamedTuple):
    """The end of a search."""

    exhausted: bool = False
    """Whether it is proven that there are no solutions but those that were yielded."""
    statistics: Mapping[str, float] = MappingProxyType({})
    """Counters under the solver's own names."""
    backend: str = ""
    """The backend that answered, where it is not the session's own."""
    solutions: Sequence[Grid] = ()
    """Solutions that were not yielded."""


Search: TypeAlias = "Generator[Grid | None, None, Ended | bool | None] | Ended"
"""A search: yields each solution when it is found, None where it pauses, and returns whether there are no others. One
that ends at once may be its end alone, with the solutions in it."""

CheckedSearch: TypeAlias = Generator["Grid | None", None, Ended]


def to_the_end(search: CheckedSearch, on_solution: Callable[[Grid], object] | None = None) -> tuple[list[Grid], Ended]:
    """Returns the solutions of a search, each of which is passed to `on_solution`, and its end."""
    solutions: list[Grid] = []
    try:
        while True:
            try:
                grid = next(search)
            except StopIteration as end:
                return solutions, end.value
            if grid is not None:
                solutions.append(grid)
                if on_solution is not None:
                    on_solution(grid)
    finally:
        search.close()
