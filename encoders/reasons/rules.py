"""The rules of deduction by level, simplest first: what ratings and steps go by."""

from __future__ import annotations

from typing import NamedTuple


class DeductionRule(NamedTuple):
    """A rule that removes candidates."""

    level: int
    name: str
    what: str


RULES = (
    DeductionRule(1, "naked single", "a cell with one candidate takes it from its peers"),
    DeductionRule(1, "hidden single", "a value with one place in a complete unit goes there"),
    DeductionRule(
        2, "locked candidates", "a value that a complete unit has only in cells of another goes from its rest"
    ),
    DeductionRule(
        3, "failed literal", "a candidate with which the rules of levels 1 and 2 find a contradiction is removed"
    ),
    DeductionRule(4, "failed literal of level 3", "the same, where the rules of levels 1 to 3 find the contradiction"),
)
"""All rules. A puzzle that they do not solve has level 5."""

MOST_LEVEL = max(rule.level for rule in RULES)
