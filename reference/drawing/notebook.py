"""What notebooks show of puzzles and results: an SVG picture in HTML, with words below it.

The colours follow the page: JupyterLab, VS Code and pages of documentation say whether they are dark; elsewhere the
browser's preference counts.
"""

from __future__ import annotations

from html import escape

from ..grid import Grid
from ..puzzle import Puzzle
from .palette import PAGE
from .svg import MOST_CELLS, svg


def html_of(puzzle: Puzzle, solution: Grid | None = None, words: str | None = None) -> str | None:
    """Returns a picture and the words below it as HTML; None for more than 10,000 cells: notebooks show text then."""
    if puzzle.layout.cell_count > MOST_CELLS:
        return None
    return f"<div>{svg(puzzle, solution, theme=PAGE)}{'' if words is None else paragraph(words)}</div>"


def paragraph(words: str) -> str:
    """Returns a paragraph of HTML for each line, with what HTML would read as anything else escaped."""
    return "".join(f"<p>{escape(line)}</p>" for line in words.splitlines())
