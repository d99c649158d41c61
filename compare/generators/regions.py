"""Random partitions of a square into connected regions of one size, for jigsaws."""

from __future__ import annotations

import random
from collections.abc import Collection

_TREES = 4
"""How many spanning trees a step tries before it leaves the regions as they are."""


def draw_regions(size: int, steps: int, rng: random.Random) -> list[int]:
    """The region (from 0) of each cell of a square, `size` connected regions of `size` cells, after so many steps.

    Regions begin as the rows. A step joins two neighbouring regions, draws a spanning tree of the two, and cuts it
    where that leaves two halves: recombination, as DeFord, Duchin and Solomon draw electoral districts
    ("Recombination: a family of Markov chains for redistricting", 2021). Each half is connected, since it is a tree; a
    step whose trees have no such cut changes nothing, so the drawing ends after `steps` steps. Some `4 * size` steps
    forget the rows.
    """
    regions = [cell // size for cell in range(size * size)]
    for _ in range(steps if size > 1 else 0):
        _recombine(regions, size, rng)
    return regions


def is_connected(cells: Collection[int], size: int) -> bool:
    """Whether one can walk from any of the cells of a square of `size` columns to any other, side by side."""
    left = set(cells)
    todo = [left.pop()] if left else []
    while todo:
        near = [cell for cell in _beside(todo.pop(), size) if cell in left]
        left.difference_update(near)
        todo += near
    return not left


def _recombine(regions: list[int], size: int, rng: random.Random) -> None:
    """Cuts two neighbouring regions anew, in place, if one of the trees drawn can be halved."""
    cell = rng.randrange(size * size)
    others = [regions[near] for near in _beside(cell, size) if regions[near] != regions[cell]]
    if not others:
        return
    first, second = regions[cell], rng.choice(others)
    members = {at for at, region in enumerate(regions) if region in (first, second)}
    for _ in range(_TREES):
        half = _half_of_a_tree(members, size, rng)
        if half:
            for at in members:
                regions[at] = first if at in half else second
            return


def _half_of_a_tree(members: set[int], size: int, rng: random.Random) -> set[int]:
    """The `size` cells below one edge of a random spanning tree of the members, or nothing if no edge has so many."""
    root = rng.choice(sorted(members))
    parent = {root: root}
    edges = [(root, near) for near in _beside(root, size) if near in members]
    while edges:
        at = rng.randrange(len(edges))
        edges[at], edges[-1] = edges[-1], edges[at]
        above, cell = edges.pop()
        if cell not in parent:
            parent[cell] = above
            edges += [(cell, near) for near in _beside(cell, size) if near in members and near not in parent]
    below: dict[int, set[int]] = {cell: {cell} for cell in parent}
    for cell in reversed(parent):  # children come after their parents
        if cell != root:
            below[parent[cell]] |= below[cell]
    halves = [cells for cells in below.values() if len(cells) == size]
    return rng.choice(halves) if halves else set()


def _beside(cell: int, size: int) -> list[int]:
    """The cells above, left, right and below."""
    row, column = divmod(cell, size)
    near = [cell - size] if row else []
    near += [cell - 1] if column else []
    near += [cell + 1] if column < size - 1 else []
    return near + ([cell + size] if row < size - 1 else [])
