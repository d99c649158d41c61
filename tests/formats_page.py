"""Writes the table of docs/formats.md from the table of formats: `python tests/formats_page.py`."""

from __future__ import annotations

from places import ROOT

from unitdoku.puzzles.formats.table import FORMATS

PAGE = ROOT / "docs/formats.md"
BEGIN, END = "<!-- formats: begin -->\n", "<!-- formats: end -->"


def table() -> str:
    """Returns a row for each format."""
    lines = ["| name | what it is | endings | written | layout |", "| --- | --- | --- | --- | --- |"]
    for name, row in FORMATS.items():
        endings = " ".join(f"`{ending}`" for ending in row.endings)
        layout = "in the file" if row.own_layout else "`--layout`" if row.writer or name == "parquet" else ""
        lines.append(f"| `{name}` | {row.what} | {endings} | {'yes' if row.writer else 'no'} | {layout} |")
    return "\n".join([*lines, ""])


def page(text: str) -> str:
    """Returns the page with the table in its place."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}{table()}{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
