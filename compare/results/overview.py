"""All corpora at a glance: a row for each, the median of each backend."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from .amounts import count_text, seconds_text
from .summary import Summary
from .table import Contest, markdown_rows


class Overview(NamedTuple):
    """The contests with the same question and mode: headings, and a row of cells for each corpus."""

    title: str
    headings: list[str]
    rows: list[list[str]]


def overviews(contests: Sequence[Contest], backends: Sequence[str]) -> list[Overview]:
    """One for each question and mode, in the order of the plan; the least median of a row has a star."""
    groups: dict[object, list[Contest]] = {}
    for contest in contests:
        groups.setdefault((contest.first.question, contest.first.mode), []).append(contest)
    return [_overview(group, backends) for group in groups.values()]


def markdown(overview: Overview) -> str:
    """The table in Markdown."""
    return markdown_rows(overview.headings, overview.rows)


def _overview(group: Sequence[Contest], backends: Sequence[str]) -> Overview:
    first = group[0].first
    title = f"median times, {first.question.title}, {first.mode}"
    return Overview(title, ["corpus", "puzzles", *backends], [_row(contest, backends) for contest in group])


def _row(contest: Contest, backends: Sequence[str]) -> list[str]:
    named = {summary.entry.backend: summary for summary in contest.summaries}
    least = min((median for summary in named.values() if (median := _median(summary)) is not None), default=None)
    cells = [_cell(named[backend], least) if backend in named else "-" for backend in backends]
    return [contest.first.corpus.name, count_text(contest.first.corpus.puzzles), *cells]


def _median(summary: Summary) -> float | None:
    """What may be compared."""
    return None if summary.disqualified or summary.median in (None, inf) else summary.median


def _cell(summary: Summary, least: float | None) -> str:
    if summary.disqualified:
        return f"{count_text(summary.wrong)} wrong"
    text = seconds_text(summary.median, summary.limit)
    if least is not None and summary.median == least:
        text += " *"
    if summary.settled < summary.count:
        text += f" ({count_text(summary.settled)} solved)"
    return text
