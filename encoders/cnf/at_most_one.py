"""At most one of some literals is true, as clauses: a function for each encoding, and the table of them by name.

For n literals, n > 1, with the logarithms of base 2 rounded up:

    name                 clauses                auxiliary variables
    pairwise             n(n-1)/2               0
    sequential-counter   3n-4                   n-1
    ladder               4n-2                   n
    bitwise              n log n                log n
    product              about 2n + 4 sqrt n    about 2 sqrt n
    commander            about 7n/2             about n/2
    bimander             n log n/2 + n/2        log n/2
    pysat-ENCODING       as PySAT writes it: `pysat-totalizer`, `pysat-seqcounter` and others

In every encoding, unit propagation makes all other literals false as soon as one is true. In all but those of PySAT it
then decides every auxiliary variable too, so that a grid is one assignment wherever exactly one literal has to be true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import isqrt

from ...reference.contract.errors import BackendUnavailable, OptionError, install_advice
from .variables import Clause

Fresh = Callable[[], int]
"""Returns the next unused variable, a new one each time."""

Encode = Callable[[Sequence[int], Fresh], Iterator[Clause]]
"""Yields clauses that hold, for some values of the fresh variables, exactly when at most one literal is true.

The literals are of different variables and may be negative. For fewer than two literals there are no clauses.
"""


def pairwise(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:  # noqa: ARG001 - none needed
    """No two literals are both true; also called binomial or naive. It is older than any paper about it.

        not x_i  or  not x_j    i < j

    It has the fewest clauses up to five literals, and is the only encoding without auxiliary variables. Clauses are in
    lexicographic order of the positions.
    """
    return combinations([-literal for literal in literals], 2)


def sequential_counter(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """s_i is true when any of x_1 .. x_i is, and then x_{i+1} is not.

        x_i -> s_i            i = 1 .. n-1
        s_{i-1} -> s_i        i = 2 .. n-1
        s_{i-1} -> not x_i    i = 2 .. n

    Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints" (2005), its counter with the bound 1. The
    implications go one way: where no literal is true, a counter may still be true.
    """
    if len(literals) < 2:
        return
    before = fresh()
    yield -literals[0], before
    for literal in literals[1:-1]:
        after = fresh()
        yield -literal, after
        yield -before, after
        yield -before, -literal
        before = after
    yield -before, -literals[-1]


def ladder(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Rungs y_1 .. y_n are true up to some height, and the true literal is the one at that height.

        y_i -> y_{i-1}                              i = 2 .. n
        x_i  if and only if  y_{i-1} and not y_i    i = 1 .. n, with y_0 true

    Gent and Nightingale, "A new encoding of AllDifferent into SAT" (2004); Ansotegui and Manya, "Mapping problems with
    finite-domain variables into problems with Boolean variables" (2004). Their ladder says exactly one. The last rung
    here is an addition: where it is true, no literal is. The literals determine every rung, so each of their
    assignments extends in one way.
    """
    if len(literals) < 2:
        return
    below = fresh()
    yield -literals[0], -below
    yield literals[0], below
    for literal in literals[1:]:
        rung = fresh()
        yield -rung, below
        yield -literal, below
        yield -literal, -rung
        yield literal, -below, rung
        below = rung


def bitwise(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """A true literal sets shared bits to its own number; also called binary or logarithmic.

        x_i -> bit k has its value in the binary code of i-1    all i, all k

    Frisch, Peugniez, Doggett and Nightingale, "Solving non-Boolean satisfiability problems with stochastic local
    search" (2005); also Prestwich (2007). It has few auxiliary variables.
    """
    return _numbered_groups(literals, 1, fresh)


def product(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """The literals fill a rectangle of which at most one row and at most one column is in use.

        x in row r, column c  ->  row r is in use, column c is in use
        at most one row, at most one column    by the same encoding; pairwise up to four literals

    Chen, "A new SAT encoding of the at-most-one constraint" (2010). For n > 4 literals, where P(n) is the number of
    clauses, p the square root of n rounded up, and q n/p rounded up: P(n) = 2n + P(p) + P(q). Pairwise has fewer
    clauses for five and six literals too (10 and 15, not 14 and 16), but hides the rectangle.
    """
    if len(literals) <= 4:
        yield from pairwise(literals, fresh)
        return
    row_count = isqrt(len(literals) - 1) + 1
    column_count = -(-len(literals) // row_count)
    rows = [fresh() for _ in range(row_count)]
    columns = [fresh() for _ in range(column_count)]
    for number, literal in enumerate(literals):
        row, column = divmod(number, column_count)
        yield -literal, rows[row]
        yield -literal, columns[column]
    yield from product(rows, fresh)
    yield from product(columns, fresh)


def commander(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Groups of three, each with a commander that is true exactly when one of its group is.

        within a group    pairwise at most one
        commander  if and only if  x_1 or x_2 or x_3
        at most one commander    by the same encoding; pairwise up to six literals

    Klieber and Kwon, "Efficient CNF encoding for selecting 1 from n objects" (2007). A single literal that is left over
    is its own commander. The literals determine every commander, so each of their assignments extends in one way. A
    group of three takes 7 clauses and 1 auxiliary variable, a group of two 4 and 1. For six literals pairwise has 15
    clauses, as this has, and no auxiliary variables.
    """
    if len(literals) <= 6:
        yield from pairwise(literals, fresh)
        return
    commanders = []
    for start in range(0, len(literals), 3):
        group = literals[start : start + 3]
        if len(group) == 1:
            commanders.append(group[0])
            continue
        above = fresh()
        commanders.append(above)
        yield from pairwise(group, fresh)
        for literal in group:
            yield -literal, above
        yield (-above, *group)
    yield from commander(commanders, fresh)


def bimander(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Groups of two; a true literal sets shared bits to the number of its group.

        within a group    pairwise at most one
        x in group g  ->  bit k has its value in the binary code of g

    Nguyen and Mai, "A new method to encode the at-most-one constraint into SAT" (2015): groups as in the commander
    encoding, with the bits of the bitwise encoding in place of commanders.
    """
    return _numbered_groups(literals, 2, fresh)


def _numbered_groups(literals: Sequence[int], size: int, fresh: Fresh) -> Iterator[Clause]:
    """Yields the clauses of groups of this size, and those that set bits, lowest first, to the number of a group."""
    groups = [literals[start : start + size] for start in range(0, len(literals), size)]
    bits = [fresh() for _ in range(max(len(groups) - 1, 0).bit_length())]
    for number, group in enumerate(groups):
        yield from pairwise(group, fresh)
        for literal in group:
            yield from ((-literal, bit if number >> place & 1 else -bit) for place, bit in enumerate(bits))


def _of_pysat(name: str) -> Encode:
    """Returns an encoding of cardinality by PySAT, with the bound 1, by its name there, such as `totalizer`.

    Most are made for larger bounds. Their implications go one way: an auxiliary variable may be true without a reason,
    and one assignment of the literals extends to many of the auxiliary variables.
    """
    try:
        from pysat.card import CardEnc, EncType  # type: ignore[import-untyped]  # python-sat has no type hints
    except ImportError as error:
        raise BackendUnavailable(
            f"at-most-one encodings of PySAT need python-sat ({error}): {install_advice('sat')}"
        ) from error
    # Its `native` writes no clauses.
    known = {name: number for name, number in vars(EncType).items() if name[0] != "_" and name != "native"}
    if name not in known:
        raise OptionError(f"unknown at-most-one encoding of PySAT {name!r}; known: {', '.join(known)}")

    def encode(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
        count = len(literals)
        formula = CardEnc.atmost(lits=list(range(1, count + 1)), bound=1, top_id=count, encoding=known[name])
        renamed = [0, *literals, *(fresh() for _ in range(formula.nv - count))]
        for clause in formula.clauses:
            yield tuple(renamed[literal] if literal > 0 else -renamed[-literal] for literal in clause)

    return encode


AT_MOST_ONE: dict[str, Encode] = {
    "pairwise": pairwise,
    "sequential-counter": sequential_counter,
    "ladder": ladder,
    "bitwise": bitwise,
    "product": product,
    "commander": commander,
    "bimander": bimander,
}
"""The encodings written here, in the order of listings."""

OF_PYSAT = "pysat-"
"""What the names of PySAT's encodings begin with."""


def at_most_one_named(name: str) -> Encode:
    """Returns the encoding of this name.

    Raises `OptionError`, which lists the known ones, and for those of PySAT `BackendUnavailable` where it is missing.
    """
    if name.startswith(OF_PYSAT):
        return _of_pysat(name.removeprefix(OF_PYSAT))
    if name not in AT_MOST_ONE:
        known = ", ".join([*AT_MOST_ONE, f"{OF_PYSAT}ENCODING"])
        raise OptionError(f"unknown at-most-one encoding {name!r}; known: {known}")
    return AT_MOST_ONE[name]
