"""A search as a generator, and its end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from ..model.grid import Grid
from ..model.puzzle import Puzzle
from .deadline import Deadline
from .judgement import is_settled


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


def with_seconds(statistics: Mapping[str, float], seconds: Mapping[str, float]) -> dict[str, float]:
    """Returns statistics with these seconds of set-up added to those that they have."""
    return {**statistics, **{part: statistics.get(part, 0.0) + more for part, more in seconds.items()}}


Search: TypeAlias = "Generator[Grid | None, None, Ended | bool | None] | Ended"
"""A search: yields each solution when it is found, None where it pauses, and returns whether there are no others. One
that ends at once may be its end alone, with the solutions in it."""

CheckedSearch: TypeAlias = Generator["Grid | None", None, Ended]


def in_steps(search: CheckedSearch | Ended) -> CheckedSearch:
    """Returns a search as a generator, also where it has ended at once."""
    if not isinstance(search, Ended):
        return search
    return _solutions_of(search)


def _solutions_of(ended: Ended) -> CheckedSearch:
    yield from ended.solutions
    return ended


def to_the_end(
    search: CheckedSearch | Ended, on_solution: Callable[[Grid], object] | None = None
) -> tuple[Sequence[Grid], Ended]:
    """Returns the solutions of a search, each of which is passed to `on_solution`, and its end."""
    if isinstance(search, Ended) and on_solution is None:
        return search.solutions, search
    search = in_steps(search)
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


def begun_anew(
    start: Callable[[Puzzle, int, Deadline], CheckedSearch | Ended],
    prepare: Callable[[Puzzle, int], None],
    puzzle: Puzzle,
    limit: int,
    deadline: Deadline,
) -> CheckedSearch:
    """Searches from the beginning in each turn of a search that cannot pause; yields each solution once."""
    yielded: set[Grid] = set()
    while True:
        time = deadline.sooner(deadline.work / 1000)
        search = in_steps(start(puzzle, limit, time))
        found = 0
        try:
            while (grid := next(search)) is not None:
                found += 1
                part = puzzle.layout.shown_part(grid)
                if part not in yielded:
                    yielded.add(part)
                    yield grid
            ended = Ended()
        except StopIteration as end:
            ended = end.value
        finally:
            search.close()
        if is_settled(found, ended.exhausted, limit) or deadline.expired or not time.expired:
            return ended  # not settled before its time: the solver gave up
        yield None
        prepare(puzzle, limit)  # a worker or a program that was late has been ended
