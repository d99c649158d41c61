"""The plan of a race: what each backend is asked, and in which order. All of it follows from settings and a seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import NamedTuple

from ...encoders.naming.find import find_backend
from ...encoders.naming.objects import as_backend
from ...encoders.workers.as_bytes import as_bytes
from ...reference.contract import AnyBackend, Backend, check_limit
from ...reference.deadline import Deadline
from ...reference.errors import OptionError
from ...reference.result import Result
from ..corpora.corpus import Corpus
from ..cross_check.certified import certified_answer
from .batch import Batch
from .salt import USUAL_SHARE, SaltPuzzle, salt_of

COLD, WARM = MODES = ("cold", "warm")
"""A new session for each puzzle, or one for each batch."""

LEAST_BATCH, MOST_BATCH, BATCHES = 20, 200, 50
"""Puzzles in a batch by default: so many that a large corpus comes to about fifty batches."""

MOST_COUNTED = 1000
"""Solutions that the question `count` asks for."""


class Question(NamedTuple):
    """A question: its name as it is typed and stored, and how many solutions are asked for."""

    name: str
    limit: int

    @property
    def title(self) -> str:
        """The question in a heading."""
        titles = {"first": "first solution", "unique": "uniqueness"}
        return titles.get(self.name, f"all solutions up to {self.limit:,}")


FIRST = Question("first", 1)
UNIQUE = Question("unique", 2)


def question_named(name: str) -> Question:
    """Returns the question `first`, `unique`, `count` or `count:50`; raises `OptionError` for another name."""
    word, colon, most = name.partition(":")
    if not colon and word in ("first", "unique"):
        return FIRST if word == "first" else UNIQUE
    try:
        limit = int(most) if colon else MOST_COUNTED
        check_limit(limit)
    except ValueError:
        limit = 0
    if word != "count" or not limit:
        raise OptionError(f"{name!r} is no question; known: first, unique, count, count:NUMBER")
    return Question(f"count:{limit}", limit)


class RaceSettings(NamedTuple):
    """What holds for every question of a run."""

    seed: int = 0
    seconds: float | None = 10.0
    """Time limit of each question; None for none."""
    setup_seconds: float | None = 120.0
    """Time limit for opening a session."""
    memory: int | None = 4 << 30
    """Bytes that the process of a backend may hold."""
    batch_puzzles: int | None = None
    """Puzzles in a batch; None for a number that suits the size of the corpus."""
    salt: int = USUAL_SHARE
    """For so many puzzles of a corpus one of salt is asked too, see `salt.py`; 0 for none."""
    certify: int = 0
    """Seconds for a certificate of each puzzle, before the race: claims that it refutes are wrong. 0 for none."""


class RaceEntry(NamedTuple):
    """One backend with one question in one mode on one corpus."""

    number: int
    """From 0, in the order of the plan."""
    corpus: Corpus
    question: Question
    mode: str
    backend: str

    @property
    def contest(self) -> tuple[str, Question, str]:
        """What all entries have in common that are compared with each other; the corpus by its name."""
        return self.corpus.name, self.question, self.mode

    @property
    def cold(self) -> bool:
        """Whether each puzzle gets a new session."""
        return self.mode == COLD

    @property
    def names(self) -> dict[str, str]:
        """The names by which entries are filtered."""
        corpus, question = self.corpus.name, self.question.name
        return {"corpora": corpus, "questions": question, "modes": self.mode, "backends": self.backend}

    def __str__(self) -> str:
        return f"{self.backend} on {self.corpus.name} ({self.question.name}, {self.mode})"


@dataclass(frozen=True)
class RacePlan:
    """What is raced. Raises ValueError for an empty part or the same name twice. Unknown backends: `check_backends`."""

    corpora: tuple[Corpus, ...]
    backends: tuple[AnyBackend, ...]
    """Names, functions of a puzzle and backend objects; see `as_backend`."""
    questions: tuple[Question, ...]
    modes: tuple[str, ...] = (WARM,)
    settings: RaceSettings = field(default_factory=RaceSettings)

    def __post_init__(self) -> None:
        parts = {
            "corpus": [corpus.name for corpus in self.corpora],
            "backend": list(self.names),
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
        for question in self.questions:
            # A file of results keeps the name alone.
            if question_named(question.name) != question:
                raise ValueError(f"question {question.name} does not ask for {question.limit} solutions")
        if unknown := set(self.modes) - set(MODES):
            raise ValueError(f"{min(unknown)!r} is no mode; known: {', '.join(MODES)}")
        for seconds in (self.settings.seconds, self.settings.setup_seconds):
            Deadline(seconds)  # raises for what is no time
            if seconds == 0:
                raise ValueError("a time limit of 0 s ranks nothing: it has to be more")
        size = self.settings.batch_puzzles
        if size is not None and size < 1:
            raise ValueError(f"a batch has 1 puzzle or more, not {size}")

    @cached_property
    def _named(self) -> list[str | Backend]:
        return [backend if isinstance(backend, str) else as_backend(backend) for backend in self.backends]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the backends."""
        return tuple(backend if isinstance(backend, str) else backend.name for backend in self._named)

    @cached_property
    def _copied(self) -> dict[str, bytes]:
        """The backends that are no names, by their names."""
        objects = (backend for backend in self._named if not isinstance(backend, str))
        return {backend.name: as_bytes(backend.name, backend) for backend in objects}

    @cached_property
    def salt(self) -> tuple[tuple[SaltPuzzle, ...], ...]:
        """The salt of each corpus; see `with_known`."""
        return tuple(salt_of(corpus, self.settings.salt) for corpus in self.corpora)

    @cached_property
    def certified(self) -> tuple[dict[int, Result], ...]:
        """What certificates prove of the puzzles of each corpus, by number; it takes a while when it is first asked."""
        seconds = self.settings.certify
        if not seconds:
            return ({},) * len(self.corpora)
        answers = [[certified_answer(puzzle, seconds) for puzzle in corpus.puzzles] for corpus in self.corpora]
        return tuple({number: answer for number, answer in enumerate(each) if answer is not None} for each in answers)

    def with_known(self, salt: Iterable[tuple[SaltPuzzle, ...]], certified: Iterable[dict[int, Result]]) -> RacePlan:
        """Sets salt and certificates, for each corpus, to those of a run that is resumed, and returns the plan."""
        vars(self).update(salt=tuple(salt), certified=tuple(certified))
        return self

    @property
    def entries(self) -> list[RaceEntry]:
        """All entries: those of a corpus follow each other, and in them those of a contest."""
        whole = product(self.corpora, self.questions, self.modes, self.names)
        return [RaceEntry(number, *parts) for number, parts in enumerate(whole)]

    def is_same(self, other: RacePlan) -> bool:
        """Whether the other plan asks the same: puzzles, backends by name, questions, modes and settings."""
        asked, others = (
            [plan.settings, *((*entry.contest, entry.corpus.digest, entry.backend) for entry in plan.entries)]
            for plan in (self, other)
        )
        return asked == others

    @property
    def results(self) -> int:
        """The number of results of the whole race, salt left out."""
        return sum(len(entry.corpus.puzzles) for entry in self.entries)

    def order(self, corpus: int) -> list[int]:
        """Returns the puzzles of a corpus in the order in which they are asked: shuffled, then grouped by layout.

        Puzzles on one layout follow each other, so that they can share a session.
        """
        puzzles = self.corpora[corpus].puzzles
        numbers = self._random(corpus).sample(range(len(puzzles)), len(puzzles))
        turn: dict[object, int] = {}
        return sorted(numbers, key=lambda number: turn.setdefault(puzzles[number].layout, len(turn)))

    def batches(self) -> Iterator[Batch]:
        """Yields all batches: backends take turns with the same puzzles, in an order that is shuffled each time.

        So a machine that gets slower or faster during a run does so for all backends.
        """
        entries = self.entries
        each = len(self.backends)
        contests = len(self.questions) * len(self.modes)
        for first in range(0, len(entries), each):
            corpus = first // each // contests
            field = entries[first : first + each]
            order = self.order(corpus)
            rng = self._random(first, "turns")
            size = self.settings.batch_puzzles or min(MOST_BATCH, max(LEAST_BATCH, len(order) // BATCHES))
            parts = [order[start : start + size] for start in range(0, len(order), size)]
            self._sprinkle(corpus, parts)
            for number, part in enumerate(parts):
                for entry in rng.sample(field, each):
                    yield self._batch(entry, corpus, number, tuple(part))

    def _sprinkle(self, corpus: int, parts: Sequence[list[int]]) -> None:
        """Puts the salt of a corpus between its puzzles, never first in a part, and behind one on the same layout."""
        puzzles = self.corpora[corpus].puzzles
        rng = self._random(corpus, "salt")
        for salt in self.salt[corpus]:
            places = [(part, at) for part in parts for at, number in enumerate(part) if number >= 0]
            alike = [(part, at) for part, at in places if puzzles[part[at]].layout == salt.puzzle.layout]
            part, at = rng.choice(alike or places)
            part.insert(at + 1, salt.number)

    def check_backends(self) -> None:
        """Raises what `find_backend` raises for a backend that is unknown or not installed.

        Raises `OptionError` for an object that cannot be copied to the processes of a race.
        """
        for name in self.names:
            if name not in self._copied:
                find_backend(name)

    def _batch(self, entry: RaceEntry, corpus: int, number: int, numbers: tuple[int, ...]) -> Batch:
        puzzles = entry.corpus.puzzles
        salt = {one.number: one for one in self.salt[corpus]}
        truths = {**{number: one.truth for number, one in salt.items()}, **self.certified[corpus]}
        return Batch(
            entry=entry.number,
            number=number,
            backend=entry.backend,
            cold=entry.cold,
            limit=entry.question.limit,
            seconds=self.settings.seconds,
            setup_seconds=self.settings.setup_seconds,
            memory=self.settings.memory,
            numbers=numbers,
            puzzles=tuple(puzzles[index] if index >= 0 else salt[index].puzzle for index in numbers),
            truths={number: truths[number] for number in numbers if number in truths},
            own=self._copied.get(entry.backend),
        )

    def _random(self, *what: object) -> random.Random:
        return random.Random(f"{self.settings.seed}:{what}")  # noqa: S311 - no secret


_MAIN = ("reference", "native", "sat:cadical195", "sat:minisat22", "cpsat")


class Suite(NamedTuple):
    """A race under a name: what is raced by default, with at most so many puzzles of each corpus."""

    what: str
    corpora: tuple[str, ...] = ()
    """Empty for all built-in corpora."""
    backends: tuple[str, ...] = _MAIN
    questions: tuple[str, ...] = ("unique",)
    modes: tuple[str, ...] = (WARM,)
    puzzles: int | None = None
    seconds: float = 10.0
    report: str | None = None
    """The folder to which its report is written; None where none is."""


SUITES = {
    "default": Suite("a look at everything, in less than three minutes", puzzles=20, seconds=1.0),
    "readme": Suite(
        "what the README shows",
        ("easy50", "17clue", "top95", "hard375", "diagonal", "windoku", "pencil-mark", "jigsaw-unsolvable", "16x16"),
        seconds=2.0,
        report="unitdoku-readme",
    ),
    "full": Suite(
        "all puzzles of the package, both modes; hours",
        questions=("first", "unique", "count:100"),
        modes=MODES,
        seconds=60.0,
    ),
}
"""Name to suite."""
