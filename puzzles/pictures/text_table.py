"""Tables of texts: lines that fit a terminal or a page of any width, no cell of which is ever cut, and Markdown.

All tables of the command, of audits, races and recommendations are made here. Columns of words are wrapped. Where the
columns do not fit beside each other, the table is split: each part begins with the first column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from unicodedata import combining, east_asian_width

_NAME = 16
"""A first column is not folded to fewer characters than this; nor is it where it is no wider."""

_WORDS = 24
"""A column of words that is wrapped gets this many characters at least."""


class Table:
    """Rows of text, the first one with the headings: as lines that fit any width, and as Markdown.

    The first `left` columns hold words, the others numbers, which are never wrapped.
    """

    def __init__(self, rows: Iterable[Sequence[str]], left: int = 1) -> None:
        self._rows = list(map(list, rows))
        self._left = left

    @property
    def markdown(self) -> str:
        """The table in Markdown, with a newline at the end."""
        headings, *rows = (list(map(markdown_text, row)) for row in self._rows)
        rule = ["---" if index < self._left else "---:" for index in range(len(headings))]
        return "".join(f"| {' | '.join(row)} |\n" for row in (headings, rule, *rows))

    def parts(self, width: int) -> Iterator[list[str]]:
        """Yields the lines of each part of the table; no line is longer than the width."""
        columns = list(zip(*self._rows, strict=True))
        natural = [max(columns_of(line) for cell in column for line in cell.split("\n")) for column in columns]
        least = natural[:]
        for index in range(min(self._left, len(columns))):  # words are wrapped, but a single one is not folded
            longest = max(columns_of(word) for cell in columns[index] for word in (cell.split() or [""]))
            least[index] = min(natural[index], max(longest, _WORDS))
        for gap in (2, 1):
            rest = sum(width + gap for width in least[1:])
            first = min(natural[0], max(width - rest, _NAME))
            if first + rest <= width:
                yield self._lines(range(len(natural)), [first, *least[1:]], natural, gap, width)
                return
        first = min(natural[0], max(_NAME, width // 3))
        least = [first, *(min(one, width - first - 2) for one in least[1:])]
        shown: list[int] = []
        taken = first
        for index in range(1, len(least)):
            if shown and taken + 2 + least[index] > width:
                yield self._lines([0, *shown], least, natural, 2, width)
                shown, taken = [], first
            shown.append(index)
            taken += 2 + least[index]
        yield self._lines([0, *shown], least, natural, 2, width)

    def _lines(
        self, shown: Sequence[int], least: Sequence[int], natural: Sequence[int], gap: int, width: int
    ) -> list[str]:
        """Returns the lines of a part with these columns; room that is left goes to columns that are wrapped."""
        widths = {index: least[index] for index in shown}
        left = width - sum(widths.values()) - gap * (len(shown) - 1)
        for index in shown:
            more = min(left, natural[index] - widths[index])
            widths[index] += more
            left -= more
        lines: list[str] = []
        for number, row in enumerate(self._rows):
            cells = [
                [line for part in row[index].split("\n") for line in wrapped_lines(part, widths[index], fold=True)]
                for index in shown
            ]
            if number == 0:  # headings stand at the bottom, the text of cells at the top
                height = max(map(len, cells))
                cells = [[""] * (height - len(cell)) + cell for cell in cells]
            for texts in zip_longest(*cells, fillvalue=""):
                padded = (self._padded(index, text, widths[index]) for index, text in zip(shown, texts, strict=True))
                lines.append((" " * gap).join(padded).rstrip())
            if number == 0:
                lines.append("-" * (sum(widths.values()) + gap * (len(shown) - 1)))
        return lines

    def _padded(self, index: int, text: str, width: int) -> str:
        blanks = " " * (width - columns_of(text))
        return text + blanks if index < self._left else blanks + text


def markdown_text(text: str) -> str:
    """Returns a text as Markdown in one line, without HTML of its own."""
    for special, entity in (("&", "&amp;"), ("<", "&lt;"), ("|", "\\|"), ("\n", " ")):
        text = text.replace(special, entity)
    return text


def columns_of(text: str) -> int:
    """Returns how many columns a line takes: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(one) else 2 if east_asian_width(one) in "WF" else 1 for one in text)


def wrapped_lines(text: str, width: int, indent: str = "", *, fold: bool = False) -> list[str]:
    """Returns the lines of a text, broken at blanks, and with `fold` within words that are longer than a line."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and columns_of(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
            continue
        lines.append(indent + word if lines else word)
        while fold and columns_of(lines[-1]) > width:
            long = lines.pop()
            end = next(n for n in range(len(long), 0, -1) if columns_of(long[:n]) <= width or n == 1)
            lines += [long[:end], long[end:]]
    return [line.rstrip() for line in lines]
