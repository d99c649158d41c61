"""Puts the table and the pictures of a report into the README and beside it.

    python benchmarks/readme.py DATABASE REPORT

Replaces what stands between the marks in README.md, and the files of docs/race.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from unitdoku.compare.races.reading import ResultsFile

ROOT = Path(__file__).parent.parent
TO = ROOT / "docs/race"
PAGE = ROOT / "README.md"
BEGIN, END = "<!-- race: begin -->\n", "<!-- race: end -->\n"
PICTURES = {
    "profile": "all-1-uniqueness-warm-profile.svg",
    "scatter": "all-1-uniqueness-warm-scatter-1.svg",
}


def main() -> None:
    """Replaces all of it."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("database", type=Path)
    arguments.add_argument("report", type=Path)
    given = arguments.parse_args()
    report = given.report
    TO.mkdir(exist_ok=True)
    for name, source in PICTURES.items():
        shutil.copyfile(report / "pictures" / source, TO / f"{name}.svg")
    shutil.copyfile(report / "tables.md", TO / "tables.md")
    with ResultsFile(given.database) as results:
        environment = results.run().environment
    machine, raced = environment["machines"][0], environment["raced"][0]
    versions = ", ".join(f"{package} {raced[package]}" for package in ("python-sat", "ortools"))
    table = (report / "tables.md").read_text(encoding="utf-8").split("\n\n")[1]
    where = f"on {machine['cores']} cores of {machine['processor']}; {machine['python']}, {versions}"
    told = f"Median times for uniqueness, warm, {where}.\n"
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}{told}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
