"""A formula in conjunctive normal form, with the map that gives its variables a meaning."""

from __future__ import annotations

from dataclasses import dataclass

from .variables import Variables

Clause = tuple[int, ...]
"""Distinct literals, at least one of which is true."""


@dataclass(frozen=True)
class Formula:
    """Clauses over the variables of a map, in a fixed order, and over auxiliary variables, numbered after those.

    `at_most_ones` are sets of literals of which one at most is true, for solvers that take such constraints as they
    are; other encodings leave it empty.
    """

    variables: Variables
    clauses: tuple[Clause, ...]
    auxiliaries: int = 0
    at_most_ones: tuple[Clause, ...] = ()

    @property
    def variable_count(self) -> int:
        """How many variables there are: those of the map, then the auxiliary ones."""
        return self.variables.count + self.auxiliaries
