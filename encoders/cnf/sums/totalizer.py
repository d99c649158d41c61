"""Sums as generalized totalizers: a tree whose nodes count in unary over the sums that their cells can have.

Joshi, Martins and Manquinho, "Generalized totalizer encoding for pseudo-Boolean constraints" (2015). A node has a
literal "my cells add up to at least w" for each sum w that they can have but the least, and clauses for each two sums
of its halves. The paper's clauses go one way, for "at most"; here they go both ways, for equality and "at least", too.
A leaf is a cell. Sums from which the total is out of reach are left out at each node. Unit propagation rules out the
values that the bounds of the other cells leave no room for. Cells are in the order of their weights: where weights are
equal, sums coincide.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from ....reference.errors import FormulaTooLarge
from ..at_most_one.table import Fresh
from ..variables import Clause
from .table import SumShape, contradiction


class _Node(NamedTuple):
    """The sums, ascending, that some cells can have where the total is within reach, and the most without that."""

    sums: list[int]
    highest: int


def encode(shape: SumShape, cells: Sequence[Sequence[int]], fresh: Fresh) -> Iterator[Clause]:
    """Yields the clauses of the leaves, then those of each level of the tree, up to its root."""
    levels = _levels(shape)
    if not all(node.sums for level in levels for node in level):
        yield from contradiction(fresh)
        return
    literals: list[list[int]] = []
    for node, weight, cell in zip(levels[0], shape.weights, cells, strict=True):
        first, last = (each // weight for each in (node.sums[0], node.sums[-1]))
        for digit in (*range(first), *range(last + 1, shape.size)):
            yield (-cell[digit],)
        kept = cell[first : last + 1]
        literals.append(_leaf_literals(kept, fresh))
        yield from _leaf_clauses(kept, literals[-1])
    for below, level in pairwise(levels):
        halves = list(zip(below, literals, strict=True))
        literals = []
        for node, first_half, second_half in zip_longest(level, halves[::2], halves[1::2]):
            if second_half is None:
                literals.append(first_half[1])
                continue
            literals.append([fresh() for _ in node.sums[1:]])
            yield from _node_clauses(node.sums, literals[-1], first_half, second_half)


def _levels(shape: SumShape) -> list[list[_Node]]:
    """Returns the leaves, then each level above them; a node that is left over at the end of one is in the next."""
    highest_of_all = sum(shape.weights) * (shape.size - 1)

    def node(sums: set[int], highest: int) -> _Node:
        low = shape.least - (highest_of_all - highest)
        return _Node(sorted(each for each in sums if low <= each <= shape.most), highest)

    level = [
        node({weight * digit for digit in range(shape.size)}, weight * (shape.size - 1)) for weight in shape.weights
    ]
    levels = [level]
    work = 0
    while len(level) > 1:
        above = []
        for one, other in zip(level[::2], level[1::2], strict=False):
            work += len(one.sums) * len(other.sums)
            if work > shape.most_steps:
                raise FormulaTooLarge("there are too many partial sums")
            above.append(node({a + b for a in one.sums for b in other.sums}, one.highest + other.highest))
        level = above + level[len(above) * 2 :]
        levels.append(level)
    return levels


def _leaf_literals(cell: Sequence[int], fresh: Fresh) -> list[int]:
    """Returns for each digit of a cell but the first one the literal "at least this digit"."""
    if len(cell) < 2:
        return []
    # The second digit and more are all digits but the first; the last and more is the last.
    return [-cell[0], *[fresh() for _ in cell[2:-1]], cell[-1]] if len(cell) > 2 else [cell[1]]


def _leaf_clauses(cell: Sequence[int], literals: Sequence[int]) -> Iterator[Clause]:
    """Yields clauses that tie the literals of digits to those of "at least this digit"."""
    for lower, higher in pairwise(literals):
        yield lower, -higher
    for digit in range(1, len(cell) - 1):
        lower, higher = literals[digit - 1], literals[digit]
        yield -cell[digit], lower
        yield -cell[digit], -higher
        yield cell[digit], -lower, higher


def _node_clauses(
    sums: Sequence[int],
    literals: Sequence[int],
    first: tuple[_Node, Sequence[int]],
    second: tuple[_Node, Sequence[int]],
) -> Iterator[Clause]:
    (one, one_literals), (other, other_literals) = first, second
    for i, a in enumerate(one.sums):
        for j, b in enumerate(other.sums):
            # The halves come to at least a and b.
            place = bisect_left(sums, a + b)
            if place:
                more = (literals[place - 1],) if place < len(sums) else ()
                yield (
                    *(-each for each in one_literals[i - 1 : i] if i),
                    *(-each for each in other_literals[j - 1 : j] if j),
                    *more,
                )
            # The halves come to at most a and b.
            place = bisect_right(sums, a + b)
            if place < len(sums):
                more = (-literals[place - 1],) if place else ()
                yield *one_literals[i : i + 1], *other_literals[j : j + 1], *more
