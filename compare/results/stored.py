"""What a file of results holds, as it is read: corpora, entries, results, runs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ...reference.judgement import claim, is_settled
from ..corpora.corpus import Provenance
from ..races.plan import COLD
from ..races.question import Question


class StoredCorpus(NamedTuple):
    """A corpus as it was raced."""

    id: int
    name: str
    digest: str
    puzzles: int
    about: Provenance


class StoredEntry(NamedTuple):
    """One backend with one question in one mode on one corpus."""

    id: int
    number: int
    corpus: StoredCorpus
    question: Question
    mode: str
    backend: str

    @property
    def contest(self) -> tuple[StoredCorpus, Question, str]:
        """What it has in common with those that it is compared with."""
        return self.corpus, self.question, self.mode


class StoredResult(NamedTuple):
    """A result with times in seconds; see `RaceResult`."""

    puzzle: int
    batch: int
    found: int
    exhausted: bool
    wall: float
    cpu: float
    setup: float
    peak: int
    pace: int
    guesses: int | None
    conflicts: int | None
    failure: str | None

    def is_settled(self, limit: int) -> bool:
        """Whether the question was answered in full."""
        return self.failure is None and is_settled(self.found, self.exhausted, limit)

    def seconds(self, mode: str) -> float:
        """What is compared: solving, and in cold mode the set-up too, since there every puzzle pays for it."""
        return self.wall + self.setup if mode == COLD else self.wall


class Refuted(NamedTuple):
    """A claim to have found all solutions that the true solutions of another one refute."""

    puzzle: int
    found: int
    witness: str
    witness_found: int

    @property
    def said(self) -> str:
        """What is wrong, to be read after the name of the backend."""
        more = f"{self.witness_found}" if self.witness_found > self.found else "another"
        return f"{claim(self.found)}, but {self.witness} found {more}"


class Loss(NamedTuple):
    """A worker that was lost with a part of a batch."""

    backend: str
    corpus: str
    puzzles: int
    worker: str
    at: str


@dataclass(frozen=True)
class StoredRun:
    """A run: when, how, and on what it was."""

    id: int
    started: str
    finished: str | None
    settings: dict[str, Any]
    environment: dict[str, Any]
    results: int
    entries: list[StoredEntry] = field(repr=False)

    def only(
        self,
        corpora: Collection[str] = (),
        questions: Collection[str] = (),
        modes: Collection[str] = (),
        backends: Collection[str] = (),
    ) -> StoredRun:
        """The same with these entries only; nothing named is no restriction."""
        kept = [
            entry
            for entry in self.entries
            if (not corpora or entry.corpus.name in corpora)
            and (not questions or entry.question.name in questions)
            and (not modes or entry.mode in modes)
            and (not backends or entry.backend in backends)
        ]
        return replace(self, entries=kept)

    @property
    def planned(self) -> int:
        """How many results there are when it is finished."""
        return sum(entry.corpus.puzzles for entry in self.entries)

    @property
    def seconds(self) -> float | None:
        """The limit for each question."""
        limit = self.settings.get("seconds")
        return None if limit is None else float(limit)

    @property
    def backends(self) -> list[str]:
        """Their names, in the order in which they were given."""
        return list(dict.fromkeys(entry.backend for entry in self.entries))
