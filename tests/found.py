"""Sessions for tests that have their answer as a whole, and what a session without a backend needs in its place."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from unitdoku import Grid, Layout, Puzzle
from unitdoku.backend import Backend, Capabilities, Deadline, Ended, Session
from unitdoku.reference.contract.session import Search

NONE = Capabilities()


@dataclass
class Named:
    """A backend, or what a session without one needs in its place."""

    name: str
    capabilities: Capabilities = NONE
    session: Callable[[Layout, Backend], Session] | None = None

    def open(self, layout: Layout) -> Session:
        assert self.session is not None
        return self.session(layout, self)


class Found(NamedTuple):
    """The answer to a puzzle."""

    solutions: Sequence[Grid] = ()
    exhausted: bool = False
    statistics: Mapping[str, float] = MappingProxyType({})


class FoundSession(Session):
    """Yields the solutions of `found`."""

    @abstractmethod
    def found(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found: ...

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        found = self.found(puzzle, limit, deadline)
        yield from found.solutions
        return Ended(found.exhausted, found.statistics)
