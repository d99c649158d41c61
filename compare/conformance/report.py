"""The report of a conformance check of a solver or of a backend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from ...puzzles.text.write import write_line
from ...reference.at_prompts import as_printed
from ...reference.errors import UnitdokuError
from ...reference.puzzle import Puzzle
from ..cross_check.finding import FindingKind


class Unanswered(NamedTuple):
    """Why an answer that a check needs is not there, though that is no violation."""

    declined: str | None = None
    """The reason with which the puzzle was declined; None where no answer came in time."""


LATE = Unanswered()
"""No answer came in time."""


class CheckFinding(NamedTuple):
    """A violation of a property, on the smallest puzzle found that shows it."""

    kind: FindingKind
    """`INVALID` includes a breach of form: output, a changed argument, another right answer to the same puzzle."""
    way: str
    """The violation in a word or two: findings of the same property, kind and way are counted as one."""
    text: str
    """What the solver did with `puzzle`, to be read after its name."""
    property: str = ""
    """The name of the property; a check leaves it to the examination."""
    puzzle: Puzzle | None = None
    """The puzzle with as few givens as show the violation; None where it takes no puzzle."""
    first: Puzzle | None = None
    """The puzzle on which the violation was first seen."""
    before: tuple[Puzzle, ...] = ()
    """Puzzles that must be asked before it in the same process; usually none."""
    times: int = 1
    """The number of puzzles on which the violation was seen."""
    smallest: bool = False
    """Whether every given of `puzzle` is needed; False where that was not determined."""
    seconds: float = 0.0
    """The seconds from the start of the check until the violation was first seen."""

    def __str__(self) -> str:
        seen = f", {self.times} times" if self.times > 1 else ""
        head = f"{self.property} ({self.kind}{seen}): {self.text}"
        if self.puzzle is None:
            return head
        before = [f"\n    before: {write_line(puzzle)}" for puzzle in self.before]
        return "".join([head, *before, f"\n    puzzle: {_written(self.puzzle)}"])


CheckResult = CheckFinding | Unanswered | bool
"""True where the property holds on this puzzle, False where the puzzle cannot test it, else what is in the way."""


class PropertyVerdict(str, Enum):
    """What a check says of a property."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_SETTLED = "not settled in time"
    """No answer came in time that could have tested it."""
    NOT_TRIED = "not tried"
    """No puzzle tested it, for another reason."""
    LEFT_OUT = "left out"
    """It was excluded."""

    def __str__(self) -> str:
        return self.value


@dataclass(repr=False)
class CheckReport:
    """The number of tests of each property, and the findings; as text, a table followed by the findings."""

    subject: str
    """What was checked, in a few words."""
    asked: dict[str, int] = field(default_factory=dict)
    """Property to the number of puzzles on which it was tested, in the order of the tests."""
    findings: list[CheckFinding] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    """Property to the reason why it was excluded."""
    not_tried: dict[str, str] = field(default_factory=dict)
    """Property to the reason why no puzzle tested it, though it was not excluded."""
    unsettled: Counter[str] = field(default_factory=Counter)
    """Property to the number of puzzles to which no answer came in time, so that they did not test it."""
    declined: Counter[str] = field(default_factory=Counter)
    """Property to the number of puzzles that the solver declined, so that they did not test it."""
    seconds: dict[str, float] = field(default_factory=dict)
    """Property to the seconds that its tests took; an answer that several properties use counts for the first."""
    stopped: str | None = None
    """Why the check ended early, where it did."""
    notes: list[str] = field(default_factory=list)
    """Further sentences for the reader."""

    def count(self, name: str, result: CheckResult) -> None:
        """Counts the test of a property on one puzzle."""
        if isinstance(result, Unanswered):
            (self.unsettled if result == LATE else self.declined)[name] += 1
        elif result is not False:
            self.asked[name] += 1

    @property
    def passed(self) -> bool:
        """Whether there are no findings."""
        return not self.findings

    def verdict(self, name: str) -> PropertyVerdict:
        """Returns what the check says of the property of this name; raises KeyError for one that it does not have."""
        if name in self.left_out:
            return PropertyVerdict.LEFT_OUT
        if self.of(name):
            return PropertyVerdict.FAILED
        if self.asked[name]:
            return PropertyVerdict.PASSED
        return PropertyVerdict.NOT_SETTLED if self.unsettled[name] else PropertyVerdict.NOT_TRIED

    def of(self, name: str) -> list[CheckFinding]:
        """Returns the findings of one property."""
        return [finding for finding in self.findings if finding.property == name]

    def __repr__(self) -> str:
        return f"<CheckReport of {self.subject}: {_findings(len(self.findings)) or 'no findings'}>"

    _repr_pretty_ = as_printed

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.subject}: {_findings(len(self.findings)) or 'no findings'}"
        width = max((len(name) for name in (*self.asked, *self.left_out)), default=0)
        for name, asked in self.asked.items():
            taken = f"{self.seconds.get(name, 0.0):6.1f} s"
            yield f"  {name:{width}}  {asked:5} puzzle{'s' * (asked != 1) or ' '}  {taken}  {self._result(name)}"
        for name, reason in self.left_out.items():
            yield f"  {name:{width}}  left out: {reason}"
        if self.stopped is not None:
            yield f"  {self.stopped}"
        yield from (f"  {note}" for note in self.notes)
        yield from self._finding_lines()

    def _finding_lines(self) -> Iterator[str]:
        """Yields the findings; of those with the same text in several properties only the first in full."""
        shown: dict[tuple[FindingKind, str], list[CheckFinding]] = {}
        for finding in self.findings:
            shown.setdefault((finding.kind, finding.text), []).append(finding)
        for first, *others in shown.values():
            yield str(first)
            if others:
                yield f"  the same in {len(others)} more: {', '.join(other.property for other in others)}"

    def _result(self, name: str) -> str:
        """Returns the verdict in words, with what did not test the property."""
        verdict = self.verdict(name)
        words = [_findings(len(self.of(name))) if verdict is PropertyVerdict.FAILED else verdict.value]
        if verdict is PropertyVerdict.NOT_TRIED:
            words[0] += f": {self.not_tried.get(name, 'no puzzle for it')}"
        elif verdict is not PropertyVerdict.NOT_SETTLED and self.unsettled[name]:
            words.append(f"{self.unsettled[name]} not settled in time")
        if self.declined[name]:
            words.append(f"{self.declined[name]} declined")
        return ", ".join(words)


def _findings(count: int) -> str:
    return f"{count} finding{'s' * (count != 1)}" if count else ""


def _written(puzzle: Puzzle) -> str:
    """Returns the puzzle in one line, with its sums and pairs if it has any: no name says which these are."""
    layout = puzzle.layout
    named = [([layout.labels[cell] for cell in pair.cells], sorted(pair.allowed)) for pair in layout.pairs]
    pairs = [f"({', '.join(cells)}) in {allowed}" for cells, allowed in named]
    sums = [f"{each.written(layout.labels)} {each.relation} {each.total}" for each in layout.sums]
    return "; ".join([write_line(puzzle), *sums, *pairs])


class CheckFailed(UnitdokuError, AssertionError):
    """A check has findings; `report` holds them, and the message lists them."""

    def __init__(self, report: CheckReport) -> None:
        super().__init__(str(report))
        self.report = report

    def __reduce__(self) -> tuple[type[CheckFailed], tuple[object, ...]]:
        return type(self), (self.report,)
