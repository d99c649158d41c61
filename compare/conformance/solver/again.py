"""Whether a flaw that was seen is seen again, in processes in which nothing was asked before."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....reference.puzzle import Puzzle
from ..report import Flaw
from .behaviour import INDEPENDENCE
from .calls import Calls, Heard
from .cases import Case, known
from .promises import Asking, Judged, Property
from .properties import differing

AFTER_OTHERS = "after other puzzles"


class Seen:
    """A flaw, where it was seen first, and how often in all; `check` shows it again."""

    def __init__(self, flaw: Flaw, case: Case, seed: str, check: Property) -> None:
        self.flaw = flaw
        self.case = case
        self.seed = seed
        self.check = check
        self.times = 0
        self.before: Sequence[Puzzle] = ()


class Fresh:
    """Asks each puzzle in a process of its own, in which nothing was asked before."""

    def __init__(self, asking: Asking, calls: Calls) -> None:
        self.limit = asking.limit
        self.only_unique = asking.only_unique
        self.symmetries = asking.symmetries
        self.in_a_row = calls.in_a_row
        self._heard: dict[Puzzle, Heard] = {}

    def ask(self, puzzle: Puzzle) -> Heard:
        """What the solver says, once for each puzzle."""
        if puzzle not in self._heard:
            (self._heard[puzzle],) = self.in_a_row([puzzle])
        return self._heard[puzzle]


class Showing:
    """Whether a puzzle, after others, shows a flaw of the same kind and way; keeps the flaws that were seen."""

    def __init__(self, fresh: Fresh, seen: Seen) -> None:
        self._fresh = fresh
        self._seen = seen
        self.flaws: dict[tuple[Puzzle, ...], Flaw] = {}
        self.tried = False
        """Whether the solver was asked at all."""

    def __call__(self, puzzles: Sequence[Puzzle]) -> bool:
        """Whether the last of the puzzles shows it."""
        independence = self._seen.check is INDEPENDENCE
        if independence and len(puzzles) < 2:
            return False
        self.tried = True
        judged = self._after_others(puzzles) if independence else self._alone(puzzles[-1])
        flaw = self._seen.flaw
        if not isinstance(judged, Flaw) or (judged.kind, judged.way) != (flaw.kind, flaw.way):
            return False
        self.flaws[tuple(puzzles)] = judged
        return True

    def _alone(self, puzzle: Puzzle) -> Judged:
        case = self._seen.case
        if puzzle != case.puzzle:
            needs = self._seen.check.needs_truth or self._fresh.only_unique
            case = known(puzzle, max(2, self._fresh.limit)) if needs else Case(puzzle)
            if self._fresh.only_unique and not (case.unique or case.solvable is False):
                return False
        return self._seen.check.check(self._fresh, case, random.Random(self._seen.seed))  # noqa: S311 - no secret

    def _after_others(self, puzzles: Sequence[Puzzle]) -> Judged:
        said = self._fresh.ask(puzzles[-1]).said
        heard = self._fresh.in_a_row(puzzles)
        if said is None or len(heard) < len(puzzles):
            return False
        return differing(said, heard[-1], puzzles[-1], AFTER_OTHERS, self._fresh.limit) or False
