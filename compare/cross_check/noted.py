"""The findings that get a bundle: the first of each signature, with the puzzles before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ...reference.puzzle import Puzzle
from .bundle import write_bundle
from .finding import Disagreement, Finding
from .shrink import CheckLimits, shrink_finding

MOST_BEFORE = 64
"""Puzzles before a finding that are kept: the finding may need them to be seen again."""


class NotedFindings:
    """The first finding of each signature, from a check of these backends."""

    def __init__(self, backends: Sequence[str], limits: CheckLimits) -> None:
        self._backends = backends
        self._limits = limits
        self._waiting: list[tuple[Finding, Disagreement, Sequence[Puzzle]]] = []
        """Those that have no bundle yet."""
        self._signatures: set[object] = set()

    @property
    def kinds(self) -> int:
        """The number of different findings."""
        return len(self._signatures)

    def add(self, disagreement: Disagreement, before: Sequence[Puzzle]) -> None:
        """Notes the findings whose signature is new; `before` are the puzzles before, the latest last."""
        for finding in disagreement.findings:
            if finding.signature not in self._signatures:
                self._signatures.add(finding.signature)
                self._waiting.append((finding, disagreement, before))

    def write_bundles(self, folder: Path) -> Iterator[tuple[Finding, Path | OSError]]:
        """Shrinks each finding noted, writes it to a new folder in `folder`, and yields it with the path of that.

        Yields the error instead of the path where nothing could be written. Asks backends, so no others should be at
        work.
        """
        while self._waiting:
            finding, disagreement, before = self._waiting.pop(0)
            try:
                shrunk = shrink_finding(finding, disagreement, before, self._backends, self._limits)
                yield finding, write_bundle(shrunk, folder)
            except OSError as error:
                yield finding, error
