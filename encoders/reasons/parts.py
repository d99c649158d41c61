"""The givens and rules of a puzzle as parts, and those of them that cannot hold together."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TypeAlias

from ...reference.contract.deadline import Deadline
from ...reference.model.layout import Rule
from ...reference.model.puzzle import Puzzle
from ..solve import solve
from .derivation import derive
from .least_sets import minimal
from .rules import RULES
from .step import only

_FEW = 3
"""Two givens and a rule, or fewer parts: a set of this size is not compared with others."""

Part: TypeAlias = "int | Rule"
"""A cell whose candidates the puzzle restricts, counted from 0, or a unit, a sum or a pair."""


def restricted_cells(puzzle: Puzzle) -> tuple[int, ...]:
    """Returns the cells that lack a candidate, in reading order."""
    return tuple(cell for cell, mask in enumerate(puzzle.candidates) if mask != puzzle.layout.all_values)


def parts_of(puzzle: Puzzle) -> list[Part]:
    """Returns the restricted cells in reading order, then the rules in the order of the layout."""
    return [*restricted_cells(puzzle), *puzzle.layout.rules]


def puzzle_of(parts: Iterable[Part], puzzle: Puzzle) -> Puzzle:
    """Returns the puzzle with these of its parts alone; its cells stay."""
    chosen = list(parts)
    layout = only(puzzle.layout, [part for part in chosen if not isinstance(part, int)])
    given = {part for part in chosen if isinstance(part, int)}
    every = layout.all_values
    return Puzzle(layout, tuple(mask if cell in given else every for cell, mask in enumerate(puzzle.candidates)))


def clashing_parts(puzzle: Puzzle, deadline: Deadline) -> list[Part] | None:
    """Returns parts that cannot hold together, and none of which can be left out; None where all parts can hold.

    The smaller of two such sets: of the parts that simple steps to a contradiction go by, and of all parts, the givens
    left out first. Raises TimeoutError before one is found.
    """

    def clash(parts: list[Part]) -> bool:
        result = solve(puzzle_of(parts, puzzle), seconds=deadline.left)
        if not result.solutions and not result.exhausted:
            raise TimeoutError("it was not settled in time whether the parts hold together")
        return not result.solutions

    every = parts_of(puzzle)
    if not clash(every):
        return None
    simple = derive(puzzle, deadline, [rule for rule in RULES if rule.level <= 2])
    if not simple.contradiction:
        return minimal(every, clash)
    named: set[Part] = set()
    for step in simple.steps:
        named |= step.facts.keys() | set(step.rules)
    found = minimal([part for part in every if part in named], clash)
    if len(found) > _FEW:
        with suppress(TimeoutError):
            found = min(found, minimal(every, clash), key=len)
    return found
