"""Sums as decision diagrams: a variable for each sum that the first cells can have.

After Abio, Gange, Mayer-Eichberger and Stuckey, "On CNF encodings of decision diagrams" (2016). The cells with the
largest coefficients come first. A *node* is a number of cells and the sum of their values; sums from which the total is
out of reach are left out, and those from which it is certain are one node. With each node and each value of the next
cell there is a node that follows. Clauses say so in both directions, so that unit propagation rules a value out where
no path of nodes has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....reference.errors import FormulaTooLarge
from ....reference.sum import Sum
from ..formula import ClauseCount, Clauses
from ..variables import VariableMap

MOST_STEPS = 200_000
"""Nodes times values of a diagram; a larger one is refused before anything is written."""

_CERTAIN = None
"""The node from which every way leads to the total."""

_Node = int | None


class _Step(NamedTuple):
    """A cell, and for each node before it the nodes after it, by value; those that are out of reach are missing."""

    cell: int
    next_nodes: dict[_Node, dict[int, _Node]]


def write(each: Sum, variables: VariableMap, clauses: Clauses | ClauseCount) -> None:
    """Adds the clauses of any sum; raises `FormulaTooLarge` for one with too many nodes."""
    steps = _steps(each, variables.layout.size)
    if not steps[-1].next_nodes:
        clauses.at_least_one([])  # the total is out of reach
        return
    before = {node: clauses.fresh() for node in steps[0].next_nodes}
    clauses.at_least_one(list(before.values()))
    for step in steps:
        after: dict[_Node, int] = {}
        for nodes in step.next_nodes.values():
            for node in nodes.values():
                if node not in after:
                    after[node] = clauses.fresh()
        _write_step(step, before, after, variables, clauses)
        before = after


def _write_step(
    step: _Step,
    before: dict[_Node, int],
    after: dict[_Node, int],
    variables: VariableMap,
    clauses: Clauses | ClauseCount,
) -> None:
    values = range(1, variables.layout.size + 1)
    having = {value: variables.literal(step.cell, value) for value in values}
    from_value: dict[int, list[int]] = {value: [] for value in values}
    to_value: dict[int, dict[int, None]] = {value: {} for value in values}
    to_node: dict[int, dict[int, None]] = {literal: {} for literal in after.values()}
    for node, nodes in step.next_nodes.items():
        here = before[node]
        for value, node_after in nodes.items():
            there = after[node_after]
            clauses.at_least_one([-here, -having[value], there])
            from_value[value].append(here)
            to_value[value][there] = None
            to_node[there][here] = None
        clauses.at_least_one([-here, *(having[value] for value in nodes)])
        clauses.at_least_one([-here, *dict.fromkeys(after[there] for there in nodes.values())])
    for there, heres in to_node.items():
        clauses.at_least_one([-there, *heres])
    for value in values:
        clauses.at_least_one([-having[value], *from_value[value]])
        clauses.at_least_one([-having[value], *to_value[value]])


def _steps(each: Sum, size: int) -> list[_Step]:
    """Returns the diagram, without nodes that no way from the first one reaches or that lead to the total by none."""
    terms = sorted(each.terms, key=lambda term: (-abs(term[1]), term[0]))
    least, most = each.bounds
    # What the cells from each one on add up to, at least and at most.
    rest = [(0, 0)]
    for _, times in reversed(terms):
        low, high = sorted((times, times * size))
        rest.append((rest[-1][0] + low, rest[-1][1] + high))
    rest.reverse()

    def node_of(found: int, cells: int) -> Iterator[_Node]:
        """Yields the node of so many cells with this sum, unless the total is out of reach."""
        low, high = found + rest[cells][0], found + rest[cells][1]
        if (least is None or high >= least) and (most is None or low <= most):
            certain = (least is None or low >= least) and (most is None or high <= most)
            yield _CERTAIN if certain else found

    nodes: list[_Node] = list(node_of(0, 0))
    steps = []
    work = 0
    for number, (cell, times) in enumerate(terms, start=1):
        next_nodes: dict[_Node, dict[int, _Node]] = {}
        for node in nodes:
            work += size
            if work > MOST_STEPS:
                raise FormulaTooLarge(f"{each} has too many partial sums for clauses; cpsat takes it")
            following: dict[int, _Node] = {}
            for value in range(1, size + 1):
                for found in [_CERTAIN] if node is _CERTAIN else node_of(node + times * value, number):
                    following[value] = found
            next_nodes[node] = following
        steps.append(_Step(cell, next_nodes))
        nodes = list(dict.fromkeys(after for following in next_nodes.values() for after in following.values()))
    return _without_dead_ends(steps)


def _without_dead_ends(steps: list[_Step]) -> list[_Step]:
    """Returns the diagram without nodes from which no way leads to its end: bounds do not see that of gaps."""
    kept: list[_Step] = []
    alive: set[_Node] | None = None
    for step in reversed(steps):
        next_nodes = {}
        for node, nodes in step.next_nodes.items():
            left = nodes if alive is None else {value: there for value, there in nodes.items() if there in alive}
            if left:
                next_nodes[node] = left
        alive = set(next_nodes)
        kept.append(_Step(step.cell, next_nodes))
    return kept[::-1]
