"""Every backend answers every puzzle, and all answers must fit together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from ..encoders.listing import installed_backends, versions_of
from ..encoders.registry import find_backend
from ..encoders.sessions import Sessions
from ..reference.contract import Backend, check_limit
from ..reference.deadline import Deadline
from ..reference.errors import Disagreement
from ..reference.puzzle import Puzzle
from .agreement import Answer, contradictions, faults_of
from .tally import Tally


@dataclass
class Report:
    """What a cross-check found; `tallies` has the backends in the order in which they were asked."""

    tallies: dict[str, Tally]
    disagreements: list[Disagreement] = field(default_factory=list)
    puzzles: int = 0
    compared: int = 0
    """Puzzles that two backends or more settled: what the agreement rests on."""
    open: int = 0
    """Puzzles that no backend settled."""

    @property
    def agree(self) -> bool:
        """Whether no answer was wrong and none contradicted another."""
        return not self.disagreements

    @property
    def answers(self) -> int:
        """How many questions were answered in full, over all backends."""
        return sum(sum(tally.settled) for tally in self.tallies.values())


def cross_check(
    puzzles: Iterable[Puzzle],
    backends: Sequence[str] | None = None,
    limit: int = 2,
    seconds: float | None = None,
    after_each: Callable[[Report, Disagreement | None], None] | None = None,
) -> Report:
    """Asks each backend for up to `limit` solutions of each puzzle, and compares what they say.

    `backends` are names, by default of all that are installed but `auto`, which is one of the others; `seconds` is the
    time limit a puzzle and backend.
    Verdict, count up to the limit and grids (each held against the rules) must agree, see `contradictions`. Nothing
    stops at the first difference, nor at a backend that raises: both become a `Disagreement` in the report.
    `after_each` gets the report so far and the disagreement on this puzzle, or None. Puzzles may be on different
    layouts. Before the first puzzle raises `UnknownBackend` or `BackendUnavailable`, and ValueError for no backend, a
    limit below 1 or a bad time.
    """
    names = [name for name in installed_backends() if name != "auto"] if backends is None else list(backends)
    names = list(dict.fromkeys(names))
    if not names:
        raise ValueError("a cross-check needs at least one backend")
    check_limit(limit)
    Deadline(seconds)  # raises for a bad time
    entrants = [_Entrant(name, find_backend(name)) for name in names]
    report = Report({entrant.name: entrant.tally for entrant in entrants})
    versions: dict[str, str] = {}
    try:
        for puzzle in puzzles:
            answers: dict[str, Answer] = {}
            reasons = []
            for entrant in entrants:
                answers[entrant.name], wrong = entrant.answer(puzzle, limit, seconds)
                reasons += [f"{entrant.name} {what}" for what in wrong]
            reasons += contradictions(puzzle, answers, limit)
            disagreement = None
            if reasons:
                versions = versions or versions_of(names)
                disagreement = Disagreement(puzzle, answers, reasons, versions)
                report.disagreements.append(disagreement)
            report.puzzles += 1
            by = sum(entrant.tally.settled[-1] for entrant in entrants)
            report.compared += by > 1
            report.open += by == 0
            if after_each is not None:
                after_each(report, disagreement)
    finally:
        for entrant in entrants:
            entrant.sessions.close()
    return report


class _Entrant:
    """A backend with its open sessions and its tally."""

    def __init__(self, name: str, backend: Backend) -> None:
        self.name = name
        self.tally = Tally()
        self.sessions = Sessions(backend)

    def answer(self, puzzle: Puzzle, limit: int, seconds: float | None) -> tuple[Answer, list[str]]:
        """The result, or the exception that the backend raised, and what is wrong with it by itself."""
        answer: Answer
        took = 0.0
        started = perf_counter()
        try:
            session = self.sessions.on(puzzle.layout)
            answer = session.solve(puzzle, limit, seconds)
            whole = perf_counter() - started
            # A session says what of the time was solving; what is not, it spent on encoding and loading.
            took = answer.statistics.get("solve_seconds", whole)
            self.tally.setup_seconds += whole - took
        except Exception as error:
            answer = error
            # Nobody knows what state the session is in.
            self.sessions.drop(puzzle.layout)
        wrong = faults_of(answer, puzzle, limit)
        self.tally.add(answer, took, limit, wrong=bool(wrong))
        return answer, wrong
