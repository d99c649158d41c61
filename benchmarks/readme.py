"""Puts the table and the pictures of a report into the README and beside it.

    python benchmarks/readme.py REPORT

Replaces what stands between the marks in README.md, and the files of docs/race.
"""

from __future__ import annotations

import argparse
import re
import shutil
from pathlib import Path

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
    arguments.add_argument("report", type=Path)
    report = arguments.parse_args().report
    TO.mkdir(exist_ok=True)
    for name, source in PICTURES.items():
        shutil.copyfile(report / "pictures" / source, TO / f"{name}.svg")
    shutil.copyfile(report / "tables.md", TO / "tables.md")
    page = (report / "index.html").read_text(encoding="utf-8")
    machine = re.search(r"<th scope=\"row\">machine</th><td>processor (.*?); cores (.*?); .*?python (.*?)</td>", page)
    versions = re.search(r"<th scope=\"row\">versions</th><td>unitdoku [^,]*, (.*?)</td>", page)
    if machine is None or versions is None:
        raise SystemExit(f"{report}: the page does not say where it was made")
    table = (report / "tables.md").read_text(encoding="utf-8").split("\n\n")[1]
    told = f"Median times for uniqueness, warm, on {machine[2]} cores of {machine[1]}; {machine[3]}, {versions[1]}.\n"
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}{told}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
