"""Explanations in a terminal of 80 columns: paragraphs, numbered steps, and a puzzle with marked cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from textwrap import fill

from ..puzzle import Puzzle
from .step import Step, listed

_WIDTH = 80


def paragraph(text: str) -> str:
    """Returns the text in lines of up to 80 columns."""
    return _line("", text)


def written_steps(steps: Sequence[Step]) -> str:
    """Returns the steps, numbered from 1; those of a trial are below it, indented.

    Steps in a row that differ only in the cell that loses a candidate have one number.
    """
    lines = []
    groups = [list(alike) for _, alike in groupby(enumerate(steps), key=lambda each: each[1].lost or each[0])]
    for number, group in enumerate(groups, start=1):
        step = group[0][1]
        labels = [each.text.removesuffix(f" is {each.lost}") for _, each in group]
        text = step.text if len(group) == 1 else f"{listed(labels)} are {step.lost}"
        lines.append(_line(f"{number:3}. ", text))
        lines += [_line("      - ", inner.text) for inner in step.inner]
    return "\n".join(lines)


def marked(puzzle: Puzzle, cells: Collection[int]) -> str:
    """Returns a picture of the puzzle with what is given in these cells alone; the other cells are open."""
    every = puzzle.layout.all_values
    shown = (mask if cell in cells else every for cell, mask in enumerate(puzzle.candidates))
    return str(Puzzle(puzzle.layout, tuple(shown)))


def _line(start: str, text: str) -> str:
    return fill(text, _WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False)
