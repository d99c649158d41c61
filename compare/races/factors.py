"""The factors of a race: what a backend is made of, by its name, and what a puzzle is like.

Names are read as text, so the factors of a run are known where no solver is installed.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from ...encoders.cnf.encodings import CNF_NAMES, CnfOptions, FormulaSize
from ...encoders.naming.families import BY_NAME, Options
from ...encoders.naming.find import options_in
from ...reference.contract.errors import UnitdokuError, Unsupported
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle

_WITH_FORMULAS = ("sat", "dimacs")
"""Families whose backends have the options of a formula."""

RATED = 2
"""The highest level of `rate` that is computed: higher ones take seconds a puzzle."""


class BackendFactors(NamedTuple):
    """What a name such as `sat:minisat22:encoding=minimal` says."""

    family: str
    solver: str
    """What follows the family, `minisat22`; empty where there is nothing."""
    options: dict[str, str]
    """By their names, as given, without those of a formula."""
    cnf: CnfOptions | None
    """The options of a formula, with their defaults; None for backends without one."""

    @property
    def settings(self) -> dict[str, str]:
        """All options by their names."""
        of_formula = {name.replace("_", "-"): str(getattr(self.cnf, name)) for name in CNF_NAMES if self.cnf}
        return of_formula | self.options

    def size(self, puzzle: Puzzle) -> FormulaSize | None:
        """Returns variables and clauses of the formula; None without one, or where it cannot hold such a puzzle."""
        if self.cnf is not None:
            with suppress(Unsupported):
                return _size(self.cnf, puzzle if self.cnf.one_puzzle else puzzle.layout)
        return None


@lru_cache
def backend_factors(name: str) -> BackendFactors:
    """Returns the factors of a backend by its name."""
    family, *rest = name.split(":")
    if family not in BY_NAME or BY_NAME[family].names_backends:
        return BackendFactors(family, ":".join(rest), {}, None)
    options, solver = options_in(rest)
    cnf, left = None, dict(options)
    if family in _WITH_FORMULAS:
        with suppress(UnitdokuError):  # an encoding of PySAT, where that is not installed
            taken = Options(name, options)
            cnf, left = taken.cnf(), {option: str(value) for option, value in taken.rest().items()}
    return BackendFactors(family, ":".join(solver), left, cnf)


@lru_cache
def _size(cnf: CnfOptions, subject: Layout | Puzzle) -> FormulaSize:
    return cnf.size(subject)


@lru_cache(1 << 16)
def level(puzzle: Puzzle) -> int | None:
    """Returns the level of `rate`, 1 or 2, and 3 for all that are higher; None for a puzzle that it does not take.

    None, too, where NumPy is not installed. It is not checked that the puzzle has one solution.
    """
    with suppress(ImportError, UnitdokuError):
        from ..data.rate import rate_unchecked  # here, as exports do without NumPy

        return rate_unchecked(puzzle, RATED).level
    return None
