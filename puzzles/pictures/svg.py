"""A puzzle as an SVG picture: cells, regions, extra units, cages, clues of Kakuro, signs, lines, givens and values."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from itertools import pairwise
from math import atan2, degrees
from textwrap import wrap

from ...reference.errors import PuzzleError
from ...reference.grid import Grid
from ...reference.layouts.relations import SIGNS
from ...reference.pencil_marks import pencil_marks
from ...reference.puzzle import Puzzle, values_in
from .adjacencies import adjacencies, curve
from .block_frames import regions
from .extra_units import extra_units, is_diagonal
from .notes import line_in_words, notes
from .outlines import CELL, Place, inset, towards
from .palette import style
from .pictured import Pictured, clues_of, pictured
from .rule_lines import rule_lines

_MARGIN = 6
MOST_CELLS = 10_000
"""A picture has at most so many cells."""

_NARROWEST_NOTE = 44
"""Words below a picture have at least so many characters in a line."""
_FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"


def svg(
    puzzle: Puzzle,
    solution: Grid | None = None,
    *,
    candidates: bool = False,
    theme: str = "auto",
    marked: Collection[int] = (),
    symbols: str | None = None,
) -> str:
    """Returns the picture of a puzzle as the text of an SVG file.

    Givens are bold. With a `solution` its values stand in the other cells; with `candidates` open cells have small
    digits for what they may still hold beside the givens. `marked` cells, by their index, have a red ground.
    `symbols` stand for the values, one for each. Units that are neither lines nor regions are shaded, diagonals are
    lines. Rules that have no picture stand below it in words.
    `theme` is `light`, `dark`, or `auto`, which follows the page. Raises `PuzzleError` for more than 10,000 cells,
    `OptionError` for an unknown theme.
    """
    return _Picture(puzzle, solution, candidates, marked, symbols).text(theme)


class _Picture:
    def __init__(
        self,
        puzzle: Puzzle,
        solution: Grid | None,
        candidates: bool,
        marked: Collection[int],
        symbols: str | None,
    ) -> None:
        layout = puzzle.layout
        if layout.cell_count > MOST_CELLS:
            raise PuzzleError(f"a picture has at most {MOST_CELLS} cells, but {layout.name} has {layout.cell_count}")
        self._puzzle, self._layout = puzzle, layout
        self._solution, self._candidates, self._marked = solution, candidates, marked
        self._names = symbols or [str(layout.number(value)) for value in range(1, layout.size + 1)]
        self._shown: Pictured = pictured(layout)
        self._lines = rule_lines(layout, self._shown)
        self._clues = clues_of(layout, self._shown.runs)
        self._edges = adjacencies(layout)
        places = [*layout.positions, *self._clues]
        self._top = min(row for row, _ in places)
        self._left = min(column for _, column in places)
        self._rows = max(row for row, _ in places) - self._top + 1
        self._columns = max(column for _, column in places) - self._left + 1
        self._parts: list[str] = []

    def text(self, theme: str) -> str:
        width = self._columns * CELL + 2 * _MARGIN
        # A long line would make the whole picture small on a narrow page.
        most = max(_NARROWEST_NOTE, (width - 2 * _MARGIN) // 7)
        # Lines of the kinds without a picture of their own look alike.
        said = [line_in_words(self._layout, line) for line in self._lines if line.kind == "line"]
        said += notes(self._layout, self._shown, self._lines)
        words = [line for note in said for line in wrap(note, most)]
        below = 18 * len(words) + (8 if words else 0)
        height = self._rows * CELL + 2 * _MARGIN + below
        if words:
            width = max(width, 2 * _MARGIN + max(7 * len(note) for note in words))
        # The style makes a picture shrink with a narrow page.
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="unitdoku-{theme}" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" style="max-width:100%;height:auto"'
            f' font-family="{_FONT}" text-anchor="middle" role="img">'
        )
        self._add(f"<title>{escape(self._layout.name)}</title><style>{style(theme)}</style>")
        self._add(f'<rect class="paper" width="{width}" height="{height}"/>')
        self._marks()
        self._shading()
        self._black_cells()
        if self._edges:
            self._graph()
        else:
            self._cell_lines()
        self._lines_of_rules()
        if not self._edges:
            self._borders()
        self._cages()
        self._signs()
        self._between()
        self._values()
        for number, note in enumerate(words):
            y = self._rows * CELL + 2 * _MARGIN + 8 + 18 * number
            self._add(
                f'<text class="small" x="{_MARGIN}" y="{y}" font-size="12" text-anchor="start">{escape(note)}</text>'
            )
        return "\n".join([head, *self._parts, "</svg>\n"])

    def _add(self, part: str) -> None:
        self._parts.append(part)

    def _corner(self, place: Place) -> tuple[int, int]:
        """Returns x and y of the upper left corner of a place."""
        row, column = place
        return _MARGIN + (column - self._left) * CELL, _MARGIN + (row - self._top) * CELL

    def _centre(self, cell: int) -> tuple[float, float]:
        x, y = self._corner(self._layout.positions[cell])
        return x + CELL / 2, y + CELL / 2

    def _marks(self) -> None:
        for cell in self._marked:
            x, y = self._corner(self._layout.positions[cell])
            self._add(f'<rect class="marked" x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill-opacity=".3"/>')

    def _shading(self) -> None:
        """Shades the cells of units that are neither lines nor regions, and draws diagonals."""
        shaded = extra_units(self._layout, self._shown.cages)
        for number, unit in enumerate(shaded):
            if is_diagonal(self._layout, unit):
                (x, y), (end_x, end_y) = self._centre(unit.cells[0]), self._centre(unit.cells[-1])
                self._add(
                    f'<path class="extra-stroke" d="M{x:g} {y:g}L{end_x:g} {end_y:g}"'
                    ' stroke-width="5" stroke-opacity=".35"/>'
                )
                continue
            turn = 360 * number // len(shaded)
            for cell in unit.cells:
                x, y = self._corner(self._layout.positions[cell])
                colour = f"hsl({turn},70%,50%)"
                self._add(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}" fill-opacity=".2"/>')

    def _black_cells(self) -> None:
        if not self._clues:
            return
        for row in range(self._top, self._top + self._rows):
            for column in range(self._left, self._left + self._columns):
                if row >= 0 and column >= 0 and self._layout.cell_at(row, column) is not None:
                    continue
                x, y = self._corner((row, column))
                self._add(f'<rect class="black" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>')
                down, across = self._clues.get((row, column), ("", ""))
                if down or across:
                    self._add(f'<path class="clue-stroke" d="M{x} {y}l{CELL} {CELL}" stroke-width="1"/>')
                for text, dx, dy in ((down, 0.28, 0.88), (across, 0.72, 0.42)):
                    if text:
                        self._text("clue", text, x + dx * CELL, y + dy * CELL, 15)

    def _cell_lines(self) -> None:
        path = "".join("M{} {}h{c}v{c}h-{c}z".format(*self._corner(place), c=CELL) for place in self._layout.positions)
        self._add(f'<path class="line-stroke" d="{path}" stroke-width="1"/>')

    def _graph(self) -> None:
        """Draws circles for cells, and lines between those that differ."""
        for pair in self._edges:
            path = curve(self._layout, pair, self._centre(pair[0]), self._centre(pair[1]), CELL / 2)
            self._add(f'<path class="line-stroke" d="{path}" stroke-width="2"/>')
        for x, y in map(self._centre, range(self._layout.cell_count)):
            for kind in ("paper", "border-stroke"):
                self._add(f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{CELL * 0.36:.1f}" stroke-width="2"/>')

    def _borders(self) -> None:
        """Draws thick lines around regions, and around the cells."""
        layout, of_cell = self._layout, regions(self._layout)
        path = ""
        for cell, (row, column) in enumerate(layout.positions):
            x, y = self._corner((row, column))
            for other, line in (
                ((row - 1, column), f"M{x} {y}h{CELL}"),
                ((row + 1, column), f"M{x} {y + CELL}h{CELL}"),
                ((row, column - 1), f"M{x} {y}v{CELL}"),
                ((row, column + 1), f"M{x + CELL} {y}v{CELL}"),
            ):
                neighbour = layout.cell_at(*other) if min(other) >= 0 else None
                if neighbour is None or of_cell[neighbour] != of_cell[cell]:
                    path += line
        self._add(f'<path class="border-stroke" d="{path}" stroke-width="2.5" stroke-linecap="square"/>')

    def _cages(self) -> None:
        for cage in self._shown.cages:
            inside = {self._layout.positions[cell] for cell in cage.cells}
            self._add(
                f'<path class="cage-stroke" d="{inset(inside, self._corner)}" stroke-width="1.3"'
                ' stroke-dasharray="4 3"/>'
            )
            x, y = self._corner(self._layout.positions[min(cage.cells)])
            text = str(cage.total)
            self._add(f'<rect class="paper" x="{x + 3}" y="{y + 2}" width="{4 + 7 * len(text)}" height="13"/>')
            self._text("cage", text, x + 5 + 3.5 * len(text), y + 13, 11)

    def _lines_of_rules(self) -> None:
        """Draws thermometers with a bulb, arrows from a circle, and lines for other pairs."""
        for line in self._lines:
            x, y = self._centre(line.cells[0])
            if line.kind == "thermometer":
                self._add(f'<circle class="mark" cx="{x:g}" cy="{y:g}" r="{CELL * 0.34:.1f}" fill-opacity=".35"/>')
                self._polyline(line.cells, 12, 0.35)
            elif line.kind == "arrow":
                self._add(
                    f'<circle class="mark-stroke" cx="{x:g}" cy="{y:g}" r="{CELL * 0.42:.1f}" stroke-width="2.5"/>'
                )
                self._polyline(line.cells, 2.5, 0.9, arrow=True)
            elif line.kind in SIGNS:
                continue  # over the borders
            else:
                self._polyline(line.cells, 5, 0.35)

    def _polyline(self, cells: Sequence[int], width: float, opacity: float, *, arrow: bool = False) -> None:
        places = [*map(self._centre, cells)]
        if arrow:
            places[0] = towards(places[0], places[1], CELL * 0.42)
        points = "L".join(f"{x:g} {y:g}" for x, y in places)
        if arrow:
            (x, y), (from_x, from_y) = places[-1], places[-2]
            turn = degrees(atan2(y - from_y, x - from_x))
            self._add(
                f'<path class="mark-stroke" d="M-8 -6L0 0L-8 6" stroke-width="{width}" stroke-opacity="{opacity}"'
                f' transform="translate({x:g} {y:g}) rotate({turn:g})"/>'
            )
        self._add(
            f'<path class="mark-stroke" d="M{points}" stroke-width="{width}" stroke-opacity="{opacity}"'
            ' stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def _between(self) -> None:
        """Draws dots and letters on the borders of neighbours."""
        for line in self._lines:
            if line.kind not in SIGNS:
                continue
            for (x, y), (other_x, other_y) in pairwise(map(self._centre, line.cells)):
                middle_x, middle_y = (x + other_x) / 2, (y + other_y) / 2
                inside = "border" if line.kind == "black dot" else "paper"
                self._add(f'<circle class="{inside}" cx="{middle_x:g}" cy="{middle_y:g}" r="7"/>')
                if line.kind in ("X", "V"):
                    self._text("mark", line.kind, middle_x, middle_y + 5, 14, bold=True)
                else:
                    outline = f'class="border-stroke" cx="{middle_x:g}" cy="{middle_y:g}" r="7" stroke-width="1.5"'
                    self._add(f"<circle {outline}/>")

    def _signs(self) -> None:
        for (first, second), sign in self._shown.signs.items():
            if any({first, second} <= set(line.cells) for line in self._lines):
                continue
            (x, y), (other_x, other_y) = self._centre(first), self._centre(second)
            middle_x, middle_y = (x + other_x) / 2, (y + other_y) / 2
            turn = {"<": 0, ">": 180, "^": 90, "v": 270}[sign]
            self._add(
                f'<g transform="translate({middle_x:g} {middle_y:g}) rotate({turn})">'
                '<circle class="paper" r="7"/>'
                '<path class="mark-stroke" d="M4 -6L-4 0L4 6" stroke-width="2.5" stroke-linecap="round"/></g>'
            )

    def _values(self) -> None:
        layout, givens = self._layout, self._puzzle.givens
        for cell, mask in enumerate(pencil_marks(self._puzzle) if self._candidates else self._puzzle.candidates):
            x, y = self._centre(cell)
            if cell in givens:
                self._text("given", self._names[givens[cell] - 1], x, y + 9, 26, bold=True)
            elif self._solution is not None:
                self._text("found", self._names[self._solution[cell] - 1], x, y + 9, 26)
            elif self._candidates or mask != layout.all_values:
                self._small(cell, mask)

    def _small(self, cell: int, mask: int) -> None:
        """Writes the candidates of a cell, each at its own place."""
        layout = self._layout
        side = next(side for side in range(1, 13) if side * side >= layout.size)
        x, y = self._corner(layout.positions[cell])
        step = (CELL - 10) / side
        size = max(4.0, min(12.0, step * 0.85))
        for value in values_in(mask):
            row, column = divmod(value - 1, side)
            at_x, at_y = x + 5 + (column + 0.5) * step, y + 7 + (row + 0.8) * step
            self._text("small", self._names[value - 1], at_x, at_y, size)

    def _text(self, kind: str, text: str, x: float, y: float, size: float, *, bold: bool = False) -> None:
        weight = ' font-weight="bold"' if bold else ""
        if len(text) > 2:
            size *= 2.4 / len(text)
        self._add(f'<text class="{kind}" x="{x:g}" y="{y:g}" font-size="{size:g}"{weight}>{escape(text)}</text>')
