"""What an examination asks of its subject, a solver or a backend, and what a property is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...reference.deadline import Deadline
from ...reference.puzzle import Puzzle
from .cases import Case
from .isolated_call import IsolatedCalls, OwnThread
from .report import CheckFinding, CheckResult


class GivenUp(Exception):
    """The subject is not asked any more; the message is a sentence of the report."""


class TimeOver(GivenUp):
    """The time of the check is over."""


@dataclass(frozen=True)
class Property:
    """A property, a row of a table: its name and the check of one trial."""

    name: str
    check: Callable[[Any], Any]
    """Returns the `CheckResult` of a trial, or several."""
    untried: str = field(default="no puzzle for it", kw_only=True)
    """Why no puzzle tested it, as far as is known."""


@dataclass
class Subject(ABC):
    """A solver or a backend that is checked, and what is known about its answers so far."""

    properties: Sequence[Any]
    """Those that are tested, in the order of the tests."""
    calls: IsolatedCalls | OwnThread
    """What the subject answers, one question after the other, in a process that may keep state."""
    deadline: Deadline
    """When it is asked no more."""
    known: dict[Puzzle, Any] = field(default_factory=dict, init=False)
    """The puzzles that it was asked."""
    declined: dict[Puzzle, str] = field(default_factory=dict, init=False)
    """The puzzles that it declined, with the reasons."""
    answers: int = field(default=0, init=False)
    """The number of its answers, right or not."""
    notes: list[str] = field(default_factory=list, init=False)
    """Sentences for the report."""

    @abstractmethod
    def tests(self, number: int, examples: int) -> Iterator[tuple[Any, Case]]:
        """Yields each property of a round with each of its cases; `number` counts the rounds."""

    @abstractmethod
    def test(self, of: Any, case: Case, seed: str) -> Iterable[CheckResult]:
        """Returns the results of a test; the same seed makes the same random choices. Raises `GivenUp`."""

    @abstractmethod
    def renewed(self, anew: bool) -> Subject:
        """Returns the subject in a new process, without a deadline; with `anew` each test has a process of its own."""

    @abstractmethod
    def smaller(self, of: Any, case: Case, puzzle: Puzzle) -> Case | None:
        """Returns the case with this puzzle in the place of a larger one; None where it is not asked such puzzles."""

    def why_never_tried(self, of: Any) -> str | None:  # noqa: B027 - most have no such reason
        """Returns why no puzzle can test a property, however much time there is; None where one may."""

    def of_calls(self) -> Iterator[tuple[Any, Puzzle, CheckResult]]:
        """Yields the properties of single calls, with their results for each puzzle asked since the last time."""
        yield from ()

    def at_the_end(self) -> Iterator[CheckFinding]:
        """Yields findings that all calls together show."""
        yield from ()

    def stop_if_over(self) -> None:
        """Raises `TimeOver` where the time of the check is over."""
        if self.deadline.expired:
            raise TimeOver(f"ended after {self.deadline.seconds:g} seconds; total_seconds= gives more time")
