"""Exact cover as a backend: Knuth's Algorithm C with dancing cells, by the package xcover, `cover:xcover`.

    option           a value in a cell
    primary item     a cell, or a value of a complete unit: one of its options is chosen
    secondary item   a value of another unit: at most one of its options is chosen

A puzzle is the options that its candidates leave. The search has no learning; it takes the item with the fewest options
left. It is machine code that neither a time limit nor Ctrl-C reaches, so it runs in a worker. numba compiles it for ten
seconds at the first import, then keeps it in a file: loading is set-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from time import perf_counter

from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendOutOfMemory
from ...reference.contract.session import Backend, Search, Session
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..answering.worker_session import BackendInWorker
from ..cnf.variables import VariableMap
from ..constraints.linear import rows
from ..naming.families import Family, Options

_ADDRESS_SPACE = 600 << 20
"""Bytes: with 400 MB numba did not end compiling, with 600 MB it did."""

_LOST_A_CANDIDATE, _MOST_LOST = 256, 256 << 20
"""Bytes that a search that is left before its end keeps for good, for each candidate of the layout, and how many a
process may lose: 1,400 searches on a 9x9, 67 on a 25x25. (numba frees no state of a generator: its issue 1278.)"""


class CoverBackend(BackendInWorker):
    """Algorithm C on the items of a layout."""

    name = "cover:xcover"
    # The matrix is written again for each puzzle, which takes microseconds.
    capabilities = Capabilities(repeatable=True)

    def open_here(self, layout: Layout) -> Session:
        """Opens a session with the options of the layout built, in this process."""
        return CoverSession(layout, self)


def _make(variant: str, _: Options) -> Backend | None:
    return CoverBackend() if variant == "xcover" else None


FAMILY = Family(_make)


class CoverSession(Session):
    """The options of a layout as arrays, for any number of puzzles."""

    _lost = 0
    """Bytes that all sessions of this process have lost."""

    def __init__(self, layout: Layout, backend: CoverBackend) -> None:
        super().__init__(layout, backend)
        # Here, as the import compiles or loads the search: only the process that searches needs it.
        started = perf_counter()
        _check_address_space(backend.name)
        import numpy
        from xcover import algorithm_c  # type: ignore[import-untyped]  # no type hints

        self._numpy, self._algorithm = numpy, algorithm_c
        loaded = perf_counter()
        self._map = VariableMap(layout)
        # The first option and its only item, 0, hold for every puzzle. Without them xcover (0.2.6) fails where there is
        # no option, and where each has the same item and no other, as in a layout of one cell.
        items: list[list[int]] = [[0], *([] for _ in range(self._map.count))]
        in_order = sorted(rows(layout), key=lambda row: row.lower != 1)  # primary items come first
        for item, row in enumerate(in_order, start=1):
            for variable in row.variables:
                items[variable].append(item)
        self._items = numpy.array([item for each in items for item in each], numpy.uint32)
        self._lengths = numpy.array([len(each) for each in items], numpy.uint32)
        self._counts = 1 + len(in_order), sum(row.lower != 1 for row in in_order)
        encoded = perf_counter()
        next(self._covers([0] * layout.cell_count), None)  # the first search takes numba 40 ms more
        self.setup_seconds["load_seconds"] += loaded - started + perf_counter() - encoded
        self.setup_seconds["encode_seconds"] += encoded - loaded

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields the solutions as xcover finds them."""
        for found, variables in enumerate(self._covers(puzzle.candidates), start=1):
            yield self._map.grid(variables, self.backend)
            if found == limit or deadline.expired:
                CoverSession._lost += _LOST_A_CANDIDATE * self._map.count
                self._worn = CoverSession._lost > _MOST_LOST
                return False
        return True

    def _covers(self, candidates: Sequence[int]) -> Iterator[list[int]]:
        """Yields the variables of the options of each exact cover, ascending."""
        numpy = self._numpy
        able = [True, *(mask >> value & 1 == 1 for mask in candidates for value in range(self.layout.size))]
        (chosen,) = numpy.nonzero(able)
        items = self._items[numpy.repeat(able, self._lengths)]
        bounds = numpy.concatenate(([0], self._lengths[chosen].cumsum())).astype(numpy.uint32)
        colours = numpy.zeros(len(items), numpy.uint32)
        for options in self._algorithm(items, bounds, colours, *self._counts):
            yield sorted(chosen[options].tolist())[1:]


def _check_address_space(name: str) -> None:
    """Raises `BackendOutOfMemory` if the process may have so little that numba never ends compiling (`ulimit -v`)."""
    with suppress(ImportError):  # Windows has no such limit
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if 0 <= limit < _ADDRESS_SPACE:
            raise BackendOutOfMemory(f"{name} needs {_ADDRESS_SPACE >> 20} MiB of address space, not {limit >> 20}")
