"""Explanations in a terminal of 80 columns: paragraphs, numbered steps, and a puzzle with marked cells."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from textwrap import fill

from ...reference.puzzle import Puzzle
from .step import Step, listed

WIDTH = 80
"""The columns of a line, where no other number is given."""


def paragraph(text: str, width: int = WIDTH) -> str:
    """Returns the text in lines of up to so many columns."""
    return _line("", text, width)


def written_steps(steps: Sequence[Step], width: int = WIDTH) -> str:
    """Returns the steps, numbered from 1; those of a trial are below it, indented."""
    lines = []
    for number, (text, inner) in enumerate(numbered(steps), start=1):
        lines.append(_line(f"{number:3}. ", text, width))
        lines += [_line("      - ", each, width) for each in inner]
    return "\n".join(lines)


def numbered(steps: Sequence[Step]) -> Iterator[tuple[str, list[str]]]:
    """Yields for each number the sentence, and those of the steps within.

    Steps in a row that differ only in the cell that loses a candidate have one number.
    """
    for _, alike in groupby(enumerate(steps), key=lambda each: each[1].lost or each[0]):
        group = [step for _, step in alike]
        labels = [each.text.removesuffix(f" is {each.lost}") for each in group]
        text = group[0].text if len(group) == 1 else f"{listed(labels)} are {group[0].lost}"
        yield text, [inner.text for inner in group[0].inner]


def marked(puzzle: Puzzle, cells: Collection[int]) -> str:
    """Returns a picture of the puzzle with what is given in these cells alone; the other cells are open."""
    every = puzzle.layout.all_values
    shown = (mask if cell in cells else every for cell, mask in enumerate(puzzle.candidates))
    return str(Puzzle(puzzle.layout, tuple(shown)))


def _line(start: str, text: str, width: int) -> str:
    return fill(text, width, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False)
