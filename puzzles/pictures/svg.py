"""A puzzle as an SVG picture: cells, regions, extra units, cages, clues of Kakuro, signs, lines, givens and values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from html import escape
from itertools import product
from math import atan2, degrees, hypot, isqrt
from textwrap import wrap

from ...reference.model.layout import Layout, Position
from ...reference.model.puzzle import values_in
from .colours import style
from .pictured import RuleLine, pictured

_MARGIN = 6

CELL = 48
"""The side of a cell."""

Point = tuple[float, float]
"""x and y."""

_NARROWEST_NOTE = 44
"""Words below a picture have at least so many characters in a line."""

_FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"

_DISC = '<circle class="paper" r="7"/>'

_RING = '<circle class="border-stroke" r="7" stroke-width="1.5"/>'

_ANGLE = '<path class="mark-stroke" d="M4 -6L-4 0L4 6" stroke-width="2.5" stroke-linecap="round"'

_LETTER = f'{_DISC}<text class="mark" y="5" font-size="14" font-weight="bold">{{}}</text>'

_MARKS = {
    "<": f"{_DISC}{_ANGLE}/>",
    ">": f'{_DISC}{_ANGLE} transform="rotate(180)"/>',
    "^": f'{_DISC}{_ANGLE} transform="rotate(90)"/>',
    "v": f'{_DISC}{_ANGLE} transform="rotate(270)"/>',
    "○": _DISC + _RING,
    "●": f'<circle class="border" r="7"/>{_RING}',
    "X": _LETTER.format("X"),
    "V": _LETTER.format("V"),
}
"""The drawing of each mark on the border of two neighbours; 0, 0 is in the middle."""


class SvgPicture:
    """The elements of one picture, in the order in which they cover each other."""

    def __init__(self, layout: Layout) -> None:
        self._layout, self._shown = layout, pictured(layout)
        self._rows, self._columns = self._shown.rows, self._shown.columns
        self._corners = [self._corner(place) for place in self._layout.positions]
        self.centres: list[Point] = [(x + CELL / 2, y + CELL / 2) for x, y in self._corners]
        self._parts: list[str] = []

    def text(self, theme: str, cells: Sequence[tuple[str, int]], names: Sequence[str], marked: Collection[int]) -> str:
        """Returns the text of the file; raises `OptionError` for an unknown theme."""
        layout, shown = self._layout, self._shown
        width, bottom = len(self._columns) * CELL + 2 * _MARGIN, len(self._rows) * CELL + 2 * _MARGIN
        # Lines of the kinds without a picture of their own look alike.
        notes = [line.in_words(layout) for line in shown.lines if line.kind == "line"] + shown.notes
        # A long line would make the whole picture small on a narrow page.
        most = max(_NARROWEST_NOTE, (width - 2 * _MARGIN) // 7)
        words = [line for note in notes for line in wrap(note, most)]
        width = max([width, *(2 * _MARGIN + 7 * len(line) for line in words)])
        height = bottom + (18 * len(words) + 8 if words else 0)
        self._parts.append(f"<title>{escape(layout.name)}</title><style>{style(theme)}</style>")
        self._add("rect", "paper", width=width, height=height)
        for cell in marked:
            self._square(self._corners[cell], "marked", fill_opacity=".3")
        self._shade()
        if shown.clues:
            self._add_black_cells()
        path = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in self._corners)
        self._add("path", "line-stroke", d=path, stroke_width=1)
        for line in shown.lines:
            if line.kind != "shade":
                self._add_line(line)
        self._add_borders()
        self._add_cages()
        self._add_marks()
        for cell, (kind, mask) in enumerate(cells):
            self._add_values(cell, kind, mask, names)
        for number, words_in_line in enumerate(words):
            y = bottom + 8 + 18 * number
            self._add("text", "small", escape(words_in_line), x=_MARGIN, y=y, font_size=12, text_anchor="start")
        # The style makes a picture shrink with a narrow page.
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="unitdoku-{theme}" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" style="max-width:100%;height:auto"'
            f' font-family="{_FONT}" text-anchor="middle" role="img">'
        )
        return "\n".join([head, *self._parts, "</svg>\n"])

    def _add(self, tag: str, kind: str, text: str = "", /, **attributes: float | str) -> None:
        """Adds an element of a class, perhaps none; `_` in names of attributes is `-`."""
        values = {"class": kind, **attributes} if kind else attributes
        written = [(name.replace("_", "-"), f"{of:g}" if isinstance(of, float) else of) for name, of in values.items()]
        opening = " ".join([tag, *(f'{name}="{value}"' for name, value in written)])
        self._parts.append(f"<{opening}/>" if not text else f"<{opening}>{text}</{tag}>")

    def _square(self, corner: tuple[int, int], kind: str, **attributes: float | str) -> None:
        self._add("rect", kind, x=corner[0], y=corner[1], width=CELL, height=CELL, **attributes)

    def _corner(self, place: Position) -> tuple[int, int]:
        """Returns x and y of the upper left corner of a place."""
        row, column = place
        return _MARGIN + (column - self._columns.start) * CELL, _MARGIN + (row - self._rows.start) * CELL

    def _shade(self) -> None:
        """Shades the cells of extra units, each unit in a colour of its own."""
        shaded = [line.cells for line in self._shown.lines if line.kind == "shade"]
        for number, cells in enumerate(shaded):
            colour = f"hsl({360 * number // len(shaded)},70%,50%)"
            for cell in cells:
                self._square(self._corners[cell], "", fill=colour, fill_opacity=".2")

    def _add_black_cells(self) -> None:
        for place in product(self._rows, self._columns):
            if self._layout.cell_at(*place) is not None:
                continue
            x, y = corner = self._corner(place)
            self._square(corner, "black")
            if place in self._shown.clues:
                down, across = self._shown.clues[place]
                self._add("path", "clue-stroke", d=f"M{x} {y}l{CELL} {CELL}", stroke_width=1)
                self._write("clue", down, x + 0.28 * CELL, y + 0.88 * CELL, 15)
                self._write("clue", across, x + 0.72 * CELL, y + 0.42 * CELL, 15)

    def _add_borders(self) -> None:
        """Draws thick lines around regions, and around the cells."""
        path = ""
        for place, cell, above, left in self._shown.edges():
            x, y = self._corner(place)
            if self._shown.are_parted(above, cell):
                path += f"M{x} {y}h{CELL}"
            if self._shown.are_parted(left, cell):
                path += f"M{x} {y}v{CELL}"
        self._add("path", "border-stroke", d=path, stroke_width=2.5, stroke_linecap="square")

    def _add_cages(self) -> None:
        for cage in self._shown.cages:
            path = inset({self._layout.positions[cell] for cell in cage.cells}, self._corner)
            self._add("path", "cage-stroke", d=path, stroke_width=1.3, stroke_dasharray="4 3")
            x, y = self._corners[min(cage.cells)]
            text = str(cage.total)
            self._add("rect", "paper", x=x + 3, y=y + 2, width=4 + 7 * len(text), height=13)
            self._write("cage", text, x + 5 + 3.5 * len(text), y + 13, 11)

    def _add_line(self, line: RuleLine) -> None:
        """Draws a thermometer with a bulb, an arrow from a circle, or a line for a diagonal or for other pairs."""
        points = [self.centres[cell] for cell in line.cells]
        width, opacity = {"thermometer": (12, 0.35), "arrow": (2.5, 0.9)}.get(line.kind, (5, 0.35))
        look: dict[str, float] = {"stroke_width": width, "stroke_opacity": opacity}
        if line.kind == "thermometer":
            self._circle("mark", points[0], 16.3, fill_opacity=".35")
        elif line.kind == "arrow":
            self._circle("mark-stroke", points[0], 20.2, stroke_width=2.5)
            points[0] = towards(points[0], points[1], CELL * 0.42)
            (from_x, from_y), (x, y) = points[-2:]
            turn = f"translate({x:g} {y:g}) rotate({degrees(atan2(y - from_y, x - from_x)):g})"
            self._add("path", "mark-stroke", d="M-8 -6L0 0L-8 6", **look, transform=turn)
        stroke = "extra-stroke" if line.kind == "diagonal" else "mark-stroke"
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        self._add("path", stroke, d=path, **look, stroke_linecap="round", stroke_linejoin="round")

    def _add_marks(self) -> None:
        """Draws signs, dots and letters on the borders of neighbours."""
        for (first, second), mark in self._shown.marks.items():
            (x, y), (other_x, other_y) = self.centres[first], self.centres[second]
            middle = f"translate({(x + other_x) / 2:g} {(y + other_y) / 2:g})"
            self._add("g", "", _MARKS[mark], transform=middle)

    def _add_values(self, cell: int, kind: str, mask: int, names: Sequence[str]) -> None:
        """Writes the value of a cell, or its candidates, each at its own place."""
        (x, y), (left, top) = self.centres[cell], self._corners[cell]
        if kind in ("given", "found"):
            self._write(kind, names[mask.bit_length() - 1], x, y + 9, 26, bold=kind == "given")
        elif kind == "small":
            side = isqrt(len(names) - 1) + 1
            step = (CELL - 10) / side
            size = max(4.0, min(12.0, step * 0.85))
            for value in values_in(mask):
                row, column = divmod(value - 1, side)
                at_x, at_y = left + 5 + (column + 0.5) * step, top + 7 + (row + 0.8) * step
                self._write("small", names[value - 1], at_x, at_y, size)

    def _circle(self, kind: str, centre: Point, radius: float, **attributes: float | str) -> None:
        self._add("circle", kind, cx=centre[0], cy=centre[1], r=radius, **attributes)

    def _write(self, kind: str, text: str, x: float, y: float, size: float, *, bold: bool = False) -> None:
        if len(text) > 2:
            size *= 2.4 / len(text)
        if text:
            weight: dict[str, float | str] = {"font_weight": "bold"} if bold else {}
            self._add("text", kind, escape(text), x=x, y=y, font_size=size, **weight)


# Paths: along a line between cells, and within the border of some cells.


def towards(start: Point, end: Point, far: float) -> Point:
    """Returns the point so far from the start on the way to the end."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + (end[0] - start[0]) * far / length, start[1] + (end[1] - start[1]) * far / length


def inset(inside: set[Position], corner: Callable[[Position], tuple[int, int]]) -> str:
    """Returns a path a little within the border of cells."""
    gap = 4
    path = ""
    for row, column in sorted(inside):
        x, y = corner((row, column))
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (row + down, column + right) in inside:
                continue
            ends = []
            for way in (-1, 1):
                beside = row + way * abs(right), column + way * abs(down)
                behind = beside[0] + down, beside[1] + right
                # Up to the next side, to the next cell, or to the side of the cell at the inner corner.
                ends.append(way * gap * ((behind in inside) - (beside not in inside)))
            if down:
                path += f"M{x + ends[0]} {y + (gap if down < 0 else CELL - gap)}H{x + CELL + ends[1]}"
            else:
                path += f"M{x + (gap if right < 0 else CELL - gap)} {y + ends[0]}V{y + CELL + ends[1]}"
    return path
