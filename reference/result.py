"""What a backend returns: solutions, whether there are more, and how much work it did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from .grid import Grid


class Verdict(str, Enum):
    """Whether there is a solution. SAT: yes. UNSAT: proven that there is none. UNKNOWN: neither is known.

    UNKNOWN is what a backend says that ran out of time or gave up.
    """

    SAT = "SAT"
    UNSAT = "UNSAT"
    UNKNOWN = "UNKNOWN"

    def __str__(self) -> str:
        return self.value


STOPPED = "stopped"
"""Key in the statistics: the backend killed an external program at its deadline; it did not give up by itself."""


@dataclass(frozen=True)
class Result:
    """The distinct solutions found, in the order found, and whether it is proven that there are no others.

    `verdict` and `unique` are derived, so that no result can contradict itself. Raises ValueError for a solution given
    twice and for solutions of different lengths.
    """

    solutions: tuple[Grid, ...]
    exhausted: bool
    """Whether it is proven that there are no other solutions. If not, the limit of solutions was reached, the time was
    over, or the backend gave up: fewer solutions than the limit mean one of the last two."""
    statistics: Mapping[str, float] = field(default_factory=dict)
    """The counters under the solver's own names (`guesses`, `decisions`, `conflicts`, `propagations`) and three times
    in seconds of wall clock. `encode_seconds` and `load_seconds` are what the session spent on encoding and loading
    since its last result: the first puzzle carries the cost of opening, later ones usually nothing, so that sums are
    right. `solve_seconds` is the rest."""
    backend: str = ""
    """The name of the backend that answered; with `auto`, of the one that it chose."""

    def __post_init__(self) -> None:
        solutions = tuple(tuple(grid) for grid in self.solutions)
        object.__setattr__(self, "solutions", solutions)
        if len(set(solutions)) < len(solutions):
            raise ValueError("a result holds distinct solutions, but one of these is given twice")
        if any(len(grid) != len(solutions[0]) for grid in solutions):
            raise ValueError("the solutions of a result are all of one length")

    @property
    def verdict(self) -> Verdict:
        """SAT with a solution, UNSAT when exhausted without one, else UNKNOWN."""
        if self.solutions:
            return Verdict.SAT
        return Verdict.UNSAT if self.exhausted else Verdict.UNKNOWN

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution: False also where there is none; None where that is not settled."""
        if len(self.solutions) > 1:
            return False
        return len(self.solutions) == 1 if self.exhausted else None


class Count(NamedTuple):
    """The number of solutions that were found, and whether there are no others."""

    solutions: int
    exhausted: bool
    """Whether this is the exact number. If not, there are at least so many: the limit of solutions was reached, or the
    time was over."""

    def __str__(self) -> str:
        return f"{self.solutions}" if self.exhausted else f"at least {self.solutions}"

    def __int__(self) -> int:
        return self.solutions
