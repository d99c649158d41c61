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


def overview(group: Sequence[Contest], backends: Sequence[str]) -> Overview:
    """The table of contests that are `alike`, in their order.

    A star has the least median of a row, of those who solved as many puzzles as anybody there.
    """
    first = group[0].first
    title = f"median times, {first.question.title}, {first.mode}"
    return Overview(title, ["corpus", "puzzles", *backends], [_row(contest, backends) for contest in group])


def markdown(glance: Overview) -> str:
    """The table in Markdown."""
    return markdown_rows(glance.headings, glance.rows)


def _row(contest: Contest, backends: Sequence[str]) -> list[str]:
    named = {summary.entry.backend: summary for summary in contest.summaries}
    best = _best(contest.summaries)
    cells = [_cell(named[backend], backend == best) if backend in named else "-" for backend in backends]
    return [contest.first.corpus.name, count_text(contest.first.corpus.puzzles), *cells]


def _best(field: Sequence[Summary]) -> str | None:
    """Who has the least median of those who solved most: who solves fewer puzzles has an easier life."""
    honest = [summary for summary in field if not summary.disqualified]
    most = max((summary.settled for summary in honest), default=0)
    medians = {
        summary.entry.backend: summary.median
        for summary in honest
        if summary.settled == most and summary.median is not None and summary.median < inf
    }
    return min(medians, key=medians.__getitem__, default=None)


def _cell(summary: Summary, best: bool) -> str:
    if summary.disqualified:
        return f"{count_text(summary.wrong)} wrong"
    text = seconds_text(summary.median, summary.limit) + " *" * best
    if summary.settled < summary.count:
        text += f" ({count_text(summary.settled)} solved)"
    return text
