"""Pictures of layouts with sums and pairs: lines around cages with their totals, and around blocks.

Cages are found in the layout, as sums over the cells of a unit; nothing else is kept for pictures. What has no place in
the frames stands in lines below them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..layout import Layout
from ..pair import Pair
from .block_frames import framed, regions

_MOST_LINES = 12
"""Rules that are listed below a picture; the others are counted."""

_WIDEST = 9
"""Characters of a cell in a picture; a longer list of candidates stands below."""


class Cage(NamedTuple):
    """A total of different values, as pictures show it."""

    cells: tuple[int, ...]
    total: int


class Pictured(NamedTuple):
    """What a picture shows of the sums and pairs of a layout."""

    cages: list[Cage]
    """Connected ones; no two have a cell in common."""
    runs: list[Cage]
    """Clues of Kakuro: cages in one row or column, with a free place before the first cell."""
    signs: dict[tuple[int, int], str]
    """Two cells side by side or below each other, and `<`, `>`, `^` or `v` between them."""
    lines: list[str]
    """The other rules in words."""


def pictured(layout: Layout) -> Pictured:
    """Returns how the sums and pairs of a layout are shown."""
    cages: list[Cage] = []
    runs: list[Cage] = []
    lines: list[str] = []
    signs: dict[tuple[int, int], str] = {}
    taken: set[int] = set()
    units = {frozenset(unit.cells) for unit in layout.units if not unit.repeatable}
    is_grid = layout.is_square
    for each in layout.sums:
        plain = each.relation == "=" and each.coefficients is None and frozenset(each.cells) in units
        if plain and not is_grid and _is_run(layout, each.cells):
            runs.append(Cage(each.cells, each.total))
        elif plain and taken.isdisjoint(each.cells) and _is_connected(layout, each.cells):
            cages.append(Cage(each.cells, each.total))
            taken.update(each.cells)
        else:
            lines.append(f"{each.name}: {each.written(layout.labels)} {each.relation} {each.total}")
    for pair in layout.pairs:
        sign = _sign(pair, layout)
        if sign:
            first, second = sorted(pair.cells)
            signs[first, second] = sign
        else:
            lines.append(f"{pair.name}: {' '.join(layout.labels[cell] for cell in pair.cells)}")
    return Pictured(cages, runs, signs, lines)


def with_frames(layout: Layout, cells: Sequence[str]) -> str:
    r"""Returns the texts of the cells as a picture of several lines, with the sums and pairs of the layout.

    Lines are drawn between cells of different cages, and between cells of different blocks that are in no cage. The
    total of a cage stands in its first cell; those of runs stand before their first cells, `DOWN\` and `\ACROSS`. Other
    rules are listed below, and lists of candidates that are too long.
    """
    shown = pictured(layout)
    long = [f"{label}: {text}" for label, text in zip(layout.labels, cells, strict=True) if len(text) > _WIDEST]
    cells = ["." if len(text) > _WIDEST else text for text in cells]
    clues = clues_of(layout, shown.runs)
    if clues:
        picture = _with_clues(layout, cells, clues)
    elif shown.cages or shown.signs:
        picture = _framed_cells(layout, cells, shown)
    else:
        picture = iter([framed(layout, cells)])
    return "\n".join([*picture, *_below(long, "more cells"), *_below(shown.lines, "more rules")])


def _below(lines: Sequence[str], what: str) -> Iterator[str]:
    yield from lines[:_MOST_LINES]
    if len(lines) > _MOST_LINES:
        yield f"... and {len(lines) - _MOST_LINES} {what}"


def clues_of(layout: Layout, runs: Sequence[Cage]) -> dict[tuple[int, int], list[str]]:
    """Returns by row and column of a black cell the totals below it and to its right."""
    clues: dict[tuple[int, int], list[str]] = {}
    for run in runs:
        row, column = layout.positions[run.cells[0]]
        down, across = (row - 1, column), (row, column - 1)
        # A run of one cell may go either way: the first of two goes down.
        goes_down = _is_down(layout, run.cells) or (len(run.cells) == 1 and not clues.get(down, [""])[0])
        clues.setdefault(down if goes_down else across, ["", ""])[0 if goes_down else 1] = str(run.total)
    return clues


def _with_clues(layout: Layout, cells: Sequence[str], clues: dict[tuple[int, int], list[str]]) -> Iterator[str]:
    top, left = min(0, *(row for row, _ in clues)), min(0, *(column for _, column in clues))
    last = max(column for _, column in layout.positions)
    texts = {place: "\\".join(totals) for place, totals in clues.items()}
    width = max(len(text) for text in (*texts.values(), *cells))
    for row in range(top, layout.positions[-1][0] + 1):
        words = []
        for column in range(left, last + 1):
            cell = layout.cell_at(row, column) if row >= 0 and column >= 0 else None
            words.append((texts.get((row, column), "#") if cell is None else cells[cell]).rjust(width))
        yield " ".join(words).rstrip()


def _framed_cells(layout: Layout, cells: Sequence[str], shown: Pictured) -> Iterator[str]:
    totals = {min(cage.cells): str(cage.total) for cage in shown.cages}
    wide = max(map(len, cells))
    # Room for the total and the value, with a blank between and around them, or a sign at the right.
    inner = max((len(total) for total in totals.values()), default=0) + wide + (1 if totals else 2)
    of_cell = _regions(layout, shown.cages)
    rows, columns = layout.positions[-1][0] + 1, max(column for _, column in layout.positions) + 1

    def at(row: int, column: int) -> int | None:
        return layout.cell_at(row, column) if row >= 0 and column >= 0 else None

    def divides(one: int | None, other: int | None) -> bool:
        if one is None or other is None:
            return one is not other
        return of_cell[one] != of_cell[other]

    for row in range(rows + 1):
        line = ""
        for column in range(columns + 1):
            above, below = at(row - 1, column), at(row, column)
            around = (
                divides(at(row - 1, column - 1), above),
                divides(at(row, column - 1), below),
                divides(at(row - 1, column - 1), at(row, column - 1)),
                divides(above, below),
            )
            line += _CORNERS[around]
            if column < columns:
                sign = shown.signs.get((above, below)) if above is not None and below is not None else None
                line += (sign or ("-" if around[3] else " ")).center(inner, "-" if around[3] else " ")
        yield line.rstrip()
        if row == rows:
            return
        line = ""
        for column in range(columns + 1):
            left, here = at(row, column - 1), at(row, column)
            sign = shown.signs.get((left, here)) if left is not None and here is not None else None
            line += sign or ("|" if divides(left, here) else " ")
            if column < columns:
                total = "" if here is None else totals.get(here, "")
                text = "" if here is None else cells[here]
                line += total + (text.rjust(inner - len(total)) if totals else text.center(inner))
        yield line.rstrip()


_CORNERS = {
    (up, down, left, right): "+"
    if (up or down) and (left or right)
    else "|"
    if up or down
    else "-"
    if left or right
    else " "
    for up in (False, True)
    for down in (False, True)
    for left in (False, True)
    for right in (False, True)
}


def _regions(layout: Layout, cages: Sequence[Cage]) -> list[object]:
    """Returns for each cell its cage, or its block where it is in none."""
    found: list[object] = [("block", block) for block in regions(layout)]
    for number, cage in enumerate(cages):
        for cell in cage.cells:
            found[cell] = number
    return found


def _is_connected(layout: Layout, cells: Sequence[int]) -> bool:
    places = {layout.positions[cell] for cell in cells}
    reached = [layout.positions[cells[0]]]
    places.discard(reached[0])
    for row, column in reached:
        for place in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if place in places:
                places.discard(place)
                reached.append(place)
    return not places


def _is_down(layout: Layout, cells: Sequence[int]) -> bool:
    return layout.positions[cells[0]][0] != layout.positions[cells[-1]][0]


def _is_run(layout: Layout, cells: Sequence[int]) -> bool:
    """Whether cells are neighbours in one row or column, from its first one on, with no other before and behind."""
    step = (1, 0) if _is_down(layout, cells) else (0, 1)
    row, column = layout.positions[cells[0]]
    places = [(row + step[0] * each, column + step[1] * each) for each in range(-1, len(cells) + 1)]
    ends = (places[0], places[-1])
    inner = [layout.positions[cell] for cell in cells]
    return inner == places[1:-1] and all(min(end) < 0 or layout.cell_at(*end) is None for end in ends)


def _sign(pair: Pair, layout: Layout) -> str | None:
    """Returns the sign between two neighbouring cells of which one is smaller; None for another rule."""
    first, second = sorted(pair.cells)
    (row, column), (other_row, other_column) = layout.positions[first], layout.positions[second]
    beside = (row, column + 1) == (other_row, other_column)
    if not beside and (row + 1, column) != (other_row, other_column):
        return None
    values = range(1, layout.size + 1)
    rising = {(one, other) for one in values for other in values if one < other}
    allowed = {each if pair.cells[0] == first else each[::-1] for each in pair.allowed}
    if allowed == rising:
        return "<" if beside else "^"
    return (">" if beside else "v") if allowed == {each[::-1] for each in rising} else None
