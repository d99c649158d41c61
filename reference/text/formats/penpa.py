"""Sudokus of Penpa+, whose links hold what is drawn: givens, regions between thick edges, and killer cages.

A link has lines of text, deflated and in Base64. The first line has the kind of grid, its columns and rows, whether
the diagonals are marked, and the title; the fourth what is drawn, by kind; the sixth which places are cells, as steps
from one to the next. A place is a number: row by row with two places more at each side come the cells, then as many
corners (that at the lower right of each cell), and last four places within each cell, where small numbers stand.

All else that may be drawn has its meaning in words alone: it is refused by name.
"""

from __future__ import annotations

import binascii
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from itertools import accumulate, pairwise
from math import isqrt
from typing import Any
from urllib.parse import unquote

from ...errors import LayoutError, PuzzleError, shown
from ...layout import Layout, Rule
from ...layouts.cages import cage_rules
from ...layouts.fitting import classic_for, is_classic_size
from ...layouts.jigsaw import jigsaw
from ...layouts.json_text import read_json
from ...layouts.latin import latin
from ...puzzle import Puzzle
from ...unit import Unit
from ..entries import PuzzleEntry, in_one_line
from .f_puzzle_rules import flagged, parts_of, whole
from .lz_string import LONGEST
from .source import Source

_LARGEST = 16
_WIDEST = 100
_KINDS = {
    "zN": "number",
    "z1": "numberS",
    "zE": "lineE",
    "z6": "killercages",
    "zC": "cage",
    "zL": "line",
    "zS": "surface",
    "zY": "symbol",
    "zW": "wall",
    "zF": "freeline",
    "z2": "freelineE",
    "zT": "thermo",
    "z3": "arrows",
    "zD": "direction",
    "z0": "squareframe",
    "z5": "polygon",
    "z4": "deletelineE",
    "z7": "nobulbthermo",
    "zR": "command_redo",
    "zU": "command_undo",
    "z8": "command_replay",
}
"""What the short keys stand for."""

_READ = frozenset(("number", "numberS", "lineE", "killercages", "line", "cage"))
_ASIDE = frozenset(("command_redo", "command_undo", "command_replay"))
_NORMAL = frozenset(("1", "5", "6", "10"))
"""Styles of numbers that are one value: normal, small, medium and large."""

_THICK = frozenset(("2", "21"))
"""Styles of edges between regions."""


def read(source: Source) -> Iterator[PuzzleEntry]:
    """Yields the puzzle of each link."""
    for number, line in source.lines():
        if isinstance(line, PuzzleError):
            yield PuzzleEntry(number, error=line)
        elif line and not line.startswith("#"):
            try:
                yield _entry(line)._replace(line=number)
            except (PuzzleError, LayoutError) as error:
                error.line = error.line or number
                yield PuzzleEntry(number, error=error)


def _entry(link: str) -> PuzzleEntry:
    lines = _unpacked(link).split("\n")
    header = lines[0].split(",")
    if header[0] not in ("square", "sudoku"):
        raise PuzzleError(f"a grid of Penpa+ of the kind {shown(header[0])} is not read: square or sudoku is expected")
    if len(lines) < 6 or len(header) < 3:
        raise PuzzleError(f"the link of Penpa+ holds {len(lines)} lines, but six or more are expected: it may be cut")
    columns, rows = (whole(text, "the size of the grid") for text in header[1:3])
    if not (1 <= columns <= _WIDEST and 1 <= rows <= _WIDEST):
        raise PuzzleError(f"a grid of {rows} rows and {columns} columns is not read")
    grid = _Grid(columns + 4, rows + 4, _json(lines[5], list, "the cells of the grid"))
    drawn = {_KINDS.get(key, key): value for key, value in _json(lines[3], dict, "what is drawn").items()}
    for kind, value in drawn.items():
        if kind not in _READ and kind not in _ASIDE and value not in (None, False, "", [], {}):
            count = len(value) if isinstance(value, (list, dict)) else 1
            raise PuzzleError(f"{kind}: {count} drawn, whose meaning stands in words alone", value=kind)
    layout = grid.regions(_placed(drawn, "lineE"))
    marked = [key for key, place in (("diagonal-", 11), ("diagonal+", 14)) if header[place : place + 1] == ["1"]]
    layout = flagged(layout, tuple(marked))
    grid.check_lines(_placed(drawn, "line"), marked)
    rules = list(grid.cages(layout, drawn))
    layout = layout.extended(rules, "cages") if rules else layout
    title = unquote(header[15]).removeprefix("Title:").strip() if len(header) > 15 else ""
    return PuzzleEntry(1, grid.puzzle(layout, _placed(drawn, "number")), name=in_one_line(title) or None)


def _unpacked(link: str) -> str:
    found = re.search(r"[?&#]p=([A-Za-z0-9+/=%_-]+)", link)
    if not found:
        raise PuzzleError(f"{shown(link, 60)} holds no puzzle of Penpa+: #m=edit&p=... is expected", value=link[:60])
    packed = unquote(found[1]).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        reader = zlib.decompressobj(-15)
        text = reader.decompress(b64decode(packed + "=" * (-len(packed) % 4), validate=True), LONGEST)
    except (zlib.error, binascii.Error, ValueError) as error:
        raise PuzzleError(f"the link of Penpa+ is damaged, or cut: {error}") from error
    if not reader.eof and not reader.unconsumed_tail:
        raise PuzzleError("the link of Penpa+ ends too early: it may be cut")
    if not reader.eof:
        raise PuzzleError(f"the text unpacks to more than {LONGEST} characters, which no puzzle needs")
    return text.decode("utf-8", "replace")


def _json(text: str, kind: type, what: str) -> Any:
    """Returns what a line says, in which keys are short and have no quotes."""
    text = re.sub(r"(?<=[{,])(z[A-Z0-9_])(?=:)", r'"\1"', text)
    try:
        found = read_json(re.sub(r"(?<=[:,\[])zO(?=[,}\]])", "null", text))
    except ValueError as error:
        raise PuzzleError(f"{what} cannot be read: {error}") from error
    if not isinstance(found, kind):
        raise PuzzleError(f"{what} is {shown(found)}, not a JSON {'object' if kind is dict else 'list'}")
    return found


def _placed(drawn: dict[str, Any], kind: str) -> dict[str, Any]:
    """Returns what is drawn at places, by their texts."""
    found = drawn.get(kind) or {}
    if not isinstance(found, dict):
        raise PuzzleError(f"{kind} is {shown(found)}, not an object", value=kind)
    return found


def _places(text: str) -> list[int]:
    if not re.fullmatch(r"[0-9]{1,6}(?:,[0-9]{1,6})?", text):
        raise PuzzleError(f"{shown(text)} is no place of Penpa+", value=shown(text))
    return list(map(int, text.split(",")))


class _Grid:
    """The places of a square, which is somewhere within a grid."""

    def __init__(self, width: int, height: int, steps: list[Any]) -> None:
        self._width = width
        self._count = width * height
        places = list(accumulate(whole(step, "a step between cells") for step in parts_of(steps, "cells")))
        self.size = isqrt(len(places))
        if not 1 <= self.size <= _LARGEST or self.size**2 != len(places):
            raise PuzzleError(f"{len(places)} cells are no square; at most {_LARGEST} rows are read")
        self._cells = {place: cell for cell, place in enumerate(sorted(places))}
        first = min(places)
        square = {first + row * width + column for row in range(self.size) for column in range(self.size)}
        if square != self._cells.keys():
            raise PuzzleError("the cells are no square")
        self._labels = latin(self.size).labels

    def regions(self, edges: dict[str, Any]) -> Layout:
        """Returns rows, columns, and the regions that thick edges enclose."""
        closed: set[frozenset[int]] = set()
        for text, style in edges.items():
            places = sorted(place - self._count for place in _places(text))
            if str(style) not in _THICK or len(places) != 2:
                raise PuzzleError(f"lineE: an edge of the style {shown(style)} is drawn: only thick edges are read")
            step = self._width if places[1] - places[0] == 1 else 1
            closed.add(frozenset((places[1], places[1] + step)))
        region = [-1] * len(self._cells)
        count = 0
        for start, cell in self._cells.items():
            open_places = [start] if region[cell] < 0 else []
            while open_places:
                place = open_places.pop()
                region[self._cells[place]] = count
                for beside in (place - 1, place + 1, place - self._width, place + self._width):
                    number = self._cells.get(beside)
                    if number is not None and region[number] < 0 and frozenset((place, beside)) not in closed:
                        open_places.append(beside)
            count += region[cell] == count
        if count != self.size:
            wrong = f"thick edges enclose {count} regions, but {self.size} are expected"
            raise PuzzleError(f"{wrong}: which puzzle it is stands in words alone")
        found = jigsaw(region)
        usual = classic_for(self.size**2) if is_classic_size(self.size) else found
        same = {frozenset(unit.cells) for unit in found.units} == {frozenset(unit.cells) for unit in usual.units}
        return usual if same else found

    def check_lines(self, lines: dict[str, Any], marked: list[str]) -> None:
        """Raises `PuzzleError` for lines that do not mark the diagonals."""
        size = self.size
        diagonals = {
            "diagonal-": [each * (size + 1) for each in range(size)],
            "diagonal+": [(each + 1) * (size - 1) for each in range(size)],
        }
        known = {frozenset(pair) for key in marked for pair in pairwise(diagonals[key])}
        for text in lines:
            if frozenset(self._cells.get(place, -1) for place in _places(text)) not in known:
                raise PuzzleError(f"line: {len(lines)} drawn, whose meaning stands in words alone", value="line")

    def cages(self, layout: Layout, drawn: dict[str, Any]) -> Iterator[Rule]:
        """Yields the rules of each cage, whose total is a small number in one of its cells."""
        totals: dict[int, int] = {}
        for text, number in _placed(drawn, "numberS").items():
            cell = self._cells.get(_places(text)[0] // 4 - self._count)
            said = number[0] if isinstance(number, list) and number else number
            if cell is None:
                raise PuzzleError(f"numberS: {shown(said)} beside the grid is not read", value=shown(said))
            totals[cell] = whole(str(said).strip(), f"the small number in {self._labels[cell]}")
        listed = [each for each in parts_of(drawn.get("killercages") or [], "killercages") if each]
        if not listed and drawn.get("cage"):
            raise PuzzleError("cage: outlines without a killer cage, whose meaning stands in words alone", value="cage")
        for places in listed:
            cells = [self._cell(place) for place in parts_of(places, "a cage")]
            found = [totals.pop(cell) for cell in sorted(set(cells)) if cell in totals]
            if len(found) > 1:
                raise PuzzleError(f"a cage has {len(found)} totals", cell=self._labels[cells[0]])
            if found:
                yield from cage_rules(layout, cells, found[0])
            else:
                yield Unit(f"cage {self._labels[cells[0]]}", tuple(cells))
        for cell, total in totals.items():
            raise PuzzleError("a small number belongs to no cage", cell=self._labels[cell], value=str(total))

    def puzzle(self, layout: Layout, numbers: dict[str, Any]) -> Puzzle:
        """Returns the puzzle with the numbers as givens."""
        masks = [layout.all_values] * layout.cell_count
        for text, number in numbers.items():
            said, style = (number[0], number[2]) if isinstance(number, list) and len(number) > 2 else (number, None)
            cell = self._cells.get(_places(text)[0])
            if cell is None:
                raise PuzzleError(f"number: {shown(said)} beside the grid is not read", value=shown(said))
            value = whole(str(said).strip(), "the number", 0) if str(style) in _NORMAL else 0
            if not 1 <= value <= layout.size:
                wrong = f"the number {shown(said)} of the style {shown(style)} is no value of 1..{layout.size}"
                raise PuzzleError(wrong, cell=layout.labels[cell], value=shown(said))
            masks[cell] = 1 << value - 1
        return Puzzle(layout, tuple(masks))

    def _cell(self, place: Any) -> int:
        number = whole(place, "a cell of a cage")
        if number not in self._cells:
            raise PuzzleError(f"{shown(place)} is no cell of the grid", value=shown(place))
        return self._cells[number]
