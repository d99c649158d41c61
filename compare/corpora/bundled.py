"""The puzzles that come with the package."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...reference.layouts.classic import classic
from ...reference.puzzle import Puzzle
from ...reference.text.files import PuzzleEntry, read_puzzles

if TYPE_CHECKING:
    from importlib.abc import Traversable

CORPORA = ("documents.jsonl", "top95.txt", "variants.jsonl")
"""File names, in the order in which they are read; `SOURCES.md` beside them says where they come from."""


def bundled_files() -> list[Traversable]:
    """The files of puzzles, as resources: each has a `name` and can be opened."""
    return [corpus(name) for name in CORPORA]


def corpus(name: str) -> Traversable:
    """A file of the package's puzzles by its name."""
    from importlib.resources import files

    return files(__package__) / name


def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file, be it one that is not read by default."""
    with corpus(name).open("rb") as lines:
        return tuple(entry.puzzle for entry in read_puzzles(lines, classic()) if entry.puzzle is not None)


def bundled_puzzles() -> Iterator[tuple[str, PuzzleEntry]]:
    """File name and entry for each puzzle of the package."""
    layout = classic()
    for file in bundled_files():
        with file.open("rb") as lines:
            for entry in read_puzzles(lines, layout):
                yield file.name, entry
