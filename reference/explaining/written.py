"""Explanations in a terminal of 80 columns: paragraphs, numbered steps, and a puzzle with marked cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from textwrap import fill

from ..puzzle import Puzzle
from .step import Step

_WIDTH = 80


def paragraph(text: str) -> str:
    """Returns the text in lines of up to 80 columns."""
    return _line("", text)


def written_steps(steps: Sequence[Step]) -> str:
    """Returns the steps, numbered from 1; those of a trial are below it, indented."""
    lines = []
    for number, step in enumerate(steps, start=1):
        lines.append(_line(f"{number:3}. ", step.text))
        lines += [_line("      - ", inner.text) for inner in step.inner]
    return "\n".join(lines)


def marked(puzzle: Puzzle, cells: Collection[int]) -> str:
    """Returns a picture of the puzzle with what is given in these cells alone; the other cells are open."""
    every = puzzle.layout.all_values
    shown = (mask if cell in cells else every for cell, mask in enumerate(puzzle.candidates))
    return str(Puzzle(puzzle.layout, tuple(shown)))


def _line(start: str, text: str) -> str:
    return fill(text, _WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False)
