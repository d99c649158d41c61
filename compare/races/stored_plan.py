"""The plan of a run as a file of results stores it, with puzzles, salt and certificates, and as it is read again.

A run can be resumed without the files that its puzzles came from. What is read is checked as any plan is: a file may be
from someone else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import NoneType
from typing import Any

from ...puzzles.text.json_lines import read_layout, written_layout
from ...puzzles.text.parse import parse_puzzle
from ...puzzles.text.write import write_line
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import shown
from ...reference.contract.result import Result
from ...reference.contract.session import AnyBackend
from ...reference.layouts.from_units import read_json
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..corpora.corpus import Corpus, Provenance
from .plan import RacePlan, RaceSettings, question_named
from .salt import Salted


def write_plan(plan: RacePlan, corpora: Sequence[int]) -> str:
    """Returns a plan as JSON; `corpora` are the numbers under which its corpora are stored."""
    stored = {
        "corpora": corpora,
        "backends": plan.names,
        "questions": [question.name for question in plan.questions],
        "modes": plan.modes,
        "settings": plan.settings._asdict()
        | {name: Deadline(getattr(plan.settings, name)).seconds for name in ("seconds", "setup_seconds")},
        "salted": {
            name: {
                "salt": _written(one.salt),
                "truths": [(number, truth.solutions, truth.exhausted) for number, truth in one.truths.items()],
            }
            for name, one in plan.salted.items()
        },
    }
    return json.dumps(stored)


def read_plan(written: str, corpus_of: Callable[[int], Corpus], backends: Mapping[str, AnyBackend]) -> RacePlan:
    """Returns a plan that was written; its backends are names, but for those names that `backends` has.

    `corpus_of` returns the corpus that is stored under a number.
    """
    stored = read_json(written)
    for name, value in stored["settings"].items():
        check_kind((float, int, NoneType) if name.endswith("seconds") else (int, NoneType), value)
    plan = RacePlan(
        tuple(map(corpus_of, stored["corpora"])),
        tuple(backends.get(name, name) for name in stored["backends"]),
        tuple(map(question_named, stored["questions"])),
        tuple(stored["modes"]),
        RaceSettings(**stored["settings"]),
    )
    vars(plan)["salted"] = {
        name: Salted(
            tuple(_read_puzzles(**one["salt"])),
            {number: Result(tuple(map(tuple, grids)), exhausted) for number, grids, exhausted in one["truths"]},
        )
        for name, one in ((corpus.name, stored["salted"][corpus.name]) for corpus in plan.corpora)
    }
    check_kind(int, *(number for one in plan.salted.values() for number in one.truths))
    return plan


def write_corpus(corpus: Corpus) -> tuple[str, str, str, str]:
    """Returns name, digest, origin and puzzles."""
    written = {"images": corpus.images, "times": corpus.times, **_written(corpus.puzzles)}
    return corpus.name, corpus.digest, json.dumps(corpus.about), json.dumps(written)


def read_corpus(name: str, digest: str, about: str, puzzles: str) -> Corpus:
    """Returns a corpus that was written."""
    stored = read_json(puzzles)
    images, times = stored.pop("images"), stored.pop("times")
    corpus = Corpus(name, tuple(_read_puzzles(**stored)), Provenance(*read_json(about)), images, times)
    check_kind(str, name, digest, *corpus.about)
    if len(range(images)) * len(range(times)) * corpus.count != len(corpus.puzzles):
        raise ValueError(f"it holds {len(corpus.puzzles)} puzzles, which are not {images} images {times} times")
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
