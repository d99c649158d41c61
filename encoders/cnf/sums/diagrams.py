"""Sums as decision diagrams: a variable for each sum that the first cells can have.

After Abio, Gange, Mayer-Eichberger and Stuckey, "On CNF encodings of decision diagrams" (2016). The cells with the
largest weights come first. A *node* is a number of cells and the sum of their digits; sums from which the total is
out of reach are left out, and those from which it is certain are one node. With each node and each digit of the next
cell there is a node that follows. Clauses say so in both directions, so that unit propagation rules a value out where
all nodes before it are ruled out, or all nodes after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....reference.contract.errors import FormulaTooLarge
from ..at_most_one import Fresh
from ..variables import Clause
from .shape import SumShape, contradiction

_CERTAIN = -1
"""The node from which every way leads to the total."""

_Step = dict[int, dict[int, int]]
"""For each node before a cell the nodes after it, by digit; those that are out of reach are missing."""


def encode(shape: SumShape, cells: Sequence[Sequence[int]], fresh: Fresh) -> Iterator[Clause]:
    """Yields the clauses cell by cell, in the order of the weights."""
    steps = _steps(shape)
    if not steps[-1]:
        yield from contradiction(fresh)
        return
    before = {node: fresh() for node in steps[0]}
    yield tuple(before.values())
    for step, cell in zip(steps, cells, strict=True):
        after: dict[int, int] = {}
        for nodes in step.values():
            for node in nodes.values():
                if node not in after:
                    after[node] = fresh()
        yield from _step_clauses(step, cell, before, after)
        before = after


def _step_clauses(step: _Step, cell: Sequence[int], before: dict[int, int], after: dict[int, int]) -> Iterator[Clause]:
    from_digit: list[list[int]] = [[] for _ in cell]
    to_digit: list[dict[int, None]] = [{} for _ in cell]
    to_node: dict[int, dict[int, None]] = {literal: {} for literal in after.values()}
    for node, nodes in step.items():
        here = before[node]
        for digit, node_after in nodes.items():
            there = after[node_after]
            yield -here, -cell[digit], there
            from_digit[digit].append(here)
            to_digit[digit][there] = None
            to_node[there][here] = None
        yield -here, *[cell[digit] for digit in nodes]
        yield -here, *dict.fromkeys([after[there] for there in nodes.values()])
    for there, heres in to_node.items():
        yield -there, *heres
    for digit, literal in enumerate(cell):
        yield -literal, *from_digit[digit]
        yield -literal, *to_digit[digit]


def _steps(shape: SumShape) -> list[_Step]:
    """Returns the diagram, without nodes that are unreachable or cannot reach the total."""
    digits = range(shape.size)
    left = sum(shape.weights) * (shape.size - 1)
    nodes = [0]
    steps = []
    work = 0
    for weight in shape.weights:
        left -= weight * (shape.size - 1)
        # A sum of the cells so far is within reach of the bounds from `low` on, and meets them for certain from
        # `certain` to `safe`.
        low, certain, safe = shape.least - left, shape.least, shape.most - left
        step: _Step = {}
        for node in nodes:
            work += shape.size
            if work > shape.most_steps:
                raise FormulaTooLarge("there are too many partial sums")
            following = {}
            for digit in digits:
                found = _CERTAIN if node == _CERTAIN else node + weight * digit
                if found == _CERTAIN or certain <= found <= safe:
                    following[digit] = _CERTAIN
                elif low <= found <= shape.most:
                    following[digit] = found
            step[node] = following
        steps.append(step)
        nodes = list(dict.fromkeys([after for following in step.values() for after in following.values()]))
    return _without_dead_ends(steps)


def _without_dead_ends(steps: list[_Step]) -> list[_Step]:
    """Returns the diagram without nodes from which no way leads to its end: bounds do not see that of gaps."""
    kept: list[_Step] = []
    alive: set[int] | None = None
    for step in reversed(steps):
        kept_step = {}
        for node, nodes in step.items():
            left = nodes if alive is None else {digit: there for digit, there in nodes.items() if there in alive}
            if left:
                kept_step[node] = left
        alive = set(kept_step)
        kept.append(kept_step)
    return kept[::-1]
