"""Cells that share an edge, and the connected parts that cells fall into."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from ..layout import Layout
from .steps import beside


@lru_cache(maxsize=64)
def cells_beside(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Returns for each cell those above, left, right and below, as far as there are cells."""
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    near = ([beside(layout, cell, step) for step in steps] for cell in range(layout.cell_count))
    return tuple(tuple(other for other in cells if other is not None) for cells in near)


def is_connected(cells: Iterable[int], layout: Layout) -> bool:
    """Whether the cells are connected by their sides."""
    return len(list(connected_parts(cells, cells_beside(layout).__getitem__))) <= 1


def connected_parts(cells: Iterable[int], near: Callable[[int], Iterable[int]]) -> Iterator[list[int]]:
    """Yields the parts that the cells fall into, each in the order of a breadth-first walk from its first cell."""
    cells = list(cells)
    left = set(cells)
    for start in cells:
        if start in left:
            left.remove(start)
            part = [start]
            for cell in part:
                found = [other for other in near(cell) if other in left]
                left.difference_update(found)
                part += found
            yield part
