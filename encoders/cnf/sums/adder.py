"""Sums as binary adder networks: the bits of the terms are added up, and the bits of the result are compared.

Een and Sorensson, "Translating pseudo-Boolean constraints into SAT" (2006), with the clauses that they add to a full
adder. A term is weight times digit of a cell; each of its bits is a literal that the digits define. Place by place,
full adders turn three bits into their sum and a carry, and a half adder turns the last two. The formula grows with the
logarithm of weights and totals: no sum is too large. Unit propagation finds little before most cells are known, since a
bit of the result does not bound the terms.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from ....reference.model.layout import cached
from ..at_most_one import Fresh
from ..variables import Clause
from .shape import SumShape, contradiction

_Bits = tuple[tuple[int, tuple[bool, ...]], ...]
"""The places of a term's bits that are not always 0, each with the value of the bit by digit."""


def encode(shape: SumShape, cells: Sequence[Sequence[int]], fresh: Fresh) -> Iterator[Clause]:
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
