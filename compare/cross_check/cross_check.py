"""Every backend answers every puzzle, and all answers must fit together."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...encoders.backends.listing import installed_backends, versions_of
from ...reference.contract import Backend, check_limit
from ...reference.deadline import Deadline
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ..generators.constructions import CONSTRUCTION
from ..generators.kinds import Drawn
from .agreement import findings
from .finding import Disagreement
from .in_process import InProcess
from .isolated import MEMORY, SETUP_SECONDS, Isolated
from .replies import Asked, Asking
from .tally import Tally

TRUTH = CONSTRUCTION
"""Who answers, among the backends, for what is known of a puzzle from how it was made."""

MOST_KEPT = 1000
"""Disagreements that a report keeps in full: a backend that always fails must not fill the memory."""


@dataclass
class Report:
    """What a cross-check found; `tallies` has the backends in the order in which they were asked."""

    tallies: dict[str, Tally]
    disagreements: list[Disagreement] = field(default_factory=list)
    """The first thousand."""
    disagreeing: int = 0
    """Puzzles on which something was wrong."""
    puzzles: int = 0
    compared: int = 0
    """Puzzles that two backends or more settled: what the agreement rests on."""
    open: int = 0
    """Puzzles that no backend settled."""
    _versions: dict[str, str] = field(default_factory=dict)

    @property
    def agree(self) -> bool:
        """Whether no answer was wrong and none contradicted another."""
        return not self.disagreeing

    @property
    def answers(self) -> int:
        """How many questions were answered in full, over all backends."""
        return sum(sum(tally.settled) for tally in self.tallies.values())

    def add(self, asked: Asked, limit: int, truth: Result | None = None) -> Disagreement | None:
        """Counts the answers to one more puzzle; the disagreement if they do not fit together.

        `truth` is what is known whoever answers, and is held against them all.
        """
        answers = asked.answers
        if truth is not None:
            answers[TRUTH] = truth
        found = findings(asked.puzzle, answers, limit)
        kinds = {finding.backend: finding.kind for finding in reversed(found)}
        for name, reply in asked.replies.items():
            self.tallies[name].add(reply.answer, reply.seconds, limit, kinds.get(name))
            self.tallies[name].setup_seconds += reply.setup_seconds
        self.puzzles += 1
        by = sum(self.tallies[name].settled[-1] for name in asked.replies)
        self.compared += by > 1
        self.open += by == 0
        if not found:
            return None
        self.disagreeing += 1
        self._versions = self._versions or versions_of(self.tallies)
        disagreement = Disagreement(asked.puzzle, answers, found, self._versions)
        if len(self.disagreements) < MOST_KEPT:
            self.disagreements.append(disagreement)
        return disagreement


def cross_check(
    puzzles: Iterable[Puzzle | Drawn],
    backends: Sequence[str | Backend] | None = None,
    limit: int = 2,
    seconds: float | None = None,
    after_each: Callable[[Report, Disagreement | None], None] | None = None,
    *,
    isolated: bool = True,
    jobs: int | None = None,
    memory: int | None = MEMORY,
    setup_seconds: float | None = SETUP_SECONDS,
) -> Report:
    """Asks each backend for up to `limit` solutions of each puzzle, and compares what they say.

    `backends` are names, by default of all that are installed but `auto`, which is one of the others; `seconds` is the
    time limit a puzzle and backend. Verdict, count up to the limit and the set of grids (each held against the rules)
    must agree, see `findings`. Nothing stops at the first difference: all that is wrong becomes a `Disagreement` in the
    report. `after_each` gets the report so far and the disagreement on this puzzle, or None. Puzzles may be on
    different layouts; what is known of a drawn one is held against all.

    Backends run in processes of their own, `jobs` of them at a time (default: one a processor), each with `memory`
    bytes and `setup_seconds` for opening a session: one that crashes, hangs or fills the memory is a finding, and
    costs no other's answer. Puzzles are then taken up to some hundred ahead of their turn. With `isolated=False` all is
    done in this process, which starts faster, takes backends that are no names but objects, and is as safe as they are.

    Before the first puzzle raises `UnknownBackend` or `BackendUnavailable`, and ValueError for no backend, a limit
    or a number of jobs or bytes below 1, a bad time, or objects to be isolated; TypeError for what is no puzzle.
    """
    asking = asking_of(backends, limit, seconds, isolated, jobs, memory, setup_seconds)
    report = Report({name: Tally() for name in asking.names})
    truths: deque[Result | None] = deque()

    def plain() -> Iterator[Puzzle]:
        for given in puzzles:
            puzzle, truth = (given.puzzle, given.truth) if isinstance(given, Drawn) else (given, None)
            if not isinstance(puzzle, Puzzle):
                raise TypeError(f"{puzzle!r} is no puzzle: of an entry that cannot be read, only its error is there")
            truths.append(truth)
            yield puzzle

    try:
        for asked in asking.replies(plain()):
            disagreement = report.add(asked, limit, truths.popleft())
            if after_each is not None:
                after_each(report, disagreement)
    finally:
        asking.close()
    return report


def asking_of(
    backends: Sequence[str | Backend] | None,
    limit: int,
    seconds: float | None,
    isolated: bool = True,
    jobs: int | None = None,
    memory: int | None = MEMORY,
    setup_seconds: float | None = SETUP_SECONDS,
) -> Asking:
    """Who asks these backends, each of them once; see `cross_check` for the arguments and what it raises."""
    chosen: dict[str, str | Backend] = {}
    for backend in default_backends() if backends is None else backends:
        chosen.setdefault(backend if isinstance(backend, str) else backend.name, backend)
    if not chosen:
        raise ValueError("a cross-check needs at least one backend")
    check_limit(limit)
    for time in (seconds, setup_seconds):
        Deadline(time)  # raises for a bad one
    if memory is not None and memory < 1:
        raise ValueError(f"a backend needs memory, 1 byte or more, not {memory}")
    if jobs is not None and jobs < 1:
        raise ValueError(f"the number of jobs is 1 or more, not {jobs}")
    if not isolated:
        return InProcess(list(chosen.values()), limit, seconds)
    names = [backend for backend in chosen.values() if isinstance(backend, str)]
    if len(names) < len(chosen):
        raise ValueError("only names can be asked in processes of their own; isolated=False takes objects")
    return Isolated(names, limit, seconds, jobs, memory, setup_seconds)


def default_backends() -> list[str]:
    """The names of all backends that are installed, `auto` left out, which is one of the others."""
    return [name for name in installed_backends() if name != "auto"]
