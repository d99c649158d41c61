"""Which formula a SAT solver is to get: the options that all backends with formulas share."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ...reference.deadline import Deadline
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..cnf.encodings import DEFAULT_AT_MOST_ONE, DEFAULT_ENCODING, ENCODINGS, encode, size_of
from ..cnf.formula import Formula
from ..cnf.size import MOST_CLAUSES
from .options import Options


class CnfOptions(NamedTuple):
    """An encoding, an at-most-one encoding, and how many clauses there may be."""

    encoding: str = DEFAULT_ENCODING
    at_most_one: str = DEFAULT_AT_MOST_ONE
    most_clauses: int = MOST_CLAUSES

    @property
    def suffix(self) -> str:
        """What the name of a backend says about them: those that differ from the default, each with a colon before."""
        names = ("encoding", "at-most-one", "most-clauses")
        chosen = zip(names, self, CnfOptions(), strict=True)
        return "".join(f":{name}={value}" for name, value, default in chosen if value != default)

    @property
    def one_puzzle(self) -> bool:
        """Whether each puzzle needs a formula of its own."""
        return ENCODINGS[self.encoding].one_puzzle

    def encode(self, subject: Layout | Puzzle, deadline: Deadline | None = None) -> Formula:
        """The formula; `FormulaTooLarge` where that is too much, TimeoutError where it takes too long."""
        return encode(subject, self.encoding, self.at_most_one, most_clauses=self.most_clauses, deadline=deadline)

    def clauses(self, layout: Layout) -> int:
        """How many clauses the formula of a layout would have, with all duplicates."""
        return size_of(layout, self.encoding, self.at_most_one).clauses


def cnf_options(options: Options, at_most_ones: Collection[str]) -> CnfOptions:
    """Takes `encoding`, `at-most-one`, which has to be one of these, and `most-clauses`."""
    return CnfOptions(
        options.choice("encoding", ENCODINGS, DEFAULT_ENCODING),
        options.choice("at-most-one", at_most_ones, DEFAULT_AT_MOST_ONE),
        options.whole("most-clauses", MOST_CLAUSES, 1, 10**12),
    )
