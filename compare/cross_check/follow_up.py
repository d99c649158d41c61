"""What is done about a finding: ask again, reduce, and write down; for the first of its kind only."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ...reference.puzzle import Puzzle
from ..generators.constructions import CONSTRUCTION
from .agreement import Answer, findings
from .bundle import Case, Circumstances, is_program, write_bundle
from .finding import Disagreement, Finding
from .isolated import Isolated
from .replies import Asking
from .shrink import shrink

SHRINK_SECONDS = 60.0
"""For reducing one finding."""

_REMEMBERED = 64
"""Puzzles before a finding that may be what it takes."""

_WITNESSES = ("reference", "reference:twins")
"""Who may be asked in the place of what is known of a puzzle: always there."""


class _Waiting(NamedTuple):
    finding: Finding
    disagreement: Disagreement
    before: list[Puzzle]
    place: str


class FollowUp:
    """Follows up the findings of a run, the first few of each signature."""

    def __init__(
        self,
        backends: Sequence[str],
        how: Circumstances,
        folder: Path,
        most_alike: int = 1,
        seconds: float = SHRINK_SECONDS,
    ) -> None:
        self._backends = list(backends)
        self._how = how
        self._folder = folder
        self._most_alike = most_alike
        self._seconds = seconds
        self._seen: Counter[object] = Counter()
        self._before: deque[Puzzle] = deque(maxlen=_REMEMBERED)
        self._waiting: list[_Waiting] = []

    def note(self, puzzle: Puzzle, disagreement: Disagreement | None, place: str = "") -> None:
        """To be called for every puzzle, in order: what comes before a finding may be what it takes."""
        for finding in disagreement.findings if disagreement is not None else ():
            self._seen[finding.signature] += 1
            if disagreement is not None and self._seen[finding.signature] <= self._most_alike:
                self._waiting.append(_Waiting(finding, disagreement, list(self._before), place))
        self._before.append(puzzle)

    @property
    def anything(self) -> bool:
        """Whether there is a finding to follow up."""
        return bool(self._waiting)

    def bundles(self, unwritten: Callable[[Finding, str], None] | None = None) -> Iterator[tuple[Finding, Path]]:
        """The findings noted, each with its new bundle; to be called when nothing else is at work.

        `unwritten` gets each finding that could not be written, and a sentence why; without it OSError is raised.
        """
        while self._waiting:
            finding, disagreement, before, place = self._waiting.pop(0)
            try:
                case = reduced(finding, disagreement, before, self._backends, self._how, self._seconds)
                path = write_bundle(case, self._how._replace(place=place), self._folder)
            except OSError as error:
                if unwritten is None:
                    raise
                said = f"{finding.kind}, {finding.backend}: not written to {self._folder}: {error.strerror or error}"
                unwritten(finding, said)
            else:
                yield finding, path


def try_folder(folder: Path) -> None:
    """Raises OSError where bundles cannot be written to the folder; nothing of the trial is left."""
    made: list[Path] = []
    try:
        for path in reversed([folder, *folder.parents]):
            if not path.is_dir():
                path.mkdir()
                made.append(path)
        with TemporaryDirectory(dir=folder):
            pass
    finally:
        for path in reversed(made):
            # Somebody else may have begun to use it.
            with suppress(OSError):
                path.rmdir()


def reduced(
    finding: Finding,
    disagreement: Disagreement,
    before: Sequence[Puzzle],
    backends: Sequence[str],
    how: Circumstances,
    seconds: float = SHRINK_SECONDS,
) -> Case:
    """The finding with the smallest puzzle on which the same backends still disagree in the same way.

    Where what is known of the puzzle refutes a backend, another one takes its place: of a smaller puzzle nothing is
    known. Where a backend refutes what is known, nothing is reduced.
    """
    if finding.backend == CONSTRUCTION:
        names = [name for name in (finding.against,) if name is not None]
        return Case(finding, disagreement, tuple(names), (disagreement.puzzle,), disagreement.results, False, False, 0)
    names = _who_is_asked(finding, backends)
    keep_layout = any(map(is_program, names))
    asking = _AskingAgain(finding, names, how)
    try:
        for asking.always_anew in (False, True):
            shrunk = shrink(disagreement.puzzle, asking.shows, before, keep_layout, seconds)
            # What earlier tries left in a session may have had a part in it.
            if not shrunk.reproduced or asking.shows_anew(shrunk.puzzles):
                break
        answers = asking.answers if shrunk.reproduced else disagreement.results
    finally:
        asking.close()
    return Case(finding, disagreement, tuple(names), shrunk.puzzles, answers, *shrunk[1:])


class _AskingAgain:
    """Asks the backends of a finding whether they still disagree in the same way."""

    def __init__(self, finding: Finding, names: Sequence[str], how: Circumstances) -> None:
        self.always_anew = False
        """Whether sessions that have answered before are not to be asked again."""
        self.answers: dict[str, Answer] = {}
        """Those that showed it last."""
        self._finding = finding
        self._limit = how.limit
        self._asking: Asking = Isolated(names, how.limit, how.seconds, 1, how.memory)

    def shows(self, puzzles: Sequence[Puzzle]) -> bool:
        """Whether the last of the puzzles shows the finding, after the others were asked."""
        # With others before it, what a session has seen is part of the question.
        return self.shows_anew(puzzles) if self.always_anew or len(puzzles) > 1 else self._shows(puzzles)

    def shows_anew(self, puzzles: Sequence[Puzzle]) -> bool:
        """The same, asked of new sessions."""
        self._asking.close()
        return self._shows(puzzles)

    def close(self) -> None:
        """Ends all sessions."""
        self._asking.close()

    def _shows(self, puzzles: Sequence[Puzzle]) -> bool:
        answers = list(self._asking.replies(puzzles))[-1].answers
        # The witness may be another one than in the beginning.
        wanted = self._finding.signature[:3]
        alike = any(other.signature[:3] == wanted for other in findings(puzzles[-1], answers, self._limit))
        if alike:
            self.answers = answers
        return alike


def _who_is_asked(finding: Finding, backends: Sequence[str]) -> list[str]:
    """The backend, and a witness where there is one: at need another one, best of another family."""
    if finding.against is None:
        return [finding.backend]
    if finding.against in backends:
        return [finding.backend, finding.against]
    others = [name for name in (_WITNESSES[0], *backends, *_WITNESSES) if name != finding.backend]
    return [finding.backend, min(others, key=lambda name: _family(name) == _family(finding.backend))]


def _family(backend: str) -> str:
    return backend.partition(":")[0]
