"""A derivation: steps from the givens of a puzzle to its solution, or to a contradiction."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..at_prompts import as_printed
from ..deadline import Deadline
from ..puzzle import Puzzle
from .locked import locked
from .singles import Singles
from .step import Step
from .sums_and_pairs import next_step
from .trials import searched, trial

_SEARCH_SECONDS = 5.0
"""Time for a search that a step needs: a derivation of steps that take longer helps no reader."""


class Derivation(NamedTuple):
    """Steps in their order; each goes by the candidates of the puzzle and what the steps before it leave."""

    steps: tuple[Step, ...]
    complete: bool
    """Whether they end in a grid, or in a contradiction; else a step took too long, or there are several solutions."""

    @property
    def contradiction(self) -> bool:
        """Whether the last step is a contradiction."""
        return bool(self.steps) and self.steps[-1].contradiction

    def __repr__(self) -> str:
        count = f"{len(self.steps)} step{'s' * (len(self.steps) != 1)}"
        return f"<Derivation of {count}{'' if self.complete else ', not complete'}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        as_printed(self, printer, cycle)

    def __str__(self) -> str:
        from .written import written_steps

        return written_steps(self.steps)


def derive(puzzle: Puzzle, deadline: Deadline | None = None) -> Derivation:
    """Returns the steps to the solution or to a contradiction, each of the kind that goes by least.

    First singles, the one that goes by the fewest cells and units; then what one sum or pair rules out; then locked
    candidates; then trials; and last a search. Candidates that no later step needs to have ruled out are left out.
    """
    deadline = deadline or Deadline(None)
    layout, known = puzzle.layout, list(puzzle.candidates)
    steps: list[Step] = []
    while not deadline.expired:
        singles = Singles(layout, known)
        step = singles.cheapest()
        if step is None and not any(mask & (mask - 1) for mask in known) and not layout.has_other_rules:
            return Derivation(_used(steps), complete=True)
        step = step or next_step(layout, known, singles)
        step = step or locked(layout, singles)
        step = step or trial(layout, known, singles, deadline)
        step = step or searched(layout, known, singles, deadline.sooner(_SEARCH_SECONDS))
        if step is None:
            break
        steps.append(step)
        if step.cell is None:
            return Derivation(tuple(steps), complete=True)
        known[step.cell] &= step.left
    return Derivation(_used(steps), complete=not any(mask & (mask - 1) for mask in known))


def _used(steps: list[Step]) -> tuple[Step, ...]:
    """Returns the steps that place a value, and those that these go by, directly or not, in their order."""
    found: list[Step] = []
    cells: set[int] = set()
    for step in reversed(steps):
        if step.left & (step.left - 1) == 0 or step.cell in cells:
            found.append(step)
            cells |= set(step.facts)
    return tuple(reversed(found))
