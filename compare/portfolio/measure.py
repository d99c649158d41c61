"""Measures the table that `recommend` goes by: samples of puzzles of many kinds, by the candidate backends."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from statistics import mean
from typing import NamedTuple

from ...encoders.backends.listing import versions_of
from ...encoders.backends.registry import is_installed
from ...encoders.workers.limits import Limits
from ...encoders.workers.messages import Answered, Open, Opened, Phase, Solution, Solve
from ...encoders.workers.spawned_worker import SpawnedWorker
from ...encoders.workers.supervisor import WorkerSlot
from ...reference.judgement import is_settled
from ...reference.layouts.classic import classic
from ...reference.layouts.latin import latin
from ...reference.layouts.names import layout_named
from ...reference.puzzle import Puzzle
from ..corpora.built_in import bundled_puzzles, puzzles_of
from ..corpora.generated import pattern_puzzle
from .recommend import Features, Measured, MeasuredCase, features

BACKENDS = (
    "reference",
    "native",
    "sat:cadical195",
    "sat:glucose4",
    "sat:cadical195:encoding=reduced",
    "cpsat",
)
LIMITS = (1, 2, 100)
"""Solutions asked for, in the order of `QUESTIONS`."""

SECONDS = 5.0
"""Time limit for each puzzle; a set-up may take twice as long."""


class Sample(NamedTuple):
    """Some puzzles that are alike."""

    name: str
    puzzles: list[Puzzle]


def samples() -> Iterator[Sample]:
    """Yields what is measured."""
    bundled: dict[str, list[Puzzle]] = {}
    for name, entry in bundled_puzzles():
        if entry.puzzle is not None:
            bundled.setdefault(name, []).append(entry.puzzle)
    yield Sample("classic, 17 given", list(puzzles_of("17clue.txt")[:40]))
    yield Sample("classic, hard", bundled["top95.txt"][:20])
    yield Sample("classic, empty", [Puzzle.empty(classic())])
    for tiny in latin(2), latin(4), classic(4):
        yield Sample(f"{tiny.name}, empty", [Puzzle.empty(tiny)])
    for puzzle in bundled["variants.jsonl"]:
        yield Sample(f"{puzzle.layout.name}, {features(puzzle).open_share:.1%} open", [puzzle])
    jigsaws = list(puzzles_of("jigsaws.jsonl"))
    yield Sample("jigsaw, no solution", jigsaws[:4])
    yield Sample("jigsaw, empty", jigsaws[4:])
    yield Sample("latin:10, empty", [Puzzle.empty(latin(10))])
    yield Sample("samurai, empty", [Puzzle.empty(layout_named("samurai"))])
    yield Sample("classic:16, empty", [Puzzle.empty(classic(16))])
    for side, share in (3, 0.5), (4, 0.5), (4, 0.35), (5, 0.5), (5, 0.4), (6, 0.6), (6, 0.55), (7, 0.6), (8, 0.7):
        yield Sample(
            f"classic:{side * side}, {share:.0%} given", [pattern_puzzle(side, share, seed) for seed in (1, 2)]
        )
    yield Sample("classic:81, 67% given", [pattern_puzzle(9, 0.67, 1)])


def measure(
    backends: tuple[str, ...] = BACKENDS, seconds: float = SECONDS, after_each: Callable[[str, str], None] | None = None
) -> Iterator[MeasuredCase]:
    """Yields the cases of the table; `after_each` gets the names of a sample and a backend that are done."""
    for sample in samples():
        own = [features(puzzle) for puzzle in sample.puzzles]
        shape = Features(*own[0][:3], mean(one.open_share for one in own))
        found = {}
        for backend in filter(is_installed, backends):
            took = _time(backend, sample.puzzles, seconds)
            if took is not None:
                found[backend] = took
            if after_each is not None:
                after_each(sample.name, backend)
        yield MeasuredCase(sample.name, shape, seconds, found)


def environment() -> str:
    """Returns a line on where the table was made."""
    versions = ", ".join(f"{package} {version}" for package, version in versions_of(BACKENDS).items())
    return f"Python {platform.python_version()}, {platform.machine()}, {versions}"


def _time(backend: str, puzzles: list[Puzzle], seconds: float) -> Measured | None:
    """Returns the mean seconds for each of `LIMITS`; None where the set-up fails or takes too long."""
    setup, answers = inf, []
    for limit in LIMITS:
        if inf in answers:
            answers.append(inf)
            continue
        # A new worker for each limit: what a solver learned from the last questions would answer the next ones.
        slot = WorkerSlot(backend, partial(SpawnedWorker, backend), Limits(seconds, 2 * seconds))
        try:
            opened: Opened = slot.ask(Open(puzzles[0].layout, check=True), Phase.OPENING)
            setup = min(setup, opened.seconds)
            answers.append(mean_seconds(slot, puzzles, limit))
        except Exception:  # any error of the backend
            return None
        finally:
            slot.end()
    return Measured(setup, *answers)


def mean_seconds(slot: WorkerSlot, puzzles: list[Puzzle], limit: int) -> float:
    """Returns the mean seconds of solving, in a worker that has opened a session for the first puzzle.

    Infinite where one puzzle fails or is not settled in time; the puzzles after it are not asked.
    """
    times = []
    layout = puzzles[0].layout
    for puzzle in puzzles:
        replies: list[object] = []
        try:
            if puzzle.layout != layout:
                layout = puzzle.layout
                slot.ask(Open(layout, check=True), Phase.OPENING)
            question = Solve([puzzle.candidates], limit, slot.limits.seconds)
            answered: Answered = slot.ask(question, Phase.SOLVING, replies.append)
        except Exception:  # any error of the backend
            return inf
        if not is_settled(sum(isinstance(reply, Solution) for reply in replies), answered.exhausted, limit):
            return inf
        times.append(sum(answered.statistics[part] for part in ("encode_seconds", "load_seconds", "solve_seconds")))
    return mean(times)
