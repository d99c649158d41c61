"""The study of docs/study: runs its plan, and writes its page, figures and archives from the rows.

    python benchmarks/study.py FOLDER [--quick] [--to docs/study] [--other FOLDER]

FOLDER gets a file of results for each run of the plan (docs/study/plan.md). What is there already is kept, and a run
that was interrupted goes on: with docs/study as FOLDER all is there, and only the pages are written, those that quote
the study too. `--other` is the folder of a second full run, whose conclusions are compared.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from archive import opened, write_archive
from growth import growth_table
from jinja2 import Environment, StrictUndefined
from study_rows import Rows
from study_runs import BY_GIVENS, CLEAN, CPSAT, LARGE, LATIN, MEASURED, SMALL, STUDY, USUAL, file_of, measure

from unitdoku.compare.races.columns import NONE
from unitdoku.compare.races.comparison import ratio_and_interval
from unitdoku.compare.races.tables import RaceTable

QUOTING = {"README.md": "readme.jinja", "docs/backends.md": "choosing.jinja"}
"""The pages that quote the study, and the texts that are put between their marks."""

BEGIN, END = "<!-- study: begin -->\n", "<!-- study: end -->\n"


def cell(table: RaceTable, first: str, heading: str) -> str:
    """Returns what stands in a row, which its first column names, under a heading."""
    return next(row for row in table.rows if row[0] == first)[table.headings.index(heading)]


def extent(table: RaceTable, heading: str) -> str:
    """Returns the least and the greatest number under a heading: `1.93 to 10.3`."""
    texts = [row[table.headings.index(heading)].split(" ")[0] for row in table.rows]
    ordered = sorted((text for text in texts if text != NONE), key=lambda text: float(text.replace(",", "")))
    return f"{ordered[0]} to {ordered[-1]}" if ordered else NONE


def columns(table: RaceTable, *headings: str) -> RaceTable:
    """Returns the table with some of its columns."""
    places = [table.headings.index(heading) for heading in headings]
    return table._replace(headings=headings, rows=[[row[place] for place in places] for row in table.rows])


def wide(table: RaceTable) -> RaceTable:
    """Returns the table with the names of its second column as headings, and what stands behind them below."""
    cells: dict[str, dict[str, str]] = {}
    for first, second, *rest in table.rows:
        cells.setdefault(first, {})[second] = ", ".join(rest)
    headings = list(dict.fromkeys(row[1] for row in table.rows))
    rows = [[first, *(of.get(heading, NONE) for heading in headings)] for first, of in cells.items()]
    return table._replace(headings=[table.headings[0], *headings], rows=rows)


def share(table: RaceTable, heading: str, *words: str) -> str:
    """Returns in how many rows one of these words stands first under a heading: `9 of 12`."""
    found = [re.split("[;, ]", row[table.headings.index(heading)])[0] in words for row in table.rows]
    return f"{sum(found)} of {len(found)}"


def markdown(table: RaceTable | None) -> str:
    """Returns a table without its title."""
    return table.markdown.partition("\n\n")[2] if table else "There are too few puzzles of a size.\n"


def texts(rows: Rows, other: Rows | None, up: str = "") -> Iterator[tuple[str, str]]:
    """Yields the path of each page, from the root of the repository, and its text; `up` leads to docs/study."""
    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    machine, raced = (rows.runs["backends"][0].environment[part][0] for part in ("machines", "raced"))
    limits = {name: f"{run.plan.settings.seconds:g}" for name, (run, _) in rows.runs.items()}
    settings = [("encodings", setting, CPSAT[0]) for setting in CPSAT[1:]]
    known: dict[str, object] = {"rows": rows, "other": other, "up": up, "machine": machine, "raced": raced}
    known |= {"limits": limits, "settings": settings, "USUAL": USUAL, "BY_GIVENS": list(BY_GIVENS)}
    known |= {"CLEAN": CLEAN, "SMALL": SMALL, "LARGE": LARGE, "LATIN": LATIN}
    asked: dict[str, Callable[..., object]] = {
        "times": lambda *what: ratio_and_interval(rows.ratio(*what)),
        "mean_times": lambda *what: ratio_and_interval(rows.mean_ratio(*what)),
        "interval": ratio_and_interval,
        **{each.__name__: each for each in (markdown, cell, columns, extent, share, wide, growth_table, zip)},
    }
    for page, source in {"docs/study/index.md": "text.jinja", **QUOTING}.items():
        template = environment.from_string((STUDY / source).read_text(encoding="utf-8"))
        yield page, template.render(**known, **asked)


def write(rows: Rows, to: Path, other: Rows | None, archives: bool) -> None:
    """Writes page and figures, and archives of the runs, which replace their files of results."""
    (to / "figures").mkdir(parents=True, exist_ok=True)
    for picture in rows.pictures():
        (to / "figures" / f"{picture.name}.svg").write_text(picture.svg(), encoding="utf-8")
    for name in rows.runs if archives and rows.folder != to else ():
        with opened(file_of(rows.folder, name)) as results:
            write_archive(results, results.run(), to / f"{name}.zip")
    for name in MEASURED:
        (to / f"{name}.csv").write_bytes((rows.folder / f"{name}.csv").read_bytes())
    root = STUDY.parent.parent
    for page, text in texts(rows, other, "../" if to.parent == STUDY else ""):
        if page not in QUOTING:
            (to / Path(page).name).write_text(text, encoding="utf-8")
        elif to == STUDY:
            before, _, rest = (root / page).read_text(encoding="utf-8").partition(BEGIN)
            after = rest.partition(END)[2]
            (root / page).write_text(f"{before}{BEGIN}{text}{END}{after}", encoding="utf-8")


def main() -> None:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--to", type=Path, default=STUDY)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--other", type=Path)
    given = parser.parse_args()
    folder, to = (path.resolve() for path in (given.folder, given.to))
    measure(folder, given.quick)
    write(Rows(folder), to, Rows(given.other) if given.other else None, not given.quick)


if __name__ == "__main__":
    main()
