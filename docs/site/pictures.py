"""The picture of a value on a page: the one place that says how puzzles, results and layouts look there."""

from __future__ import annotations


def picture(value: object) -> str | None:
    """Returns the HTML or SVG that a page shows for a value, or None where it has text only."""
    for name in ("_repr_html_", "_repr_svg_"):
        show = getattr(value, name, None)
        drawn = None if show is None or isinstance(value, type) else show()
        if drawn is not None:
            return str(drawn)
    return None
