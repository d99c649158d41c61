"""A campaign: puzzles of all kinds on layouts of all kinds, as long as there is time, resumed where it stopped.

The cases of a seed are numbered, and each is drawn from the seed and its number alone. So a journal of the cases that
are done is all that is needed to resume: no case is lost, and none is counted twice. Batches of cases run on an
executor, and end in any order; this process alone writes the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

from ...reference.contract import check_limit
from ...reference.deadline import Deadline
from ..cross_check.finding import Disagreement, Finding
from ..cross_check.noted import NotedFindings
from ..cross_check.shrink import CheckLimits
from ..executors.executor import BatchEnded, BatchExecutor, BatchMoved, BatchResults
from ..executors.own_processes import OwnProcesses
from .batch import CASES, CampaignBatch, CaseOutcome, run_cases, usual_jobs
from .coverage import Coverage
from .journal import CampaignSettings, Journal

AfterEach = Callable[[Coverage], object]
Found = Callable[[int, Disagreement], object]
Written = Callable[[Finding, "Path | OSError"], object]


def campaign(
    journal: Journal,
    settings: CampaignSettings,
    seconds: float | None = None,
    jobs: int | None = None,
    after_each: AfterEach = lambda _: None,
    found: Found = lambda *_: None,
    bundles: Path | None = None,
    written: Written = lambda *_: None,
    *,
    cases: int | None = None,
    stop_after: int | None = None,
    executor: BatchExecutor | None = None,
    lost: Callable[[str], object] = lambda _: None,
) -> Coverage:
    """Does the cases that the journal lacks, until `seconds` are over, and returns the coverage of all in the journal.

    `cases` ends it when the first so many cases are done, `stop_after` when so many different findings were made,
    those of earlier runs left out. `executor` runs the batches, and is closed in the end;
    without one, `jobs` batches run at a time in processes of this machine (by default `usual_jobs`). `found` gets the
    number of a case and what was found in it, as soon as it comes here. `written` then gets the path of each bundle
    that was written to `bundles`, or why it could not be written. Then the case is in the journal, and `after_each`
    gets the coverage so far. `lost` gets the name of a worker of a cluster that was lost, whose cases another one does.
    Raises what the journal raises, and `ExecutorError`; what is in the journal by then stays. ValueError for a
    `stop_after` below 1.
    """
    if stop_after is not None:
        check_limit(stop_after)
    deadline = Deadline(seconds)
    run = _Running(journal, settings, after_each, found, bundles, written)
    with closing(executor or OwnProcesses(jobs or usual_jobs(settings), pin=False)) as executing:
        batches = _batches(settings, run.numbers, cases)
        running = 0
        gone: set[str] = set()
        while not deadline.expired and (stop_after is None or run.different_findings < stop_after):
            while running < executing.room and (batch := next(batches, None)) is not None:
                executing.submit(run_cases, batch)
                running += 1
            if not running:
                break
            event = executing.next_event(deadline.left)
            if isinstance(event, BatchResults):
                run.take(event.results)
            elif isinstance(event, BatchMoved) and event.worker not in gone:
                gone.add(event.worker)
                lost(event.worker)
            elif isinstance(event, BatchEnded):
                running -= 1
    return run.coverage


class _Running:
    """What a running campaign does with the outcomes of cases."""

    def __init__(
        self,
        journal: Journal,
        settings: CampaignSettings,
        after_each: AfterEach,
        found: Found,
        bundles: Path | None,
        written: Written,
    ) -> None:
        self.coverage = Coverage()
        self.numbers: set[int] = set()
        """Those that the journal has at the beginning."""
        for done in journal.done():
            self.coverage.add(done)
            self.numbers.add(done.number)
        limits = CheckLimits(settings.limit, settings.seconds, settings.memory)
        self._noted = NotedFindings(settings.backends, limits)
        self._journal = journal
        self._after_each = after_each
        self._found = found
        self._bundles = bundles
        self._written = written

    @property
    def different_findings(self) -> int:
        """The number of findings of this run, those of the same sort counted once."""
        return self._noted.kinds

    def take(self, outcomes: list[CaseOutcome]) -> None:
        """Shows and writes what was found, and then writes the cases to the journal."""
        for outcome in outcomes:
            for disagreement in outcome.disagreements:
                self._found(outcome.done.number, disagreement)
                self._noted.add(disagreement, outcome.before)
        if self._bundles is not None:
            for finding, path in self._noted.write_bundles(self._bundles):
                self._written(finding, path)
        self._journal.add_all(outcome.done for outcome in outcomes)
        for outcome in outcomes:
            self.coverage.add(outcome.done)
            self._after_each(self.coverage)


def _batches(settings: CampaignSettings, done: Collection[int], cases: int | None) -> Iterator[CampaignBatch]:
    """Yields what is left of each batch, of the first `cases` numbers or of all."""
    for first in count(0, CASES):
        numbers = range(first, first + CASES if cases is None else min(first + CASES, cases))
        if not numbers:
            return
        left = tuple(number for number in numbers if number not in done)
        if left:
            yield CampaignBatch(settings, left)
