"""A batch of a campaign: some of its cases, which the worker that gets the batch draws, asks and judges."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from ...encoders.backends.bulk import answers_in_bulk
from ...encoders.backends.listing import versions_of
from ...encoders.workers.usage import free_bytes
from ...reference.errors import Unsupported
from ...reference.judgement import settled
from ...reference.puzzle import Puzzle
from ...reference.result import Result, Verdict
from ..cross_check.asking import Isolated, Replies, processors
from ..cross_check.finding import Disagreement
from ..cross_check.noted import MOST_BEFORE
from ..executors.kept import BatchOutcome, KeptProcesses, kept_here
from ..generators.constructions import CONSTRUCTION
from ..races.machine import machine
from .cases import CampaignCase, case_of
from .journal import CampaignSettings, DoneCase

if TYPE_CHECKING:
    from .bulk_answers import BulkAsking

IMAGES = 20_000
"""Images of a puzzle that are asked by default, at most: more take longer than all backends together do."""

CASES = 24
"""Numbers in a batch: two of each kind of layout."""

_PROCESS_BYTES = 100 << 20
"""Memory of the process of a backend, roughly."""

_DECLINED = "declined"
"""What the journal says of a backend that does not do a puzzle."""

_AHEAD = 16
"""Cases that are asked at a time."""


@dataclass(frozen=True)
class CampaignBatch:
    """The cases of these numbers, in this order; it can be pickled for another machine."""

    settings: CampaignSettings
    numbers: tuple[int, ...]


def usual_jobs(settings: CampaignSettings) -> int:
    """Returns how many batches suit this machine: one for each processor, fewer where memory is short."""
    return max(1, min(processors(), free_bytes() // (_PROCESS_BYTES * len(settings.backends))))


class CaseOutcome(NamedTuple):
    """What came of a case."""

    done: DoneCase
    disagreements: tuple[Disagreement, ...] = ()
    """On the puzzle, then on an image of it for each backend that answers in bulk."""
    before: tuple[Puzzle, ...] = ()
    """The puzzles before it, the latest last, where there is a disagreement."""


def run_cases(
    batch: CampaignBatch,
    on_results: Callable[[list[CaseOutcome]], object] | None = None,
    cpu: int | None = None,  # noqa: ARG001 - the processes of a campaign are not timed
    kept: KeptProcesses | None = None,
    owner: str = "",
) -> BatchOutcome:
    """Returns the outcome of each case of the batch, as `RunBatch` says.

    Each backend has a process of its own, one of which is at work at a time. They stay for the next batch.
    """
    kept = kept or kept_here()
    settings = batch.settings
    key = ("campaign", *map(repr, (settings, owner)))
    outcomes: list[CaseOutcome] = []
    with kept.at_work(owner):
        asking = kept.take(key, partial(CaseAsking, settings))
        try:
            asking.check = partial(kept.check, owner)
            for outcome in asking.outcomes(batch.numbers):
                outcomes.append(outcome)
                if on_results is not None:
                    on_results([outcome])
            kept.give_back(asking, key)
        except BaseException:
            asking.kill()
            raise
    return BatchOutcome(outcomes, machine())


class CaseAsking:
    """The processes that answer the cases of a campaign, one batch at a time."""

    alive = True

    def __init__(self, settings: CampaignSettings) -> None:
        self._settings = settings
        self.check: Callable[[], object] = lambda: None
        """Called while answers are awaited; it may raise."""
        limits = (settings.limit, settings.seconds, 1, settings.memory)
        self._asking = Isolated(settings.backends, *limits, ahead=_AHEAD)
        self._asking.on_wait(lambda: self.check())
        in_bulk = [name for name in settings.backends if answers_in_bulk(name)] if settings.images else []
        self._bulk: list[BulkAsking] = []
        if in_bulk:
            from .bulk_answers import BulkAsking  # here, as it needs NumPy, which images alone take

            self._bulk = [BulkAsking(name, settings, lambda: self.check()) for name in in_bulk]
        self._before: deque[Puzzle] = deque(maxlen=MOST_BEFORE)

    def kill(self) -> None:
        """Ends all processes."""
        self.alive = False
        self._asking.close()
        for asking in self._bulk:
            asking.close()

    def outcomes(self, numbers: Sequence[int]) -> Iterator[CaseOutcome]:
        """Yields the outcome of the case of each number, in order."""
        waiting: deque[CampaignCase] = deque()
        for asked in self._asking.replies(self._puzzles(numbers, waiting)):
            for case in _next(waiting):
                yield self._outcome(case, asked)
            self.check()
        for case in waiting:  # without a puzzle
            yield CaseOutcome(DoneCase(case.number, case.layout_kind, case.kind.value))

    def _puzzles(self, numbers: Sequence[int], waiting: deque[CampaignCase]) -> Iterator[Puzzle]:
        """Yields the puzzles of the cases; all cases go into `waiting`, those without a puzzle too."""
        for number in numbers:
            case = case_of(self._settings.seed, number)
            waiting.append(case)
            if case.drawn is not None:
                yield case.drawn.puzzle

    def _outcome(self, case: CampaignCase, asked: Replies) -> CaseOutcome:
        if case.drawn is None:
            return CaseOutcome(DoneCase(case.number, case.layout_kind, case.kind.value))
        settings = self._settings
        place = f"case {case.number} of seed {settings.seed}"
        truth = case.drawn.truth
        disagreement = asked.disagreement(settings.limit, truth, lambda: self._versions, place)
        found = [] if disagreement is None else [disagreement]
        faulty = {finding.backend for one in found for finding in one.findings}
        answers = asked.answers if truth is None else {**asked.answers, CONSTRUCTION: truth}
        right = {name: answer for name, answer in answers.items() if name not in faulty}
        bulk = {}
        if self._bulk:
            self._asking.settle()  # one process at a time is at work
        for asking in self._bulk:
            seed = f"{settings.seed}:{case.number}"
            bulk[asking.backend], other = asking.answer(asked.puzzle, seed, right, self._versions, place)
            found += [] if other is None else [other]
        done = _done(case, asked, settings.limit, disagreement, found, bulk)
        before = tuple(self._before) if found else ()
        self._before.append(asked.puzzle)
        return CaseOutcome(done, tuple(found), before)

    @cached_property
    def _versions(self) -> dict[str, str]:
        return versions_of(self._settings.backends)


def _next(waiting: deque[CampaignCase]) -> Iterator[CampaignCase]:
    """Yields the first cases without a puzzle, and the first one with a puzzle."""
    while waiting:
        case = waiting.popleft()
        yield case
        if case.drawn is not None:
            return


def _done(
    case: CampaignCase,
    asked: Replies,
    limit: int,
    disagreement: Disagreement | None,
    found: Sequence[Disagreement],
    bulk: dict[str, int],
) -> DoneCase:
    """Returns what the journal keeps of a case."""
    findings = disagreement.findings if disagreement is not None else ()
    failed = {finding.backend: finding.kind.value for finding in reversed(findings)}
    said: dict[str, list[str]] = {}
    answers = 0
    for name, reply in asked.replies.items():
        verdict = reply.answer.verdict.value if isinstance(reply.answer, Result) else Verdict.UNKNOWN.value
        if isinstance(reply.answer, Unsupported):
            verdict = _DECLINED
        said.setdefault(failed.get(name, verdict), []).append(name)
        answers += name not in failed and isinstance(reply.answer, Result) and settled(reply.answer, limit)
    sentences = [str(finding) for one in found for finding in one.findings]
    size = asked.puzzle.layout.size
    return DoneCase(case.number, case.layout_kind, case.kind.value, size, answers, said, sentences, bulk)
