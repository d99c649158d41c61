"""The list of what a race records of one question: the fields of `RaceResult`, with what is known of each.

The table `result` in a file, the rows that are written and read, the exports, the totals of an entry and the tables
of a report follow from it. To record one thing more, add a field with a default. If answers report it among their
statistics, `reported` has its names there, and that is all; else set it where it is measured: in `judging.py` for
what an answer contains, in `racer.py` for what is known of the process. With a heading and a total it is shown in
reports and by `unitdoku results`. A file with other columns is refused. `tables.py` has the columns of reports that
are computed from a whole entry, such as the median.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from math import inf
from operator import attrgetter
from typing import Any, NamedTuple, get_args, get_type_hints

from ...reference.contract.errors import shown
from ...reference.contract.judgement import is_settled
from ..cross_check.finding import FindingKind

# Times and ratios as text.

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
NONE = "-"
"""The text where there is no value."""


def seconds_text(seconds: float | None, limit: float | None = None) -> str:
    """Returns a time with three digits: `1.52 ms`; `> 10 s` for an infinite one with a limit of 10 seconds."""
    if seconds is None:
        return NONE
    if seconds == inf:
        return NONE if limit is None else f"> {limit:g} s"
    factor, unit = next((known for known in _UNITS if seconds >= known[0]), _UNITS[-1])
    return f"{ratio_text(seconds / factor)} {unit}"


def ratio_text(ratio: float) -> str:
    """Returns a number with three digits."""
    if ratio >= 1000:
        return f"{ratio:,.0f}"
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}"


class UnitOfMeasure(NamedTuple):
    """The unit of a stored number: how it is exported, and the text of a total in a table."""

    suffix: str
    """Of the name in exports."""
    exported: Callable[[Any], Any]
    text: Callable[[int], str]


NUMBER = UnitOfMeasure("", lambda value: value, "{:,}".format)
NANOSECONDS = UnitOfMeasure("_seconds", lambda value: value / 1e9, lambda total: seconds_text(total / 1e9))
KIB = UnitOfMeasure("_bytes", lambda value: value * 1024, lambda total: f"{total / 1024:,.0f} MiB" if total else NONE)


class Column(NamedTuple):
    """A column: a field of `RaceResult`, with its type; None is a value of it where it is `nullable`."""

    name: str
    kind: type
    nullable: bool
    about: str
    unit: UnitOfMeasure
    total: Callable[[Iterable[int]], int] | None
    """What makes one number of those of an entry: `sum`, `max`. None for no total."""
    heading: str
    """Of the total in tables; empty where it is not shown."""
    reported: tuple[str, ...]
    """Names in the statistics of an answer; the first that is there counts."""

    def exported(self, result: RaceResult) -> Any:
        """Returns the value of a result, in the unit of exports."""
        value = getattr(result, self.name)
        return None if value is None else self.unit.exported(value)

    @property
    def sql(self) -> str:
        """The column as the SQL of the table declares it, with a comment."""
        rest = "" if self.nullable else " NOT NULL"
        kinds = {int: "INTEGER", bool: "INTEGER"}
        return f"    {self.name} {kinds.get(self.kind, 'TEXT')}{rest}, -- {self.about}\n"


def column(
    about: str,
    unit: UnitOfMeasure = NUMBER,
    total: Callable[[Iterable[int]], int] | None = None,
    heading: str = "",
    default: object = 0,
    reported: tuple[str, ...] = (),
) -> Any:
    """Returns a field of a dataclass that is a `Column`, and that `judged` or the racer sets."""
    known = {"about": about, "unit": unit, "total": total, "heading": heading, "reported": reported}
    return field(default=default, metadata=known)


def count(about: str, *reported: str, heading: str = "") -> Any:
    """Returns a field for a count that answers report under one of these names; None where they do not."""
    return column(about, NUMBER, sum, heading, None, reported)


class RaceOutcome(StrEnum):
    """What came of a question. Only the times of `SOLVED` are averaged; a time limit cut `OPEN` short."""

    SOLVED = "solved"
    """Answered in full, and not wrongly as far as is known."""
    OPEN = "open"
    """Given up when the time was over."""
    FAILED = "failed"
    """The backend crashed, had to be stopped, or ran out of memory."""
    WRONG = "wrong"
    """A grid that is no solution or no grid, or a claim that is refuted."""
    NO_CLAIM = "no claim"
    """Answered in time, without saying whether there are other solutions."""
    DECLINED = "declined"
    """The backend does not take the puzzle."""


_WRONG = (FindingKind.WRONG, FindingKind.INVALID)


@dataclass(slots=True)
class RaceResult:
    """What came of one question; a count is None where the solver does not report it.

    Where the question was not answered in full, times and memory are what was spent on it, and the counts are those up
    to the time limit.
    """

    puzzle: int = column("number of the puzzle in the corpus; negative for control puzzles", default=MISSING)
    batch: int = column("number of the batch in its entry, from 0; set when the result is recorded")
    machine: int = column("its number in the environment of the run; set like that")
    found: int = column("distinct solutions; means nothing after a failure")
    exhausted: bool = column("whether the answer claims that there are no other solutions", default=False)
    digest: int = column("of the set of solutions, see races.judging.digest_of")
    wall: int = column("wall-clock time of solving, without set-up", NANOSECONDS, sum, "solving")
    cpu: int = column("processor time of solving, with threads and ended children", NANOSECONDS, sum, "CPU")
    encode: int = column("encoding for this puzzle; in a warm session for its first puzzle", NANOSECONDS)
    load: int = column("loading for this puzzle; in a warm session for its first puzzle", NANOSECONDS)
    peak: int = column("most memory that the process of the backend had held by then", KIB, max, "memory")
    in_time: bool = column("whether the call ended well before the time limit, answered in full or not", default=False)
    guesses: int | None = count("guesses of the search", "guesses", heading="guesses")
    conflicts: int | None = count("conflicts that the solver learned from", "conflicts", heading="conflicts")
    decisions: int | None = count("decisions of the solver", "decisions", "branches")
    propagations: int | None = count("propagations of the solver", "propagations", "binary_propagations")
    failure: FindingKind | None = column("what is wrong with the answer", default=None)  # noqa: RUF009 - a field
    said: str | None = column("what is wrong with the answer, or why there is none, in words", default=None)

    def outcome(self, limit: int) -> RaceOutcome:
        """Returns what came of the question, in one word."""
        if self.failure is not None:
            return RaceOutcome.WRONG if self.failure in _WRONG else RaceOutcome.FAILED
        if is_settled(self.found, self.exhausted, limit):
            return RaceOutcome.SOLVED
        if self.said is not None:
            return RaceOutcome.DECLINED
        return RaceOutcome.NO_CLAIM if self.in_time else RaceOutcome.OPEN

    def is_settled(self, limit: int) -> bool:
        """Whether the question was answered in full, and not wrongly as far as is known."""
        return self.outcome(limit) is RaceOutcome.SOLVED

    @property
    def setup(self) -> int:
        """Nanoseconds of encoding and loading."""
        return self.encode + self.load

    def seconds(self, cold: bool) -> float:
        """Returns the time that is compared: that of solving, and in a cold session the set-up too."""
        return (self.wall + self.setup * cold) / 1e9


def _kind_of(hint: Any) -> tuple[type, bool]:
    """Returns the type of an annotation `kind` or `kind | None`, and whether None is a value."""
    kinds = get_args(hint) or (hint,)
    return kinds[0], len(kinds) > 1


_HINTS = get_type_hints(RaceResult)

COLUMNS = [Column(one.name, *_kind_of(_HINTS[one.name]), **one.metadata) for one in fields(RaceResult)]
"""The columns of the table `result`, in the order of the fields."""

COUNTED = [column for column in COLUMNS if column.reported]
"""Those that answers report."""

NAMES = [column.name for column in COLUMNS]

values_of: Callable[[RaceResult], tuple[Any, ...]] = attrgetter(*NAMES)
"""Returns the values of a result in the order of `COLUMNS`."""


def read_result(row: sqlite3.Row) -> RaceResult:
    """Returns the result in a row of the table `result`. Raises ValueError for a value of another kind."""
    values: list[Any] = []
    for column in COLUMNS:
        value, kind = row[column.name], int if column.kind in (int, bool) else str
        is_right = isinstance(value, kind) and (column.unit is NUMBER or row[column.name] >= 0)
        if not is_right and not (value is None and column.nullable):
            raise ValueError(f"{column.name} is {shown(value)}")
        values.append(None if value is None else column.kind(value))  # SQLite has neither bool nor enumerations
    return RaceResult(*values)
