"""The picture of a value on a page: the one place that says how puzzles, results and layouts look there."""

from __future__ import annotations

from unitdoku import Layout, Puzzle, Result, draw


def picture(value: object) -> str | None:
    """Returns the HTML or SVG that a page shows for a value, or None where it has text only."""
    if isinstance(value, (Layout, Puzzle)):
        return draw(value)
    if isinstance(value, Result) and value.solutions and value.puzzle is not None:
        return f"{draw(value)}<p>{value.summary}</p>"
    for name in ("_repr_html_", "_repr_svg_"):
        drawn = getattr(value, name, None)
        if drawn is not None and not isinstance(value, type):
            return str(drawn())
    return None
