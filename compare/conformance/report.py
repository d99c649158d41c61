"""The report of a conformance check of a solver or of a backend."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from ...puzzles.text.json_lines import write_json_line
from ...puzzles.text.write import write_line
from ...reference.contract.errors import UnitdokuError
from ...reference.contract.result import as_printed
from ...reference.model.puzzle import Puzzle
from ..cross_check.finding import FindingKind, counted

LATE = "did not answer in time"
"""Why there is no answer where the puzzle was not declined."""


class CheckFinding(NamedTuple):
    """A violation of a property, on the smallest puzzle found that shows it."""

    kind: FindingKind
    """`INVALID` includes a breach of form: output, a changed argument, another right answer to the same puzzle."""
    way: str
    """The violation in a word or two: findings of the same property, kind and way are counted as one."""
    text: str
    """What the solver did with `puzzle`, to be read after its name."""
    property: str = ""
    """The name of the property; a check of a property leaves this and what follows to the examination."""
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
        # With its rules if it has sums or pairs: no name says which these are.
        written = write_json_line(self.puzzle) if self.puzzle.layout.has_other_rules else write_line(self.puzzle)
        return "".join([head, *before, f"\n    puzzle: {written}"])


CheckResult = CheckFinding | str | None
"""A violation; or why there is no answer, where that is none: `LATE`, or the reason with which the puzzle was declined.
None where the property holds."""


@dataclass(repr=False)
class CheckReport:
    """The number of tests of each property, and the findings; as text, a table followed by the findings."""

    subject: str
    """What was checked, in a few words."""
    asked: dict[str, int] = field(default_factory=dict)
    """Property to the number of puzzles on which it was tested, in the order of the tests."""
    findings: list[CheckFinding] = field(default_factory=list)
    unsettled: Counter[str] = field(default_factory=Counter)
    """Property to the number of puzzles to which no answer came in time, so that they did not test it."""
    declined: Counter[str] = field(default_factory=Counter)
    """Property to the number of puzzles that the solver declined, so that they did not test it."""
    stopped: str | None = None
    """Why the check ended early, where it did."""
    notes: list[str] = field(default_factory=list)
    """Further sentences for the reader."""

    @property
    def passed(self) -> bool:
        """Whether there are no findings."""
        return not self.findings

    def verdict(self, name: str) -> str:
        """Returns what the check says of a property, in words; raises KeyError for one that was not tested."""
        found = len(self.of(name))
        words = [counted(found, "finding") if found else "passed"] if self.asked[name] or found else []
        others = (self.unsettled[name], "not settled in time"), (self.declined[name], "declined")
        words += [f"{count} {what}" for count, what in others if count]
        return ", ".join(words) or "not tried"

    def of(self, name: str) -> list[CheckFinding]:
        """Returns the findings of one property."""
        return [finding for finding in self.findings if finding.property == name]

    def __repr__(self) -> str:
        return f"<CheckReport of {self._summary}>"

    _repr_pretty_ = as_printed

    def __str__(self) -> str:
        """Returns the table and the findings; of those with the same text in several properties only one in full."""
        lines, width = [self._summary], max(map(len, self.asked))
        for name, asked in self.asked.items():
            lines.append(f"  {name:{width}}  {asked:5} puzzle{'s' * (asked != 1) or ' '}  {self.verdict(name)}")
        lines += [f"  {note}" for note in (self.stopped, *self.notes) if note is not None]
        alike: dict[tuple[FindingKind, str], list[CheckFinding]] = {}
        for finding in self.findings:
            alike.setdefault((finding.kind, finding.text), []).append(finding)
        for first, *others in alike.values():
            lines.append(str(first))
            if others:
                lines.append(f"  the same in {len(others)} more: {', '.join(other.property for other in others)}")
        return "\n".join(lines)

    @property
    def _summary(self) -> str:
        return f"{self.subject}: {counted(len(self.findings), 'finding') if self.findings else 'no findings'}"


class CheckFailed(UnitdokuError, AssertionError):
    """A check has findings; `report` holds them, and the message lists them."""

    def __init__(self, report: CheckReport) -> None:
        super().__init__(report)
        self.report = report
