"""A derivation: steps from the givens of a puzzle to its solution, or to a contradiction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...reference.at_prompts import as_printed
from ...reference.deadline import Deadline
from ...reference.puzzle import Puzzle
from .known import Known
from .rules import RULES
from .step import Step, Technique, follow, needed
from .words import WIDTH, lines_of


class Derivation(NamedTuple):
    """Steps in their order; each goes by the candidates of the puzzle and what the steps before it leave."""

    steps: tuple[Step, ...]
    complete: bool
    """Whether they end in a grid, or in a contradiction; else a step took too long, or there are several solutions."""

    @property
    def contradiction(self) -> bool:
        """Whether the last step is a contradiction."""
        return bool(self.steps) and self.steps[-1].contradiction

    def in_words(self, width: int = WIDTH) -> str:
        """Returns the steps, numbered from 1, in lines of up to so many columns; those of a trial are indented."""
        lines = []
        for number, step in enumerate(self.steps, start=1):
            lines.append(lines_of(step.text, width, f"{number:3}. "))
            lines += [lines_of(each.text, width, "      - ") for each in step.inner]
        return "\n".join(lines)

    def __repr__(self) -> str:
        count = f"{len(self.steps)} step{'s' * (len(self.steps) != 1)}"
        return f"<Derivation of {count}{'' if self.complete else ', not complete'}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        as_printed(self, printer, cycle)

    def __str__(self) -> str:
        return self.in_words()


def derive(
    puzzle: Puzzle, deadline: Deadline | None = None, techniques: Sequence[Technique] | None = None
) -> Derivation:
    """Returns the steps to the solution or to a contradiction, each by the first of the techniques that finds one.

    The steps that place a value, or end in a contradiction, keep this order; the others come directly before the first
    of these that needs them, or are left out.
    """
    masks = list(puzzle.candidates)
    steps: list[Step] = []
    placing: dict[int, list[int]] = {}
    for step in follow(Known(puzzle.layout, masks), techniques or RULES, deadline or Deadline(None)):
        for cell, mask in step.left.items():
            masks[cell] &= mask
            if masks[cell] & (masks[cell] - 1) == 0:
                placing.setdefault(len(steps), []).append(cell)
        steps.append(step)
    if steps and steps[-1].contradiction:
        return Derivation(needed(steps, {len(steps) - 1: ()}), complete=True)
    return Derivation(needed(steps, placing), complete=not any(mask & (mask - 1) for mask in masks))
