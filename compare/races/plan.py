"""The plan of a race: what each backend is asked, and in which order. All of it follows from settings and a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, product
from operator import attrgetter
from types import NoneType
from typing import Any, NamedTuple

from ...encoders.naming.find import find_backend
from ...encoders.naming.sessions import by_name
from ...encoders.workers.limits import CHECK_GRACE_SECONDS, Limits
from ...encoders.workers.worker_process import as_bytes
from ...puzzles.text.json_lines import read_layout, written_layout
from ...puzzles.text.parse import parse_puzzle
from ...puzzles.text.write import write_line
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import OptionError, shown
from ...reference.contract.judgement import check_limit
from ...reference.contract.result import Result
from ...reference.contract.session import AnyBackend, Backend
from ...reference.layouts.from_units import read_json
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..corpora.corpus import Corpus, Provenance
from .control_puzzles import USUAL_SHARE, Controls, controls_of
from .judging import Batch

COLD, WARM = MODES = ("cold", "warm")
"""A new session for each puzzle; one for each batch."""

MOST_COUNTED = 1000
"""Solutions that the question `count` asks for."""


class Question(NamedTuple):
    """A question for up to `limit` distinct solutions."""

    limit: int

    @property
    def name(self) -> str:
        """The question as it is typed and stored."""
        return {1: "first", 2: "unique"}.get(self.limit, f"count:{self.limit}")

    @property
    def title(self) -> str:
        """The question in a heading."""
        return {1: "first solution", 2: "uniqueness"}.get(self.limit, f"all solutions up to {self.limit:,}")


FIRST = Question(1)
UNIQUE = Question(2)


def question_named(name: str) -> Question:
    """Returns the question `first`, `unique`, `count` or `count:50`; raises `OptionError` for another name."""
    known = {"first": 1, "unique": 2, "count": MOST_COUNTED}
    word, _, most = name.partition(":")
    with suppress(ValueError):
        limit = known[name] if name in known else int(most) if word == "count" else 0
        check_limit(limit)
        return Question(limit)
    raise OptionError(f"{name!r} is no question; known: first, unique, count, count:NUMBER")


class RaceSettings(NamedTuple):
    """What holds for every question of a run."""

    seed: int = 0
    seconds: float | None = 10.0
    """Time limit of each question; None for none."""
    setup_seconds: float | None = 120.0
    """Time limit for opening a session."""
    memory: int | None = 4 << 30
    """Bytes that the process of a backend may hold."""
    batch_puzzles: int = 20
    """Puzzles that a backend is asked before the next one has its turn."""
    control_every: int = USUAL_SHARE
    """A control puzzle is added for every so many puzzles of a corpus, see `control_puzzles.py`; 0 for none."""
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
    """What is raced, each backend once. Raises ValueError for an empty part, and for another name that is there twice.

    Unknown backends: `check_backends`.
    """

    corpora: tuple[Corpus, ...]
    backends: tuple[AnyBackend, ...]
    """Names, functions of a puzzle and backend objects; see `as_backend`. Two different objects need two names."""
    questions: tuple[Question, ...]
    modes: tuple[str, ...] = (WARM,)
    settings: RaceSettings = field(default_factory=RaceSettings)

    def __post_init__(self) -> None:
        parts = {
            "corpus": [corpus.name for corpus in self.corpora],
            "backend": self.names,
            "question": [question.name for question in self.questions],
            "mode": self.modes,
        }
        for what, names in parts.items():
            if not names:
                raise ValueError(f"a race needs a {what}")
            if len(set(names)) < len(names):
                raise ValueError(f"{what} {max(names, key=names.count)} is there twice")
        if empty := [corpus.name for corpus in self.corpora if not corpus.puzzles]:
            raise ValueError(f"corpus {empty[0]} holds no puzzle")
        for question in self.questions:
            check_limit(question.limit)
        if unknown := set(self.modes) - set(MODES):
            raise ValueError(f"{min(unknown)!r} is no mode; known: {', '.join(MODES)}")
        for seconds in (self.settings.seconds, self.settings.setup_seconds):
            if seconds is not None and not seconds > 0:  # also for NaN
                raise ValueError(f"a time limit of a race is more than 0 seconds, not {seconds}")
        if self.settings.batch_puzzles < 1:
            raise ValueError(f"a batch has 1 puzzle or more, not {self.settings.batch_puzzles}")

    @cached_property
    def backends_by_name(self) -> dict[str, str | Backend]:
        """The backends by their names: names as they are, functions and objects as backends."""
        return by_name(self.backends)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the backends."""
        return tuple(self.backends_by_name)

    @cached_property
    def _made_by(self) -> dict[str, str | bytes]:
        """What each backend is made by in another process: its name, or the object of the caller."""
        return {
            name: one if isinstance(one, str) else as_bytes(name, one) for name, one in self.backends_by_name.items()
        }

    @cached_property
    def controls(self) -> dict[str, Controls]:
        """Control puzzles and certificates by corpus, made when first read; those of a plan from a file are in it."""
        settings = self.settings
        return {corpus.name: controls_of(corpus, settings.control_every, settings.certify) for corpus in self.corpora}

    @property
    def entries(self) -> list[RaceEntry]:
        """All entries: those of a corpus follow each other, and in them those of a contest."""
        whole = product(self.corpora, self.questions, self.modes, self.names)
        return [RaceEntry(number, *parts) for number, parts in enumerate(whole)]

    @property
    def asked(self) -> list[object]:
        """What makes two plans the same where it is: puzzles, backends by name, questions, modes and settings."""
        return [self.settings, *((*entry.contest, entry.corpus.digest, entry.backend) for entry in self.entries)]

    @property
    def results(self) -> int:
        """The number of results of the whole race, control puzzles left out."""
        return sum(len(entry.corpus.puzzles) for entry in self.entries)

    def parts(self, corpus: Corpus) -> Iterator[list[int]]:
        """Yields the puzzles of each batch in the order in which they are asked: at random, then grouped by layout.

        Puzzles on one layout follow each other, so that they can share a session. A session never gets a puzzle and an
        shuffle or repetition of it, of which it might have learned the answer.
        """
        rng, size = self._random(corpus.name), self.settings.batch_puzzles
        for first in range(0, len(corpus.puzzles), corpus.count):
            numbers = rng.sample(range(first, first + corpus.count), corpus.count)
            turn: dict[object, int] = {}
            numbers.sort(key=lambda number: turn.setdefault(corpus.puzzles[number].layout, len(turn)))
            yield from (numbers[start : start + size] for start in range(0, corpus.count, size))

    def batches(self) -> Iterator[Batch]:
        """Yields all batches: backends take turns with the same puzzles, in a random order each time.

        So a machine that gets slower or faster during a run does so for all backends.
        """
        for contest, group in groupby(self.entries, attrgetter("contest")):
            entries = list(group)
            corpus = entries[0].corpus
            parts = list(self.parts(corpus))
            self._insert_controls(corpus, parts)
            rng = self._random(*contest)
            for number, part in enumerate(parts):
                for entry in rng.sample(entries, len(entries)):
                    yield self._batch(entry, number, part)

    def _insert_controls(self, corpus: Corpus, parts: Sequence[list[int]]) -> None:
        """Puts the control puzzles between the others, never first in a part, and after one on the same layout."""
        puzzles, controls = corpus.puzzles, self.controls[corpus.name].puzzles
        rng = self._random(corpus.name, _CONTROL)
        for number in range(-len(controls), 0):
            places = [(part, at) for part in parts for at, before in enumerate(part) if before >= 0]
            alike = [(part, at) for part, at in places if puzzles[part[at]].layout == controls[number].layout]
            part, at = rng.choice(alike or places)
            part.insert(at + 1, number)

    def check_backends(self) -> None:
        """Raises what `find_backend` raises for a backend that is unknown or not installed.

        Raises `OptionError` for an object that cannot be copied to the processes of a race.
        """
        for name, made_by in self._made_by.items():
            if isinstance(made_by, str):
                find_backend(name)

    def _batch(self, entry: RaceEntry, number: int, numbers: Sequence[int]) -> Batch:
        puzzles, (controls, truths) = entry.corpus.puzzles, self.controls[entry.corpus.name]
        settings = self.settings
        return Batch(
            entry=entry.number,
            number=number,
            backend=entry.backend,
            made_by=self._made_by[entry.backend],
            cold=entry.cold,
            limit=entry.question.limit,
            limits=Limits(settings.seconds, settings.setup_seconds, CHECK_GRACE_SECONDS, settings.memory),
            numbers=tuple(numbers),
            puzzles=tuple(puzzles[number] if number >= 0 else controls[number] for number in numbers),
            truths={number: truths[number] for number in numbers if number in truths},
        )

    def _random(self, *what: object) -> random.Random:
        return random.Random(f"{self.settings.seed}:{what}")


# The plan of a run as a file of results stores it, with all puzzles and certificates, and as it is read again.
#
# A run can be resumed without the files that its puzzles came from. What is read is checked as any plan is: a file
# may be from someone else.

_SHUFFLES, _CONTROL, _CONTROLS = "images", "salt", "salted"
"""Names in files: the number of shuffles; the setting `control_every`, and control puzzles; the field `controls`."""


def write_plan(plan: RacePlan, corpora: Sequence[int]) -> str:
    """Returns a plan as JSON; `corpora` are the numbers under which its corpora are stored."""
    settings = plan.settings._asdict()
    settings |= {name: Deadline(settings[name]).seconds for name in ("seconds", "setup_seconds")}
    settings[_CONTROL] = settings.pop("control_every")
    stored = {
        "corpora": corpora,
        "backends": plan.names,
        "questions": [question.name for question in plan.questions],
        "modes": plan.modes,
        "settings": settings,
        _CONTROLS: {
            name: {
                _CONTROL: _written(one.puzzles),
                "truths": [(number, truth.solutions, truth.exhausted) for number, truth in one.truths.items()],
            }
            for name, one in plan.controls.items()
        },
    }
    return json.dumps(stored)


def read_plan(written: str, corpus_of: Callable[[int], Corpus], backends: Mapping[str, AnyBackend]) -> RacePlan:
    """Returns a plan that was written; its backends are names, but for those names that `backends` has.

    `corpus_of` returns the corpus that is stored under a number.
    """
    stored = read_json(written)
    settings = stored["settings"]
    for name, value in settings.items():
        check_kind((float, int, NoneType) if name.endswith("seconds") else (int, NoneType), value)
    plan = RacePlan(
        tuple(map(corpus_of, stored["corpora"])),
        tuple(backends.get(name, name) for name in stored["backends"]),
        tuple(map(question_named, stored["questions"])),
        tuple(stored["modes"]),
        RaceSettings(control_every=settings.pop(_CONTROL), **settings),
    )
    vars(plan)["controls"] = {
        name: Controls(
            tuple(_read_puzzles(**one[_CONTROL])),
            {number: Result(tuple(map(tuple, grids)), exhausted) for number, grids, exhausted in one["truths"]},
        )
        for name, one in ((corpus.name, stored[_CONTROLS][corpus.name]) for corpus in plan.corpora)
    }
    check_kind(int, *(number for one in plan.controls.values() for number in one.truths))
    return plan


def write_corpus(corpus: Corpus) -> tuple[str, str, str, str]:
    """Returns name, digest, origin and puzzles."""
    written = {_SHUFFLES: corpus.shuffles, "times": corpus.times, **_written(corpus.puzzles)}
    return corpus.name, corpus.digest, json.dumps(corpus.about), json.dumps(written)


def read_corpus(name: str, digest: str, about: str, puzzles: str) -> Corpus:
    """Returns a corpus that was written."""
    stored = read_json(puzzles)
    shuffles, times = stored.pop(_SHUFFLES), stored.pop("times")
    corpus = Corpus(name, tuple(_read_puzzles(**stored)), Provenance(*read_json(about)), shuffles, times)
    check_kind(str, name, digest, *corpus.about)
    if len(range(shuffles)) * len(range(times)) * corpus.count != len(corpus.puzzles):
        raise ValueError(f"it holds {len(corpus.puzzles)} puzzles, which are not {shuffles} shuffles {times} times")
    # To compute it again takes longer than all else.
    vars(corpus)["digest"] = digest
    return corpus


def check_kind(kind: type | tuple[type, ...], *values: object) -> None:
    """Raises ValueError for a stored value of another type, and for a number beyond what floats can hold."""
    for value in values:
        if not isinstance(value, kind) or (isinstance(value, float | int) and not -1e300 < value < 1e300):
            raise ValueError(f"it holds {shown(value)}, which is of another kind than what was written")


def _written(puzzles: Iterable[Puzzle]) -> dict[str, Any]:
    """Returns puzzles for JSON: their layouts, and for each puzzle the number of its layout and its line."""
    layouts: dict[Layout, int] = {}
    lines = [(layouts.setdefault(puzzle.layout, len(layouts)), write_line(puzzle)) for puzzle in puzzles]
    return {"layouts": list(map(written_layout, layouts)), "puzzles": lines}


def _read_puzzles(layouts: list[Any], puzzles: list[tuple[int, str]]) -> Iterator[Puzzle]:
    read = list(map(read_layout, layouts))
    return (parse_puzzle(line, read[layout]) for layout, line in puzzles)
