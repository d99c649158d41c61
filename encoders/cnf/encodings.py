"""The table of encodings, the function that writes a formula by their names, and the sizes of formulas."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...reference.capabilities import check_rules
from ...reference.deadline import Deadline
from ...reference.errors import FormulaTooLarge, OptionError
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.text.any_puzzle import any_subject
from . import full, pairs, reduced
from .at_most_one.table import Encode, Measure, at_most_one_named
from .formula import ClauseCount, Clauses, Formula, FormulaSize
from .full import Families
from .pairs import pair_encoding_named
from .sums import table as sums
from .sums.table import check_sum_encoding
from .variables import OpenVariables, VariableMap, given_literals

MOST_CLAUSES = 20_000_000
"""The default limit on the clauses of a formula."""


class Encoding(NamedTuple):
    """An encoding: the paper it comes from, and its families of clauses."""

    paper: str
    families: Families
    one_puzzle: bool = False
    """Whether a formula answers one puzzle only; others answer all puzzles on a layout under assumptions."""


ENCODINGS = {
    "minimal": Encoding("Lynce and Ouaknine 2006", Families(cells_at_most_one=False, units_at_least_one=False)),
    "efficient": Encoding("Weber 2005", Families(cells_at_most_one=True, units_at_least_one=False)),
    "extended": Encoding("Lynce and Ouaknine 2006", Families(cells_at_most_one=True, units_at_least_one=True)),
    "reduced": Encoding(
        "Kwon and Jain 2006", Families(cells_at_most_one=True, units_at_least_one=True), one_puzzle=True
    ),
}
"""Every encoding by its name."""

DEFAULT_ENCODING, DEFAULT_AT_MOST_ONE = "extended", "pairwise"
DEFAULT_SUM, DEFAULT_PAIR = "combination", "conflict"

NATIVE = "native"
"""Leaves at-most-one constraints to a solver that takes them directly."""


def encoding_named(name: str) -> Encoding:
    """Returns the encoding of this name; raises `OptionError`, which lists the known ones."""
    if name not in ENCODINGS:
        raise OptionError(f"unknown encoding {name!r}; known: {', '.join(ENCODINGS)}")
    return ENCODINGS[name]


def encode(
    subject: object,
    encoding: str = DEFAULT_ENCODING,
    at_most_one: str = DEFAULT_AT_MOST_ONE,
    *,
    layout: Layout | str | None = None,
    sum: str = DEFAULT_SUM,  # noqa: A002 - the name of the option
    pair: str = DEFAULT_PAIR,
    keep_duplicates: bool = False,
    most_clauses: int = MOST_CLAUSES,
    deadline: Deadline | None = None,
) -> Formula:
    """Returns a formula whose assignments, projected on the variables of its map, are exactly the solutions.

    These are the solutions of the puzzle, in any form that `solve` takes, or all grids of the layout, an object or a
    name, and all cells count. `encoding` is a name of `ENCODINGS`,
    `at_most_one` a name of `AT_MOST_ONE` or `native`, which leaves those constraints to solvers that take them. The
    givens of a puzzle are unit clauses after the clauses of its layout (`reduced` has none). Duplicates from
    overlapping units are dropped unless `keep_duplicates`. The clauses of sums and pairs come after those of units;
    `sum` is a name of `SUMS` (see `sums/`), `pair` one of `PAIRS` (see `pairs.py`). Raises `OptionError` for unknown
    names, `FormulaTooLarge` for more than `most_clauses` and for a sum that is too large for its encoding, before
    anything is built, and TimeoutError at the deadline.
    """
    subject = any_subject(subject, layout)
    options = CnfOptions(encoding, at_most_one, sum, pair, most_clauses)
    options.check()
    found = ENCODINGS[encoding]
    variables = _variables(subject, found)
    check_size(_size(variables, options), encoding, variables.layout, most_clauses, options)
    clauses = Clauses(variables, _at_most_one(at_most_one)[0], keep_duplicates=keep_duplicates, deadline=deadline)
    if isinstance(variables, OpenVariables):
        reduced.write(variables, clauses)
        return clauses.formula()
    full.write(variables, found.families, clauses)
    sums.write(variables, sum, clauses)
    pairs.write(variables, pair_encoding_named(pair), clauses)
    if isinstance(subject, Puzzle):
        for literal in given_literals(subject, variables):
            clauses.at_least_one([literal])
    return clauses.formula()


def size_of(
    subject: object,
    encoding: str = DEFAULT_ENCODING,
    at_most_one: str = DEFAULT_AT_MOST_ONE,
    *,
    layout: Layout | str | None = None,
    sum: str = DEFAULT_SUM,  # noqa: A002 - the name of the option
    pair: str = DEFAULT_PAIR,
) -> FormulaSize:
    """Returns the size of what `encode` writes with all duplicates, without unit clauses of givens; builds nothing."""
    options = CnfOptions(encoding, at_most_one, sum, pair)
    options.check()
    return _size(_variables(any_subject(subject, layout), ENCODINGS[encoding]), options)


class CnfOptions(NamedTuple):
    """A choice of formulas: encodings of units, of at-most-one, of sums and of pairs, and a limit on the clauses."""

    encoding: str = DEFAULT_ENCODING
    at_most_one: str = DEFAULT_AT_MOST_ONE
    sum: str = DEFAULT_SUM
    pair: str = DEFAULT_PAIR
    most_clauses: int = MOST_CLAUSES

    @property
    def suffix(self) -> str:
        """The options that differ from the default, as part of a backend's name: each after a colon."""
        chosen = zip(self._fields, self, CnfOptions(), strict=True)
        return "".join(f":{name.replace('_', '-')}={value}" for name, value, default in chosen if value != default)

    @property
    def one_puzzle(self) -> bool:
        """Whether each puzzle needs a formula of its own."""
        return ENCODINGS[self.encoding].one_puzzle

    def check(self) -> None:
        """Raises `OptionError` for an unknown name."""
        encoding_named(self.encoding)
        _at_most_one(self.at_most_one)
        check_sum_encoding(self.sum)
        pair_encoding_named(self.pair)

    def encode(self, subject: Layout | Puzzle, deadline: Deadline | None = None) -> Formula:
        """Returns the formula; raises `FormulaTooLarge`, and TimeoutError at the deadline."""
        return encode(subject, deadline=deadline, **self._asdict())

    def clauses(self, layout: Layout) -> int:
        """Returns the number of clauses in the formula of a layout, with all duplicates."""
        return _size(_variables(layout, ENCODINGS[self.encoding]), self).clauses


def check_size(
    size: FormulaSize, encoding: str, layout: Layout, most_clauses: int, options: CnfOptions | None = None
) -> None:
    """Raises `FormulaTooLarge` for more clauses than the limit; it names options that need less than these."""
    if size.clauses > most_clauses:
        smaller = _smaller(size, layout, options or CnfOptions(encoding))
        raise FormulaTooLarge(
            f"the {encoding} encoding of {layout.name} has {size.clauses:,} clauses over "
            f"{size.variables + size.auxiliaries:,} variables, about {size.bytes / 2**30:.1f} GiB to build; "
            f"the limit is {most_clauses:,} clauses; most-clauses raises it"
            + (smaller and f", and {smaller} needs less")
        )


def _smaller(size: FormulaSize, layout: Layout, options: CnfOptions) -> str:
    """Returns the options with which a formula is smaller; `reduced` has neither sums nor pairs."""
    if not layout.has_other_rules:
        return "" if options.encoding == "reduced" else "the reduced encoding"
    smaller = {"sum=adder": options._replace(sum="adder"), "pair=support": options._replace(pair="support")}
    return ":".join(name for name, other in smaller.items() if other.clauses(layout) < size.clauses)


def _at_most_one(name: str) -> tuple[Encode | None, Measure | None]:
    if name == NATIVE:
        return None, None
    found = at_most_one_named(name)
    return found.encode, found.size


def _variables(subject: Layout | Puzzle, encoding: Encoding) -> VariableMap | OpenVariables:
    puzzle = subject if isinstance(subject, Puzzle) else Puzzle.empty(subject)
    if encoding.one_puzzle:
        check_rules(puzzle.layout, "the reduced encoding", shown=True, repeatable=True)
    return OpenVariables(puzzle) if encoding.one_puzzle else VariableMap(puzzle.layout)


def _size(variables: VariableMap | OpenVariables, options: CnfOptions) -> FormulaSize:
    if isinstance(variables, VariableMap):
        return _size_of_layout(variables.layout, options._replace(most_clauses=0))
    count = ClauseCount(_at_most_one(options.at_most_one)[1])
    reduced.write(variables, count)
    return count.size(variables.count)


@lru_cache(maxsize=8)
def _size_of_layout(layout: Layout, options: CnfOptions) -> FormulaSize:
    """Returns the size; kept, since a backend asks for it before it encodes."""
    variables = VariableMap(layout)
    count = ClauseCount(_at_most_one(options.at_most_one)[1])
    full.count(layout, ENCODINGS[options.encoding].families, count)
    sums.count(variables, options.sum, count)
    pairs.count(layout, pair_encoding_named(options.pair), count)
    return count.size(variables.count)
