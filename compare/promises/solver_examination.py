"""One check of one solver: it asks, remembers what was said, and gathers what was found."""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import perf_counter

from ...reference.deadline import Deadline
from ...reference.finding import FindingKind
from ...reference.puzzle import Puzzle
from ..drawn.kinds import Kind
from ..shrink import shrink
from .check_report import CheckFinding, CheckReport, Flaw
from .solver_behaviour import ALL, BEHAVIOUR, INDEPENDENCE
from .solver_calls import Calls, Heard
from .solver_cases import Case, known
from .solver_promises import Judged, Property
from .solver_properties import alike, differing
from .symmetries import Symmetries

_MOST_TIME_OUTS = 3
"""After so many a solver is asked no more: each costs the whole of the time."""

_AFTER_OTHERS = "after other puzzles"

_STEADY = 2
"""How often more another answer after other puzzles must be seen, and the one without them, to be put down to them."""

_SHRINK_SECONDS = 10.0
"""What the search for a smaller puzzle may take, a finding."""

_ALL_SHRINK_SECONDS = 60.0
"""What it may take in all."""


class _GivenUp(Exception):
    """The solver is not asked any more."""


class _Seen:
    """A flaw, where it was seen first, and how often in all; `check` shows it again."""

    def __init__(self, flaw: Flaw, case: Case, seed: str, check: Property) -> None:
        self.flaw = flaw
        self.case = case
        self.seed = seed
        self.check = check
        self.times = 0
        self.before: Sequence[Puzzle] = ()


class _Fresh:
    """Asks each puzzle in a process of its own, in which nothing was asked before."""

    def __init__(self, examination: Examination) -> None:
        self.limit = examination.limit
        self.only_unique = examination.only_unique
        self.symmetries = examination.symmetries
        self.in_a_row = examination.calls.in_a_row
        self._heard: dict[Puzzle, Heard] = {}

    def ask(self, puzzle: Puzzle) -> Heard:
        """What the solver says, once for each puzzle."""
        if puzzle not in self._heard:
            (self._heard[puzzle],) = self.in_a_row([puzzle])
        return self._heard[puzzle]


class Examination:
    """Asks in one process, in which state may be left over; what is found is then looked for in new ones."""

    def __init__(
        self,
        calls: Calls,
        symmetries: Symmetries,
        limit: int,
        wanted: set[Kind] | None,
        seed: int,
        report: CheckReport,
    ) -> None:
        self.calls = calls
        self.symmetries = symmetries
        self.limit = limit
        self.only_unique = wanted is not None and not wanted & {Kind.SATISFIABLE, Kind.SEVERAL, Kind.UNKNOWN}
        self._seed = seed
        self._report = report
        self._heard: dict[Puzzle, Heard] = {}
        self._seen: dict[tuple[str, FindingKind, str], _Seen] = {}
        self._late = 0

    def ask(self, puzzle: Puzzle) -> Heard:
        """What the solver says; what it said, where it was asked before."""
        if puzzle not in self._heard:
            self._take([self.calls.ask(puzzle)] if self._late < _MOST_TIME_OUTS else [], puzzle)
        return self._heard[puzzle]

    def in_a_row(self, puzzles: Sequence[Puzzle]) -> list[Heard]:
        """What it says to these, one after the other, in a process of their own."""
        if self._late >= _MOST_TIME_OUTS:
            raise _GivenUp
        heard = self.calls.in_a_row(puzzles)
        self._late += any(_is_late(each) for each in heard)
        return heard

    def run(self, cases: Sequence[Case]) -> None:
        """Tries all properties that are not left out on all cases, and fills the report."""
        tried = [each for each in ALL if each.name not in self._report.left_out]
        self._report.asked = dict.fromkeys((each.name for each in tried), 0)
        try:
            for each in tried:
                if each is INDEPENDENCE:
                    self._compare_backwards([case.puzzle for case in cases])
                elif each not in BEHAVIOUR:
                    for number, case in enumerate(cases):
                        self._try(each, case, f"{self._seed}/{each.name}/{number}")
            # Calls are judged as they are made, be it that no property asked for any.
            for case in cases:
                self.ask(case.puzzle)
        except _GivenUp:
            self._report.stopped = f"ended after {_MOST_TIME_OUTS} calls that did not come back in time"
        end = perf_counter() + _ALL_SHRINK_SECONDS
        for seen in list(self._seen.values()):
            self._confirm(seen, end - perf_counter())
        order = [each.name for each in ALL]
        self._report.findings.sort(key=lambda finding: order.index(finding.property))

    def _take(self, replies: list[Heard], puzzle: Puzzle) -> None:
        """Remembers what was said of a puzzle, and notes how."""
        if not replies:
            raise _GivenUp
        (self._heard[puzzle],) = replies
        self._late += _is_late(replies[0])
        for each in BEHAVIOUR:
            if each.name in self._report.asked:
                self._try(each, Case(puzzle), "")

    def _try(self, each: Property, case: Case, seed: str) -> None:
        judged = each.check(self, case, random.Random(seed))  # noqa: S311 - no secret
        if judged is not False:
            self._report.asked[each.name] += 1
        if isinstance(judged, Flaw):
            self._note(each, judged, case, seed)

    def _note(self, each: Property, flaw: Flaw, case: Case, seed: str, before: Sequence[Puzzle] = ()) -> None:
        key = each.name, flaw.kind, flaw.way
        if key not in self._seen:
            self._seen[key] = _Seen(flaw, case, seed, each)
            self._seen[key].before = before
        self._seen[key].times += 1

    def _compare_backwards(self, puzzles: Sequence[Puzzle]) -> None:
        """Asks all in the opposite order, in a new process; each must be answered as it was."""
        order = list(reversed(puzzles))
        for place, (puzzle, again) in enumerate(zip(order, self.in_a_row(order), strict=False)):
            first = self.ask(puzzle)
            if first.said is None and again.said is None:
                continue
            self._report.asked[INDEPENDENCE.name] += 1
            one, other = (first, again) if first.said is not None else (again, first)
            flaw = None if one.said is None else differing(one.said, other, puzzle, _AFTER_OTHERS, self.limit)
            if flaw is not None:
                asked = list(self._heard)
                before = order[:place] if self._is_new(puzzle, first) else asked[: asked.index(puzzle)]
                self._note(INDEPENDENCE, flaw, Case(puzzle), "", before)

    def _is_new(self, puzzle: Puzzle, heard: Heard) -> bool:
        """Whether this is what is said in a process where nothing was asked before."""
        return alike(self.in_a_row([puzzle])[0].said, heard.said, self.limit)

    def _confirm(self, seen: _Seen, seconds: float) -> None:
        """Sees the flaw again in new processes, on a puzzle as small as may be, and reports it."""
        within = max(0.0, min(_SHRINK_SECONDS, seconds))
        deadline = Deadline(within)
        shows = _Showing(_Fresh(self), seen)
        shrunk = shrink(seen.case.puzzle, shows, seen.before, keep_layout=True, seconds=within)
        flaw, minimal = seen.flaw, False
        puzzles: tuple[Puzzle, ...] = (seen.case.puzzle,)
        if shrunk.reproduced and (seen.check is not INDEPENDENCE or self._is_steady(seen, shrunk.puzzles, deadline)):
            flaw, puzzles, minimal = shows.flaws[shrunk.puzzles], shrunk.puzzles, shrunk.minimal
        elif shows.tried:
            # By chance, or due to what was asked before: which of the two is not known.
            where = " in a new process" if self.calls.isolated else ""
            often = "every time" if shrunk.reproduced else "again"
            flaw = flaw._replace(text=f"not seen {often}{where}: {flaw.text}")
        self._report.findings.append(
            CheckFinding(seen.check.name, *flaw, puzzles[-1], seen.case.puzzle, puzzles[:-1], seen.times, minimal)
        )

    def _is_steady(self, seen: _Seen, puzzles: Sequence[Puzzle], deadline: Deadline) -> bool:
        """Whether it is the puzzles before that make the difference: where chance does, it does not each time."""
        alone = self.calls.in_a_row(puzzles[-1:])[-1].said
        for _ in range(_STEADY):
            if deadline.expired:
                break
            if not _Showing(_Fresh(self), seen)(puzzles):
                return False
            if not alike(alone, self.calls.in_a_row(puzzles[-1:])[-1].said, self.limit):
                return False
        return True


class _Showing:
    """Whether a puzzle, after others, shows a flaw of the same kind and way; keeps the flaws that were seen."""

    def __init__(self, fresh: _Fresh, seen: _Seen) -> None:
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
        return differing(said, heard[-1], puzzles[-1], _AFTER_OTHERS, self._fresh.limit) or False


def _is_late(heard: Heard) -> bool:
    return heard.answer is not None and heard.answer.kind is FindingKind.TIMED_OUT
