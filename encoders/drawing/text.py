"""Pictures as text for terminals."""

from __future__ import annotations

from ...reference.drawing.terminal import terminal_picture
from ...reference.errors import PuzzleError
from ...reference.layout import Layout
from .subject import subject_of


def draw_text(
    puzzle: object,
    *,
    layout: Layout | str | None = None,
    solution: object = None,
    candidates: bool = False,
    color: bool = False,
    width: int | None = None,
    ascii_only: bool = False,
    symbols: str | None = None,
) -> str:
    """Returns a grid of characters, with lines around regions and cages, for a terminal.

    The puzzle has any form that `solve` takes, or is a layout, a grid, or a result of `solve`: its first solution is
    shown with the givens. `candidates` shows what open cells may hold beside the givens. With `color` there are escape
    sequences, and givens are bold. `width` is that of the terminal in columns: of several forms the widest that fits is
    taken. With `ascii_only` lines are of `-`, `|` and `+`. `symbols` has one character for each value, in the text of a
    puzzle and in the picture. Words below say what is not drawn. Raises `PuzzleError` for what is no puzzle, for
    another number of symbols, and where no form fits the width.
    """
    found, grid = subject_of(puzzle, layout, solution, symbols)
    picture = terminal_picture(
        found, grid, candidates=candidates, color=color, width=width, ascii_only=ascii_only, symbols=symbols
    )
    if picture is None:
        raise PuzzleError(f"no grid of {found.layout.name} fits {width} columns")
    return picture
