"""A campaign: puzzles of all kinds on layouts of all kinds, as long as there is time, and on from where it stopped.

The cases of a seed are numbered, and each is drawn from the seed and its number alone: a journal of those that are done
is all that is needed to go on, and no case is counted twice.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import NamedTuple

from ...reference.deadline import Deadline
from ...reference.errors import PuzzleError
from ...reference.judgement import settled
from ...reference.puzzle import Puzzle
from ...reference.result import Result, Verdict
from ..cross_check.asking import Isolated, Replies
from ..cross_check.cross_check import Report, Tally
from ..cross_check.finding import Disagreement, Finding
from ..cross_check.shrink import CheckLimits
from ..generators.kinds import Drawn, Kind
from ..generators.layouts import LAYOUT_KINDS
from ..generators.puzzles import draw_puzzle
from .journal import Done, Journal, Settings

SIZES = (4, 6, 9)
"""The largest number of values in a case, in turn: small layouts bring out most, large ones what those cannot have."""

_AHEAD = 16
"""Cases that are asked about at a time: those that are not done in the end are asked again."""


class Case(NamedTuple):
    """A numbered case; `drawn` is None where there is no puzzle of this kind on the layout."""

    number: int
    layout_kind: str
    kind: Kind
    drawn: Drawn | None


def case_of(seed: int, number: int, sizes: tuple[int, ...] = SIZES) -> Case:
    """The case of this number: kinds of layouts in turn, kinds of puzzles for each, and sizes for each of those."""
    layouts, kinds = list(LAYOUT_KINDS), list(Kind)
    layout_kind = layouts[number % len(layouts)]
    kind = kinds[number // len(layouts) % len(kinds)]
    largest = sizes[number // (len(layouts) * len(kinds)) % len(sizes)]
    rng = random.Random(f"{seed}:{number}")  # noqa: S311 - no secret
    layout = LAYOUT_KINDS[layout_kind](rng, largest)
    try:
        return Case(number, layout_kind, kind, draw_puzzle(kind, layout, rng))
    except PuzzleError:
        return Case(number, layout_kind, kind, None)


@dataclass
class Coverage:
    """What a campaign has covered, all runs together."""

    cases: int = 0
    answers: int = 0
    """Answers in full, over all backends, that were held against another one or against what is known."""
    compared: int = 0
    """Puzzles with such answers."""
    findings: int = 0
    puzzles: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Kind of layout and kind of puzzle to how many."""
    impossible: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The same, to how many times no puzzle was found."""
    sizes: Counter[int] = field(default_factory=Counter)
    """Number of values to how many puzzles."""
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Backend and what it said (SAT, UNSAT, UNKNOWN, or the class of what was found) to how often."""

    def add(self, done: Done) -> None:
        """One more case."""
        self.cases += 1
        combination = (done.layout, done.kind)
        if done.size is None:
            self.impossible[combination] += 1
            return
        self.puzzles[combination] += 1
        self.sizes[done.size] += 1
        # Of all other kinds something is known.
        if done.answers > 1 or (done.answers and done.kind != Kind.UNKNOWN.value):
            self.answers += done.answers
            self.compared += 1
        self.findings += len(done.findings)
        for word, backends in done.said.items():
            for backend in backends:
                self.verdicts[backend, word] += 1


def covered(journal: Journal) -> Coverage:
    """What the journal had covered when it was opened."""
    coverage = Coverage()
    for done in journal.done():
        coverage.add(done)
    return coverage


def campaign(
    journal: Journal,
    settings: Settings,
    seconds: float | None = None,
    jobs: int | None = None,
    after_each: Callable[[Coverage], None] | None = None,
    found: Callable[[int, Disagreement], None] | None = None,
    bundles: Path | None = None,
    written: Callable[[Finding, Path | OSError], None] | None = None,
) -> Coverage:
    """Goes on where the journal ends until `seconds` are over; the coverage of all that is in the journal.

    `found` gets the number of a case and what was found in it: before anything else is done about it, so that no
    finding is lost. `written` then gets the path of each bundle that was written to `bundles`, or why it could not be
    written. Then the case is done, and `after_each` gets the coverage so far.
    """
    coverage = covered(journal)
    deadline = Deadline(seconds)
    asking = Isolated(settings.backends, settings.limit, settings.seconds, jobs, settings.memory, ahead=_AHEAD)
    waiting: deque[Case] = deque()
    limits = CheckLimits(settings.limit, settings.seconds, settings.memory)
    report = Report({name: Tally() for name in asking.names}, limits)
    try:
        for asked in asking.replies(_puzzles(settings.seed, coverage.cases, waiting, deadline)):
            for case in _next(waiting):
                drawn = case.drawn
                place = f"case {case.number} of seed {settings.seed}"
                disagreement = None if drawn is None else report.add(asked, drawn.truth, place)
                if disagreement is not None and found is not None:
                    found(case.number, disagreement)
                if bundles is not None and report.noted:
                    asking.settle()  # nobody would look after them
                    for finding, path in report.write_bundles(bundles):
                        if written is not None:
                            written(finding, path)
                done = _done(case, asked, settings.limit, disagreement)
                journal.add(done)
                coverage.add(done)
                if after_each is not None:
                    after_each(coverage)
            if deadline.expired:
                break
    finally:
        asking.close()
    return coverage


def _puzzles(seed: int, first: int, waiting: deque[Case], deadline: Deadline) -> Iterator[Puzzle]:
    """The puzzles from the first case on; cases go into `waiting`, those without a puzzle too."""
    for number in count(first):
        if deadline.expired:
            return
        case = case_of(seed, number)
        waiting.append(case)
        if case.drawn is not None:
            yield case.drawn.puzzle


def _next(waiting: deque[Case]) -> Iterator[Case]:
    """The cases without a puzzle that come first, and the one with."""
    while waiting:
        case = waiting.popleft()
        yield case
        if case.drawn is not None:
            return


def _done(case: Case, asked: Replies, limit: int, disagreement: Disagreement | None) -> Done:
    """What the journal keeps of a case."""
    if case.drawn is None:
        return Done(case.number, case.layout_kind, case.kind.value)
    findings = disagreement.findings if disagreement is not None else ()
    failed = {finding.backend: finding.kind.value for finding in reversed(findings)}
    said: dict[str, list[str]] = {}
    answers = 0
    for name, reply in asked.replies.items():
        verdict = reply.answer.verdict if isinstance(reply.answer, Result) else Verdict.UNKNOWN
        said.setdefault(failed.get(name, verdict.value), []).append(name)
        answers += name not in failed and isinstance(reply.answer, Result) and settled(reply.answer, limit)
    told = [str(finding) for finding in findings]
    return Done(case.number, case.layout_kind, case.kind.value, asked.puzzle.layout.size, answers, said, told)
