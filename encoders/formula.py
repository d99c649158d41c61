"""A formula in conjunctive normal form, with the map that gives its variables a meaning."""

from __future__ import annotations

from dataclasses import dataclass

from .variables import VariableMap

Clause = tuple[int, ...]
"""Distinct literals, at least one of which is true."""


@dataclass(frozen=True)
class Formula:
    """Clauses over the variables of a map, in a fixed order; no two are the same set of literals."""

    variables: VariableMap
    clauses: tuple[Clause, ...]
