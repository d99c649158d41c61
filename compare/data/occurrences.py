"""Which of very many puzzles occur several times, identical or equivalent, in 8 bytes each, or 16."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...reference.errors import UnitdokuError
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from .canonical import canonical, digests
from .judged import Judged, Numbers

MOST_COMPARED = 100_000
"""Of more puzzles equivalent ones are found only where that is asked for: a puzzle takes 0.03 ms."""

Keys: TypeAlias = "NDArray[np.uint64]"


class Occurrences:
    """Hashes of puzzles and, where `equivalence` asks for it, of their canonical forms; None: if there are few."""

    def __init__(self, equivalence: bool | None) -> None:
        self._compares, self._if_few = equivalence is not False, equivalence is None
        self._keys, self._forms = array("Q"), array("Q")
        self._pending: list[tuple[int, Callable[[], Iterable[bytes]]]] = []  # forms of the puzzles from an index on
        self.left_out: dict[str, None] = {}
        """Sentences about what was not compared."""

    def add(self, judged: Judged) -> None:
        """Adds puzzles; their indices follow those of the puzzles before."""
        start, layout, puzzle = len(self._keys), judged.layout, judged.puzzle(0)
        rows = list(map(bytes, judged.values)) if judged.is_plain else [repr(puzzle.candidates).encode()]
        joined = b"".join([blake2b(row, digest_size=8).digest() for row in rows])
        keys = (np.frombuffer(joined, np.uint64) ^ np.uint64(hash(layout) & 2**64 - 1)).tobytes()
        self._keys.frombytes(keys)
        if self._compares and self._if_few and len(self._keys) > MOST_COMPARED:
            self._compares = False
            self._pending.clear()
            self.left_out[f"equivalence is left out, as there are more than {MOST_COMPARED:,} puzzles"] = None
        if self._compares:
            self._forms.frombytes(keys)  # in place of forms that cannot be had
            self._pending.append((start, partial(_forms_of, layout, rows if judged.is_plain else puzzle)))
            if not self._if_few or len(rows) == 1:  # many single puzzles may have a layout each, which is not kept
                self._compare()

    def _compare(self) -> None:
        """Replaces hashes by those of canonical forms where they are pending."""
        while self._pending:
            start, forms = self._pending.pop()
            try:
                found = array("Q", short(forms()).tobytes())
                self._forms[start : start + len(found)] = found
            except UnitdokuError as error:
                self.left_out[f"some puzzles are compared only with identical ones: {error}"[:400]] = None

    def pairs(self, bounds: Sequence[int]) -> Iterator[tuple[str, Numbers]]:
        """Yields pairs of indices for each kind of repetition, see `AuditedPart`; parts begin at the bounds."""
        self._compare()
        exact = _repeated(np.asarray(self._keys), bounds)
        yield from zip(("duplicate", "shared"), exact, strict=True)
        if self._compares:
            alike = _repeated(np.asarray(self._forms), bounds)
            for kind, pairs, same in zip(("equivalent", "shared_equivalent"), alike, exact, strict=True):
                yield kind, pairs[~np.isin(pairs[:, 0], same[:, 0])]


def _repeated(keys: Keys, bounds: Sequence[int]) -> tuple[Numbers, Numbers]:
    """Returns pairs of indices of equal keys: those that an earlier one of their part has, and that another part has.

    Each is a table of two columns: an index, ascending, and that of another one. Takes 21 bytes a key where few are
    equal.
    """
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    follows = np.zeros(len(keys) + 1, bool)
    follows[1:-1] = ordered[1:] == ordered[:-1]
    several = follows[:-1] | follows[1:]
    members, follows = order[several], follows[:-1][several]  # equal ones together, ascending
    part = np.searchsorted(bounds, members, side="right")
    within = np.flatnonzero(follows & (part == np.roll(part, 1)))
    firsts = np.flatnonzero(~follows)
    sizes = np.diff(np.append(firsts, len(members)))
    first, last = (np.repeat(ends, sizes) for ends in (firsts, firsts + sizes - 1))
    shared = np.flatnonzero(part[first] != part[last])
    other = np.where(part == part[first], last, first)
    found = [(members[within], members[within - 1]), (members[shared], members[other[shared]])]
    exact, across = (np.column_stack(pair)[np.argsort(pair[0])] for pair in found)
    return exact, across


def short(forms: Iterable[bytes]) -> Keys:
    """Returns the first 64 bits of each digest."""
    return np.frombuffer(b"".join(form[:8] for form in forms), np.uint64)


def _forms_of(layout: Layout, puzzles: list[bytes] | Puzzle) -> Iterable[bytes]:
    """Returns the digests of the canonical forms of rows of values, or of one puzzle."""
    return [bytes.fromhex(canonical(puzzles))] if isinstance(puzzles, Puzzle) else digests(layout, puzzles)
