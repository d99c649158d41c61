"""The plan of a race: who is asked what, in which order. All of it follows from the settings and their seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from ...encoders.backends.registry import find_backend
from ...reference.deadline import Deadline
from ..corpora.corpus import Corpus
from .batch import Batch
from .question import Question

COLD, WARM = MODES = ("cold", "warm")
"""A new session for each puzzle, or one for a batch of them."""

LEAST_BATCH, MOST_BATCH, BATCHES = 20, 200, 50
"""Puzzles in a batch, unless told otherwise: so many that a large corpus comes to about fifty batches."""


class RaceSettings(NamedTuple):
    """What holds for every question of a run."""

    seed: int = 0
    seconds: float | None = 10.0
    """Limit for each question; None for none."""
    setup_seconds: float | None = 120.0
    """Limit for opening a session."""
    memory: int | None = 4 << 30
    """Bytes that the process of a backend may hold."""
    batch_puzzles: int | None = None
    """Puzzles in a batch; None for what suits the size of the corpus."""


class Entry(NamedTuple):
    """One backend with one question in one mode on one corpus."""

    number: int
    corpus: int
    """Its index in the plan."""
    question: Question
    mode: str
    backend: str


@dataclass(frozen=True)
class RacePlan:
    """What is raced. Raises ValueError for nothing, or the same twice; unknown backends are for the run to find."""

    corpora: tuple[Corpus, ...]
    backends: tuple[str, ...]
    questions: tuple[Question, ...]
    modes: tuple[str, ...] = (WARM,)
    settings: RaceSettings = field(default_factory=RaceSettings)

    def __post_init__(self) -> None:
        parts = {
            "corpus": [corpus.name for corpus in self.corpora],
            "backend": list(self.backends),
            "question": [question.name for question in self.questions],
            "mode": list(self.modes),
        }
        for what, names in parts.items():
            if not names:
                raise ValueError(f"a race needs a {what}")
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise ValueError(f"{what} {twice} is there twice")
        if empty := [corpus.name for corpus in self.corpora if not corpus.puzzles]:
            raise ValueError(f"corpus {empty[0]} holds no puzzle")
        if unknown := set(self.modes) - set(MODES):
            raise ValueError(f"{min(unknown)!r} is no mode; known: {', '.join(MODES)}")
        for seconds in (self.settings.seconds, self.settings.setup_seconds):
            Deadline(seconds)  # raises for what is no time
            if seconds == 0:
                raise ValueError("a limit is more than 0 s: nobody can be ranked by doing nothing")
        size = self.settings.batch_puzzles
        if size is not None and size < 1:
            raise ValueError(f"a batch has 1 puzzle or more, not {size}")

    @property
    def entries(self) -> list[Entry]:
        """All of them, numbered from 0."""
        indices = range(len(self.corpora))
        whole = product(indices, self.questions, self.modes, self.backends)
        return [Entry(number, *parts) for number, parts in enumerate(whole)]

    @property
    def results(self) -> int:
        """How many results there will be."""
        puzzles = sum(len(corpus.puzzles) for corpus in self.corpora)
        return puzzles * len(self.questions) * len(self.modes) * len(self.backends)

    def order(self, corpus: int) -> list[int]:
        """The numbers of a corpus's puzzles in the order in which every backend is asked them: shuffled by the seed.

        Puzzles on one layout follow each other, so that they can share a session.
        """
        puzzles = self.corpora[corpus].puzzles
        numbers = self._random(corpus).sample(range(len(puzzles)), len(puzzles))
        turn: dict[object, int] = {}
        return sorted(numbers, key=lambda number: turn.setdefault(puzzles[number].layout, len(turn)))

    def batches(self) -> Iterator[Batch]:
        """All batches: backends take turns with the same puzzles, in an order that is shuffled each time.

        So a machine that gets slower or faster in the course of a run does so for all.
        """
        entries = self.entries
        each = len(self.backends)
        for first in range(0, len(entries), each):
            field = entries[first : first + each]
            order = self.order(field[0].corpus)
            rng = self._random(first, "turns")
            size = self.settings.batch_puzzles or min(MOST_BATCH, max(LEAST_BATCH, len(order) // BATCHES))
            for number, start in enumerate(range(0, len(order), size)):
                numbers = tuple(order[start : start + size])
                for entry in rng.sample(field, each):
                    yield self._batch(entry, number, numbers)

    def check_backends(self) -> None:
        """Raises what `find_backend` raises for a backend that is unknown or not installed."""
        for name in self.backends:
            find_backend(name)

    def _batch(self, entry: Entry, number: int, numbers: tuple[int, ...]) -> Batch:
        puzzles = self.corpora[entry.corpus].puzzles
        return Batch(
            entry=entry.number,
            number=number,
            backend=entry.backend,
            cold=entry.mode == COLD,
            limit=entry.question.limit,
            seconds=self.settings.seconds,
            setup_seconds=self.settings.setup_seconds,
            memory=self.settings.memory,
            numbers=numbers,
            puzzles=tuple(puzzles[index] for index in numbers),
        )

    def _random(self, *what: object) -> random.Random:
        return random.Random(f"{self.settings.seed}:{what}")  # noqa: S311 - no secret
