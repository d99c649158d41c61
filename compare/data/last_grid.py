"""Reads the answer of a language model: the last grid in its text, or the statement that there is no solution.

NumPy classifies each byte and splits the text into tokens, so that the time is linear in its length for any text.
Words, the signs `:`, `=` and `#`, and ends of lines part the tokens into pieces; a grid is one piece, or several rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from math import prod
from typing import Any, NamedTuple, TypeAlias

from ...encoders.naming.optional_packages import numpy as np
from ...puzzles.pictures.pictured import pictured, value_names
from ...puzzles.pictures.text import TextPicture, in_ascii
from ...puzzles.text.parse import check_symbols
from ...reference.model.layout import Layout, cached

MOST_READ = 2**24
"""Characters that are read, from the end of a text: the answer is there."""

_MOST_GRIDS = 200
"""Grids with open cells, from the end of a text, after which no complete one is looked for."""

_WINDOW, _OVERLAP = 2**20, 2**16
"""Bytes that are read at once, from the end, and those that are read again with the bytes before them. No grid in text
takes more than the overlap, or 64 bytes for each cell."""

_BLANK, _CELL, _WORD, _COLON, _LINE = 0, 1, 2, 4, 8
"""Classes of bytes, as flags."""

_OPEN = "._?0"
"""Characters of an open cell. The star is none: models mark cells by `**5**`."""

_MARKUP = re.compile(rb"(?:<[a-zA-Z/!][^<>]*>|\\[a-z]{1,12}|&#?\w{2,8};){1,64}")
"""Tags and entities, and commands of LaTeX; also a line end of JSON within a text (`\\n`)."""

_STROKES = re.compile(
    rb"(?:\xe2(?:[\x94\x95\x9c][\x80-\xbf]|\x80[\x80-\x8b\xa8\xa9]|\x83\xa3)|\xc2\xa0|\xe3\x80\x80"
    rb"|\xef(?:\xbd\x9c|\xb8\x8f)){1,64}"
)
"""Strokes of frames, ticks, blanks and the keys around digits of emoji, that are not ASCII."""

_CHECK = re.compile(
    rb"(?:^|\n)(?![^\n]*\b(?:row|code|grid|answer|final|solution|solved|puzzle))[^\n]*"
    rb"\b(?:col(?:umn)?s?|box(?:es)?|blocks?|regions?)(?![a-z])[^\n]*\W*$",
    re.I,
)
"""What stands before a row that repeats a grid to check it: `Column 1: 5 6 1`, or `Boxes:` in the line above."""

_BEFORE_CHECK = 64
"""Bytes before a row in which that is looked for."""

_NONE = re.compile(
    rb"\b(?:no (?:valid |possible )?solutions?(?! other| but| besides| except)\b|unsolvable|unsat(?:isfiable)?"
    rb"|not solvable|(?:cannot|can't) be solved|impossible|infeasible)\b|\bnone\W{0,9}$",
    re.I,
)

_COLOURS = re.compile(r"\x1b\[[\d;:]*m")
"""Escape sequences of colours."""

_MOST_DRAWN = 2500
"""Cells of the rectangle in which a layout lies. Larger pictures are not recognised: to draw one takes seconds."""

_Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


class Answer(NamedTuple):
    """What a text answers."""

    values: tuple[object, ...] | None = None
    """The last grid: a value (from 1) for each cell, None for an open one, anything else as it stands; or None."""
    none: bool = False
    """Whether the text says that there is no solution, and no complete grid follows."""


def read_last_grid(text: str, layout: Layout, symbols: str | None = None) -> Answer:
    """Returns the last grid in a text, and whether the text says that there is no solution; raises nothing for a text.

    A grid has exactly one token or character for each cell: in one piece, as rows of the layout, in a table with or
    without frame, numbers and names of rows, notes behind rows, in a JSON list, in a code block, in HTML, in a picture
    of `draw_text`. Other lengths are no grid. A grid with open cells, and columns or blocks that are listed to check a
    grid, count only where the text has no other complete grid. Values are numbers as the layout counts them, or
    `symbols`, one character for each, in either case of letters if all have the same; full-width digits are digits. An
    open cell is `.`, `_`, `?`, or `0` where that is no value. What says that there is none stands in the first or the
    last line, or, where the grid is complete, in the first or the last line after it: "no solution", "none".
    """
    text = _COLOURS.sub("", text[-MOST_READ:])
    for picture in _pictures(layout, symbols):
        text = picture.sub(lambda found: " ".join(found.groups()), text)
    data = text.encode("utf-8", "replace")
    if not data.isascii():
        for digit in range(10):
            data = data.replace(chr(0xFF10 + digit).encode(), str(digit).encode())
        data = _STROKES.sub(b" ", data)
    if any(mark in data for mark in (b"<", b"\\", b"&")):
        data = _MARKUP.sub(b" ", data)
    data = data.replace(b"->", b"=")
    readings = [data]
    if symbols is not None:
        check_symbols(symbols, layout)
        readings.append(data.upper() if symbols.isupper() else data.lower())
    known = _values(layout, symbols)
    last = None
    for reading in readings:
        for cells, end in islice(_grids(reading, layout, symbols), _MOST_GRIDS):
            # The last cell of a sentence has a full stop.
            values = tuple([known.get(cell, known.get(cell.rstrip(".") or ".", cell[:20])) for cell in cells])
            if None not in values:
                return Answer(values, _says_none(data[end:]))
            last = last or values
    return Answer(last, _says_none(data))


@cached(64)
def _pictures(layout: Layout, symbols: str | None) -> list[re.Pattern[str]]:
    """Returns a pattern for each form of `draw_text`, with a group for each cell; none of a layout of units alone.

    Totals of cages, clues and marks between cells would be read as values, and lines of marks as words.
    """
    cells = prod(1 + max(ends, default=0) for ends in zip(*layout.positions, strict=True))
    is_drawn = layout.has_other_rules and cells <= _MOST_DRAWN
    names = value_names(layout, symbols) if is_drawn else ()
    found = []
    for pad, width in product((0, 1), {*map(len, names)}):
        picture = TextPicture(pictured(layout), [("given", 1)] * layout.cell_count, ["\0" * width], pad, ())
        drawn = "\n".join(picture.lines(color=False))
        for form in map(re.escape, (drawn, in_ascii(drawn))):
            lines = form.replace("\0" * width, f"(.{{{width}}})").split("\\\n")
            found.append(re.compile(r"[ \t\r]*\n".join(lines)))
    return found


def _says_none(data: bytes) -> bool:
    first = data.lstrip()[:200].partition(b"\n")[0]
    last = data.rstrip(b" \t\r\n`*_|#-=>})]$.\"'")[-200:].rpartition(b"\n")[2]
    return any(_NONE.search(line.rstrip()) for line in (first, last))


@cached(64)
def _values(layout: Layout, symbols: str | None) -> dict[str, int | None]:
    """Returns the value of each text of a cell, also with zeros before it; None for one that means an open cell."""
    marks = _OPEN if layout.first_value > 0 else _OPEN.replace("0", "")
    known = dict.fromkeys(marks) | {name: value for value, name in enumerate(value_names(layout, symbols), start=1)}
    return {text.zfill(width): value for text, value in known.items() for width in (1, 2, 3)}


@cached(64)
def _table(layout: Layout, symbols: str | None) -> bytes:
    """Returns the class of each byte; bytes of other scripts are words."""
    signs = "0123456789" + _OPEN + (symbols or "") + ("-" if layout.first_value < 0 else "")
    classes = dict.fromkeys(b":=#", _COLON) | {ord("\n"): _LINE} | {ord(sign): _CELL for sign in signs}
    return bytes([classes.get(code, _WORD if code > 127 or chr(code).isalpha() else _BLANK) for code in range(256)])


def _grids(data: bytes, layout: Layout, symbols: str | None) -> Iterator[tuple[list[str], int]]:
    """Yields the text of each cell of grids and the place where the grid ends, from the end of the text.

    Grids of one window that only check another one come last. Some grids are yielded several times.
    """
    overlap = max(_OVERLAP, 64 * layout.cell_count)
    begin = len(data)
    while begin > 0:
        before = begin + overlap
        begin = max(0, before - overlap - _WINDOW)
        for cells, end in _grids_of_window(data[begin:before], layout, symbols):
            yield cells, begin + end


def _grids_of_window(data: bytes, layout: Layout, symbols: str | None) -> Iterator[tuple[list[str], int]]:
    single = bool(symbols or layout.symbols)  # cells may be characters with nothing between
    classes = np.frombuffer(data.translate(_table(layout, symbols)), np.uint8)
    inside = np.zeros(len(data) + 2, np.int8)
    inside[1:-1] = classes & (_CELL | _WORD) != 0
    edges = np.diff(inside)
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    # For each token: whether it is a word, and whether a colon (or `=`, `#`) or the end of the line follows it.
    flags = np.bitwise_or.reduceat(classes, starts)
    before = np.concatenate(([_WORD | _LINE], flags[:-1])).astype(np.uint8)[: len(flags)]
    is_word = flags & _WORD != 0
    lines, words = np.cumsum(before & _LINE != 0), np.concatenate(([0], np.cumsum(is_word)))
    kept = np.flatnonzero(~is_word)
    if not len(kept):
        return
    starts, ends, before = starts[kept], ends[kept], before[kept]
    before[0] |= _WORD
    total = np.concatenate(([0], np.cumsum(ends - starts)))

    def parts(breaks: int) -> tuple[_Array, _Array, _Array, _Array]:
        """Returns for each part between such breaks its first token, the one behind it, tokens and characters."""
        first = np.flatnonzero(before & breaks)
        behind = np.append(first[1:], len(kept))
        return first, behind, behind - first, (total[behind] - total[first]) * single

    def cells(first: int, behind: int, count: int) -> list[str]:
        """Returns the last cells of these tokens, so many; of one token that is longer the first ones."""
        tokens = [data[start:end].decode() for start, end in zip(starts[first:behind], ends[first:behind], strict=True)]
        if len(tokens) >= count:
            return tokens[-count:]
        joined = "".join(tokens)
        return list(joined if len(joined) == count else tokens[-1][:count])

    def is_check(first: int) -> bool:
        return _CHECK.search(data[max(0, starts[first] - _BEFORE_CHECK) : starts[first]]) is not None

    count = layout.cell_count
    found: list[tuple[int, list[tuple[int, int, int]]]] = []
    for breaks in (_WORD | _COLON, _WORD | _COLON | _LINE):
        first, behind, tokens, characters = parts(breaks)
        longest = (ends - starts)[behind - 1] * single
        sentence = (longest == count + 1) & (np.frombuffer(data, np.uint8)[ends[behind - 1] - 1] == ord("."))
        whole = (tokens == count) | (characters == count) | (longest == count) | sentence
        last_parts = np.flatnonzero(whole)[-_MOST_GRIDS:]
        found += [(is_check(first[part]), [(first[part], behind[part], count)]) for part in last_parts]
    widths = set(map(len, layout.rows))
    if len(widths) == 1 and len(layout.rows) > 1:
        width, height = widths.pop(), len(layout.rows)
        # Numbers of rows, and others that stand alone, are left out.
        row = (tokens > 1) | (characters > 2) | (characters == width) | (width == 1)
        first, behind, tokens, characters, longest = (
            each[row] for each in (first, behind, tokens, characters, longest)
        )
        forms = (tokens == width, characters == width, tokens == width + 1, (longest == width) & (tokens < 4))
        form = np.select(forms, (1, 2, 3, 4), 0)
        # Rows of a grid have one form, and all but the first have as many words before them from the line on that
        # follows the last row.
        next_line = np.searchsorted(lines, lines[kept[behind[:-1] - 1]], "right")
        after_last = np.minimum(np.concatenate(([0], next_line))[: len(first)], kept[first])
        key = form * 10 + np.minimum(words[kept[first]] - words[after_last], 9)
        start = np.flatnonzero(np.diff(key, prepend=-1))
        end = np.append(start[1:], len(key))[: len(start)]
        start[1:] -= form[start[1:] - 1] == form[start[1:]]
        for run in np.flatnonzero((form[end - 1] > 0) & (end - start >= height))[-_MOST_GRIDS:]:
            rows = range(start[run], end[run])[-_MOST_GRIDS * height :]
            without_checks = [each for each in rows if not is_check(first[each])]
            for check, listed in enumerate((without_checks, rows)[: 1 + (len(without_checks) < len(rows))]):
                for last in range(len(listed), height - 1, -height):
                    found.append((check, [(first[each], behind[each], width) for each in listed[last - height : last]]))
    for _, pieces in sorted(found, key=lambda grid: (grid[0], -grid[1][-1][1])):
        yield [cell for piece in pieces for cell in cells(*piece)], int(ends[pieces[-1][1] - 1])
