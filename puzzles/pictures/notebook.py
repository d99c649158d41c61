"""What notebooks show of puzzles and results: an SVG picture in HTML, with words below it.

The colours follow the page: JupyterLab, VS Code and pages of documentation say whether they are dark; elsewhere the
browser's preference counts.
"""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from ...reference.grid import Grid
from ...reference.puzzle import Puzzle
from .palette import PAGE
from .svg import MOST_CELLS, svg


def html_picture(
    puzzle: Puzzle,
    solution: Grid | None = None,
    words: str | None = None,
    *,
    candidates: bool = False,
    marked: Collection[int] = (),
    below: str = "",
) -> str | None:
    """Returns a picture as of `svg`, the words and the HTML `below` it as HTML; None for more than 10,000 cells.

    Notebooks show text then.
    """
    if puzzle.layout.cell_count > MOST_CELLS:
        return None
    picture = svg(puzzle, solution, candidates=candidates, theme=PAGE, marked=marked)
    return f"<div>{picture}{'' if words is None else paragraph(words)}{below}</div>"


def paragraph(words: str) -> str:
    """Returns a paragraph of HTML for each line, with what HTML would read as anything else escaped."""
    return "".join(f"<p>{escape(line)}</p>" for line in words.splitlines())
