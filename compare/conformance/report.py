"""What a check of promises found: of a solver of somebody else's, or of a backend."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ...reference.errors import OptionError, UnitdokuError
from ...reference.puzzle import Puzzle
from ...reference.text.write import write_line
from ..cross_check.finding import FindingKind


class Flaw(NamedTuple):
    """One way in which a promise was not kept."""

    kind: FindingKind
    """`INVALID` stands for a breach of form too: something printed, an argument changed, another answer to the same."""
    way: str
    """In which way, in a word or two: flaws of the same kind and way are alike."""
    text: str
    """What it did, to be read after its name."""


class CheckFinding(NamedTuple):
    """A promise that was not kept, on the smallest puzzle that was found for it."""

    property: str
    kind: FindingKind
    way: str
    text: str
    """What it did with `puzzle`, to be read after its name."""
    puzzle: Puzzle | None = None
    """The puzzle with as few givens as show the same; None where it takes no puzzle."""
    first: Puzzle | None = None
    """The puzzle on which it was seen first."""
    before: tuple[Puzzle, ...] = ()
    """Puzzles that have to be asked before it, in the same process; most often none."""
    times: int = 1
    """On how many puzzles the same was seen."""
    smallest: bool = True
    """Whether no single given of `puzzle` can be spared; False where that was not settled."""

    def __str__(self) -> str:
        seen = f", {self.times} times" if self.times > 1 else ""
        head = f"{self.property} ({self.kind}{seen}): {self.text}"
        if self.puzzle is None:
            return head
        asked = [f"\n    before: {write_line(puzzle)}" for puzzle in self.before]
        return "".join([head, *asked, f"\n    puzzle: {write_line(self.puzzle)}"])


@dataclass
class CheckReport:
    """How often each promise was put to the test, and what was found."""

    subject: str
    """What was checked, in a few words."""
    asked: dict[str, int] = field(default_factory=dict)
    """Property to the number of puzzles that it was tried on, in the order in which they were tried."""
    findings: list[CheckFinding] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    """Property to the reason why it was not tried."""
    not_tried: dict[str, str] = field(default_factory=dict)
    """Property to the reason why no puzzle put it to the test, though it was to be tried."""
    stopped: str | None = None
    """Why the check ended early, where it did."""
    notes: list[str] = field(default_factory=list)
    """What else is to be said."""

    @property
    def passed(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def of(self, name: str) -> list[CheckFinding]:
        """The findings of one property."""
        return [finding for finding in self.findings if finding.property == name]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        count = len(self.findings)
        yield f"{self.subject}: {count or 'no'} finding{'s' * (count != 1)}"
        width = max((len(name) for name in (*self.asked, *self.left_out)), default=0)
        for name, asked in self.asked.items():
            found = len(self.of(name))
            not_tried = f"not tried: {self.not_tried.get(name, 'no puzzle for it')}"
            told = f"{found} finding{'s' * (found != 1)}" if found else "kept" if asked else not_tried
            yield f"  {name:{width}}  {asked:5} puzzle{'s' * (asked != 1) or ' '}  {told}"
        for name, reason in self.left_out.items():
            yield f"  {name:{width}}  left out: {reason}"
        if self.stopped is not None:
            yield f"  {self.stopped}"
        yield from (f"  {note}" for note in self.notes)
        yield from map(str, self.findings)


def check_terms(examples: int, without: Collection[str], names: Collection[str]) -> None:
    """Raises `OptionError` for a name that is none of these, and for a check that would ask nothing, and so pass."""
    if isinstance(examples, bool) or not isinstance(examples, int) or examples < 1:
        raise OptionError(f"a number of examples is a whole number from 1 up, not {examples!r}")
    unknown = set(without) - set(names)
    if unknown:
        raise OptionError(f"no property is called {sorted(unknown)[0]!r}; known: {', '.join(names)}")
    if not set(names) - set(without):
        raise OptionError("every property is left out, so that there is nothing to check")


class CheckFailed(UnitdokuError, AssertionError):
    """Promises were not kept; `report` holds what was found, and the message says it."""

    def __init__(self, report: CheckReport) -> None:
        super().__init__(str(report))
        self.report = report

    def __reduce__(self) -> tuple[type[CheckFailed], tuple[object, ...]]:
        return type(self), (self.report,)
