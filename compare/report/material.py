"""What a page shows, in order: gathered from the file of results before anything is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..results.reading import Loss, ResultsFile, StoredRun
from ..results.summary import ResultError, Summary, summaries
from ..results.tables import Contest, Overview, alike, contests, overview
from . import sentences
from .drawing import Picture
from .pictures.cactus import cactus
from .pictures.distribution import distribution
from .pictures.growth import growth
from .pictures.profile import profile
from .pictures.scatter import scatter
from .pictures.setup import setup

OF_A_CONTEST = (cactus, distribution)
"""Pictures of each contest."""

OF_ALL_CORPORA = (profile, setup, growth)
"""Pictures of the contests with the same question and mode."""


class Section(NamedTuple):
    """A part of the page: sentences and pictures, and the table of a contest or the overview of several ones."""

    anchor: str
    title: str
    sentences: list[str]
    pictures: list[Picture]
    contest: Contest | None = None
    overview: Overview | None = None

    @property
    def rows(self) -> list[tuple[Summary, list[str]]]:
        """The rows of the table: the summary of a backend, and the text of its cells."""
        return [] if self.contest is None else list(zip(self.contest.summaries, self.contest.rows, strict=True))


class ErrorRow(NamedTuple):
    """A row of the list of errors."""

    backend: str
    where: str
    error: ResultError


@dataclass(frozen=True)
class Material:
    """All of a page."""

    run: StoredRun
    sentences: list[str]
    sections: list[Section]
    errors: list[ErrorRow]
    machines: list[dict[str, str]]
    losses: list[Loss]


def gather(results: ResultsFile, run: StoredRun, pairs: Sequence[tuple[str, str]] | None = None) -> Material:
    """Returns the material of a run; `pairs` are the backends that scatter plots compare."""
    found = contests(summaries(results, run))
    numbers = {backend: number for number, backend in enumerate(run.backends)}
    overall = [_all_corpora(number, group, numbers, pairs) for number, group in enumerate(alike(found), start=1)]
    return Material(
        run=run,
        sentences=list(sentences.of_the_run(run, found, results.paces(run))),
        sections=overall + [_contest(number, contest, numbers) for number, contest in enumerate(found, start=1)],
        errors=list(_errors(found)),
        machines=results.machines(run),
        losses=results.losses(run),
    )


def _contest(number: int, contest: Contest, numbers: Mapping[str, int]) -> Section:
    anchor = _slug(f"{number}-{contest.title}")
    pictures = [draw(f"{anchor}-{draw.__name__}", contest, numbers) for draw in OF_A_CONTEST]
    return Section(anchor, contest.title, list(sentences.of_a_contest(contest)), pictures, contest)


def _all_corpora(
    number: int, group: Sequence[Contest], numbers: Mapping[str, int], pairs: Sequence[tuple[str, str]] | None
) -> Section:
    anchor = _slug(f"all-{number}-{group[0].asked}")
    pictures = [picture for draw in OF_ALL_CORPORA for picture in draw(anchor, group, numbers)]
    pictures += scatter(anchor, group, list(numbers), pairs)
    grown = [sentence for contest in group for sentence in sentences.of_growth(contest)]
    return Section(anchor, f"All corpora: {group[0].asked}", grown, pictures, overview=overview(group, list(numbers)))


def _errors(found: Sequence[Contest]) -> Iterator[ErrorRow]:
    for contest in found:
        for summary in contest.summaries:
            for error in summary.errors:
                yield ErrorRow(summary.entry.backend, contest.title, error)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:80]
