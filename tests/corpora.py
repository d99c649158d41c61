"""The puzzles under tests/data; their sources are in `SOURCES.md` there."""

from __future__ import annotations

import random

from places import TESTS

from unitdoku import Layout, Puzzle, classic, jigsaw, read_puzzles
from unitdoku.races import bundled_puzzles

DATA = TESTS / "data"
CLASSIC = classic()


def seventeen_clue(count: int | None = None, seed: int = 17) -> list[Puzzle]:
    """All 49,151 puzzles, or a random sample of them."""
    lines = (DATA / "17clue.txt").read_text().split()
    if count is not None:
        lines = random.Random(seed).sample(lines, count)
    return puzzles_in("\n".join(lines), CLASSIC)


def unsolvable_jigsaws() -> list[Layout]:
    """The 108 layouts without any grid."""
    return [jigsaw(line) for line in (DATA / "jigsaw_unsolvable_fast.txt").read_text().split()]


def bundled(file: str) -> list[Puzzle]:
    """The puzzles of one file of the package."""
    found = [entry.puzzle for name, entry in bundled_puzzles() if name == file and entry.puzzle is not None]
    assert found, file
    return found


def puzzles_in(text: str, layout: Layout) -> list[Puzzle]:
    """The puzzles of a text in which all must be readable."""
    puzzles = []
    for entry in read_puzzles(text.splitlines(), layout):
        assert entry.puzzle is not None, entry.error
        puzzles.append(entry.puzzle)
    return puzzles
