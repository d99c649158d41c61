"""What can be wrong with an answer, in classes that are never mixed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from ...reference.errors import BackendOutOfMemory, BackendTimedOut, InvalidAnswer, UnitdokuError, WrongAnswer
from ...reference.puzzle import Puzzle
from ...reference.result import Result


class FindingKind(str, Enum):
    """The class of a finding. An honest "not settled in time" is none: that is the verdict UNKNOWN."""

    CRASHED = "crashed"
    """It raised an exception, or its process ended: an abort, a segmentation fault, an exit."""
    TIMED_OUT = "timed out"
    """It neither answered nor gave up when its time was over, and was stopped. That a session stops a SAT solver of its
    own, as those of `dimacs:` do, is a way to give up."""
    OUT_OF_MEMORY = "out of memory"
    """It took more memory than it may, and was stopped."""
    INVALID = "invalid"
    """Its answer is none: a grid of another length, a value that is no value, more solutions than asked for."""
    WRONG = "wrong"
    """Its answer is not true: a grid that breaks the rules, or a claim that a solution of another one refutes."""

    def __str__(self) -> str:
        return self.value


class Finding(NamedTuple):
    """One thing that is wrong with what one backend said about one puzzle."""

    kind: FindingKind
    backend: str
    way: str
    """In which way, in a word or two: findings of the same kind and way are alike."""
    text: str
    """What it did, to be read after its name."""
    against: str | None = None
    """Who found the solution that refutes it; None where it needs no other to be seen."""

    @property
    def signature(self) -> tuple[FindingKind, str, str, str | None]:
        """What two findings have in common when the same backends disagree in the same way."""
        return self.kind, self.backend, self.way, self.against

    def __str__(self) -> str:
        return f"{self.backend} {self.text}"


_KINDS: tuple[tuple[type[Exception], FindingKind], ...] = (
    (BackendTimedOut, FindingKind.TIMED_OUT),
    (BackendOutOfMemory, FindingKind.OUT_OF_MEMORY),
    (MemoryError, FindingKind.OUT_OF_MEMORY),
    (InvalidAnswer, FindingKind.INVALID),
    (WrongAnswer, FindingKind.WRONG),
)


def kind_of(error: Exception) -> FindingKind:
    """Returns the class of what a backend raised: a crash, unless the error says more."""
    return kind_of_class(type(error))


def kind_of_class(error: type[Exception]) -> FindingKind:
    """Returns the same for the class of an error."""
    return next((kind for errors, kind in _KINDS if issubclass(error, errors)), FindingKind.CRASHED)


class Disagreement(UnitdokuError, AssertionError):
    """Backends answered one puzzle differently, or one of them wrongly.

    Carries the evidence: `puzzle`, `results` (backend name to its result, or to the exception that it raised),
    `findings` (what is wrong with whom), the same as sentences in `reasons`, and `versions` (package name to version).
    """

    def __init__(
        self,
        puzzle: Puzzle,
        results: Mapping[str, Result | Exception],
        findings: Sequence[Finding],
        versions: Mapping[str, str],
    ) -> None:
        self.reasons = tuple(map(str, findings))
        super().__init__("; ".join(self.reasons))
        self.puzzle = puzzle
        self.results = dict(results)
        self.findings = tuple(findings)
        self.versions = dict(versions)

    def __reduce__(self) -> tuple[type[Disagreement], tuple[object, ...]]:
        return type(self), (self.puzzle, self.results, self.findings, self.versions)
