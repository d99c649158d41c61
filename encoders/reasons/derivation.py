"""A derivation: steps from the givens of a puzzle to its solution, or to a contradiction."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...reference.at_prompts import as_printed
from ...reference.deadline import Deadline
from ...reference.puzzle import Puzzle
from .locked import locked
from .singles import Singles
from .step import Step, needed
from .sums_and_pairs import next_steps
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
        from .written_steps import written_steps

        return written_steps(self.steps)


def derive(puzzle: Puzzle, deadline: Deadline | None = None) -> Derivation:
    """Returns the steps to the solution or to a contradiction, each of the kind that goes by least.

    First singles, the one that goes by the fewest cells and units; then what one sum or pair rules out; then locked
    candidates; then trials; and last a search. The steps that place a value, or end in a contradiction, keep this
    order; the others come directly before the first of these that needs them, or are left out.
    """
    deadline = deadline or Deadline(None)
    layout, known = puzzle.layout, list(puzzle.candidates)
    steps: list[Step] = []
    placing: list[int] = []
    while not deadline.expired:
        singles = Singles(layout, known)
        step = singles.cheapest()
        if step is None and not any(mask & (mask - 1) for mask in known) and not layout.has_other_rules:
            break
        found = [step] if step is not None else next_steps(layout, known, singles)
        if not found:
            step = locked(layout, singles)
            step = step or trial(layout, known, singles, deadline)
            step = step or searched(layout, known, singles, deadline.sooner(_SEARCH_SECONDS))
            if step is None:
                break
            found = [step]
        for step in found:
            steps.append(step)
            if step.cell is None:
                return Derivation(needed(steps), complete=True)
            known[step.cell] &= step.left
            if known[step.cell].bit_count() == 1:
                placing.append(len(steps) - 1)
    return Derivation(needed(steps, placing), complete=not any(mask & (mask - 1) for mask in known))
