"""Puzzles that many tests have, and those under tests/data; their sources are in `SOURCES.md` there."""

from __future__ import annotations

import random
from collections.abc import Iterable

from places import TESTS

from unitdoku import Layout, Puzzle, classic, jigsaw, parse_puzzle, read_puzzles
from unitdoku.compare.corpora.corpus import Corpus, Provenance
from unitdoku.races import bundled_puzzles

DATA = TESTS / "data"
CLASSIC = classic()

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
HARD_GRID = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
EASY_GRID = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
PRINTED = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PRINTED_GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
"""That of many articles and lessons."""
DIAGONAL = "2.............62....1....7...6..8...3...9...7...6..4...4....8....52.............3"
DIAGONAL_GRID = "267945381853716249491823576576438192384192657129657438642379815935281764718564923"
"""That of the course project "Diagonal Sudoku"."""
FOUR = "......4..3..1..2"
"""Of 4x4, with one solution."""
JIGSAW = "AAABBBCCCAAABBBCCCAAABBBCCCDDDEEEFFFDDDEEEFFFDDDEEEFFFGGGHHHIIIGGGHHHIIIGGGHHHIII"
SEVENTEEN = parse_puzzle("000000010400000000020000000000050407008000300001090000300400200050100000000806000")


def seventeen_clue(count: int | None = None) -> list[Puzzle]:
    """All 49,151 puzzles, or a random sample of them."""
    lines = (DATA / "17clue.txt").read_text().split()
    if count is not None:
        lines = random.Random(17).sample(lines, count)
    return puzzles_in("\n".join(lines), CLASSIC)


def unsolvable_jigsaws() -> list[Layout]:
    """The 108 layouts without any grid."""
    return [jigsaw(line) for line in (DATA / "jigsaw_unsolvable_fast.txt").read_text().split()]


def bundled(file: str) -> list[Puzzle]:
    """The puzzles of one file of the package."""
    found = [entry.puzzle for name, entry in bundled_puzzles() if name == file and entry.puzzle is not None]
    assert found, file
    return found


def with_shuffles(puzzles: Iterable[Puzzle], shuffles: int) -> list[tuple[Puzzle, ...]]:
    """The puzzles, and then `shuffles` times a random equivalent of each."""
    corpus = Corpus("", tuple(puzzles), Provenance(""))
    found = corpus.repeated(shuffles + 1).puzzles
    return [found[first : first + corpus.count] for first in range(0, len(found), corpus.count)]


def puzzles_in(text: str, layout: Layout) -> list[Puzzle]:
    """The puzzles of a text in which all must be readable."""
    puzzles = []
    for entry in read_puzzles(text.splitlines(), layout):
        assert entry.puzzle is not None, entry.error
        puzzles.append(entry.puzzle)
    return puzzles
