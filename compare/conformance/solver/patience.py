"""Which puzzles are asked after a solver did not answer a puzzle in time."""

from __future__ import annotations

from dataclasses import dataclass, field

from .cases import SolverCase


@dataclass
class Patience:
    """What took a solver too long. Only cases that need effort are counted here: no solver needs time for the others.

    The time of a search depends on luck. So the first time-out on a variant of a puzzle that was answered in time, for
    example on its mirror image, ends the questions about this puzzle only, not those about all that need this effort.
    """

    too_hard: set[str] = field(default_factory=set)
    """The efforts of which nothing is asked any more."""
    forgiven: dict[str, SolverCase] = field(default_factory=dict)
    """For each effort the first case of which only a variant took too long."""

    def is_over(self, case: SolverCase) -> bool:
        """Returns whether nothing is asked any more about this case."""
        return case.effort in self.too_hard or self.forgiven.get(case.effort) is case

    def after_timeout(self, case: SolverCase, *, of_variant: bool) -> str | None:
        """Takes note of a time-out; returns what the report says about it, if more than this case is left out."""
        if of_variant and self.forgiven.setdefault(case.effort, case) is case:
            return None
        self.too_hard.add(case.effort)
        what = "need search" if case.effort == "search" else f"have {case.effort}"
        return f"after one took too long no more puzzles were asked that {what}; seconds= gives a call more time"
