"""The native solver as a backend."""

from __future__ import annotations

from time import perf_counter

from ..contract import Capabilities, Found, Session
from ..deadline import Deadline
from ..layout import Layout
from ..puzzle import Puzzle
from .board import board_map
from .search import Rules, search

CAPABILITIES = Capabilities(incremental=True, interrupt=True, statistics=True)


class ReferenceBackend:
    """Elimination, only choice and depth-first search, in pure Python; `naked_twins=True` adds that rule."""

    def __init__(
        self,
        name: str = "reference",
        capabilities: Capabilities = CAPABILITIES,
        *,
        naked_twins: bool = False,
    ) -> None:
        self.name = name
        self.capabilities = capabilities
        self.rules = Rules(naked_twins)

    def open(self, layout: Layout) -> ReferenceSession:
        """A session; sessions on one layout share its tables."""
        return ReferenceSession(layout, self.name, self.rules)


class ReferenceSession(Session):
    """Answers by search; keeps nothing of a puzzle."""

    # The check would take a quarter of the time; the tests and the cross-check hold this solver to the rules.
    checks_solutions = False

    def __init__(self, layout: Layout, backend: str, rules: Rules) -> None:
        super().__init__(layout, backend)
        started = perf_counter()
        self._table = board_map(layout)
        self._rules = rules
        self._setup_seconds["encode_seconds"] += perf_counter() - started

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        return search(puzzle, self._table, limit, deadline, self._rules, self._announce)
