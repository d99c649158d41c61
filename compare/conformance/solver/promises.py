"""What a promise of a solver is: a name, a sentence, and a check of one puzzle at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from ....reference.judgement import defect_of
from ....reference.puzzle import Puzzle
from ...cross_check.finding import kind_of_class
from ..report import Flaw
from ..symmetries import Symmetries
from .answers import Said
from .calls import Heard
from .cases import Case


class Asking(Protocol):
    """Who asks the solver, and on which terms."""

    limit: int
    """Up to how many solutions counts must be right."""
    only_unique: bool
    """Whether the solver is only asked puzzles that have one solution at most."""
    symmetries: Symmetries

    def ask(self, puzzle: Puzzle) -> Heard:
        """What the solver says."""
        ...

    def in_a_row(self, puzzles: Sequence[Puzzle]) -> list[Heard]:
        """What it says to these, one after the other, in a process of their own."""
        ...


Judged = Flaw | bool
"""What came of a check: True for a promise kept, False where it cannot be tried on the puzzle, else the flaw."""

Check = Callable[[Asking, Case, random.Random], Judged]


class Property(NamedTuple):
    """A promise by its name, in a sentence, and as a check."""

    name: str
    promise: str
    check: Check
    needs_truth: bool = False
    """Whether the check goes by what is known about the puzzle."""
    untried: str = "no puzzle for it"
    """Why it is not put to the test where no puzzle brings it about."""


def unsound(said: Said, puzzle: Puzzle) -> Flaw | None:
    """The flaw of a grid that is no solution; None for one that is, and where no grid was given."""
    defect = None if said.grid is None else defect_of(said.grid, puzzle)
    return None if defect is None else Flaw(kind_of_class(defect.error), defect.way, defect.text)
