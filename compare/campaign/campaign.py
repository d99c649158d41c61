"""A campaign: puzzles of all kinds on layouts of all kinds, as long as there is time, resumed where it stopped.

The cases of a seed are numbered, and each is drawn from the seed and its number alone. So a journal of the cases that
are done is all that is needed to resume: no case is lost, and none is counted twice.
"""

from __future__ import annotations

import json
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
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
from ..results.database import Database, DatabaseError, Schema, damage_in_words, open_for_writing

SIZES = (4, 6, 9)
"""The largest number of values in a case, in turn: small layouts show most errors, large ones the rest."""

_AHEAD = 16
"""Cases that are asked at a time. Those that are not done when the campaign stops are asked again."""

_TABLES = """
CREATE TABLE campaign (settings TEXT NOT NULL); -- one row, JSON
CREATE TABLE done_case (
    number INTEGER PRIMARY KEY, -- from 0
    layout TEXT NOT NULL, -- the kind of layout
    kind TEXT NOT NULL, -- of puzzle
    size INTEGER, -- number of values; NULL where there is no puzzle of the kind on the layout that was drawn
    answers INTEGER NOT NULL, -- in full, over all backends
    said TEXT NOT NULL, -- JSON: SAT, UNSAT, UNKNOWN or a class of findings, to the backends with that answer
    findings TEXT NOT NULL -- JSON: sentences
);
"""

CAMPAIGN = Schema(0x756E6361, "a campaign", _TABLES)
"""The schema of journals; its application is `unca`."""


@dataclass(frozen=True)
class CampaignSettings:
    """What a campaign is about: a journal can be resumed with the same settings only."""

    seed: int
    backends: list[str]
    limit: int
    seconds: float | None
    memory: int | None = None


@dataclass(frozen=True)
class DoneCase:
    """A case that is done; see the table `done_case`."""

    number: int
    layout: str
    kind: str
    size: int | None = None
    answers: int = 0
    said: Mapping[str, Sequence[str]] = field(default_factory=dict)
    findings: Sequence[str] = ()


class Journal(Database):
    """The cases of a campaign that are done, in a file that one campaign at a time uses; a context manager.

    A missing or empty file begins a campaign. Raises `DatabaseError` where the file is of a campaign with other
    settings, holds anything else, is in use or cannot be written; it is then left as it is.
    """

    def __init__(self, path: Path, settings: CampaignSettings) -> None:
        super().__init__(path, open_for_writing(path, CAMPAIGN))
        try:
            self.lock("lock", "another campaign is using it")
            stored = self.row("SELECT settings FROM campaign")
            if stored is None:
                self.insert("campaign", {"settings": json.dumps(asdict(settings))})
                return
            new = asdict(settings)
            with damage_in_words(path, "the campaign"):
                old = dict(json.loads(stored["settings"]))
            differences = [f"{name} was {old.get(name)}, not {new[name]}" for name in new if old.get(name) != new[name]]
            if differences:
                raise DatabaseError(f"{path} is the journal of another campaign: {'; '.join(differences)}")
        except BaseException:
            self.close()
            raise

    def done(self) -> Iterator[DoneCase]:
        """Yields the cases that are done, in order."""
        with damage_in_words(self.path, "a case"):
            for row in self.query("SELECT * FROM done_case ORDER BY number"):
                said, findings = dict(json.loads(row["said"])), list(json.loads(row["findings"]))
                if not all(isinstance(row[name], int | None) for name in ("number", "size", "answers")):
                    raise TypeError(f"numbers are {tuple(row)}")
                yield DoneCase(**{**row, "said": said, "findings": findings})

    def add(self, done: DoneCase) -> None:
        """Writes a case that is done; it then stays, however the program ends."""
        row = {**asdict(done), "said": json.dumps(done.said), "findings": json.dumps(done.findings)}
        self.insert("done_case", row)


class CampaignCase(NamedTuple):
    """A numbered case; `drawn` is None where there is no puzzle of this kind on the layout."""

    number: int
    layout_kind: str
    kind: Kind
    drawn: Drawn | None


def case_of(seed: int, number: int, sizes: tuple[int, ...] = SIZES) -> CampaignCase:
    """Returns the case of this number: kinds of layouts in turn, kinds of puzzles for each, sizes for each of those."""
    layouts, kinds = list(LAYOUT_KINDS), list(Kind)
    layout_kind = layouts[number % len(layouts)]
    kind = kinds[number // len(layouts) % len(kinds)]
    largest = sizes[number // (len(layouts) * len(kinds)) % len(sizes)]
    rng = random.Random(f"{seed}:{number}")  # noqa: S311 - no secret
    layout = LAYOUT_KINDS[layout_kind](rng, largest)
    try:
        return CampaignCase(number, layout_kind, kind, draw_puzzle(kind, layout, rng))
    except PuzzleError:
        return CampaignCase(number, layout_kind, kind, None)


@dataclass
class Coverage:
    """What a campaign has covered, in all its runs together."""

    cases: int = 0
    answers: int = 0
    """Answers in full, over all backends, that were compared with another one or with what is known."""
    compared: int = 0
    """Puzzles with such answers."""
    findings: int = 0
    puzzles: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Kind of layout and kind of puzzle to the number of puzzles."""
    impossible: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The same, to the number of cases without a puzzle."""
    sizes: Counter[int] = field(default_factory=Counter)
    """Number of values to the number of puzzles."""
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Backend and answer (SAT, UNSAT, UNKNOWN, or the class of a finding) to the number of puzzles."""

    def add(self, done: DoneCase) -> None:
        """Counts one more case."""
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
    """Returns what the cases in the journal have covered."""
    coverage = Coverage()
    for done in journal.done():
        coverage.add(done)
    return coverage


def campaign(
    journal: Journal,
    settings: CampaignSettings,
    seconds: float | None = None,
    jobs: int | None = None,
    after_each: Callable[[Coverage], object] = lambda _: None,
    found: Callable[[int, Disagreement], object] = lambda *_: None,
    bundles: Path | None = None,
    written: Callable[[Finding, Path | OSError], object] = lambda *_: None,
) -> Coverage:
    """Resumes where the journal ends until `seconds` are over, and returns the coverage of all cases in the journal.

    `found` gets the number of a case and what was found in it, at once, so that no finding is lost. `written` then gets
    the path of each bundle that was written to `bundles`, or why it could not be written. Then the case is done, and
    `after_each` gets the coverage so far.
    """
    coverage = covered(journal)
    deadline = Deadline(seconds)
    asking = Isolated(settings.backends, settings.limit, settings.seconds, jobs, settings.memory, ahead=_AHEAD)
    waiting: deque[CampaignCase] = deque()
    limits = CheckLimits(settings.limit, settings.seconds, settings.memory)
    report = Report({name: Tally() for name in asking.names}, limits)
    try:
        for asked in asking.replies(_puzzles(settings.seed, coverage.cases, waiting, deadline)):
            for case in _next(waiting):
                drawn = case.drawn
                place = f"case {case.number} of seed {settings.seed}"
                disagreement = None if drawn is None else report.add(asked, drawn.truth, place)
                if disagreement is not None:
                    found(case.number, disagreement)
                if bundles is not None and report.noted:
                    asking.settle()  # while findings are reduced, no reply is read
                    for finding, path in report.write_bundles(bundles):
                        written(finding, path)
                done = _done(case, asked, settings.limit, disagreement)
                journal.add(done)
                coverage.add(done)
                after_each(coverage)
            if deadline.expired:
                break
    finally:
        asking.close()
    return coverage


def _puzzles(seed: int, first: int, waiting: deque[CampaignCase], deadline: Deadline) -> Iterator[Puzzle]:
    """Yields the puzzles from the first case on; all cases go into `waiting`, those without a puzzle too."""
    for number in count(first):
        if deadline.expired:
            return
        case = case_of(seed, number)
        waiting.append(case)
        if case.drawn is not None:
            yield case.drawn.puzzle


def _next(waiting: deque[CampaignCase]) -> Iterator[CampaignCase]:
    """Yields the first cases without a puzzle, and the first one with a puzzle."""
    while waiting:
        case = waiting.popleft()
        yield case
        if case.drawn is not None:
            return


def _done(case: CampaignCase, asked: Replies, limit: int, disagreement: Disagreement | None) -> DoneCase:
    """Returns what the journal keeps of a case."""
    if case.drawn is None:
        return DoneCase(case.number, case.layout_kind, case.kind.value)
    findings = disagreement.findings if disagreement is not None else ()
    failed = {finding.backend: finding.kind.value for finding in reversed(findings)}
    said: dict[str, list[str]] = {}
    answers = 0
    for name, reply in asked.replies.items():
        verdict = reply.answer.verdict if isinstance(reply.answer, Result) else Verdict.UNKNOWN
        said.setdefault(failed.get(name, verdict.value), []).append(name)
        answers += name not in failed and isinstance(reply.answer, Result) and settled(reply.answer, limit)
    sentences = [str(finding) for finding in findings]
    size = asked.puzzle.layout.size
    return DoneCase(case.number, case.layout_kind, case.kind.value, size, answers, said, sentences)
