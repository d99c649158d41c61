"""The study of docs/study: runs its plan, and writes its page, figures and archives from the rows.

    python benchmarks/study.py FOLDER [--quick] [--to docs/study] [--other FOLDER]

FOLDER gets a file of results for each run of the plan (docs/study/plan.md). What is there already is kept, and a run
that was interrupted goes on. `--other` is the folder of a second full run, whose conclusions are compared.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from jinja2 import Environment, StrictUndefined
from study_rows import Rows
from study_runs import STUDY, measure

from unitdoku.compare.races.comparison import comparison, ratio_and_interval, verdict
from unitdoku.compare.races.growths import growth_table
from unitdoku.compare.races.reading import ResultsFile
from unitdoku.compare.races.statistics import Ratio
from unitdoku.compare.report.archive import write_archive


def said(ratio: Ratio) -> str:
    """Returns a ratio with its interval, and what is known."""
    return f"{ratio_and_interval(ratio)} times as long: {verdict(ratio)}"


def write(rows: Rows, to: Path, other: Rows | None, archives: bool) -> None:
    """Writes page and figures, and archives of the runs."""
    (to / "figures").mkdir(parents=True, exist_ok=True)
    pictures = list(rows.pictures())
    for picture in pictures:
        (to / "figures" / f"{picture.name}.svg").write_text(picture.svg(), encoding="utf-8")
    for name in rows.runs if archives else ():
        with ResultsFile(rows.folder / f"{name}.sqlite") as results:
            write_archive(results, results.run(), to / f"{name}.zip")
    for name in ("million", "certificates"):
        (to / f"{name}.csv").write_bytes((rows.folder / f"{name}.csv").read_bytes())
    environment = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string((STUDY / "text.jinja").read_text(encoding="utf-8"))
    known: dict[str, Callable[..., object]] = {
        "ratio": lambda *what: said(rows.ratio(*what)),
        "table": lambda table: table.markdown.partition("\n\n")[2] if table else "Too few puzzles of a size.\n",
        "compared": lambda run, corpus: comparison(rows.runs[run][0], rows.contest(run, corpus)).shown,
        "growth": lambda run, corpus: growth_table(rows.contest(run, corpus)),
    }
    machine, raced = (rows.runs["backends"][0].environment[part][0] for part in ("machines", "raced"))
    sizes = [picture for picture in pictures if picture.name.startswith("q5")]
    page = template.render(rows=rows, other=other, machine=machine, raced=raced, sizes=sizes, **known)
    (to / "index.md").write_text(page, encoding="utf-8")


def main() -> None:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--to", type=Path, default=STUDY)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--other", type=Path)
    given = parser.parse_args()
    measure(given.folder, given.quick)
    write(Rows(given.folder), given.to, Rows(given.other) if given.other else None, not given.quick)


if __name__ == "__main__":
    main()
