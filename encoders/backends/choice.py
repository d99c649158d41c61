"""Which backend suits a puzzle and a question: read off a table of measured cases.

A case is a handful of puzzles of one kind, with the seconds that each backend took for the first solution, for
uniqueness and for counting up to a hundred, set-up apart. A puzzle is likened to the cases nearest to it, by number of
values, of cells, of units a cell, and by the share of candidates that is left open; the backend with the least sum
over those is taken, a time-out counting as ten times its limit (as in PAR-10 scores). What the set-up costs is shared
by as many puzzles as are to be asked. The table is `measured.tsv`, made by `unitdoku recommend --measure FILE`.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from math import inf, log2
from typing import NamedTuple

from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from .registry import is_installed

QUESTIONS = ("first", "unique", "several")
"""A limit of one solution, of two, and of more."""

_NEAREST = 3
_TIME_OUT_FACTOR = 10


class Features(NamedTuple):
    """What of a puzzle decides how hard it is, as far as it can be seen at a glance."""

    values: int
    cells: int
    units_a_cell: float
    open_share: float
    """Candidates left, of all cells times values."""

    def distance(self, other: Features) -> float:
        """How unlike two puzzles are; a factor of two in the number of values counts as half of all candidates."""
        return (
            2 * abs(log2(self.values / other.values))
            + abs(log2(self.cells / other.cells))
            + abs(self.units_a_cell - other.units_a_cell) / 2
            + 4 * abs(self.open_share - other.open_share)
        )


class Measured(NamedTuple):
    """Seconds of one backend on one case: the mean over its puzzles, infinite where its time was over."""

    setup: float
    first: float
    unique: float
    several: float

    def seconds(self, question: str, puzzles: float) -> float:
        """Seconds a puzzle when so many are asked."""
        return self.setup / puzzles + self[1 + QUESTIONS.index(question)]


class Case(NamedTuple):
    """A kind of puzzle and what each backend took for it."""

    name: str
    features: Features
    limit: float
    """Seconds after which a backend was stopped."""
    backends: dict[str, Measured]


class Choice(NamedTuple):
    """A backend and the grounds: the cases nearest to the puzzle, nearest first, and what each candidate scored."""

    backend: str
    """The best that can be used here."""
    question: str
    cases: tuple[Case, ...]
    scores: dict[str, float]
    """Backend to seconds summed over those cases, time-outs tenfold, best first."""


def features(puzzle: Puzzle) -> Features:
    """The features of a puzzle, in time linear in its cells."""
    layout = puzzle.layout
    left = sum(map(int.bit_count, puzzle.candidates))
    return Features(layout.size, layout.cell_count, _units_a_cell(layout), left / (layout.size * layout.cell_count))


@cache
def _units_a_cell(layout: Layout) -> float:
    return sum(map(len, layout.units)) / layout.cell_count


def question_of(limit: int) -> str:
    """The question that a limit asks."""
    return QUESTIONS[min(limit, 3) - 1]


def choose(own: Features, question: str, puzzles: int, opened: Collection[str] = ()) -> Choice:
    """The backend that can be used here and is best on puzzles of these features, where `puzzles` of them are asked.

    Backends that are opened have paid for their set-up.
    """
    cases = tuple(sorted(measured_cases(), key=lambda case: own.distance(case.features))[:_NEAREST])
    scores = {}
    for name in {backend: None for case in cases for backend in case.backends}:
        scores[name] = sum(_score(case, name, question, inf if name in opened else puzzles) for case in cases)
    ranked = dict(sorted(scores.items(), key=lambda item: item[1]))
    usable = next((name for name in ranked if is_installed(name)), "reference")
    return Choice(usable, question, cases, ranked)


def _score(case: Case, backend: str, question: str, puzzles: float) -> float:
    measured = case.backends.get(backend)
    # A backend that was not tried on a case was not worth trying: its formula would have been too large.
    seconds = measured.seconds(question, puzzles) if measured is not None else inf
    return min(seconds, _TIME_OUT_FACTOR * case.limit)


@cache
def measured_cases() -> tuple[Case, ...]:
    """The table that comes with the package."""
    # Not importlib.resources, which takes longer to import than most puzzles take to be solved.
    with open(os.path.join(os.path.dirname(__file__), "measured.tsv"), encoding="utf-8") as lines:
        return tuple(read_table(line.rstrip("\n") for line in lines))


def read_table(lines: Iterable[str]) -> Iterator[Case]:
    """The cases of a table: a line a backend and case, fields between tabs, in the order of `write_table`."""
    cases: dict[str, Case] = {}
    for line in lines:
        if not line or line.startswith("#"):
            continue
        name, values, cells, units_a_cell, share, limit, backend, *seconds = line.split("\t")
        if name not in cases:
            shape = Features(int(values), int(cells), float(units_a_cell), float(share))
            cases[name] = Case(name, shape, float(limit), {})
        cases[name].backends[backend] = Measured(*map(float, seconds))
    yield from cases.values()


def write_table(cases: Iterable[Case]) -> Iterator[str]:
    """The lines of a table, without those that say where it was made."""
    for case in cases:
        shape = case.features
        head = [case.name, str(shape.values), str(shape.cells), f"{shape.units_a_cell:.3f}", f"{shape.open_share:.3f}"]
        for backend, measured in case.backends.items():
            yield "\t".join([*head, f"{case.limit:g}", backend, *(f"{seconds:.3g}" for seconds in measured)])
