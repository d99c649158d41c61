"""What is installed, and whether it works: the packages of each extra, and one puzzle by every backend."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...encoders.naming.listing import backends, version_of
from ...puzzles.text.any_puzzle import any_puzzle
from .cross_check import Report, cross_check
from .finding import Disagreement

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
"""The puzzle that is solved: the first of top95, see `compare/corpora/SOURCES.md`."""

DEVELOPMENT = frozenset({"all", "dev", "docs", "test"})
"""Extras that bring others, or that only work on unitdoku itself needs."""

_REQUIREMENT = re.compile(r"""([\w.-]+)(\[[\w,.-]+\])?.*;.*\bextra\s*==\s*["']([\w.-]+)["']""")
"""A requirement of an extra in the metadata: `python-sat>=1.9; extra == "sat"`."""


class ExtraPackage(NamedTuple):
    """A package that an extra brings; `version` is None where it is not installed."""

    extra: str
    package: str
    version: str | None

    @property
    def advice(self) -> str | None:
        """What to run to get it; None where it is installed."""
        return f"pip install 'unitdoku[{self.extra}]'" if self.version is None else None


class TriedBackend(NamedTuple):
    """How one backend did with the puzzle."""

    name: str
    problem: str | None
    """What is wrong, or what to install; None where it found that the puzzle has one solution."""
    installed: bool = True
    open_seconds: float | None = None
    """Time to open a session; None where it is not installed or failed."""
    solve_seconds: float | None = None


def extra_packages() -> list[ExtraPackage]:
    """Returns the packages of the extras that users install, in the order of the metadata."""
    from importlib.metadata import requires  # it takes longer to import than all of this package

    found = []
    for line in requires("unitdoku") or []:
        match = _REQUIREMENT.fullmatch(line)
        if match is not None and match[3] not in DEVELOPMENT and match[1] != "unitdoku":
            found.append(ExtraPackage(match[3], match[1], version_of(match[1])))
    return found


def try_backends(seconds: float = 30.0) -> list[TriedBackend]:
    """Returns how each backend does with one puzzle, those that are not installed too.

    Each runs in a process of its own, as in `cross_check`: one that crashes or hangs is reported, and the others go on.
    """
    known = backends()
    problems: dict[str, str] = {}

    def note(_: Report, disagreement: Disagreement | None) -> None:
        for finding in () if disagreement is None else disagreement.findings:
            problems.setdefault(finding.backend, finding.text)

    names = [listing.name for listing in known if listing.installed]
    report = cross_check([any_puzzle(PUZZLE)], names, 2, seconds, note)
    tried = []
    for listing in known:
        if not listing.installed:
            tried.append(TriedBackend(listing.name, listing.advice, installed=False))
            continue
        tally = report.tallies[listing.name]
        problem = problems.get(listing.name) or tally.reason or (None if tally.unique else "not settled in time")
        tried.append(TriedBackend(listing.name, problem, True, tally.setup_seconds, tally.median_seconds))
    return tried
