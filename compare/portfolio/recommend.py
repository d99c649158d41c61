"""`recommend`: the single backend that was measured to be best on puzzles like a given one.

The table of measured cases is `measured.tsv`, made by `unitdoku recommend --measure FILE`. A case is a few puzzles of
one kind, with the seconds that each backend took for the first solution, for uniqueness and for counting up to a
hundred, without set-up. For a puzzle the nearest cases count, by number of values, of cells, of units a cell, and by
the share of open candidates. The backend with the least sum over them is chosen, where a timeout counts as ten times
its limit (as in PAR-10 scores), and the number of puzzles to be asked divides the cost of the set-up.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from math import inf, log2
from typing import NamedTuple

from ...encoders.backends.registry import is_installed
from ...reference.capabilities import check_rules
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.text.any_puzzle import any_puzzle

QUESTIONS = ("first", "unique", "several")
"""A limit of one solution, of two, and of more."""

_NEAREST = 3
TIMEOUT_FACTOR = 10
"""A timeout counts as so many times its limit."""


class Features(NamedTuple):
    """The features of a puzzle that predict how hard it is, and take little time to compute."""

    values: int
    cells: int
    units_a_cell: float
    open_share: float
    """Candidates left, of all cells times values."""

    def distance(self, other: Features) -> float:
        """Returns the distance of two puzzles; twice the number of values counts as half of all candidates."""
        return (
            2 * abs(log2(self.values / other.values))
            + abs(log2(self.cells / other.cells))
            + abs(self.units_a_cell - other.units_a_cell) / 2
            + 4 * abs(self.open_share - other.open_share)
        )


class Measured(NamedTuple):
    """Seconds of one backend on one case: the mean over its puzzles, infinite for a timeout."""

    setup: float
    first: float
    unique: float
    several: float

    def seconds(self, question: str, puzzles: float) -> float:
        """Returns the seconds a puzzle when this many are asked."""
        return self.setup / puzzles + self[1 + QUESTIONS.index(question)]


class MeasuredCase(NamedTuple):
    """A kind of puzzle and the seconds of each backend on it."""

    name: str
    features: Features
    limit: float
    """Seconds after which a backend was stopped."""
    backends: dict[str, Measured]


class Choice(NamedTuple):
    """A backend and the reasons: the cases nearest to the puzzle, nearest first, and the score of each candidate."""

    backend: str
    """The best one that can be used here."""
    question: str
    cases: tuple[MeasuredCase, ...]
    scores: dict[str, float]
    """Backend to seconds summed over those cases, timeouts tenfold, best first."""

    def __repr__(self) -> str:
        return f"<Choice: {self.backend} for {self.question}, by {len(self.cases)} measured cases>"


def features(puzzle: Puzzle) -> Features:
    """Returns the features of a puzzle, in time linear in its cells."""
    layout = puzzle.layout
    left = sum(map(int.bit_count, puzzle.candidates))
    return Features(layout.size, layout.cell_count, _units_a_cell(layout), left / (layout.size * layout.cell_count))


@cache
def _units_a_cell(layout: Layout) -> float:
    return sum(map(len, layout.units)) / layout.cell_count


def question_of(limit: int) -> str:
    """Returns the question of a limit."""
    return QUESTIONS[min(limit, 3) - 1]


def recommend(puzzle: object, limit: int = 2, puzzles: int = 1, *, layout: Layout | str | None = None) -> Choice:
    """Returns the single backend to take for this many puzzles like this one, and the reasons.

    The puzzle has any form that `solve` takes. Raises `Unsupported` for sums and pairs: no such case was measured.
    """
    asked = any_puzzle(puzzle, layout)
    check_rules(asked.layout, "recommend")
    return choose(features(asked), question_of(limit), puzzles)


def choose(own: Features, question: str, puzzles: int) -> Choice:
    """Returns the usable backend that is best for this many puzzles of these features."""
    cases = tuple(sorted(measured_cases(), key=lambda case: own.distance(case.features))[:_NEAREST])
    scores = {}
    for name in {backend: None for case in cases for backend in case.backends}:
        scores[name] = sum(_score(case, name, question, puzzles) for case in cases)
    ranked = dict(sorted(scores.items(), key=lambda item: item[1]))
    usable = next((name for name in ranked if is_installed(name)), "reference")
    return Choice(usable, question, cases, ranked)


def _score(case: MeasuredCase, backend: str, question: str, puzzles: float) -> float:
    measured = case.backends.get(backend)
    # A backend is missing in a case where its formula would have been too large.
    seconds = measured.seconds(question, puzzles) if measured is not None else inf
    return min(seconds, TIMEOUT_FACTOR * case.limit)


@cache
def measured_cases() -> tuple[MeasuredCase, ...]:
    """Returns the table that comes with the package."""
    # Not importlib.resources, which takes longer to import than most puzzles take to solve.
    with open(os.path.join(os.path.dirname(__file__), "measured.tsv"), encoding="utf-8") as lines:
        return tuple(read_table(line.rstrip("\n") for line in lines))


def read_table(lines: Iterable[str]) -> Iterator[MeasuredCase]:
    """Yields the cases of a table: a line a backend and case, fields between tabs, in the order of `write_table`."""
    cases: dict[str, MeasuredCase] = {}
    for line in lines:
        if not line or line.startswith("#"):
            continue
        name, values, cells, units_a_cell, share, limit, backend, *seconds = line.split("\t")
        if name not in cases:
            shape = Features(int(values), int(cells), float(units_a_cell), float(share))
            cases[name] = MeasuredCase(name, shape, float(limit), {})
        cases[name].backends[backend] = Measured(*map(float, seconds))
    yield from cases.values()


def write_table(cases: Iterable[MeasuredCase]) -> Iterator[str]:
    """Yields the lines of a table, without comments."""
    for case in cases:
        shape = case.features
        head = [case.name, str(shape.values), str(shape.cells), f"{shape.units_a_cell:.3f}", f"{shape.open_share:.3f}"]
        for backend, measured in case.backends.items():
            yield "\t".join([*head, f"{case.limit:g}", backend, *(f"{seconds:.3g}" for seconds in measured)])
