"""Canonical forms: equal for puzzles that a symmetry of the layout and a renaming of values turn into each other.

A puzzle is a graph, and equivalent puzzles are isomorphic graphs. igraph orders the vertices of a graph by the method
of Junttila and Kaski, "Engineering an efficient canonical labeling tool for large and sparse graphs" (2007). With its
vertices renamed in that order, a graph has the same edges as every graph that is isomorphic to it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from math import isclose
from typing import TypeVar

from ...encoders.naming.optional_packages import igraph
from ...encoders.naming.optional_packages import numpy as np
from ...puzzles.text.any_puzzle import any_puzzle, each_puzzle, list_of_puzzles
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.errors import OptionError, shown
from ...reference.model.layout import Layout
from ...reference.model.puzzle import values_in

DIGEST_BYTES = 16
"""Bytes of a digest: among a billion classes two share a digest with a probability below 1e-20."""


def canonical(puzzle: object, layout: Layout | str | None = None, symbols: str | None = None) -> str:
    """Returns 32 hexadecimal digits, the same for all equivalent puzzles, and others for all other puzzles.

    Puzzles are equivalent where a permutation of the cells that maps units to units, and one of the values, turn one
    into the other. A solution, given as a puzzle, has a canonical form, too. Layouts may differ in the names and in the
    order of their cells and units. Cells with some candidates only are read as they are. The digits stay the same from
    machine to machine with one version of igraph; another version may give others.

    Other arguments and errors are those of `any_puzzle`. Raises `Unsupported` for a layout with sums, pairs, repeatable
    values or cells that are not shown. Takes about 0.1 ms for 9x9, 0.7 ms for a full grid.
    """
    asked = any_puzzle(puzzle, layout, symbols)
    form = _form_of(asked.layout)
    allowed = [
        (value - 1, cell)
        for cell, mask in enumerate(asked.candidates, form.first_cell)
        if mask != asked.layout.all_values
        for value in values_in(mask)
    ]
    return form.digest(allowed).hex()


def equivalent(first: object, second: object) -> bool:
    """Returns whether two puzzles are equivalent: whether `canonical` is the same for both."""
    return canonical(first) == canonical(second)


def digests(layout: Layout, rows: Iterable[bytes]) -> Iterator[bytes]:
    """Yields 16 bytes for each row of values, in order: those of the hexadecimal digits of `canonical`.

    A row has one value for each cell, 0 for an open one. Raises `Unsupported` as `canonical` does.
    """
    form = _form_of(layout)
    given = layout.size > 1  # the only value of a layout restricts no cell
    for row in rows:
        yield form.digest([(value - 1, cell) for cell, value in enumerate(row, form.first_cell) if value and given])


class _Form:
    """The graph of a layout: a vertex for each value, then for each unit, then for each cell, from `first_cell`.

    The three kinds have different colours. Edges lead from a unit to its cells, and from a value to the cells that
    allow it, except to cells that allow every value. The canonical order keeps the order of the colours.
    """

    def __init__(self, layout: Layout) -> None:
        Capabilities().check(layout, "canonical()")
        size, units, cells = layout.size, len(layout.units), layout.cell_count
        self.first_cell = size + units
        edges = [
            (size + number, self.first_cell + cell) for number, unit in enumerate(layout.units) for cell in unit.cells
        ]
        self._edges = np.array(edges, np.int64).reshape(-1, 2)
        self._graph = igraph.GraphBase(self.first_cell + cells, edges)
        self._colours = [0] * size + [1] * units + [2] * cells
        self._head = f"{cells} {units} {size} ".encode()

    def digest(self, allowed: list[tuple[int, int]]) -> bytes:
        """Returns the digest of the puzzle with these edges from values to cells."""
        graph = self._graph.copy()
        graph.add_edges(allowed)
        # From igraph 1.0 on: the vertex at each place of the order. Before, it was the place of each vertex.
        order = graph.canonical_permutation(color=self._colours)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        ends = place[np.concatenate((self._edges, np.array(allowed, np.int64).reshape(-1, 2)))]
        edges = np.sort(ends[:, 0] * len(order) + ends[:, 1])
        return sha256(self._head + edges.astype("<i8").tobytes()).digest()[:DIGEST_BYTES]


_form_of = lru_cache(maxsize=16)(_Form)


# `split` divides puzzles, as into train and test, so that no two parts have equivalent ones.

_Item = TypeVar("_Item")


def split(
    items: Iterable[_Item],
    parts: Mapping[str, float],
    seed: int = 0,
    layout: Layout | str | None = None,
    symbols: str | None = None,
    *,
    key: Callable[[_Item], object] | None = None,
) -> dict[str, list[_Item]]:
    """Returns the items of each part, in the order in which they came; those of equivalent puzzles are in one part.

    Items are puzzles in any form that `solve_many` takes, entries of `generate` or `read_puzzles`, or rows with the key
    `puzzle`; of others `key` returns the puzzle, as in `key=lambda row: row["quizzes"]`. `parts` has the share of each:
    `{"train": 0.9, "test": 0.1}`. Sizes differ from the shares as far as classes of equivalent puzzles do not fit:
    where there are fewer classes than parts, some parts are empty. The same items, parts and seed give the same result
    everywhere. A puzzle takes 0.07 ms.

    Raises `OptionError` for shares that are not above 0 or do not add up to 1, and what `canonical` raises.
    """
    shares = list(parts.values()) if isinstance(parts, Mapping) else []
    if not (all(isinstance(share, (int, float)) and share > 0 for share in shares) and isclose(sum(shares), 1)):
        raise OptionError(f"parts have shares above 0 that add up to 1, unlike {shown(parts)}")
    taken: list[_Item] = list(list_of_puzzles(items))  # type: ignore[arg-type]
    classes: dict[str, list[int]] = {}
    for index, puzzle in enumerate(each_puzzle(map(key or _puzzle_of, taken), layout, symbols)):
        classes.setdefault(canonical(puzzle), []).append(index)
    groups = list(classes.values())
    random.Random(seed).shuffle(groups)
    missing = {name: share * len(taken) for name, share in parts.items()}
    chosen: dict[str, list[int]] = {name: [] for name in parts}
    for group in sorted(groups, key=len, reverse=True):
        name = max(missing, key=missing.__getitem__)
        missing[name] -= len(group)
        chosen[name] += group
    return {name: [taken[index] for index in sorted(indices)] for name, indices in chosen.items()}


def _puzzle_of(item: object) -> object:
    return item["puzzle"] if isinstance(item, Mapping) and "puzzle" in item else item
