"""Puzzles and solutions as pictures in plain text."""

from __future__ import annotations

from ...reference.grid import Grid
from ...reference.puzzle import Puzzle
from .block_frames import framed


def picture(puzzle: Puzzle, solution: Grid | None = None) -> str:
    """Returns a puzzle, or its solution, as a picture in ASCII, with the sums and pairs of its layout."""
    layout = puzzle.layout
    if layout.has_other_rules:
        from .terminal import terminal_picture  # here, as most layouts have neither

        drawn = terminal_picture(puzzle, solution, ascii_only=True)
        if drawn is not None:
            return drawn
    texts = puzzle.cell_texts() if solution is None else [str(layout.number(value)) for value in solution]
    return framed(layout, texts)
