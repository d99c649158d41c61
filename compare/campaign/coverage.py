"""What a campaign has covered, counted from the cases in its journal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..generators.kinds import Kind
from .journal import DoneCase, Journal


@dataclass
class Coverage:
    """What a campaign has covered, in all its runs together."""

    cases: int = 0
    answers: int = 0
    """Answers in full, over all backends, that were compared with another one or with what is known."""
    compared: int = 0
    """Puzzles with such answers."""
    findings: int = 0
    puzzles: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Kind of layout and kind of puzzle to the number of puzzles."""
    impossible: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The same, to the number of cases without a puzzle."""
    sizes: Counter[int] = field(default_factory=Counter)
    """Number of values to the number of puzzles."""
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Backend and answer (SAT, UNSAT, UNKNOWN, or the class of a finding) to the number of puzzles."""
    bulk: Counter[str] = field(default_factory=Counter)
    """Backend to the number of its answers in full to images of the puzzles, each compared with what is known."""

    def add(self, done: DoneCase) -> None:
        """Counts one more case."""
        self.cases += 1
        combination = (done.layout, done.kind)
        if done.size is None:
            self.impossible[combination] += 1
            return
        self.puzzles[combination] += 1
        self.sizes[done.size] += 1
        # Of all other kinds something is known.
        if done.answers > 1 or (done.answers and done.kind != Kind.UNKNOWN.value):
            self.answers += done.answers
            self.compared += 1
        self.findings += len(done.findings)
        self.bulk.update(done.bulk)
        for word, backends in done.said.items():
            for backend in backends:
                self.verdicts[backend, word] += 1


def covered(journal: Journal) -> Coverage:
    """Returns what the cases in the journal have covered."""
    coverage = Coverage()
    for done in journal.done():
        coverage.add(done)
    return coverage
