"""One check of one solver: it asks, remembers what was said, and gathers what was found."""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import perf_counter

from ....reference.deadline import Deadline
from ....reference.puzzle import Puzzle
from ...cross_check.finding import FindingKind
from ...cross_check.shrink import shrink
from ...generators.kinds import Kind
from ..report import CheckFinding, CheckReport, Flaw
from ..symmetries import Symmetries
from .again import AFTER_OTHERS, Fresh, Seen, Showing
from .behaviour import ALL, BEHAVIOUR, INDEPENDENCE
from .calls import Calls, Heard
from .cases import Case
from .promises import Property
from .properties import alike, differing

_MOST_TIME_OUTS = 3
"""After so many a solver is asked no more: each costs the whole of the time."""

_TOO_HARD = "no more published puzzles were asked after one took too long; published=False asks none"

_FORM = "every call raised a TypeError or AttributeError: `takes` says in which form the solver gets a puzzle"

_STEADY = 2
"""How often more another answer after other puzzles must be seen, and the one without them, to be put down to them."""

_SHRINK_SECONDS = 10.0
"""What the search for a smaller puzzle may take, a finding."""

_ALL_SHRINK_SECONDS = 60.0
"""What it may take in all."""


class _GivenUp(Exception):
    """The solver is not asked any more."""


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
        self._seen: dict[tuple[str, FindingKind, str], Seen] = {}
        self._late = 0
        self._too_hard = False
        """Whether a published puzzle took too long: then no other is asked about."""

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
                    self._compare_backwards([case.puzzle for case in self._not_too_hard(cases)])
                elif each not in BEHAVIOUR:
                    for number, case in enumerate(cases):
                        self._try_unless_hard(each, case, f"{self._seed}/{each.name}/{number}")
            # Calls are judged as they are made, be it that no property asked for any.
            for case in self._not_too_hard(cases):
                self.ask(case.puzzle)
        except _GivenUp:
            self._report.stopped = f"ended after {_MOST_TIME_OUTS} calls that did not come back in time"
        self._say_why_not(tried)
        end = perf_counter() + _ALL_SHRINK_SECONDS
        for seen in list(self._seen.values()):
            self._confirm(seen, end - perf_counter())
        order = [each.name for each in ALL]
        self._report.findings.sort(key=lambda finding: order.index(finding.property))

    def _not_too_hard(self, cases: Sequence[Case]) -> list[Case]:
        return [case for case in cases if not (self._too_hard and case.published)]

    def _try_unless_hard(self, each: Property, case: Case, seed: str) -> None:
        """Tries a property; a published puzzle that takes too long is a finding, and no reason to ask no others."""
        if self._too_hard and case.published:
            return
        late = self._late
        self._try(each, case, seed)
        if case.published and self._late > late:
            self._too_hard, self._late = True, late
            self._report.notes.append(_TOO_HARD)

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

    def _say_why_not(self, tried: Sequence[Property]) -> None:
        """Why properties were not put to the test; and a guess at why no call came to anything."""
        said = [heard.said for heard in self._heard.values() if heard.said is not None]
        for each in tried:
            if not self._report.asked[each.name]:
                stopped = "the check ended before" if self._report.stopped else ""
                reason = stopped or (each.untried if said else "no call gave an answer")
                self._report.not_tried[each.name] = reason
        ways = {heard.answer.way for heard in self._heard.values() if heard.answer is not None}
        if self._heard and not said and ways <= {"TypeError", "AttributeError"}:
            self._report.notes.append(_FORM)

    def _note(self, each: Property, flaw: Flaw, case: Case, seed: str, before: Sequence[Puzzle] = ()) -> None:
        key = each.name, flaw.kind, flaw.way
        if key not in self._seen:
            self._seen[key] = Seen(flaw, case, seed, each)
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
            flaw = None if one.said is None else differing(one.said, other, puzzle, AFTER_OTHERS, self.limit)
            if flaw is not None:
                asked = list(self._heard)
                before = order[:place] if self._is_new(puzzle, first) else asked[: asked.index(puzzle)]
                self._note(INDEPENDENCE, flaw, Case(puzzle), "", before)

    def _is_new(self, puzzle: Puzzle, heard: Heard) -> bool:
        """Whether this is what is said in a process where nothing was asked before."""
        return alike(self.in_a_row([puzzle])[0].said, heard.said, self.limit)

    def _confirm(self, seen: Seen, seconds: float) -> None:
        """Sees the flaw again in new processes, on a puzzle as small as may be, and reports it."""
        within = max(0.0, min(_SHRINK_SECONDS, seconds))
        deadline = Deadline(within)
        shows = Showing(Fresh(self, self.calls), seen)
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

    def _is_steady(self, seen: Seen, puzzles: Sequence[Puzzle], deadline: Deadline) -> bool:
        """Whether it is the puzzles before that make the difference: where chance does, it does not each time."""
        alone = self.calls.in_a_row(puzzles[-1:])[-1].said
        for _ in range(_STEADY):
            if deadline.expired:
                break
            if not Showing(Fresh(self, self.calls), seen)(puzzles):
                return False
            if not alike(alone, self.calls.in_a_row(puzzles[-1:])[-1].said, self.limit):
                return False
        return True


def _is_late(heard: Heard) -> bool:
    return heard.answer is not None and heard.answer.kind is FindingKind.TIMED_OUT
