"""Measures the cases that `auto` chooses by: some puzzles of every kind, by the backends that are worth a choice."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from math import inf
from statistics import mean
from typing import NamedTuple

from ...encoders.backends.auto import Features, Measured, MeasuredCase, features
from ...encoders.backends.listing import versions_of
from ...encoders.backends.registry import is_installed
from ...encoders.workers.worker import Worker
from ...encoders.workers.worker_session import GRACE_SECONDS
from ...reference.layouts.classic import classic
from ...reference.layouts.latin import latin
from ...reference.layouts.names import layout_named
from ...reference.puzzle import Puzzle
from ..corpora.built_in import bundled_puzzles, puzzles_of
from ..corpora.generated import pattern_puzzle

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
"""After which a backend is stopped; a set-up may take twice as long."""


class Kind(NamedTuple):
    """Some puzzles that are alike."""

    name: str
    puzzles: list[Puzzle]


def kinds() -> Iterator[Kind]:
    """The kinds that are measured."""
    bundled: dict[str, list[Puzzle]] = {}
    for name, entry in bundled_puzzles():
        if entry.puzzle is not None:
            bundled.setdefault(name, []).append(entry.puzzle)
    yield Kind("classic, 17 given", list(puzzles_of("17clue.txt")[:40]))
    yield Kind("classic, hard", bundled["top95.txt"][:20])
    yield Kind("classic, empty", [Puzzle.empty(classic())])
    for tiny in latin(2), latin(4), classic(4):
        yield Kind(f"{tiny.name}, empty", [Puzzle.empty(tiny)])
    for puzzle in bundled["variants.jsonl"]:
        yield Kind(f"{puzzle.layout.name}, {features(puzzle).open_share:.1%} open", [puzzle])
    jigsaws = list(puzzles_of("jigsaws.jsonl"))
    yield Kind("jigsaw, no solution", jigsaws[:4])
    yield Kind("jigsaw, empty", jigsaws[4:])
    yield Kind("latin:10, empty", [Puzzle.empty(latin(10))])
    yield Kind("samurai, empty", [Puzzle.empty(layout_named("samurai"))])
    yield Kind("classic:16, empty", [Puzzle.empty(classic(16))])
    for side, share in (3, 0.5), (4, 0.5), (4, 0.35), (5, 0.5), (5, 0.4), (6, 0.6), (6, 0.55), (7, 0.6), (8, 0.7):
        yield Kind(f"classic:{side * side}, {share:.0%} given", [pattern_puzzle(side, share, seed) for seed in (1, 2)])
    yield Kind("classic:81, 67% given", [pattern_puzzle(9, 0.67, 1)])


def measure(
    backends: tuple[str, ...] = BACKENDS, seconds: float = SECONDS, after_each: Callable[[str, str], None] | None = None
) -> Iterator[MeasuredCase]:
    """The cases one by one; `after_each` hears of a case and a backend that are done."""
    for kind in kinds():
        own = [features(puzzle) for puzzle in kind.puzzles]
        shape = Features(*own[0][:3], mean(one.open_share for one in own))
        found = {}
        for backend in filter(is_installed, backends):
            took = _time(backend, kind.puzzles, seconds)
            if took is not None:
                found[backend] = took
            if after_each is not None:
                after_each(kind.name, backend)
        yield MeasuredCase(kind.name, shape, seconds, found)


def environment() -> str:
    """Where the table was made, in a line."""
    versions = ", ".join(f"{package} {version}" for package, version in versions_of(BACKENDS).items())
    return f"Python {platform.python_version()}, {platform.machine()}, {versions}"


def _time(backend: str, puzzles: list[Puzzle], seconds: float) -> Measured | None:
    """Mean seconds a question; None where the set-up fails or takes too long."""
    setup, answers = inf, []
    for limit in LIMITS:
        if inf in answers:
            answers.append(inf)
            continue
        # A new one for each question: what a solver learned for the last would answer the next.
        worker = Worker(backend)
        try:
            worker.send("open", puzzles[0].layout, True)
            opened = worker.receive(2 * seconds)
            if opened is None or opened[0] != "opened":
                return None
            setup = min(setup, opened[1])
            answers.append(_mean_seconds(worker, puzzles, limit, seconds))
        finally:
            worker.kill()
    return Measured(setup, *answers)


def _mean_seconds(worker: Worker, puzzles: list[Puzzle], limit: int, seconds: float) -> float:
    """Mean seconds of solving; infinite where one puzzle is not settled in time, and nothing is asked after that."""
    times = []
    for puzzle in puzzles:
        if puzzle.layout != puzzles[0].layout:
            worker.send("open", puzzle.layout, True)
            worker.receive(2 * seconds)
        worker.send("solve", [puzzle.candidates], limit, seconds)
        message, found = worker.receive(seconds + GRACE_SECONDS), 0
        while message is not None and message[0] == "solution":
            message, found = worker.receive(seconds + GRACE_SECONDS), found + 1
        if message is None or message[0] != "result" or (found < limit and not message[1]):
            return inf
        times.append(sum(float(message[2][part]) for part in ("encode_seconds", "load_seconds", "solve_seconds")))
    return mean(times)
