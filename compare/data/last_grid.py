"""Reads the answer of a language model: the last grid in its text, or the statement that there is no solution.

NumPy classifies each byte and splits the text into tokens, so that the time is linear in its length for any text.
Words, colons and ends of lines part the tokens into pieces; a grid is one piece, or several consecutive ones.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ...puzzles.text.parse import check_symbols
from ...reference.layout import Layout
from ...reference.layout_caches import cached

MOST_READ = 2**24
"""Characters that are read, from the end of a text: the answer is there."""

_WINDOW, _OVERLAP = 2**20, 2**16
"""Bytes that are read at once, from the end, and those that are read again with the bytes before them. No grid in text
takes more than the overlap, or 64 bytes for each cell."""

_BLANK, _CELL, _WORD, _COLON, _LINE = 0, 1, 2, 4, 8
"""Classes of bytes, as flags."""

_OPEN = "._?0"
"""Characters of an open cell. The star is none: models mark cells by `**5**`."""

_MARKUP = re.compile(rb"(?:<[a-zA-Z/!][^<>]*>|\\[a-z]{1,12}){1,64}")
"""Tags, and commands of LaTeX; also a line end of JSON within a text (`\\n`)."""

_STROKES = re.compile(
    rb"(?:\xe2[\x94\x95][\x80-\xbf]|\xe2\x80[\x80-\x8b\xa8\xa9]|\xc2\xa0|\xe3\x80\x80|\xef\xbd\x9c){1,64}"
)
"""Strokes of frames, and blanks, that are not ASCII."""

_NONE = re.compile(
    rb"\b(?:no (?:valid |possible )?solutions?(?! other| but| besides| except)\b|unsolvable|unsat(?:isfiable)?"
    rb"|not solvable|(?:cannot|can't) be solved|impossible|infeasible)\b|\bnone\W{0,9}$",
    re.I,
)

_Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


class Answer(NamedTuple):
    """What a text answers."""

    values: tuple[object, ...] | None = None
    """The last grid: a value (from 1) for each cell, None for an open one, anything else as it stands; or None."""
    none: bool = False
    """Whether the text says that there is no solution, and no complete grid follows."""


def read_answer(text: str, layout: Layout, symbols: str | None = None) -> Answer:
    """Returns the last grid in a text, and whether the text says that there is no solution; raises nothing for a text.

    A grid has exactly one token or character for each cell: in one piece, as rows of the layout, in a table with or
    without frame, numbers and names of rows, in a JSON list, in a code block, in HTML. Other lengths are no grid.
    Values are numbers as the layout counts them, or `symbols`, one character for each; full-width digits are digits. An
    open cell is `.`, `_`, `?`, or `0` where that is no value. What says that there is none stands in the first or the
    last line, or, where the last grid is complete, in the first or the last line after it: "no solution", "none".
    """
    data = text[-MOST_READ:].encode("utf-8", "replace")
    if not data.isascii():
        for digit in range(10):
            data = data.replace(chr(0xFF10 + digit).encode(), str(digit).encode())
        data = _STROKES.sub(b" ", data)
    if b"<" in data or b"\\" in data:
        data = _MARKUP.sub(b" ", data)
    if symbols is not None:
        check_symbols(symbols, layout)
    overlap = max(_OVERLAP, 64 * layout.cell_count)
    cells, end, begin = None, len(data) + overlap, len(data)
    while cells is None and begin > 0:
        before = begin + overlap
        begin = max(0, before - overlap - _WINDOW)
        cells, end = _last_cells(data[begin:before], layout, symbols)
    if cells is None:
        return Answer(None, _says_none(data))
    known = _values(layout, symbols)
    # The last cell of a sentence has a full stop.
    values = tuple([known.get(cell, known.get(cell.rstrip(".") or ".", cell[:20])) for cell in cells])
    return Answer(values, _says_none(data if None in values else data[begin + end :]))


def _says_none(data: bytes) -> bool:
    first = data.lstrip()[:200].partition(b"\n")[0]
    last = data.rstrip(b" \t\r\n`*_|#-=>})]$.\"'")[-200:].rpartition(b"\n")[2]
    return any(_NONE.search(line.rstrip()) for line in (first, last))


@cached(64)
def _values(layout: Layout, symbols: str | None) -> dict[str, int | None]:
    """Returns the value of each text of a cell; None for one that means an open cell."""
    marks = _OPEN if layout.first_value > 0 else _OPEN.replace("0", "")
    written = symbols or [str(layout.number(value)) for value in range(1, layout.size + 1)]
    return dict.fromkeys(marks) | dict(zip(written, range(1, layout.size + 1), strict=True))


@cached(64)
def _table(layout: Layout, symbols: str | None) -> bytes:
    """Returns the class of each byte; bytes of other scripts are words."""
    signs = "0123456789" + _OPEN + (symbols or "") + ("-" if layout.first_value < 0 else "")
    classes = {ord(sign): _CELL for sign in signs} | {ord(":"): _COLON, ord("\n"): _LINE}
    return bytes([classes.get(code, _WORD if code > 127 or chr(code).isalpha() else _BLANK) for code in range(256)])


def _last_cells(data: bytes, layout: Layout, symbols: str | None) -> tuple[list[str] | None, int]:
    """Returns the text of each cell of the last grid, None without a grid, and the place in `data` where it ends."""
    single = bool(symbols or layout.symbols)  # cells may be characters with nothing between
    classes = np.frombuffer(data.translate(_table(layout, symbols)), np.uint8)
    inside = np.zeros(len(data) + 2, np.int8)
    inside[1:-1] = classes & (_CELL | _WORD) != 0
    edges = np.diff(inside)
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    if not len(starts):
        return None, 0  # as `reduceat` needs one
    # For each token: whether it is a word, and whether a colon or the end of the line follows it.
    flags = np.bitwise_or.reduceat(classes, starts)
    before = np.concatenate(([_WORD | _LINE], flags[:-1])).astype(np.uint8)
    kept = np.flatnonzero(flags & _WORD == 0)
    starts, ends, before = starts[kept], ends[kept], before[kept]
    if not len(kept):
        return None, 0
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

    count = layout.cell_count
    found: list[list[tuple[int, int, int]]] = []
    for breaks in (_WORD | _COLON, _WORD | _COLON | _LINE):
        first, behind, tokens, characters = parts(breaks)
        longest = (ends - starts)[behind - 1] * single
        sentence = (longest == count + 1) & (np.frombuffer(data, np.uint8)[ends[behind - 1] - 1] == ord("."))
        whole = (tokens == count) | (characters == count) | (longest == count) | sentence
        found += [[(first[part], behind[part], count)] for part in np.flatnonzero(whole)[-1:]]
    widths = set(map(len, layout.rows))
    if len(widths) == 1 and len(layout.rows) > 1:
        width, height = widths.pop(), len(layout.rows)
        # Numbers of rows, and others that stand alone, are left out.
        row = np.flatnonzero((tokens > 1) | (characters > 2) | (characters == width) | (width == 1))
        first, behind, tokens, characters, longest = (
            each[row] for each in (first, behind, tokens, characters, longest)
        )
        forms = (tokens == width, characters == width, tokens == width + 1, (longest == width) & (tokens < 4))
        form = np.select(forms, (1, 2, 3, 4), 0)
        # Rows of a grid have one form, and all but the first have the same number of words before them.
        words = np.minimum(np.diff(kept[first], prepend=0) - np.append(0, tokens[:-1]), 9)
        key = form * 10 + words
        start = np.flatnonzero(np.diff(key, prepend=-1))
        end = np.append(start[1:], len(key))[: len(start)]
        more = (start > 0) & (form[start - 1] == form[start]) if len(start) else start
        for run in np.flatnonzero((form[start] > 0) & (end - start + more >= height))[-1:]:
            found.append([(first[each], behind[each], width) for each in range(end[run] - height, end[run])])
    if not found:
        return None, 0
    pieces = max(found, key=lambda pieces: pieces[-1][1])
    return [cell for piece in pieces for cell in cells(*piece)], int(ends[pieces[-1][1] - 1])
