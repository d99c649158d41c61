"""Whether what is installed works: one puzzle by every backend."""

from __future__ import annotations

from typing import NamedTuple

from ...encoders.naming.listing import Listing, backends
from .cross_check import cross_check

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
"""The puzzle that is solved: the first of top95, see `compare/corpora/SOURCES.md`."""


class TriedBackend(NamedTuple):
    """How one backend did with the puzzle; times are None where it is not installed or failed."""

    listing: Listing
    problem: str | None = None
    """What is wrong with it; None where it found that the puzzle has one solution, and where it is not installed."""
    open_seconds: float | None = None
    solve_seconds: float | None = None


def try_backends(seconds: float = 30.0) -> list[TriedBackend]:
    """Returns how each backend does with one puzzle, those that are not installed too.

    Each runs in a process of its own, as in `cross_check`: one that crashes or hangs is reported, and the others go on.
    """
    known = backends()
    report = cross_check([PUZZLE], [listing.name for listing in known if listing.installed], 2, seconds)
    findings = [finding for each in report.disagreements for finding in each.findings]
    problems = {finding.backend: finding.text for finding in reversed(findings)}
    tried = {listing.name: TriedBackend(listing) for listing in known}
    for name, tally in report.tallies.items():
        problem = problems.get(name) or tally.reason or (None if tally.unique else "not settled in time")
        tried[name] = TriedBackend(tried[name].listing, problem, tally.setup_seconds, tally.median_seconds)
    return list(tried.values())
