"""The page of a report: `sections_of` makes its parts, `write_report` writes it with its pictures and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, PackageLoader
from pandas import DataFrame

from ...puzzles.text.part_file import write_complete
from ..races.comparison import comparison, factors
from ..races.reading import ResultsFile, StoredRun
from ..races.summary import Summary, summaries, waited
from ..races.tables import COMPARED_COLUMNS, TABLE_COLUMNS, Contest, RaceTable, alike, contests, overview
from .pictures import DARK, LIGHT, Picture, cactus, css, inline, profile, scatter

OF_ALL_CORPORA = (profile, scatter)
"""Pictures of the contests with the same question and mode."""

_MOST_ERRORS = 100
"""Errors that a page lists."""

_TIMES = (
    "Times are wall-clock times of solving. In cold mode each puzzle gets a new session, and PAR-2, medians, "
    "percentiles and pictures include the set-up. A puzzle that was not solved counts as infinitely long in medians "
    "and percentiles. A backend with a wrong answer is disqualified: it comes last, and the pictures leave it out."
)

PAGE = "index.html"


class Section(NamedTuple):
    """A part of the page: a table, and pictures."""

    anchor: str
    table: RaceTable
    pictures: Sequence[Picture] = ()
    words: bool = False
    """Whether the table has words in all columns; it is in the page alone then, and not among the tables of the run."""


def sections_of(run: StoredRun, counted: Sequence[Summary]) -> list[Section]:
    """Returns the parts of the page of a run from the summaries of its entries."""
    found = contests(counted)
    numbers = {backend: number for number, backend in enumerate(run.backends)}
    sections = [_all_corpora(number, group, numbers) for number, group in enumerate(alike(found), start=1)]
    if (table := factors(run, counted)).rows:
        sections.append(Section("factors", table))
    for number, contest in enumerate(found, start=1):
        sections += _contest(number, contest, run, numbers)
    errors = [
        [one.entry.backend, contest.title, f"{each.puzzle}: {one.line(each.puzzle)}", f"{each.failure}", f"{each.said}"]
        for contest in found
        for one in contest.summaries
        for each in one.errors
    ]
    if errors:
        about = f"The first {_MOST_ERRORS} of {len(errors):,}." if len(errors) > _MOST_ERRORS else ""
        headings = ["backend", "where", "puzzle", "kind", "what"]
        sections.append(Section("errors", RaceTable("Errors", about, headings, errors[:_MOST_ERRORS]), words=True))
    meanings = [(column.heading, column.meaning) for column in TABLE_COLUMNS]
    for title, about, rows in (
        ("Columns", _TIMES, meanings),
        ("Columns of comparisons", "", list(COMPARED_COLUMNS.items())),
    ):
        sections.append(Section(_slug(title), RaceTable(title, about, ["column", "meaning"], rows), words=True))
    facts = RaceTable("Circumstances", "", ["fact", "value"], list(facts_of(run)))
    return [*sections, Section("circumstances", facts, words=True)]


def _contest(number: int, contest: Contest, run: StoredRun, numbers: Mapping[str, int]) -> Iterator[Section]:
    anchor = _slug(f"{number}-{contest.title}")
    yield Section(anchor, contest.table, [cactus(f"{anchor}-cactus", contest, numbers)])
    yield Section(f"{anchor}-compared", comparison(run, contest).shown)


def _all_corpora(number: int, group: Sequence[Contest], numbers: Mapping[str, int]) -> Section:
    anchor = _slug(f"all-{number}-{group[0].asked}")
    pictures = [picture for draw in OF_ALL_CORPORA for picture in draw(anchor, group, numbers)]
    return Section(anchor, overview(group, list(numbers)), pictures)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:80]


def write_report(results: ResultsFile, run: StoredRun, folder: Path) -> Path:
    """Writes a page, and returns its path; beside it what it shows, in files for other programs.

    The page is `index.html`; beside it are `tables.md`, `tables/*.csv`, `tables/*.tex`, `pictures/*.svg`, and
    `pictures/*.csv` with the numbers that are drawn. The same results give the same bytes in any folder. Files of the
    same names are replaced, others stay. Raises OSError where a file cannot be written.
    """
    environment = Environment(loader=PackageLoader(__package__), autoescape=True, trim_blocks=True)
    template = environment.get_template("page.html")
    counted = summaries(results, run)
    sections = sections_of(run, counted)
    pictures, tables = folder / "pictures", folder / "tables"
    for each in (pictures, tables):
        each.mkdir(parents=True, exist_ok=True)
    elements: dict[str, str] = {}
    for section in sections:
        table = _frame(section.table.headings, section.table.rows)
        write_complete(tables / f"{section.anchor}.csv", _csv(table))
        write_complete(tables / f"{section.anchor}.tex", table.to_latex(escape=True, index=False))
        for picture in section.pictures:
            svg = picture.svg()
            write_complete(pictures / f"{picture.name}.svg", svg)
            write_complete(pictures / f"{picture.name}.csv", _csv(_frame(picture.headings, picture.rows)))
            elements[picture.name] = inline(svg)
    write_complete(folder / "tables.md", tables_text(sections))
    colours = {"light": css(LIGHT), "dark": css(DARK)}
    text = template.render(run=run, warning=waited(counted), sections=sections, drawn=elements, **colours)
    write_complete(folder / PAGE, text)
    return folder / PAGE


def tables_text(sections: Iterable[Section]) -> str:
    """Returns all tables in Markdown."""
    return "\n".join(section.table.markdown for section in sections if not section.words)


def _frame(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> DataFrame:
    """Returns a table whose values stay as they are: with a type for each column, whole numbers would be fractions."""
    return DataFrame(rows, columns=headings, dtype=object)


def _csv(frame: DataFrame) -> str:
    return str(frame.to_csv(index=False, lineterminator="\n"))


def facts_of(run: StoredRun) -> Iterator[tuple[str, str]]:
    """Yields how and where the run was measured: a name, and text."""
    for part, name in (("machines", "machine"), ("raced", "run"), ("loads", "load")):
        for facts in run.environment.get(part, ()):
            yield name, "; ".join(f"{fact} {value}" for fact, value in facts.items())
    for name, value in run.plan.settings._asdict().items():
        shown = f"{value >> 20} MiB" if name == "memory" and value is not None else value
        yield name.replace("_", " "), "none" if value is None else str(shown)
    for corpus in run.corpora:
        puzzles = f"{len(corpus.puzzles):,} puzzles, SHA-256 {corpus.digest}"
        source = "; ".join(part for part in (corpus.about.source, corpus.about.licence) if part)
        yield f"corpus {corpus.name}", f"{puzzles}; from {source}" if source else puzzles
    for name, controls in run.controls.items():
        yield f"known of {name}", controls
