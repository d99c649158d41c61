"""What runs in a process that answers images of puzzles in bulk, and checks each answer.

It answers `AskImages` with a `Begun` before the puzzle itself and before each buffer of images, and in the end with
`ImagesChecked`, or with `Failed`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...encoders.backends.registry import Sessions, find_backend
from ...encoders.workers.messages import Failed
from ...encoders.workers.worker_process import Send, portable, serve_with
from ...reference.contract import Session
from ...reference.errors import BackendError, UnitdokuError
from ...reference.grid import Grid
from ...reference.native.backend import NativeSession
from ...reference.native.bulk import BulkAnswers
from ...reference.puzzle import Puzzle
from .images import MOST_VALUES, Image, Images, Known

_BUFFER = 4096
"""Images in a buffer, at most."""

_GRID_BYTES = 2**24
"""Memory for the grids of a buffer."""

_EFFORT = 60_000_000
"""Memberships of cells in units that the rounds of all searches for one puzzle may visit: about half a second.

Counted and not timed, so that the number of images is the same on every machine.
"""


@dataclass(frozen=True)
class AskImages:
    """Answer images of a puzzle, and check the answers by what is known of the puzzle."""

    puzzle: Puzzle
    known: Known
    limit: int
    seconds: float | None
    """For each image."""
    most: int
    """The largest number of images."""
    seed: str
    part: tuple[int, int] | None = None
    """The first image and the number of images; None for all. Each part is asked as if the others were not there."""


@dataclass(frozen=True)
class Begun:
    """The images from `first` on, so many, are in the next buffer."""

    first: int
    count: int
    example: Image
    """The first of them."""


@dataclass(frozen=True)
class WrongImage:
    """An image with a wrong answer, and this answer."""

    index: int
    image: Image
    solutions: tuple[Grid, ...]
    exhausted: bool


@dataclass(frozen=True)
class ImagesChecked:
    """All images are answered: how many, how many of them in full and right, how many wrong, and the first of these."""

    asked: int
    settled: int
    wrong: int
    example: WrongImage | None


def serve(backend: str, nested: bool, memory: int | None) -> None:
    """Answers `AskImages`; see `SpawnedWorker` for the arguments."""
    serve_with(_Asking, backend, nested, memory)


class _Asking:
    """The sessions of one backend that answers in bulk."""

    def __init__(self, name: str, send: Send) -> None:
        self._name = name
        self._send = send
        self._sessions: Sessions | None = None

    def __call__(self, ask: AskImages) -> None:
        """Sends the answer to a message; an error is sent too."""
        try:
            self._send(self._answer(ask))
        except BaseException as error:
            if self._sessions is not None:
                self._sessions.drop(ask.puzzle.layout)
            if isinstance(error, Exception) and not isinstance(error, UnitdokuError):
                error = BackendError(f"{self._name} failed in bulk: {type(error).__name__}: {error}")
            self._send(Failed(portable(error)))

    def _answer(self, ask: AskImages) -> ImagesChecked:
        if self._sessions is None:
            self._sessions = Sessions(find_backend(self._name))
        layout = ask.puzzle.layout
        session = _native(self._sessions.on(layout))
        if layout.size > MOST_VALUES:
            return ImagesChecked(0, 0, 0, None)
        # The puzzle itself comes first, in the time of an image: its rounds say how many images there may be.
        itself = Image(ask.puzzle.candidates, tuple(range(1, layout.size + 1)), tuple(range(layout.cell_count)))
        self._send(Begun(0, 1, itself))
        cost = session.solve_bulk(session.masks([ask.puzzle]), ask.limit, ask.seconds, grids=False).rounds[0]
        memberships = sum(map(len, layout.units)) + layout.cell_count
        images = Images(ask.puzzle, max(1, min(ask.most, _EFFORT // (memberships * (cost + 1)))), ask.seed)
        first, count = ask.part or (0, len(images))
        size = min(_BUFFER, max(1, _GRID_BYTES // (ask.limit * layout.cell_count)))
        asked = settled = wrong = 0
        example: WrongImage | None = None
        for start in range(first, first + count, size):
            buffer = images.masks[start : min(start + size, first + count)]
            self._send(Begun(start, len(buffer), images[start]))
            answers = session.solve_bulk(buffer, ask.limit, ask.seconds)
            checked = images.check(start, answers, ask.limit, ask.known)
            asked += len(buffer)
            settled += checked.settled
            wrong += checked.wrong
            if example is None and checked.first_wrong is not None:
                example = _wrong(images, start, checked.first_wrong, answers)
        return ImagesChecked(asked, settled, wrong, example)


def _native(session: Session) -> NativeSession:
    if not isinstance(session, NativeSession):
        raise BackendError(f"{session.backend} does not answer in bulk")
    return session


def _wrong(images: Images, start: int, index: int, answers: BulkAnswers) -> WrongImage:
    """Returns a wrong answer as it came."""
    width = images.puzzle.layout.cell_count
    before = sum(answers.counts[: index - start])
    flat = bytes(answers.grids or b"")
    rows = range(before, before + answers.counts[index - start])
    solutions = tuple(tuple(flat[row * width : (row + 1) * width]) for row in rows)
    return WrongImage(index, images[index], solutions, bool(answers.exhausted[index - start]))
