"""Three totalizers of PySAT: a tree that counts the true literals, and clauses that forbid its root the count 2.

totalizer      each node counts in unary as far as it has leaves; Bailleux and Boufkhad, "Efficient CNF encoding of
               Boolean cardinality constraints" (2003)
mtotalizer     each node counts in two unary digits, of a modulus that is the square root of n; Ogawa, Liu, Hasegawa,
               Koshimura and Fujita, "Modulo based CNF encoding of cardinality constraints and its application to
               MaxSAT solvers" (2013)
kmtotalizer    the same, without nodes that count beyond the bound; Morgado, Ignatiev and Marques-Silva, "MSCG: robust
               core-guided MaxSAT solving" (2014)

They are made for larger bounds; for at most one they are a comparison. Their implications go one way: a node may count
more than its true leaves, and one assignment of the literals extends to many of the auxiliaries. For n > 2 literals,
where t is n ceil(log2 n) - 2^ceil(log2 n) + n, the number of leaves summed over all nodes:

               clauses                 auxiliaries    literals
totalizer      n(n-1)/2 + t + 1        t              3n(n-1)/2 + 2t + 1
kmtotalizer    4(n-1)                  2(n-1)         10(n-1)

These formulas are not published: they were derived from the clauses of PySAT 1.9.dev17, and a test compares them with
what the installed one builds. For two literals PySAT always makes the one pairwise clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pysat.card import CardEnc, EncType  # type: ignore[import-untyped]  # python-sat has no type hints

from ..variables import Clause
from .bitwise import bits_for
from .pairwise import size_pairwise
from .table import Fresh, Size


def _renumbered(literals: Sequence[int], fresh: Fresh, encoding: int) -> Iterator[Clause]:
    """Yields PySAT's clauses, in its order: the literals take the place of 1 .. n, fresh variables that of others."""
    count = len(literals)
    formula = CardEnc.atmost(lits=list(range(1, count + 1)), bound=1, top_id=count, encoding=encoding)
    names = [0, *literals, *(fresh() for _ in range(formula.nv - count))]
    for clause in formula.clauses:
        yield tuple(names[literal] if literal > 0 else -names[-literal] for literal in clause)


encode_totalizer = partial(_renumbered, encoding=EncType.totalizer)
encode_mtotalizer = partial(_renumbered, encoding=EncType.mtotalizer)
encode_kmtotalizer = partial(_renumbered, encoding=EncType.kmtotalizer)


def size_totalizer(count: int) -> Size:
    """Returns the size for `count` literals, in closed form.

    A node has one output for each of its leaves. It has a clause for each output of its two halves and one for each
    pair of them. Two leaves are in different halves of exactly one node: all nodes have as many pairs as the leaves.
    """
    if count < 3:
        return size_pairwise(count)
    depth = bits_for(count)
    outputs = count * depth - 2**depth + count
    pairs = count * (count - 1) // 2
    return Size(pairs + outputs + 1, outputs, 3 * pairs + 2 * outputs + 1)
