"""What `print` and notebooks show of the objects of the model and of entries of files.

A class that shows itself is registered here; `reference/rooms_above.py` has the two functions for the model.
"""

from __future__ import annotations

from functools import singledispatch

from ...reference.at_prompts import SolutionGrid, ValueSets
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ..text.entries import PuzzleEntry
from .notebook import html_picture, paragraph
from .plain import picture
from .svg import MOST_CELLS, svg
from .terminal import terminal_picture

_WIDTH = 80
"""The columns of a terminal."""

_NONE = "no values: there is no solution"


@singledispatch
def text_of(shown: object) -> str:
    """Returns what `print` shows of an object."""
    raise TypeError(f"a {type(shown).__name__} has no picture")


@singledispatch
def html_of(shown: object) -> str | None:
    """Returns what notebooks show of an object: HTML, or SVG for a layout; None for very many cells."""
    raise TypeError(f"a {type(shown).__name__} has no picture")


@text_of.register
def _(shown: Puzzle) -> str:
    return picture(shown)


@html_of.register
def _(shown: Puzzle) -> str | None:
    return html_picture(shown)


@html_of.register
def _(shown: Layout) -> str | None:
    return svg(Puzzle.empty(shown)) if shown.cell_count <= MOST_CELLS else None


@text_of.register
def _(shown: Result) -> str:
    if not shown.solutions:
        return shown.summary
    if shown.puzzle is None:
        return f"{' '.join(map(str, shown.solutions[0]))}\n{shown.summary}"
    return f"{picture(shown.puzzle, shown.solutions[0])}\n{shown.summary}"


@html_of.register
def _(shown: Result) -> str | None:
    if shown.puzzle is None:
        return paragraph(str(shown))
    return html_picture(shown.puzzle, shown.solution, shown.summary)


@html_of.register
def _(shown: SolutionGrid) -> str | None:
    return html_picture(shown.solved, shown)


@text_of.register
def _(shown: ValueSets) -> str:
    puzzle = shown.candidates
    drawn = _NONE if puzzle is None else terminal_picture(puzzle, candidates=True, width=_WIDTH)
    return repr(shown) if drawn is None else drawn


@html_of.register
def _(shown: ValueSets) -> str | None:
    puzzle = shown.candidates
    return paragraph(_NONE) if puzzle is None else html_picture(puzzle, candidates=True)


@html_of.register
def _(shown: PuzzleEntry) -> str | None:
    if shown.puzzle is None:
        return paragraph(f"line {shown.line}: {shown.error}")
    return html_picture(shown.puzzle, words=shown.name)
