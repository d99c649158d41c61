"""The lines of characters of a puzzle as text: those around regions and cages, and what stands in the cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from math import isqrt
from typing import Literal, NamedTuple

from ...reference.model.layout import Position
from .colours import MARKED, SHADES, Part, coloured, plain
from .pictured import Pictured

# Characters of lines in text: which one joins the lines that meet, and what stands for it in ASCII.


class Stroke(NamedTuple):
    """How a line between two cells is drawn."""

    weight: int
    """0 for no line, 1 for a light one, 2 for a heavy one."""
    across: str
    down: str
    style: str = ""


NONE = Stroke(0, " ", " ")
CAGE = Stroke(1, "─", "│", "cage")
"""Between cells of different cages."""
REGION = Stroke(2, "━", "┃")
"""Between cells of different regions, and around the cells."""
INSIDE_CAGE = Stroke(2, "╍", "┇")
"""Between cells of different regions that are in one cage."""
CELL = Stroke(1, "┄", "┆", "small")
"""Between cells of one region, where candidates need it."""

# The joint whose arms up, right, down and left have the weights a, b, c and d stands at 27 a + 9 b + 3 c + d.
_JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_ASCII = str.maketrans(dict.fromkeys(_JOINTS[1:], "+") | dict(zip("─━╍┄│┃┇┆·░○●", "--..||::.#o*", strict=True)))

DRAWN = "".join(map(chr, _ASCII))
"""All characters of pictures that are not in ASCII: an encoding that lacks one of them gets `in_ascii`."""


def joint(up: Stroke, right: Stroke, down: Stroke, left: Stroke) -> str:
    """Returns the character where four lines meet; where only opposite ones do, that of the line."""
    if up is down is NONE and right == left:
        return right.across
    if right is left is NONE and up == down:
        return up.down
    return _JOINTS[27 * up.weight + 9 * right.weight + 3 * down.weight + left.weight]


def in_ascii(text: str) -> str:
    """Returns a picture in ASCII."""
    return text.translate(_ASCII)


class TextPicture:
    """A picture with `pad` blanks, 1 or 0, between a line and a cell.

    A line, a joint and a mark have the row and column of the place below or right of it.
    """

    def __init__(
        self,
        shown: Pictured,
        cells: Sequence[tuple[str, int]],
        names: Sequence[str],
        pad: int,
        marked: Collection[int],
    ) -> None:
        places = shown.layout.positions
        self._pad, self._rows, self._columns = pad, shown.rows, shown.columns
        texts = [(style, _cell_lines(style, mask, names, pad)) for style, mask in cells]
        self._texts = dict(zip(places, texts, strict=True))
        for place, (below, right) in shown.clues.items():
            # Narrower on two lines.
            clue = [f"{below}\\{right}"] if pad else [right and f"\\{right}", below and f"{below}\\"]
            self._texts[place] = "clue", clue
        self._totals = {places[min(cage.cells)]: str(cage.total) for cage in shown.cages}
        totals = max(map(len, self._totals.values()), default=0) - 2 * pad
        self._wide = max(totals, *(len(line) for _, lines in self._texts.values() for line in lines))
        self._high = max(len(lines) for _, lines in self._texts.values())
        self._texts = {place: (style, self._centred(lines)) for place, (style, lines) in self._texts.items()}
        self._black = ("black", ["░" * self._wide] * self._high) if shown.clues else ("", [""] * self._high)
        shades = [(cell, SHADES[n % len(SHADES)]) for n, line in enumerate(shown.lines) for cell in line.cells]
        self._shades = {places[cell]: shade for cell, shade in (*shades, *((cell, MARKED) for cell in marked))}
        marks = [(places[one][0] == places[cell][0], places[cell], mark) for (one, cell), mark in shown.marks.items()]
        self._marks_above = {place: mark for is_beside, place, mark in marks if not is_beside}
        self._marks_beside = {place: mark for is_beside, place, mark in marks if is_beside}
        self._above, self._beside = _strokes(shown, any(style == "small" for style, _ in cells))
        self._measure()

    @property
    def width(self) -> int:
        """The number of characters in a line."""
        return len(self._across)

    def _measure(self) -> None:
        """Sets for each character of a line and for each line what it belongs to, and where columns begin."""
        lines_above = {row for (row, _), stroke in self._above.items() if stroke.weight}
        lines_above |= {row for row, _ in self._marks_above}
        lines_beside = {column for (_, column), stroke in self._beside.items() if stroke.weight}
        lines_beside |= {column for _, column in self._marks_beside}
        self._down: list[tuple[int, int | None]] = []
        for row in (*self._rows, self._rows.stop):
            self._down += [(row, None)] * (row in lines_above)
            self._down += [(row, inner) for inner in range(self._high)] * (row in self._rows)
        first, end = self._columns.start, self._columns.stop
        self._across: list[tuple[int, Literal["cell", "line"]]] = []
        self._x: dict[int, int] = {}
        for column in (*self._columns, end):
            if column in lines_beside:
                self._across += [(column - 1, "cell")] * (self._pad * (column > first))
                self._across.append((column, "line"))
                self._across += [(column, "cell")] * (self._pad * (column < end))
            elif first < column < end:
                self._across.append((column, "cell"))
            self._x[column] = len(self._across)
            self._across += [(column, "cell")] * (self._wide * (column < end))

    def lines(self, color: bool) -> Iterator[str]:
        """Yields each line, with escape sequences or without, and no blanks at its end."""
        for row, inner in self._down:
            line: list[Part] = [(*self._drawn(row, inner, column, kind), None) for column, kind in self._across]
            for x, text, style, shade in self._written(row, inner):
                line[x : x + len(text)] = [(character, style, shade) for character in text]
            while line and line[-1] == (" ", "", None):
                line.pop()
            yield coloured(line) if color else plain(line)

    def _drawn(self, row: int, inner: int | None, column: int, kind: str) -> tuple[str, str]:
        """Returns the character at a place and its style: that of a line, of a joint, or a blank."""
        above, beside = self._above[row, column], self._beside[row, column]
        if inner is not None:
            return (beside.down, beside.style) if kind == "line" else (" ", "")
        if kind != "line":
            return above.across, above.style
        strokes = (self._beside[row - 1, column], above, beside, self._above[row, column - 1])
        return joint(*strokes), max(strokes, key=lambda stroke: stroke.weight).style

    def _written(self, row: int, inner: int | None) -> Iterator[tuple[int, str, str, int | None]]:
        """Yields what stands over the lines and blanks: where, the text, its style and its shade."""
        for column in self._columns:
            place, x = (row, column), self._x[column]
            if inner is None:
                yield x + (self._wide - 1) // 2, self._marks_above.get(place, ""), "sign", None
                yield x - self._pad, self._totals.get(place, ""), "cage", None
            else:
                style, lines = self._texts.get(place, self._black)
                shade = self._shades.get(place)
                around = "" if shade is None else " " * self._pad
                yield x - len(around), f"{around}{lines[inner]}{around}", style, shade
                if inner == (self._high - 1) // 2:
                    yield x - self._pad - 1, self._marks_beside.get(place, ""), "sign", None

    def _centred(self, lines: Sequence[str]) -> list[str]:
        """Returns the lines of a cell with blanks around them."""
        above = (self._high - len(lines)) // 2
        lines = [*[""] * above, *lines, *[""] * (self._high - len(lines) - above)]
        rooms = [self._wide - len(line) for line in lines]
        return [" " * ((room + 1) // 2) + line + " " * (room // 2) for line, room in zip(lines, rooms, strict=True)]


def _cell_lines(style: str, mask: int, names: Sequence[str], pad: int) -> list[str]:
    """Returns the lines of a cell: a value, or a grid of candidates, each at its own place."""
    held = [name if mask >> index & 1 else "" for index, name in enumerate(names)]
    if style != "small":
        return ["·" if style == "open" else "/".join(filter(None, held))]
    wide, side = max(map(len, names)), isqrt(len(names) - 1) + 1
    apart = " " if pad or wide > 1 else ""
    rows = [held[first : first + side] for first in range(0, len(names), side)]
    lines = [apart.join(name.rjust(wide) for name in row) for row in rows]
    return [line.ljust(len(lines[0])) for line in lines]


def _strokes(shown: Pictured, around_cells: bool) -> tuple[dict[Position, Stroke], dict[Position, Stroke]]:
    """Returns the lines above places and those to their left; around cells only where these need them."""
    cage_of: dict[int | None, int] = {cell: number for number, cage in enumerate(shown.cages) for cell in cage.cells}

    def between(one: int | None, other: int | None) -> Stroke:
        cage = cage_of.get(one)
        same_cage = cage == cage_of.get(other)
        if shown.are_parted(one, other):
            return INSIDE_CAGE if same_cage and cage is not None else REGION
        if not same_cage:
            return CAGE
        return CELL if around_cells and one is not None else NONE

    above, beside = (defaultdict[Position, Stroke](lambda: NONE) for _ in range(2))
    for place, cell, upper, left in shown.edges():
        above[place], beside[place] = between(upper, cell), between(left, cell)
    return above, beside
