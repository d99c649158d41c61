"""Unsatisfiable formulas, a checker of proofs that they are (slow, short, and independent of any solver), and
formulas with their duplicates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from unittest.mock import patch

from unitdoku import Layout, Puzzle
from unitdoku.encoders.cnf.encodings import CnfOptions
from unitdoku.encoders.cnf.formula import ClauseCollector, Formula

Clauses = list[list[int]]


def pigeons(count: int) -> Clauses:
    """So many pigeons, one hole less: no way, and a long proof."""
    holes = count - 1
    clauses = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(count)]
    for hole in range(holes):
        clauses += [[-(a * holes + hole + 1), -(b * holes + hole + 1)] for a, b in combinations(range(count), 2)]
    return clauses


def confirms(clauses: Iterable[Sequence[int]], proof: Iterable[str]) -> bool:
    """Whether each line of a DRUP proof follows from what is before it, and in the end nothing can be satisfied.

    Deletions are left out: a clause too many confirms nothing that is wrong. The empty clause may be missing.
    """
    known = [frozenset(clause) for clause in clauses]
    for line in proof:
        if line.startswith("d"):
            continue
        clause = frozenset(int(word) for word in line.split()[:-1])
        if not follows(clause, known):
            return False
        known.append(clause)
    return follows(frozenset(), known)


def follows(clause: frozenset[int], known: list[frozenset[int]]) -> bool:
    """Whether unit propagation finds a contradiction in the clauses and the opposite of this one."""
    return propagated({-literal for literal in clause}, known) is None


def propagated(given: Iterable[int], known: Sequence[Iterable[int]]) -> set[int] | None:
    """The given literals and all that unit propagation finds in the clauses; None where it finds a contradiction."""
    true = set(given)
    moved = True
    while moved:
        moved = False
        for other in known:
            left = [literal for literal in other if -literal not in true]
            if not left:
                return None
            if len(left) == 1 and left[0] not in true:
                true.add(left[0])
                moved = True
    return true


def with_duplicates(subject: Layout | Puzzle, options: CnfOptions | None = None) -> Formula:
    """The formula with the clauses that are equal to earlier ones, which its size counts too."""
    with patch.object(ClauseCollector, "_keeps_duplicates", True):
        return (options or CnfOptions()).encode(subject)
