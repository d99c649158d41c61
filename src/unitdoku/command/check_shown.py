"""What `unitdoku check` shows: findings as they come and a table at the end, or lines of JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from unitdoku.command.table import add_row, new_table, print_table
from unitdoku.compare.cross_check.finding import Disagreement, Finding, FindingKind
from unitdoku.reference.result import Result
from unitdoku.reference.text.write import write_line

if TYPE_CHECKING:
    from rich.table import Table

    from unitdoku.compare.cross_check.cross_check import Report
    from unitdoku.compare.cross_check.tally import Tally

MOST_IN_FULL, MOST_IN_A_LINE = 10, 50
"""Puzzles with findings that are printed in full, and after them in a line each; further ones are only counted."""

MOST_ALIKE = 3
"""In full, of those that are alike."""

_MOST_CHARACTERS = 300
"""Of a line."""


class Shown(Protocol):
    """A way to show what a check finds."""

    def finding(self, disagreement: Disagreement, place: str) -> None:
        """Shows what was found on a puzzle."""
        ...

    def end(self, report: Report, seconds: float, interrupted: bool = False) -> None:
        """Shows what came of it all."""
        ...

    def bundle(self, finding: Finding, path: Path) -> None:
        """Shows where a finding was written."""
        ...


class _Text:
    """For people."""

    def __init__(self) -> None:
        self._shown = 0
        self._alike: Counter[object] = Counter()

    def finding(self, disagreement: Disagreement, place: str) -> None:
        """In full for the first few."""
        self._shown += 1
        signatures = {finding.signature for finding in disagreement.findings}
        self._alike.update(signatures)
        new = any(self._alike[signature] <= MOST_ALIKE for signature in signatures)
        if new and self._shown <= MOST_IN_FULL:
            click.echo(_in_full(disagreement, place))
        elif self._shown <= MOST_IN_FULL + MOST_IN_A_LINE:
            click.echo(f"{_what(disagreement)} at {place}: {str(disagreement)[:_MOST_CHARACTERS]}")
        elif self._shown == MOST_IN_FULL + MOST_IN_A_LINE + 1:
            click.echo("Further ones are counted; --json shows all.")

    def end(self, report: Report, seconds: float, interrupted: bool = False) -> None:
        """The table, and in a sentence whether all agree."""
        print_table(_table(report))
        for name, tally in report.tallies.items():
            for said in _left_open(name, tally, report.puzzles, seconds):
                click.echo(said)
        if not report.agree:
            wrong = any(tally.failures[FindingKind.WRONG] for tally in report.tallies.values())
            said = "THEY DISAGREE" if wrong else "NO ANSWER WAS WRONG, BUT SOME FAILED"
            click.echo(f"{said} on {report.disagreeing} of {report.puzzles} puzzles.")
        elif report.compared:
            backends = len(report.tallies)
            click.echo(f"All agree: {report.answers} answers to {report.puzzles} puzzles by {backends} backends.")
        else:
            click.echo(f"Nothing was compared: {report.answers} answers to {report.puzzles} puzzles, never two to one.")
        if interrupted:
            click.echo(f"Interrupted after {report.puzzles} puzzles.")

    def bundle(self, finding: Finding, path: Path) -> None:
        """A line."""
        click.echo(f"{finding.kind}, {finding.backend}: reduced, see {path}")


class _JsonLines:
    """For programs: `finding` lines as they come, a `backend` line each and one `check` line, then `bundle` lines."""

    def finding(self, disagreement: Disagreement, place: str) -> None:
        """One line."""
        from unitdoku.compare.cross_check.bundle import answers_as_json, finding_as_json

        self._line(
            "finding",
            place=place,
            layout=disagreement.puzzle.layout.name,
            puzzle=write_line(disagreement.puzzle),
            findings=[finding_as_json(finding) for finding in disagreement.findings],
            results=answers_as_json(disagreement.results),
            versions=disagreement.versions,
        )

    def end(self, report: Report, seconds: float, interrupted: bool = False) -> None:
        """A line a backend, and one for the whole."""
        for name, tally in report.tallies.items():
            self._line(
                "backend",
                name=name,
                answers=sum(tally.settled),
                solved=tally.solved,
                unique=tally.unique,
                unsolvable=tally.unsolvable,
                unknown=tally.unknown,
                failures={kind.value: tally.failures[kind] for kind in FindingKind if tally.failures[kind]},
                setup_seconds=tally.setup_seconds,
                solve_seconds=tally.total_seconds,
            )
        self._line(
            "check",
            puzzles=report.puzzles,
            answers=report.answers,
            compared=report.compared,
            open=report.open,
            disagreeing=report.disagreeing,
            agree=report.agree,
            interrupted=interrupted,
            seconds=None if seconds == float("inf") else seconds,
        )

    def bundle(self, finding: Finding, path: Path) -> None:
        """One line."""
        from unitdoku.compare.cross_check.bundle import finding_as_json

        self._line("bundle", finding=finding_as_json(finding), path=str(path))

    def _line(self, what: str, **content: object) -> None:
        click.echo(json.dumps({"type": what, **content}))


def way_to_show(json_lines: bool) -> Shown:
    """Lines of JSON, or text."""
    return _JsonLines() if json_lines else _Text()


def _what(disagreement: Disagreement) -> str:
    """A disagreement, where an answer is not true; a failure, where there is none."""
    return "DISAGREEMENT" if any(each.kind is FindingKind.WRONG for each in disagreement.findings) else "FAILURE"


def _in_full(disagreement: Disagreement, place: str) -> str:
    layout = disagreement.puzzle.layout
    lines = [
        f"{_what(disagreement)} at {place}",
        f"  layout  {layout.name}",
        f"  puzzle  {write_line(disagreement.puzzle)}",
    ]
    lines += [f"  {finding.kind}  {finding}" for finding in disagreement.findings]
    for name, answer in disagreement.results.items():
        if isinstance(answer, Result):
            lines.append(f"  {name}: {answer.verdict}, {len(answer.solutions)} found, exhausted: {answer.exhausted}")
            separator = "" if layout.size <= 9 else " "
            lines += [f"    {separator.join(map(str, grid))}" for grid in answer.solutions]
        else:
            lines.append(f"  {name}: raised {type(answer).__name__}: {answer}")
    lines.append("  versions  " + ", ".join(f"{name} {version}" for name, version in disagreement.versions.items()))
    return "\n".join(lines)


def _left_open(name: str, tally: Tally, puzzles: int, seconds: float) -> Iterator[str]:
    """What was not answered in full, a sentence each: puzzles without a verdict, and verdicts without a proof."""
    if tally.unknown:
        yield f"{name} left {tally.unknown} of {puzzles} open, with {seconds:g} s for each."
    halfway = tally.open - tally.unknown
    if halfway:
        from unitdoku.compare.cross_check.bundle import is_program

        hint = ": UNIQUE, in a line of its own, says that there are none" if is_program(name) else ""
        yield f"{name} left open for {halfway} of {puzzles} whether there are other solutions{hint}."


def _table(report: Report) -> Table:
    base = "reference" if "reference" in report.tallies else next(iter(report.tallies))
    optional: dict[str, Callable[[Tally], int]] = {
        "no solution": lambda tally: tally.unsolvable,
        "unknown": lambda tally: tally.unknown,
    }
    for kind in FindingKind:
        optional[kind.value] = lambda tally, kind=kind: tally.failures[kind]  # type: ignore[misc]  # bound now
    shown = {name: count for name, count in optional.items() if any(map(count, report.tallies.values()))}
    table = new_table(
        "backend", "puzzles", "solved", "unique", *shown, "set-up s", "median ms", "total s", f"speed / {base}"
    )
    for name, tally in report.tallies.items():
        median, speed = tally.median_seconds, tally.speed_against(report.tallies[base])
        add_row(
            table,
            name,
            str(len(tally.seconds)),
            str(tally.solved),
            str(tally.unique),
            *(str(count(tally)) for count in shown.values()),
            f"{tally.setup_seconds:.2f}",
            "-" if median is None else f"{1000 * median:.2f}",
            f"{tally.total_seconds:.2f}",
            "-" if speed is None else f"{speed:.2f}",
        )
    return table
