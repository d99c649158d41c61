"""Every backend answers every puzzle, and all answers must fit together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from ..encoders.listing import installed_backends, versions_of
from ..encoders.registry import find_backend
from ..encoders.sessions import Sessions
from ..reference.contract import Backend
from ..reference.errors import Disagreement
from ..reference.puzzle import Puzzle
from .agreement import Answer, differences
from .tally import Tally


@dataclass
class Report:
    """What a cross-check found; `tallies` has the backends in the order in which they were asked."""

    tallies: dict[str, Tally]
    limit: int
    puzzles: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)

    @property
    def agree(self) -> bool:
        """Whether no answer was wrong and none contradicted another."""
        return not self.disagreements

    @property
    def answers(self) -> int:
        """How many questions were answered in full: what the agreement rests on."""
        return sum(sum(tally.settled) for tally in self.tallies.values())


def cross_check(
    puzzles: Iterable[Puzzle],
    backends: Sequence[str] | None = None,
    limit: int = 2,
    seconds: float | None = None,
    after_each: Callable[[Disagreement | None], None] | None = None,
) -> Report:
    """Asks each backend for up to `limit` solutions of each puzzle, and compares what they say.

    `backends` are names, by default of all that are installed; `seconds` is the time limit a puzzle and backend.
    Verdict, count up to the limit and grids (each held against the rules) must agree, see `differences`. Nothing
    stops at the first difference, nor at a backend that raises: both become a `Disagreement` in the report, which
    `after_each` also gets as soon as it is found (None for a puzzle without). Puzzles may be on different layouts.
    Raises `UnknownBackend` or `BackendUnavailable` before the first puzzle.
    """
    names = list(dict.fromkeys(installed_backends() if backends is None else backends))
    entrants = {name: _Entrant(find_backend(name)) for name in names}
    report = Report({name: entrant.tally for name, entrant in entrants.items()}, limit)
    try:
        for puzzle in puzzles:
            report.puzzles += 1
            answers = {name: entrant.answer(puzzle, limit, seconds) for name, entrant in entrants.items()}
            reasons = differences(puzzle, answers, limit)
            disagreement = Disagreement(puzzle, answers, reasons, versions_of(names)) if reasons else None
            if disagreement is not None:
                report.disagreements.append(disagreement)
            if after_each is not None:
                after_each(disagreement)
    finally:
        for entrant in entrants.values():
            entrant.sessions.close()
    return report


class _Entrant:
    """A backend with its open sessions and its tally."""

    def __init__(self, backend: Backend) -> None:
        self.tally = Tally()
        self.sessions = Sessions(backend)

    def answer(self, puzzle: Puzzle, limit: int, seconds: float | None) -> Answer:
        """The result, or the exception that the backend raised: an error in one is a finding, not the end."""
        answer: Answer
        started = perf_counter()
        try:
            session = self.sessions.on(puzzle.layout)
            opened = perf_counter()
            self.tally.setup_seconds += opened - started
            started = opened
            answer = session.solve(puzzle, limit, seconds)
        except Exception as error:
            answer = error
            # Nobody knows what state the session is in.
            self.sessions.drop(puzzle.layout)
        self.tally.add(answer, perf_counter() - started, limit)
        return answer
