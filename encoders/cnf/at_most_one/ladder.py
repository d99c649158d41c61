"""The ladder: rungs y_1 .. y_n are true up to some height, and the true literal is the one at that height.

    y_i -> y_{i-1}                              i = 2 .. n
    x_i  if and only if  y_{i-1} and not y_i    i = 1 .. n, with y_0 true

Gent and Nightingale, "A new encoding of AllDifferent into SAT" (2004); Ansotegui and Manya, "Mapping problems with
finite-domain variables into problems with Boolean variables" (2004). Their ladder says exactly one. The last
rung here is an addition: where it is true, no literal is. The literals determine every rung, so each of their
assignments extends in one way. For n > 1 literals: 4n-2 clauses, n auxiliaries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..variables import Clause
from .table import Fresh


def encode_ladder(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yields the clauses rung by rung."""
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
