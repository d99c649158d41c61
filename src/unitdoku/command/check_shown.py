"""What `unitdoku check` shows: findings as they come and a table at the end, or lines of JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unitdoku.command.terminal import as_shown, echo_wrapped, print_table
from unitdoku.compare.cross_check.bundle import answers_as_json, finding_as_json
from unitdoku.compare.cross_check.finding import Disagreement, Finding, FindingKind, counted
from unitdoku.compare.cross_check.shrink import is_of_module, is_program
from unitdoku.puzzles.text.write import grid_text, write_line
from unitdoku.reference.contract.result import Result

if TYPE_CHECKING:
    from unitdoku.compare.cross_check.cross_check import CrossCheckReport
    from unitdoku.compare.cross_check.random_cases import RandomCases


class Text:
    """Text for people."""

    def __init__(self) -> None:
        self._alike: Counter[tuple[FindingKind, str, str, str | None]] = Counter()

    def finding(self, disagreement: Disagreement) -> None:
        """Shows the findings in full, unless findings of all their kinds were shown: these are counted."""
        signatures = {finding.signature for finding in disagreement.findings}
        new = any(signature not in self._alike for signature in signatures)
        self._alike.update(signatures)
        if new:
            wrong = any(finding.kind is FindingKind.WRONG for finding in disagreement.findings)
            heading = f"{'DISAGREEMENT' if wrong else 'FAILURE'} at {disagreement.place}"
            click.echo(as_shown("\n  ".join([heading, *_in_full(disagreement)])))

    def end(self, report: CrossCheckReport, interrupted: bool = False) -> None:
        """Shows the table, what its headings mean, failures, and in one sentence whether all agree."""
        if not report.puzzles:
            click.echo("No puzzle was read, so nothing was compared.")
            return
        more = {signature: count - 1 for signature, count in self._alike.items() if count > 1}
        for (kind, backend, way, _), count in more.items():
            echo_wrapped(f"{backend}: {kind} ({way}) on {counted(count, 'more puzzle')}; --json shows all.")
        if self._alike:
            click.echo()
        _print_tallies(report)
        click.echo()
        for note in _notes(report):
            echo_wrapped(note)
        if report.stopped:
            echo_wrapped(f"Ended after {counted(report.kinds, 'different finding')}, as asked.")
        puzzles = counted(report.puzzles, "puzzle")
        if report.certify:
            echo_wrapped(f"Certificates for {report.certified} of {puzzles}: no solution, one or several is proved.")
        echo_wrapped(f"{report.summary}.")
        if interrupted:
            echo_wrapped(f"Interrupted after {puzzles}.")

    def cases(self, cases: RandomCases) -> None:
        """Shows how many puzzles of each kind were asked, and how to go on."""
        for what, counts in (("Layouts", cases.layouts), ("Puzzles", cases.kinds)):
            echo_wrapped(f"{what}: {', '.join(f'{kind} {number}' for kind, number in counts.items()) or 'none'}.")
        echo_wrapped(f"To go on: --random --seed {cases.seed} --from {cases.following}")

    def bundle(self, finding: Finding, path: Path) -> None:
        """Shows a line."""
        click.echo(as_shown(f"{finding.kind}, {finding.backend}: shrunk, see {path}"))


_OF_BACKENDS = ("solved", "unique", "unsolvable", "unknown", "declined")
_OF_CHECKS = ("puzzles", "answers", "compared", "open", "certified", "disagreeing", "agree")
"""Attributes of tallies, and of reports, that lines of JSON hold under the same names."""


class JsonLines:
    """`finding` lines as they come, a `backend` line each and one `check` line, then `bundle` lines."""

    def finding(self, disagreement: Disagreement) -> None:
        """Shows one line."""
        self._line(
            "finding",
            place=disagreement.place,
            layout=disagreement.puzzle.layout.name,
            puzzle=write_line(disagreement.puzzle),
            findings=[finding_as_json(finding) for finding in disagreement.findings],
            results=answers_as_json(disagreement.results),
            versions=disagreement.versions,
        )

    def end(self, report: CrossCheckReport, interrupted: bool = False) -> None:
        """Shows a line for each backend, and one for the check."""
        for name, tally in report.tallies.items():
            self._line(
                "backend",
                name=name,
                answers=sum(tally.settled),
                **{count: getattr(tally, count) for count in _OF_BACKENDS},
                failures={kind.value: tally.failures[kind] for kind in FindingKind if tally.failures[kind]},
                setup_seconds=tally.setup_seconds,
                solve_seconds=tally.total_seconds,
            )
        self._line(
            "check",
            **{count: getattr(report, count) for count in _OF_CHECKS},
            interrupted=interrupted,
            seconds=report.limits.seconds,
        )

    def cases(self, cases: RandomCases) -> None:
        """Shows one line."""
        self._line("random", seed=cases.seed, following=cases.following, layouts=cases.layouts, puzzles=cases.kinds)

    def bundle(self, finding: Finding, path: Path) -> None:
        """Shows one line."""
        self._line("bundle", finding=finding_as_json(finding), path=str(path))

    def _line(self, what: str, **content: object) -> None:
        click.echo(json.dumps({"type": what, **content}))


def _in_full(disagreement: Disagreement) -> Iterator[str]:
    layout = disagreement.puzzle.layout
    yield f"layout  {layout.name}"
    yield f"puzzle  {write_line(disagreement.puzzle)}"
    yield from (f"{finding.kind}  {finding}" for finding in disagreement.findings)
    for name, answer in disagreement.results.items():
        if isinstance(answer, Result):
            yield f"{name}: {answer.verdict}, {len(answer.solutions)} found, exhausted: {answer.exhausted}"
            yield from (f"  {grid_text(grid, layout)}" for grid in answer.solutions)
        else:
            yield f"{name}: raised {type(answer).__name__}: {answer}"
    yield "versions  " + ", ".join(f"{name} {version}" for name, version in disagreement.versions.items())


def _print_tallies(report: CrossCheckReport) -> None:
    """Prints the table of what each backend did."""
    base = report.tallies[_base(report)]
    counts = {"solved": "solved", "unique": "unique", "none": "unsolvable", "open": "open", "declined": "declined"}
    for heading in ("none", "open", "declined"):
        if not any(getattr(tally, counts[heading]) for tally in report.tallies.values()):
            del counts[heading]
    rows = []
    for name, tally in report.tallies.items():
        median, speed = tally.median_seconds, tally.speed_against(base)
        times = [f"{tally.setup_seconds:.2f}", "-" if median is None else f"{1000 * median:.2f}"]
        times += [f"{tally.total_seconds:.2f}", "-" if speed is None else f"{speed:.2f}"]
        rows.append([name, *(str(getattr(tally, count)) for count in counts.values()), *times])
    print_table(["backend", *counts, "set-up\ns", "median\nms", "total\ns", "speed"], rows)


def _base(report: CrossCheckReport) -> str:
    """Returns the backend that speeds are compared with."""
    return "reference" if "reference" in report.tallies else next(iter(report.tallies))


def _notes(report: CrossCheckReport) -> Iterator[str]:
    """Yields what headings of the table mean where they need words, and the failures of each backend."""
    tallies, seconds = report.tallies, report.limits.seconds
    if any(tally.unsolvable for tally in tallies.values()):
        yield "none: proven to have no solution."
    if any(tally.open for tally in tallies.values()):
        within = "" if seconds is None else f" within {seconds:g} s"
        yield f"open: no verdict{within}, or unknown whether there are more."
    if len(tallies) > 1:
        yield f"speed: times as fast as {_base(report)} on the puzzles that both settled."
    for name, tally in tallies.items():
        if tally.failed:
            kinds = ", ".join(f"{kind} {tally.failures[kind]}" for kind in FindingKind if tally.failures[kind])
            yield f"{name} failed on {tally.failed} of {counted(report.puzzles, 'puzzle')}: {kinds}."
        if tally.declined:
            yield f"{name} declined {tally.declined} of {counted(report.puzzles, 'puzzle')}: {tally.reason}."
        if tally.open > tally.unknown and (is_program(name) or is_of_module(name)):
            why = "does not say whether there are other solutions" + ", by UNIQUE in a line" * is_program(name)
            yield f"{name} left {tally.open - tally.unknown} open: it {why}."
