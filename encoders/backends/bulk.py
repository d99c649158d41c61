"""`bulk:NAME`: a backend that answers puzzles in bulk, asked in bulk for each puzzle, with copies of it in the buffer.

An answer in bulk runs other code than an answer to one puzzle. Under this name it can be checked and raced as well.
"""

from __future__ import annotations

from itertools import islice

from ...reference.capabilities import Capabilities
from ...reference.contract import Backend, Session
from ...reference.deadline import Deadline
from ...reference.errors import OptionError
from ...reference.found import Found
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.native.backend import NativeBackend, NativeSession
from ...reference.puzzle import Puzzle
from .options import Options
from .registry import Family, find_backend

_COPIES = 33
"""Puzzles in a buffer: more than the kernel searches at a time in any vector."""

_GRID_BYTES = 2**24
"""Memory for the grids of all copies; where they may need more, the puzzle is alone in its buffer."""


def answers_in_bulk(name: str) -> bool:
    """Returns whether the sessions of this backend have `solve_bulk`; raises what `find_backend` raises."""
    return isinstance(find_backend(name), NativeBackend)


class BulkBackend:
    """Asks `solve_bulk` of another backend."""

    capabilities = Capabilities(incremental=True, interrupt=True, statistics=True)

    def __init__(self, backend: NativeBackend) -> None:
        self.name = f"bulk:{backend.name}"
        self._backend = backend

    def open(self, layout: Layout) -> BulkSession:
        """Returns a session; raises what the other backend raises."""
        return BulkSession(self._backend.open(layout), self.name)


class BulkSession(Session):
    """Answers with the first copy whose answer differs from that of copy 0, else with copy 0."""

    def __init__(self, session: NativeSession, backend: str) -> None:
        super().__init__(session.layout, backend)
        self._session = session
        self._setup_seconds = session.take_setup_seconds()

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        width = self.layout.cell_count
        copies = _COPIES if _COPIES * limit * width <= _GRID_BYTES else 1
        seconds = deadline.left
        each = None if seconds is None else seconds / copies
        answers = self._session.solve_bulk(self._session.masks([puzzle] * copies), limit, each)
        flat = bytes(answers.grids or b"")
        rows = (tuple(flat[first : first + width]) for first in range(0, len(flat), width))
        found: list[tuple[list[Grid], bool]] = []
        for number in range(copies):
            found.append((list(islice(rows, answers.counts[number])), bool(answers.exhausted[number])))
        chosen = next((number for number, one in enumerate(found) if one != found[0]), 0)
        statistics = {"guesses": answers.guesses[chosen], "rounds": answers.rounds[chosen]}
        return Found(*found[chosen], statistics)

    def _release(self) -> None:
        self._session.close()


def _make(variant: str, _: Options) -> Backend | None:
    if not variant:
        return None
    backend = find_backend(variant)
    if not isinstance(backend, NativeBackend):
        raise OptionError(f"{variant} does not answer in bulk; native does: bulk:native")
    return BulkBackend(backend)


FAMILY = Family(_make, lambda: ())
