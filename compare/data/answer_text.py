"""The last grid in the text of a model: prose, tables, code, lists; any text is read, in linear time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...reference.layout import Layout

_OPEN = ".0_?*"
_BETWEEN = " \t|,;&[](){}<>\"'`+-=/\\"
"""What stands between cells, or makes a frame."""

_TAG = re.compile(r"<[^<>\n]{0,200}>")
_NONE = re.compile(r"\b(?:no (?:valid |possible )?(?:solution|answer)|unsolvable|not solvable|impossible|none)\b", re.I)
_TAIL = 2000
"""Characters at the end of a text in which it may say that there is no solution."""


def last_grid(text: str, layout: Layout, symbols: str | None = None) -> tuple[int, ...] | None:
    """Returns the value of each cell of the last grid in a text, 0 where it is open or no value of the layout.

    A grid is all cells in one line, or a line for each row; lines without cells, as frames have, may be between rows.
    Other characters end a row, and begin one: `Row 1: 5 3 4`. HTML tags count as blanks. Cells have one character up to
    nine values or where all are together; else numbers are also read. `symbols` stand for the values 1, 2 and so on.
    Returns None where there is no grid.
    """
    symbols = symbols or layout.symbols or ""
    text = _TAG.sub(" ", text).replace("**", " ").translate(_classes(symbols, layout.size))
    by_number = layout.size > 9
    widths = [len(row) for row in layout.rows]
    rows: list[list[str]] = []  # from the last one up
    for line in reversed(text.split("\n")):
        parts = [part for part in line.split("!") if part and not part.isspace()]
        if not parts:
            if line.strip():
                rows.clear()
            continue
        whole = _last_of(parts, layout.cell_count, by_number)
        if whole is not None:
            return tuple(_value(cell, symbols, layout) for cell in whole)
        row = _last_of(parts, widths[-1 - len(rows)], by_number)
        if row is None and rows:
            rows.clear()
            row = _last_of(parts, widths[-1], by_number)
        if row is not None:
            rows.append(row)
            if len(rows) == len(widths):
                return tuple(_value(cell, symbols, layout) for row in reversed(rows) for cell in row)
    return None


def says_none(text: str) -> bool:
    """Whether a text says that there is no solution."""
    return _NONE.search(text[-_TAIL:]) is not None


def _last_of(parts: Sequence[str], count: int, by_number: bool) -> list[str] | None:
    """Returns the cells of the last part that has exactly so many."""
    for part in reversed(parts):
        together = part.replace(" ", "")
        for cells in (part.split(), together) if by_number else (together,):
            found = len(cells)
            if found < count or found > count + 2:
                continue
            if found == count + 1 and cells[-1] == ".":
                return list(cells[:-1])  # the end of a sentence
            if found == count + 2 and cells[1] == ".":
                return list(cells[2:])  # the number of an item
            if found == count:
                return list(cells)
    return None


def _value(cell: str, symbols: str, layout: Layout) -> int:
    if len(cell) == 1 and cell in symbols:
        return symbols.index(cell) + 1
    value = int(cell) + 1 - layout.first_value if cell.isdecimal() and len(cell) < 6 else 0
    return value if 1 <= value <= layout.size else 0


class _Classes(dict[int, str]):
    """Cells stay, marks of open cells become dots, what is between cells a blank, all else an exclamation mark."""

    def __init__(self, symbols: str, size: int) -> None:
        marks = dict.fromkeys(_BETWEEN, " ") | dict.fromkeys(_OPEN, ".")
        marks |= {mark: mark for mark in ("\n", *symbols, *("0123456789" if size > 9 else "123456789"))}
        super().__init__({ord(mark): stands for mark, stands in marks.items()})

    def __missing__(self, _: int) -> str:
        return "!"


_classes = lru_cache(maxsize=16)(_Classes)
