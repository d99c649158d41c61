"""What a page shows, in order: gathered from the file of results before anything is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from ..results.overview import Overview, overview
from ..results.reading import ResultsFile
from ..results.stored import StoredRun
from ..results.summary import Summary, summaries
from ..results.table import Contest, alike, contests
from . import sentences
from .drawing import Picture
from .figures import can_grow, grown, paired, ratios
from .pictures.cactus import cactus
from .pictures.distribution import distribution
from .pictures.growth import growth
from .pictures.profile import profile
from .pictures.scatter import scatter
from .pictures.setup import setup

_MOST_SCATTERED = 4
"""Backends of which every pair gets a picture, unless pairs are named."""


class Section(NamedTuple):
    """A part of the page: its sentences and pictures, and the table if it is that of a contest."""

    anchor: str
    title: str
    sentences: list[str]
    pictures: list[Picture]
    contest: Contest | None = None
    overview: Overview | None = None

    @property
    def rows(self) -> list[tuple[Summary, list[str]]]:
        """The rows of the table: a backend's summary, and the text of its cells."""
        return [] if self.contest is None else list(zip(self.contest.summaries, self.contest.rows, strict=True))


class Wrong(NamedTuple):
    """Something that went wrong, for the list of it."""

    backend: str
    where: str
    puzzle: int
    line: str
    kind: str
    said: str


@dataclass(frozen=True)
class Material:
    """All of a page."""

    run: StoredRun
    sentences: list[str]
    sections: list[Section]
    wrong: list[Wrong]
    machines: list[dict[str, str]]
    losses: list[str]


def gather(results: ResultsFile, run: StoredRun, pairs: Sequence[tuple[str, str]] | None = None) -> Material:
    """The material of a run; `pairs` are the backends that scatter plots compare."""
    found = list(summaries(results, run).values())
    tables = contests(found)
    numbers = {backend: number for number, backend in enumerate(run.backends)}
    sections = [_contest(number, table, numbers) for number, table in enumerate(tables, start=1)]
    overall = [_overall(results, number, group, numbers, pairs) for number, group in enumerate(alike(tables), start=1)]
    losses = [
        f"{loss.worker}, with {loss.puzzles} puzzles of {loss.corpus} for {loss.backend}, at {loss.at}"
        for loss in results.losses(run)
    ]
    return Material(
        run=run,
        sentences=list(sentences.of_the_run(run, tables, results.paces(run))),
        sections=overall + sections,
        wrong=list(_wrong(results, run, tables)),
        machines=results.machines(run),
        losses=losses,
    )


def _contest(number: int, table: Contest, numbers: dict[str, int]) -> Section:
    anchor = _slug(f"{number}-{table.title}")
    pictures = [
        draw(f"{anchor}-{kind}", table.title, [one for one in table.summaries if not one.disqualified], numbers)
        for kind, draw in (("cactus", cactus), ("distribution", distribution))
    ]
    return Section(anchor, table.title, list(sentences.of_a_contest(table)), pictures, table)


def _overall(
    results: ResultsFile,
    number: int,
    group: Sequence[Contest],
    numbers: dict[str, int],
    pairs: Sequence[tuple[str, str]] | None,
) -> Section:
    """What several corpora show together."""
    title = f"{group[0].first.question.title}, {group[0].first.mode}"
    anchor = _slug(f"all-{number}-{title}")
    # Whoever is disqualified somewhere is compared with nobody there.
    fields = {table.first.corpus.name: [one for one in table.summaries if not one.disqualified] for table in group}
    pictures = [
        profile(f"{anchor}-profile", title, ratios([table.summaries for table in group]), numbers),
        setup(f"{anchor}-setup", title, fields, numbers),
    ]
    said: list[str] = []
    for place, table in enumerate(group, start=1):
        corpus = table.first.corpus
        cells = results.cells(corpus)
        if can_grow(cells):
            powers = grown(table.summaries, cells)
            pictures.append(growth(_slug(f"{anchor}-growth-{place}-{corpus.name}"), table.title, powers, numbers))
            said += sentences.of_growth(corpus.name, powers)
    pictures += _scattered(anchor, title, fields, numbers, pairs)
    return Section(anchor, f"All corpora: {title}", said, pictures, overview=overview(group, list(numbers)))


def _scattered(
    anchor: str,
    title: str,
    fields: Mapping[str, Sequence[Summary]],
    backends: Iterable[str],
    pairs: Sequence[tuple[str, str]] | None,
) -> Iterator[Picture]:
    honest = {summary.entry.backend for field in fields.values() for summary in field}
    chosen = [backend for backend in backends if backend in honest][:_MOST_SCATTERED]
    for number, (across, up) in enumerate(combinations(chosen, 2) if pairs is None else pairs, start=1):
        points = {}
        limit = None
        for corpus, field in fields.items():
            named = {summary.entry.backend: summary for summary in field}
            if across in named and up in named:
                points[corpus] = paired(named[across], named[up])
                limit = named[across].limit
        yield scatter(f"{anchor}-scatter-{number}", title, across, up, points, limit)


def _wrong(results: ResultsFile, run: StoredRun, tables: Sequence[Contest]) -> Iterator[Wrong]:
    titles = {summary.entry.id: table.title for table in tables for summary in table.summaries}
    for entry, puzzle, kind, said in results.failures(run):
        yield Wrong(entry.backend, titles[entry.id], puzzle, results.puzzle_line(entry.corpus, puzzle), kind, said)
    for table in tables:
        for summary in table.summaries:
            entry = summary.entry
            for claim in summary.refuted:
                line = results.puzzle_line(entry.corpus, claim.puzzle)
                yield Wrong(entry.backend, table.title, claim.puzzle, line, "wrong", claim.said)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:80]
