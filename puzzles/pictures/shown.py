"""What `print` and notebooks show of the objects of the model and of entries of files.

A class that shows itself is registered here; `reference/model/rooms_above.py` has the two functions for the model. The
colours in notebooks follow the page: JupyterLab, VS Code and pages of documentation say whether they are dark;
elsewhere the browser's preference counts.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import singledispatch
from html import escape

from ...reference.contract.result import Result, SolutionGrid, ValueSets
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..text.entries import PuzzleEntry
from .draw import MOST_CELLS, draw, draw_text

_NONE = "no values: there is no solution"


def html_picture(
    puzzle: Puzzle,
    solution: Grid | None = None,
    words: str | None = None,
    *,
    candidates: bool = False,
    marked: Collection[int] = (),
    below: str = "",
) -> str | None:
    """Returns a picture of `draw`, the words and the HTML `below` it as HTML; None for more than 10,000 cells.

    Notebooks show text then.
    """
    if puzzle.layout.cell_count > MOST_CELLS:
        return None
    picture = draw(puzzle, solution=solution, candidates=candidates, marked=marked)
    return f"<div>{picture}{'' if words is None else _paragraph(words)}{below}</div>"


def _paragraph(words: str) -> str:
    """Returns a paragraph of HTML for each line, with what HTML would read as anything else escaped."""
    return "".join(f"<p>{escape(line)}</p>" for line in words.splitlines())


def _in_ascii(puzzle: Puzzle, solution: Grid | None = None) -> str:
    """Returns a puzzle as `parse_puzzle` reads it; with sums and pairs as a terminal shows it."""
    return draw_text(puzzle, solution=solution, ascii_only=True, readable=not puzzle.layout.has_other_rules)


@singledispatch
def text_of(shown: object) -> str:
    """Returns what `print` shows of an object."""
    raise TypeError(f"a {type(shown).__name__} has no picture")


@singledispatch
def html_of(shown: object) -> str | None:
    """Returns what notebooks show of an object, as HTML; None for very many cells."""
    raise TypeError(f"a {type(shown).__name__} has no picture")


text_of.register(Puzzle, _in_ascii)
html_of.register(Puzzle, html_picture)


@html_of.register
def _(shown: Layout) -> str | None:
    return html_picture(Puzzle.empty(shown))


@text_of.register
def _(shown: Result) -> str:
    if not shown.solutions:
        return shown.summary
    if shown.puzzle is None:
        return f"{' '.join(map(str, shown.solutions[0]))}\n{shown.summary}"
    return f"{_in_ascii(shown.puzzle, shown.solutions[0])}\n{shown.summary}"


@html_of.register
def _(shown: Result) -> str | None:
    if shown.puzzle is None:
        return _paragraph(str(shown))
    return html_picture(shown.puzzle, shown.solution, shown.summary)


@text_of.register
def _(shown: SolutionGrid) -> str:
    return _in_ascii(Puzzle.from_values(shown, shown.pictured.layout))


@html_of.register
def _(shown: SolutionGrid) -> str | None:
    return html_picture(shown.pictured, shown)


@text_of.register
def _(shown: ValueSets) -> str:
    return _NONE if shown.pictured is None else draw_text(shown.pictured, candidates=True)


@html_of.register
def _(shown: ValueSets) -> str | None:
    return _paragraph(_NONE) if shown.pictured is None else html_picture(shown.pictured, candidates=True)


@html_of.register
def _(shown: PuzzleEntry) -> str | None:
    if shown.puzzle is None:
        return _paragraph(f"line {shown.line}: {shown.error}")
    return html_picture(shown.puzzle, words=shown.name)
