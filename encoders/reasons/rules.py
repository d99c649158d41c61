"""The rules that a rating counts with, from easy to hard."""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """A way to rule candidates out: what it rules out depends on the board alone, not on the order of its cells."""

    name: str
    level: int


RULES = (
    Rule("naked single", 1),
    Rule("hidden single", 1),
    Rule("locked candidates", 2),
    Rule("failed literal", 3),
    Rule("nested failed literal", 4),
)
"""The rules, in the order of their levels. A puzzle that they do not solve has the level after the last one."""
