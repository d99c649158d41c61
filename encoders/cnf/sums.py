"""Sums as clauses: three encodings, and the choice between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from itertools import count as numbers
from math import gcd
from typing import NamedTuple

from ...reference.contract.errors import FormulaTooLarge
from ...reference.model.layout import cached
from ...reference.model.rules import Sum
from .at_most_one import Fresh
from .formula import ClauseCollector, contradiction
from .variables import Clause, VariableMap

# A sum as the encodings see it: each cell adds a weight times a digit from 0, so that no coefficient is negative.

MOST_STEPS, MOST_STEPS_OTHERWISE = 200_000, 20_000
"""The most steps, such as nodes of a diagram times digits, of an encoding that grows with partial sums: where it is
asked for, and where it is one of several that could write a sum."""


class SumShape(NamedTuple):
    """What the clauses of a sum depend on: the sum of weights times digits is one of `least` to `most`.

    Each weight belongs to a cell, whose digits are 0 to `size - 1`. Weights are positive, descend, and have no common
    divisor. Some sums of digits are within the bounds, and some are not.
    """

    size: int
    weights: tuple[int, ...]
    least: int
    most: int
    sets: tuple[int, ...] | None
    """For a cage the sets of values that its cells can have, each as bits (bit `v - 1` for value `v`)."""
    most_steps: int = MOST_STEPS


EncodeSum = Callable[[SumShape, Sequence[Sequence[int]], Fresh], Iterator[Clause]]
"""Yields clauses, none of which is empty, over the literals of each cell, by digit, and over fresh variables.

For each assignment in which every cell has one digit there are values of the fresh variables with which the clauses
hold exactly where the sum is within its bounds. Raises `FormulaTooLarge`, before the first clause, for more steps than
`most_steps`.
"""


# Cages by their combinations: a variable for each set of different values that adds up to the total.
#
# Exactly one of the combinations holds. Where it does, no cell of the cage has another value, and each of its values
# stands in one of the cells. That the values differ is written elsewhere: the cage is a unit, too.

_MOST_EXCLUDED = 24
"""The most combinations of which pairs are excluded: their number grows with the square. It follows from the other
clauses that no two hold, but not by unit propagation."""


def by_combinations(shape: SumShape, cells: Sequence[Sequence[int]], fresh: Fresh) -> Iterator[Clause]:
    """Yields the clauses of a cage: its combinations, then its values, ascending."""
    sets = shape.sets
    if not sets:
        yield from contradiction(fresh)
        return
    chosen = [fresh() for _ in sets]
    yield tuple(chosen)
    if len(chosen) <= _MOST_EXCLUDED:
        yield from combinations([-each for each in chosen], 2)
    for digit in range(shape.size):
        having = [combination for combination, values in zip(chosen, sets, strict=True) if values >> digit & 1]
        literals = [cell[digit] for cell in cells]
        if len(having) == len(sets):
            yield tuple(literals)
            continue
        for combination in having:
            yield -combination, *literals
        for literal in literals:
            yield -literal, *having


# Sums as decision diagrams: a variable for each sum that the first cells can have.
#
# After Abio, Gange, Mayer-Eichberger and Stuckey, "On CNF encodings of decision diagrams" (2016). The cells with the
# largest weights come first. A *node* is a number of cells and the sum of their digits; sums from which the total is
# out of reach are left out, and those from which it is certain are one node. With each node and each digit of the
# next cell there is a node that follows. Clauses say so in both directions, so that unit propagation rules a value
# out where all nodes before it are ruled out, or all nodes after it.

_CERTAIN = -1
"""The node from which every way leads to the total."""

_Step = dict[int, dict[int, int]]
"""For each node before a cell the nodes after it, by digit; those that are out of reach are missing."""


def by_diagram(shape: SumShape, cells: Sequence[Sequence[int]], fresh: Fresh) -> Iterator[Clause]:
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


# Sums as binary adder networks: the bits of the terms are added up, and the bits of the result are compared.
#
# Een and Sorensson, "Translating pseudo-Boolean constraints into SAT" (2006), with the clauses that they add to a
# full adder. A term is weight times digit of a cell; each of its bits is a literal that the digits define. Place by
# place, full adders turn three bits into their sum and a carry, and a half adder turns the last two. The formula
# grows with the logarithm of weights and totals: no sum is too large. Unit propagation finds little before most cells
# are known, since a bit of the result does not bound the terms.

_Bits = tuple[tuple[int, tuple[bool, ...]], ...]
"""The places of a term's bits that are not always 0, each with the value of the bit by digit."""


def by_adder(shape: SumShape, cells: Sequence[Sequence[int]], fresh: Fresh) -> Iterator[Clause]:
    """Yields the clauses of the bits cell by cell, those of the adders from the lowest place on, the comparison."""
    places: list[deque[int]] = []
    for weight, cell in zip(shape.weights, cells, strict=True):
        literals: dict[tuple[bool, ...], int] = {}
        for place, digits in _bits(weight, shape.size):
            if digits not in literals:
                literal = _literal_of_one_digit(digits, cell)
                if not literal:
                    literal = fresh()
                    yield from _bit_clauses(literal, digits, cell)
                literals[digits] = literal
            while len(places) <= place:
                places.append(deque())
            places[place].append(literals[digits])
    result: list[int | None] = []
    while len(result) < len(places):
        bits = places[len(result)]
        carries: deque[int] = deque()
        while len(bits) > 1:
            x, y = bits.popleft(), bits.popleft()
            z = bits.popleft() if bits else None
            one, carry = fresh(), fresh()
            yield from _half_adder(x, y, one, carry) if z is None else _full_adder(x, y, z, one, carry)
            bits.append(one)
            carries.append(carry)
        result.append(bits[0] if bits else None)
        if carries and len(result) == len(places):
            places.append(carries)
        elif carries:
            places[len(result)].extend(carries)
    yield from _comparison(shape, result) or contradiction(fresh)


@cached(1024)
def _bits(weight: int, size: int) -> _Bits:
    terms = [weight * digit for digit in range(size)]
    by_place = (tuple(bool(term >> place & 1) for term in terms) for place in range(terms[-1].bit_length()))
    return tuple((place, digits) for place, digits in enumerate(by_place) if any(digits))


def _literal_of_one_digit(digits: tuple[bool, ...], cell: Sequence[int]) -> int:
    """Returns the literal of a bit that one digit alone has or lacks; 0 for another bit."""
    if digits.count(True) == 1:
        return cell[digits.index(True)]
    return -cell[digits.index(False)] if digits.count(False) == 1 else 0


def _bit_clauses(bit: int, digits: tuple[bool, ...], cell: Sequence[int]) -> Iterator[Clause]:
    pairs = list(zip(digits, cell, strict=True))
    for has, literal in pairs:
        yield -literal, bit if has else -bit
    yield -bit, *[literal for has, literal in pairs if has]
    yield bit, *[literal for has, literal in pairs if not has]


def _full_adder(x: int, y: int, z: int, one: int, carry: int) -> Iterator[Clause]:
    yield from ((-x, -y, -z, one), (-x, y, z, one), (x, -y, z, one), (x, y, -z, one))
    yield from ((x, y, z, -one), (x, -y, -z, -one), (-x, y, -z, -one), (-x, -y, z, -one))
    yield from ((-x, -y, carry), (-x, -z, carry), (-y, -z, carry), (x, y, -carry), (x, z, -carry), (y, z, -carry))
    # These follow from the others, but not by unit propagation.
    for bit in (x, y, z):
        yield bit, -one, -carry
        yield -bit, one, carry


def _half_adder(x: int, y: int, one: int, carry: int) -> Iterator[Clause]:
    yield from ((-x, -y, -one), (x, y, -one), (-x, y, one), (x, -y, one))
    yield from ((-x, -y, carry), (x, -carry), (y, -carry), (-one, -carry))


def _comparison(shape: SumShape, result: Sequence[int | None]) -> list[Clause]:
    """Returns clauses for a result of `least` to `most`, none where it cannot be; None is a bit that is always 0."""
    least, most = ([bool(bound >> place & 1) for place in range(len(result))] for bound in (shape.least, shape.most))
    if least == most:
        if any(needed and bit is None for needed, bit in zip(least, result, strict=True)):
            return []
        return [(bit if needed else -bit,) for needed, bit in zip(least, result, strict=True) if bit is not None]
    clauses: list[Clause] = []
    for place, bit in enumerate(result):
        above = range(place + 1, len(result))
        # A result above `most` has a bit too much at some place, and above it each bit that `most` has; a result below
        # `least` lacks a bit, and above that it has none that `least` lacks. Where `least` is 0, it never is below.
        equal = [result[each] for each in above if most[each]]
        if not most[place] and bit is not None and None not in equal:
            clauses.append(tuple(dict.fromkeys([-bit, *[-each for each in equal if each is not None]])))
        if least[place]:
            more = dict.fromkeys([bit, *[result[each] for each in above if not least[each]]])
            clauses.append(tuple(each for each in more if each is not None))
    return clauses


# Every encoding of sums by its name: a new one is a function and a row.

_WORTH = 3
"""A diagram with up to this many times the clauses of an adder is preferred: it finds contradictions earlier. With more
clauses, writing them takes longer than that saves."""

SUMS: dict[str, EncodeSum] = {"combination": by_combinations, "mdd": by_diagram, "adder": by_adder}
"""The encodings, in the order of listings. `combination` is for cages, and leaves other sums to the others; `adder`
takes every sum."""


def write_sums(variables: VariableMap, name: str, clauses: ClauseCollector) -> None:
    """Adds the clauses of all sums of the layout, by the encoding of this name; raises `FormulaTooLarge`."""
    for each in variables.layout.value_sums:
        shape, cells = _shape(each, variables)
        if isinstance(shape, SumShape):
            chosen = _otherwise(shape) if name == "combination" and shape.sets is None else name
            encoded = SUMS[chosen](shape, cells, clauses.fresh)
            try:
                clauses.part((chosen, shape), partial(clauses.extend, encoded))
            except FormulaTooLarge as error:
                raise FormulaTooLarge(
                    f"{each} has too many partial sums for the encoding {name}; sum=adder takes it"
                ) from error
        elif not shape:
            clauses.at_least_one([])


def _shape(each: Sum, variables: VariableMap) -> tuple[SumShape | bool, list[range]]:
    """Returns the shape of a sum of values, and the literals of each cell by digit.

    For a sum that always holds, or never, it is True or False in place of the shape.
    """
    size = variables.layout.size
    divisor = gcd(*(coefficient for _, coefficient in each.terms))
    terms = [(coefficient // divisor, cell) for cell, coefficient in each.terms]
    terms.sort(key=lambda term: (-abs(term[0]), term[1]))
    weights = tuple(abs(coefficient) for coefficient, _ in terms)
    lowest = sum(coefficient * (1 if coefficient > 0 else size) for coefficient, _ in terms)
    least, most = each.bounds
    highest = sum(weights) * (size - 1)
    low = 0 if least is None else max(0, -(-least // divisor) - lowest)
    high = highest if most is None else min(highest, most // divisor - lowest)
    if low > high or (low, high) == (0, highest):
        return low <= high, []
    cells = []
    for coefficient, cell in terms:
        literals = range(variables.literal(cell, 1), variables.literal(cell, size) + 1)
        cells.append(literals if coefficient > 0 else literals[::-1])
    cage = variables.layout.cages.get(each)
    return SumShape(size, weights, low, high, cage and cage.value_sets), cells


@cached(4096)
def _otherwise(shape: SumShape) -> str:
    """Returns the encoding of a sum that is no cage: a diagram, or an adder where the diagram is much larger."""
    try:
        diagram = _clauses("mdd", shape._replace(most_steps=MOST_STEPS_OTHERWISE))
    except FormulaTooLarge:
        return "adder"
    return "mdd" if diagram <= _WORTH * _clauses("adder", shape) else "adder"


def _clauses(name: str, shape: SumShape) -> int:
    """Returns the number of clauses; raises `FormulaTooLarge`."""
    own = len(shape.weights) * shape.size
    cells = [range(first, first + shape.size) for first in range(1, own + 1, shape.size)]
    return sum(1 for _ in SUMS[name](shape, cells, numbers(own + 1).__next__))
