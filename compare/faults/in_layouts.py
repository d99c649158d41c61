"""Faults in the builders of layouts."""

from __future__ import annotations

from ...reference.layouts import names
from ...reference.layouts.chess import anti_knight
from .fault import entry, line, value

_CLASSIC = "reference.layouts.classic:classic"
_DIAGONAL = "reference.layouts.diagonal:diagonal"
_OVERLAPPING = "reference.layouts.overlapping:overlapping"

FAULTS = (
    line(
        "Latin squares: columns go down aslant",
        "reference.layouts.latin:latin",
        "range(number, size * size, size))",
        "range(number, size * size, size + 1))",
    ),
    line("Latin squares: no columns", "reference.layouts.latin:latin", "(*rows, *columns)", "(*rows,)"),
    line(
        "blocks are as wide as they are tall",
        _CLASSIC,
        "for left in range(0, size, columns)",
        "for left in range(0, size, rows)",
    ),
    line(
        "blocks have their sides swapped",
        _CLASSIC,
        "for row in range(rows) for column in range(columns)",
        "for row in range(columns) for column in range(rows)",
    ),
    line(
        "blocks are tall rather than wide",
        "reference.layouts.classic:_block_for",
        "return rows, size // rows",
        "return size // rows, rows",
    ),
    line("the anti-diagonal is the main one again", _DIAGONAL, "(line, size - 1 - line)", "(line, line)"),
    line("the main diagonal is one column off", _DIAGONAL, "(line, line)", "(line, (line + 1) % size)"),
    line("one diagonal is left out", _DIAGONAL, "units = [down, up]", "units = [down]"),
    line(
        "windows stand where blocks do", "reference.layouts.windoku:windoku", "1 + (side + 1) * number", "side * number"
    ),
    line(
        "windows stand without a gap",
        "reference.layouts.windoku:windoku",
        "1 + (side + 1) * number",
        "1 + side * number",
    ),
    line(
        "disjoint groups are the blocks again",
        "reference.layouts.disjoint_groups:disjoint_groups",
        "groups[row % rows, column % columns]",
        "groups[row // rows % rows, column // columns % columns]",
    ),
    value("a knight has half of its moves", "reference.layouts.chess:_KNIGHT", ((1, -2), (1, 2))),
    value("a king makes no step aslant", "reference.layouts.chess:_KING", ((0, 1), (1, 0))),
    entry("anti-king is anti-knight", "reference.layouts.names:EXTRAS", lambda: names.EXTRAS, "anti-king", anti_knight),
    line(
        "units of two that say nothing new",
        "reference.layouts.chess:_pairs",
        "is not None and other not in base.peers[cell]",
        "is not None",
        shows_in_answers=False,
    ),
    line(
        "regions are read column by column",
        "reference.layouts.jigsaw:jigsaw",
        ".append(cell)",
        ".append(cell % size * size + cell // size)",
    ),
    line(
        "regions are rows again",
        "reference.layouts.jigsaw:jigsaw",
        "members.setdefault(region, []).append(cell)",
        "members.setdefault(cell // size, []).append(cell)",
    ),
    line(
        "grids that overlap do not share their cells",
        _OVERLAPPING,
        "units.setdefault(frozenset(cells)",
        "units.setdefault(frozenset(unit.cells)",
    ),
    line("corners are column and row", _OVERLAPPING, "(top + row, left + column)", "(left + row, top + column)"),
    line(
        "a unit that two grids share is there twice",
        _OVERLAPPING,
        "units.setdefault(frozenset(cells)",
        "units.setdefault(frozenset([*cells, -number])",
        shows_in_answers=False,
    ),
    value(
        "samurai: a grid one column off",
        "reference.layouts.overlapping:_SAMURAI",
        ((0, 0), (0, 12), (6, 7), (12, 0), (12, 12)),
    ),
    line("a shape is columns and rows", "reference.layouts.from_units:from_units", "else shape", "else shape[::-1]"),
    line(
        "units that are added replace those before",
        "reference.layout:Layout.__add__",
        "units=self.units + added",
        "units=added",
    ),
)
