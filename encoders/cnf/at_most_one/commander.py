"""The commander encoding: groups of three, each with a commander that is true exactly when one of its group is.

    within a group    pairwise at most one
    commander  if and only if  x_1 or x_2 or x_3
    at most one commander    by the same encoding; pairwise up to six literals

Klieber and Kwon, "Efficient CNF encoding for selecting 1 from n objects" (2007). A remaining single literal is its
own commander. The literals determine every commander, so each of their assignments extends in one way. A group of three
takes 7 clauses and 1 auxiliary, a group of two 4 and 1: about 7n/2 clauses and n/2 auxiliaries for n literals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..variables import Clause
from .pairwise import encode_pairwise
from .table import Fresh

_GROUP = 3
_PAIRWISE_UP_TO = 6
"""Up to here the pairwise encoding is never larger: for six literals 15 clauses and no auxiliary, not 15 and 2."""


def encode_commander(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yields the clauses group by group, then those of the commanders."""
    if len(literals) <= _PAIRWISE_UP_TO:
        yield from encode_pairwise(literals, fresh)
        return
    commanders = []
    for start in range(0, len(literals), _GROUP):
        group = literals[start : start + _GROUP]
        if len(group) == 1:
            commanders.append(group[0])
            continue
        commander = fresh()
        commanders.append(commander)
        yield from encode_pairwise(group, fresh)
        for literal in group:
            yield -literal, commander
        yield (-commander, *group)
    yield from encode_commander(commanders, fresh)
