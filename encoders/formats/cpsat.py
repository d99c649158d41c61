"""The constraints of a puzzle as text of CP-SAT's `CpModelProto`."""

from __future__ import annotations

from collections.abc import Iterator

from ...reference.errors import BackendUnavailable
from ...reference.puzzle import Puzzle
from .names import header


def write(puzzle: Puzzle) -> Iterator[str]:
    """The lines: an integer a cell, named by its label, its domain the candidates; AllDifferent for each unit.

    Raises `BackendUnavailable` where OR-Tools is missing.
    """
    try:
        from ..cpsat.forms import AllDifferent
    except ImportError as error:
        raise BackendUnavailable(
            f"the format cpsat needs ortools, which cannot be loaded ({error}): pip install 'unitdoku[cpsat]'"
        ) from error
    form = AllDifferent(puzzle.layout)
    form.write(puzzle)
    comments = header(puzzle, "variable A1 is the value of cell A1")
    return _lines(comments, str(form.constraints.proto))


def _lines(comments: list[str], text: str) -> Iterator[str]:
    for comment in comments:
        yield f"# {comment}\n"
    for line in text.splitlines():
        yield f"{line}\n"
