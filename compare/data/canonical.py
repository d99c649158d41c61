"""Canonical forms: which puzzles are the same up to the symmetries of their layout and the names of values.

After McKay and Piperno, "Practical graph isomorphism, II" (2014).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256

import pynauty

from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.capabilities import Capabilities
from ...reference.layout import Layout

_DIGEST_BYTES = 16


def canonical(puzzle: object, layout: Layout | str | None = None, symbols: str | None = None) -> str:
    """Returns 32 hexadecimal digits that equivalent puzzles share, and others do not.

    Two puzzles of a layout are equivalent where a symmetry of the layout and a renaming of values take one to the
    other. The digits are the SHA-256 of a canonical form by nauty, shortened: other
    versions of pynauty may give other digits. A 9x9 puzzle takes an eighth of a millisecond, a full grid 2. Takes what
    `solve` takes; raises `Unsupported` for sums, pairs, values that may repeat and cells that are not shown.
    """
    read = any_puzzle(puzzle, layout, symbols)
    candidates = (() if mask == read.layout.all_values else _values(mask) for mask in read.candidates)
    return _graph_of(read.layout).digest(candidates).hex()


def equivalent(first: object, second: object, layout: Layout | str | None = None) -> bool:
    """Returns whether two puzzles are the same up to symmetry and renaming; raises what `canonical` raises."""
    return canonical(first, layout) == canonical(second, layout)


def digests(layout: Layout, rows: Iterable[bytes]) -> Iterator[bytes]:
    """Yields the 16 bytes of `canonical` for each row, which has a byte for each cell: its value, or 0."""
    graph = _graph_of(layout)
    given = [(), *((value,) for value in range(layout.size))]
    return (graph.digest(given[value] for value in row) for row in rows)


def _values(mask: int) -> tuple[int, ...]:
    return tuple(value for value in range(mask.bit_length()) if mask >> value & 1)


class _Graph:
    """The graph of a layout: vertices for cells, units and values; edges between cells and their units.

    A puzzle adds an edge between a cell and each of its candidates, unless these are all values.
    """

    def __init__(self, layout: Layout) -> None:
        Capabilities().check(layout, "canonical()")
        cells, units, values = layout.cell_count, len(layout.units), layout.size
        self._first_value = cells + units
        self._sizes = repr((cells, units, values)).encode()
        self._units_of: list[list[int]] = [[] for _ in range(cells)]
        for number, unit in enumerate(layout.units):
            for cell in unit.cells:
                self._units_of[cell].append(cells + number)
        colours = [
            set(range(cells)),
            set(range(cells, cells + units)),
            set(range(cells + units, cells + units + values)),
        ]
        self._colours = [colour for colour in colours if colour]
        self._count = cells + units + values

    def digest(self, candidates: Iterable[tuple[int, ...]]) -> bytes:
        """Returns the digest of a puzzle; `candidates` are those of each cell, from 0, or none where all are left."""
        first = self._first_value
        edges = {
            cell: [*units, *(first + value for value in values)] if values else units
            for (cell, units), values in zip(enumerate(self._units_of), candidates, strict=True)
        }
        graph = pynauty.Graph(self._count, adjacency_dict=edges, vertex_coloring=self._colours)
        return sha256(self._sizes + pynauty.certificate(graph)).digest()[:_DIGEST_BYTES]


_graph_of = lru_cache(maxsize=16)(_Graph)
