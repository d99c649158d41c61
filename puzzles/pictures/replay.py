"""The page that replays steps and a search: `replay.html` with a picture and data in it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files

from ...reference.model.puzzle import Puzzle, values_in
from .paths import CELL
from .pictured import pictured, value_names
from .svg import SvgPicture

_MOST_DRAWN = 2_000
"""Cells of a page with a grid."""

_LONG = 40
"""Characters from which only the first word of a name is in the title."""


def replay_page(puzzle: Puzzle, data: Mapping[str, object], symbols: str | None) -> str:
    """Returns the page as HTML; `data` has the steps, the tree of the search and the tables that the page shows."""
    layout, names = puzzle.layout, value_names(puzzle.layout, symbols)
    picture = f"<p>No grid is drawn: {layout.name} has {layout.cell_count:,} cells.</p>"
    if layout.cell_count <= _MOST_DRAWN:
        drawn = SvgPicture(layout)
        picture = drawn.text("auto", [("open", 0)] * layout.cell_count, names, ())
        data = {**data, "centres": drawn.centres, "side": CELL}
    data = {
        **data,
        "values": names,
        "labels": layout.labels,
        "units": [unit.cells for unit in layout.units],
        "start": [[value - 1 for value in values_in(mask)] for mask in puzzle.candidates],
        "cages": bool(pictured(layout).cages),
        "rules": ", sums and pairs" if layout.has_other_rules else "",
    }
    # In a script element a "<" may begin a tag or a comment that changes where it ends.
    written = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    title = f"Replay: {layout.name if len(layout.name) < _LONG else layout.name.partition(':')[0]}"
    template = files(__package__).joinpath("replay.html").read_text(encoding="utf-8")
    texts = {"title": escape(title), "picture": picture, "data": written}
    return re.sub(r"\{\{(\w+)\}\}", lambda place: texts[place[1]], template)  # names may hold such places, too
