"""Are puzzles read as what they show, and what is written read back the same?"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from ...reference.layout import Layout
from ...reference.layouts.classic import classic
from ...reference.layouts.latin import latin
from ...reference.puzzle import Puzzle
from ...reference.text.files import read_puzzles
from ...reference.text.parse import parse_puzzle
from ...reference.text.write import write_grid, write_line, write_picture
from .material import Findings, Material

_MOST_PUZZLES = 150


def round_trips(material: Material) -> Findings:
    """For each puzzle of the questions which of its texts is read as another; then for each known text."""
    for question in material.questions()[:_MOST_PUZZLES]:
        yield next(_changed(question.puzzle), None)
    yield from _known_texts()
    yield from _known_files()
    yield from _known_labels()


def _changed(puzzle: Puzzle) -> Iterator[str]:
    layout = puzzle.layout
    line = write_line(puzzle)
    texts = {"line": line, "picture": write_picture(puzzle)}
    for name, text in texts.items():
        if parse_puzzle(text, layout) != puzzle:
            yield f"{layout.name}: the {name} {text!r} is read as another puzzle"
    values = puzzle.values
    givens = Puzzle.from_values(layout, values)
    if any(mask != 1 << value - 1 for mask, value in zip(givens.candidates, values, strict=True) if value):
        yield f"{layout.name}: the values {values} are taken for others"
    symbols = ascii_uppercase[: layout.size]
    text = "".join(symbols[value - 1] if value else "." for value in values)
    if parse_puzzle(text, layout, symbols) != givens:
        yield f"{layout.name}: with the symbols {symbols} {text!r} is read as another puzzle"
    grid = tuple(cell % layout.size + 1 for cell in range(layout.cell_count))
    if parse_puzzle(write_grid(grid, layout), layout).values != grid:
        yield f"{layout.name}: the grid {grid} is written as another"


_ROW = (1, 2, 4, 8)
_ALL = (15,) * 4
# The text, and the candidate sets of its first cells; all others are open.
_TEXTS_4 = (
    ("1234............", _ROW),
    ("1234 *... _... 0000  # a comment", _ROW),
    ("1 2 3 4 . . . . 0 0 0 0 . . . .", _ROW),
    ("1,2,3,4,.,.,.,.,.,.,.,.,.,.,.,.", _ROW),
    ("+-----+-----+\n| 1 2 | 3 4 |\n| . . | . . |\n+-----+-----+\n| . . | . . |\n| . . | . . |\n+-----+-----+", _ROW),
    ("*-----*-----*\n| 1 2 | 3 4 |\n| . . | . . |\n*-----*-----*\n| . . | . . |\n| . . | . . |\n*-----*-----*", _ROW),
    ("1/3 2/4 1/2/4 4 . . . . . . . . . . . .", (5, 10, 11, 8)),
    ("1... .2.. ..3. ...4" + "1234" * 12, _ROW),
    ("1.3. .2.4 12.4 ...4" + "1234" * 12, (5, 10, 11, 8)),
    ("13 24 | 124 4\n" + "1234 1234 | 1234 1234\n" * 3, (5, 10, 11, 8)),
)


def _known_texts() -> Iterator[str | None]:
    layout = classic(4)
    for text, first in _TEXTS_4:
        read = parse_puzzle(text, layout).candidates
        yield None if read == first + _ALL * 3 else f"{text!r} is read as {read}"
    wide = latin(12)
    text = "12 . 10 1/11 " + "0 " * 140
    read = parse_puzzle(text, wide).candidates[:4]
    yield None if read == (1 << 11, (1 << 12) - 1, 1 << 9, 1 | 1 << 10) else f"{text[:12]!r} is read as {read}"
    ten = latin(10)
    grid = tuple(cell % 10 + 1 for cell in range(100))
    text = write_grid(grid, ten)
    yield None if text == " ".join(map(str, grid)) else f"a grid of ten values is written as {text!r}"


_FILE = """1234............
# a comment

1 . | . .
. 2 | . .
----+----
. . | 3 .
. . | . 4

{"layout": "latin:2", "puzzle": "1..1"}
4...
.3..
..2.
...1
..12............
"""
_IN_FILE = (
    (1, (1, 2, 3, 4, *(0,) * 12)),
    (4, (1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4)),
    (10, (1, 0, 0, 1)),
    (11, (4, 0, 0, 0, 0, 3, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1)),
    (15, (0, 0, 1, 2, *(0,) * 12)),
)
"""Line and values of each puzzle."""


def _known_files() -> Iterator[str | None]:
    read = [
        (entry.line, entry.puzzle.values if entry.puzzle else str(entry.error))
        for entry in read_puzzles(_FILE.splitlines(keepends=True), classic(4))
    ]
    for number, expected in enumerate(_IN_FILE):
        found = read[number] if number < len(read) else None
        yield None if found == expected else f"puzzle {number + 1} of a file is read as {found}"
    yield None if len(read) == len(_IN_FILE) else f"{len(read)} puzzles are read of a file with {len(_IN_FILE)}"


def _known_labels() -> Iterator[str | None]:
    for layout, label, cell in ((classic(4), "A1", 0), (classic(4), "d4", 15), (latin(27), "AA27", 728)):
        found = _cell(layout, label)
        yield None if found == cell else f"{label} is taken for cell {found} of {layout.name}, not {cell}"


def _cell(layout: Layout, label: str) -> object:
    try:
        return layout.cell(label)
    except ValueError as error:
        return error
