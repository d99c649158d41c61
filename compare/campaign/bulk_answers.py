"""Has a backend that answers in bulk answer images of a puzzle, in a process of its own, and says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ...encoders.workers.limits import CHECK_GRACE_SECONDS, SETUP_SECONDS, Limits
from ...encoders.workers.messages import Failed, LostWorker, Phase
from ...encoders.workers.spawned_worker import SpawnedWorker
from ...encoders.workers.supervisor import WorkerSlot, events
from ...reference.errors import BackendTimedOut, InvalidAnswer
from ...reference.judgement import defect_of
from ...reference.puzzle import Puzzle
from ...reference.result import Result, Verdict
from ..cross_check.finding import Answer, Disagreement, Finding, FindingKind, findings
from .image_process import AskImages, Begun, ImagesChecked, WrongImage
from .images import Image, Known
from .journal import CampaignSettings

_SECONDS_A_BUFFER = 60.0
"""On top of the time of one image: how long a buffer may take. It is bounded by effort, so this is for a hang."""


class BulkAnswer(NamedTuple):
    """The number of answers in full, and right, and what was wrong with another one."""

    settled: int
    disagreement: Disagreement | None = None


def known_of(results: Iterable[Result], puzzle: Puzzle) -> Known:
    """Returns what results that are not wrong say of the solutions of a puzzle."""
    results = list(results)
    grids = dict.fromkeys(grid for result in results for grid in result.solutions)
    true = tuple(grid for grid in grids if defect_of(grid, puzzle) is None)
    return Known(true, any(result.exhausted for result in results))


class _NoAnswer(NamedTuple):
    """The last buffer that was begun before the process failed, if one was, and the error."""

    begun: Begun | None
    error: Exception


class BulkAsking:
    """One backend and its process, which is started for the first puzzle, and again after it was lost."""

    def __init__(self, backend: str, settings: CampaignSettings, check: Callable[[], object]) -> None:
        self.backend = backend
        self._settings = settings
        self._check = check
        seconds = None if settings.seconds is None else settings.seconds + _SECONDS_A_BUFFER
        limits = Limits(seconds, SETUP_SECONDS, CHECK_GRACE_SECONDS, settings.memory)
        module = "unitdoku.compare.campaign.image_process"
        start = partial(SpawnedWorker, backend, nested=True, memory=settings.memory, module=module)
        self._slot = WorkerSlot(self.name, start, limits)

    @property
    def name(self) -> str:
        """The name of the backend that gives the same answers to one puzzle at a time."""
        return f"bulk:{self.backend}"

    def close(self) -> None:
        """Ends the process."""
        self._slot.end()

    def answer(
        self, asked: Puzzle, seed: str, answers: Mapping[str, Answer], versions: Mapping[str, str], place: str
    ) -> BulkAnswer:
        """Has images of a puzzle answered, drawn from `seed`; `answers` are those to the puzzle that are not wrong.

        What is known of the puzzle comes from them, those of the backend itself left out. Nothing is asked where they
        leave everything open, nor of a puzzle with sums or pairs: these say which value is which.
        """
        if asked.layout.has_other_rules:
            return BulkAnswer(0)
        results = {name: answer for name, answer in answers.items() if isinstance(answer, Result)}
        others = [result for name, result in results.items() if name != self.backend]
        if all(result.verdict is Verdict.UNKNOWN for result in others):
            return BulkAnswer(0)
        settings = self._settings
        ask = AskImages(asked, known_of(others, asked), settings.limit, settings.seconds, settings.images, seed)
        outcome = self._ask(ask)
        if isinstance(outcome, _NoAnswer):
            begun, error = self._narrowed(ask, outcome)
            candidates = asked.candidates if begun is None else begun.example.candidates
            where = f"the images of {place}" if begun is None else f"image {begun.first} of {place}"
            return BulkAnswer(0, self._disagreement(Puzzle(asked.layout, candidates), {}, error, versions, where))
        wrong = outcome.example
        if wrong is None:
            return BulkAnswer(outcome.settled)
        mapped = {name: _mapped(result, wrong.image) for name, result in results.items()}
        also = f" (and {outcome.wrong - 1:,} others)" if outcome.wrong > 1 else ""
        where = f"image {wrong.index}{also} of {place}"
        image = Puzzle(asked.layout, wrong.image.candidates)
        return BulkAnswer(outcome.settled, self._disagreement(image, mapped, self._result(wrong), versions, where))

    def _result(self, wrong: WrongImage) -> Answer:
        """Returns the answer to an image as a result, or the error for what is none."""
        try:
            return Result(wrong.solutions, wrong.exhausted, backend=self.name)
        except ValueError as error:
            return InvalidAnswer(f"{self.name} returned what is no result: {error}")

    def _disagreement(
        self, puzzle: Puzzle, others: Mapping[str, Answer], own: Answer, versions: Mapping[str, str], place: str
    ) -> Disagreement:
        """Returns the findings that the answer takes part in."""
        answers = {self.name: own, **others}
        found = findings(puzzle, answers, self._settings.limit)
        shown = [finding for finding in found if self.name in (finding.backend, finding.against)]
        if not shown:
            text = "answered an image of the puzzle otherwise than follows from the puzzle"
            shown = [Finding(FindingKind.WRONG, self.name, "image", text)]
        return Disagreement(puzzle, answers, shown, versions, place)

    def _ask(self, ask: AskImages) -> ImagesChecked | _NoAnswer:
        begun: Begun | None = None
        try:
            self._slot.begin(ask, Phase.OPENING)
            while True:
                for _, message in events([self._slot]):
                    if isinstance(message, Begun):
                        begun = message
                        self._slot.enter(Phase.SOLVING)
                    elif isinstance(message, ImagesChecked):
                        self._slot.phase = Phase.IDLE
                        return message
                    elif isinstance(message, (Failed, LostWorker)):
                        self._slot.phase = Phase.IDLE
                        return _NoAnswer(begun, message.error)
                self._check()
        except BaseException:
            self._slot.end()
            raise

    def _narrowed(self, ask: AskImages, failed: _NoAnswer) -> _NoAnswer:
        """Returns the same for a smaller part of the buffer, one image where there is such a one.

        A time-out is not narrowed down: each half could take as long.
        """
        while failed.begun is not None and failed.begun.count > 1 and not isinstance(failed.error, BackendTimedOut):
            first, count = failed.begun.first, failed.begun.count
            half = count // 2
            for part in ((first, half), (first + half, count - half)):
                outcome = self._ask(replace(ask, part=part))
                if isinstance(outcome, _NoAnswer) and outcome.begun is not None:
                    failed = outcome
                    break
            else:
                break
        return failed


def _mapped(result: Result, image: Image) -> Result:
    """Returns the answer to the image that follows from an answer to the puzzle."""
    grids = tuple(image.mapped(grid) for grid in result.solutions if len(grid) == len(image.cells))
    return Result(grids, result.exhausted, {}, result.backend)
