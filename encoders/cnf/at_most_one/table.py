"""Every at-most-one encoding by its name, and the types they share: a new one is a file and a row.

No encoding is imported before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from itertools import count as numbers
from types import ModuleType
from typing import NamedTuple

from ....reference.errors import BackendUnavailable, OptionError
from ..variables import Clause

Fresh = Callable[[], int]
"""Returns the next unused variable, a new one each time."""

Encode = Callable[[Sequence[int], Fresh], Iterator[Clause]]
"""Yields clauses that hold, for some values of the fresh variables, exactly when at most one literal is true.

The literals are of different variables and may be negative. For fewer than two literals there are no clauses.
"""


class Size(NamedTuple):
    """The number of clauses and of auxiliary variables, and the sum of the lengths of the clauses."""

    clauses: int = 0
    auxiliaries: int = 0
    literals: int = 0

    def plus(self, other: Size, times: int = 1) -> Size:
        """Returns the sum with so many of the other; `+` concatenates tuples."""
        return Size(*(mine + times * theirs for mine, theirs in zip(self, other, strict=True)))


Measure = Callable[[int], Size]
"""Returns the size of the encoding of this many literals, without encoding them."""


class AtMostOne(NamedTuple):
    """An encoding: the function `encode_WORD` in the file of that name or another.

    Encodings of quadratic size also have `size_WORD`, a formula; those of others are counted. Both properties raise
    `BackendUnavailable`, with what to install, where the file needs a package that is missing.
    """

    word: str
    paper: str
    file: str = ""

    @property
    def encode(self) -> Encode:
        """The function that yields the clauses."""
        encode: Encode = getattr(self._module(), f"encode_{self.word}")
        return encode

    @property
    def size(self) -> Measure:
        """The function from a number of literals to the size."""
        size: Measure | None = getattr(self._module(), f"size_{self.word}", None)
        return size or partial(_counted, self.encode)

    def _module(self) -> ModuleType:
        try:
            return import_module(f".{self.file or self.word}", __package__)
        except ImportError as error:
            # Only the file with the encodings of PySAT imports another package.
            raise BackendUnavailable(
                f"at-most-one encoding {self.word} cannot be loaded ({error}): pip install 'unitdoku[sat]'"
            ) from error


@cache
def _counted(encode: Encode, count: int) -> Size:
    fresh = numbers(count + 1)
    lengths = [len(clause) for clause in encode(range(1, count + 1), fresh.__next__)]
    return Size(len(lengths), next(fresh) - count - 1, sum(lengths))


AT_MOST_ONE: dict[str, AtMostOne] = {
    "pairwise": AtMostOne("pairwise", "folklore; also called binomial or naive"),
    "sequential-counter": AtMostOne("sequential_counter", "Sinz 2005"),
    "ladder": AtMostOne("ladder", "Gent and Nightingale 2004; Ansotegui and Manya 2004"),
    "bitwise": AtMostOne("bitwise", "Frisch, Peugniez, Doggett and Nightingale 2005"),
    "product": AtMostOne("product", "Chen 2010"),
    "commander": AtMostOne("commander", "Klieber and Kwon 2007"),
    "bimander": AtMostOne("bimander", "Nguyen and Mai 2015"),
    "totalizer": AtMostOne("totalizer", "Bailleux and Boufkhad 2003", "totalizers"),
    "mtotalizer": AtMostOne("mtotalizer", "Ogawa, Liu, Hasegawa, Koshimura and Fujita 2013", "totalizers"),
    "kmtotalizer": AtMostOne("kmtotalizer", "Morgado, Ignatiev and Marques-Silva 2014", "totalizers"),
}
"""The encodings, in the order of listings."""


def at_most_one_named(name: str) -> AtMostOne:
    """Returns the encoding of this name; raises `OptionError`, a `ValueError`, which lists the known ones."""
    if name not in AT_MOST_ONE:
        raise OptionError(f"unknown at-most-one encoding {name!r}; known: {', '.join(AT_MOST_ONE)}")
    return AT_MOST_ONE[name]
