"""Every at-most-one encoding by its name: a new one is a file and a row. None is imported before it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from ....reference.errors import BackendUnavailable, OptionError
from .size import Encode, Measure


class Row(NamedTuple):
    """An encoding: the functions `encode_WORD` and `size_WORD` in the file of that name or another.

    Both raise `BackendUnavailable`, which says what to install, where the file needs a package that is missing.
    """

    word: str
    paper: str
    file: str = ""

    @property
    def encode(self) -> Encode:
        """The function that yields the clauses."""
        encode: Encode = self._function("encode")
        return encode

    @property
    def size(self) -> Measure:
        """The function from a number of literals to the size."""
        size: Measure = self._function("size")
        return size

    def _function(self, kind: str) -> Any:
        try:
            module = import_module(f".{self.file or self.word}", __package__)
        except ImportError as error:
            # Only the file with the encodings of PySAT imports a package of others.
            raise BackendUnavailable(
                f"at-most-one encoding {self.word} cannot be loaded ({error}): pip install 'unitdoku[sat]'"
            ) from error
        return getattr(module, f"{kind}_{self.word}")


AT_MOST_ONE: dict[str, Row] = {
    "pairwise": Row("pairwise", "folklore; also called binomial or naive"),
    "sequential-counter": Row("sequential_counter", "Sinz 2005"),
    "ladder": Row("ladder", "Gent and Nightingale 2004; Ansotegui and Manya 2004"),
    "bitwise": Row("bitwise", "Frisch, Peugniez, Doggett and Nightingale 2005"),
    "product": Row("product", "Chen 2010"),
    "commander": Row("commander", "Klieber and Kwon 2007"),
    "bimander": Row("bimander", "Nguyen and Mai 2015"),
    "totalizer": Row("totalizer", "Bailleux and Boufkhad 2003", "totalizers"),
    "mtotalizer": Row("mtotalizer", "Ogawa, Liu, Hasegawa, Koshimura and Fujita 2013", "totalizers"),
    "kmtotalizer": Row("kmtotalizer", "Morgado, Ignatiev and Marques-Silva 2014", "totalizers"),
}
"""The encodings, in the order in which they are listed."""


def at_most_one_named(name: str) -> Row:
    """The encoding of this name; `OptionError`, a `ValueError`, lists the known ones."""
    if name not in AT_MOST_ONE:
        raise OptionError(f"unknown at-most-one encoding {name!r}; known: {', '.join(AT_MOST_ONE)}")
    return AT_MOST_ONE[name]
