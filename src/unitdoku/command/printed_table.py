"""Tables on standard output that fit the terminal: no cell is ever cut.

This is the one place that decides how a table is fitted. Columns of words are wrapped. Where the columns do not fit
beside each other, the table is split: each part begins with the first column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import click

from unitdoku.command.terminal import as_shown, columns_of, room, wrapped_lines

_NAME = 16
"""A first column is not folded to fewer characters than this; nor is it where it is no wider."""

_WORDS = 24
"""A column of words that is wrapped gets this many characters at least."""


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> None:
    """Prints a table, its parts with a blank line between them.

    The first `left` columns hold words, the others numbers, which are never wrapped.
    """
    for number, lines in enumerate(Table([headings, *rows], left).parts(room())):
        click.echo("\n" * (number > 0) + "\n".join(lines))


class Table:
    """Rows of text, the first one with the headings, and their layout for a terminal of any width."""

    def __init__(self, rows: Iterable[Sequence[str]], left: int = 1) -> None:
        self._rows = [list(map(as_shown, row)) for row in rows]
        self._left = left

    def parts(self, width: int) -> Iterator[list[str]]:
        """Yields the lines of each part of the table; no line is longer than the width."""
        natural = [max(_width(row[index]) for row in self._rows) for index in range(len(self._rows[0]))]
        least = [self._least(index, natural[index]) for index in range(len(natural))]
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

    def _least(self, index: int, natural: int) -> int:
        """Returns the least width of a column: that of words may be wrapped, but a word of it is not folded."""
        if index >= self._left:
            return natural
        longest = max(columns_of(word) for row in self._rows for word in (row[index].split() or [""]))
        return min(natural, max(longest, _WORDS))

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
            cells = {
                index: [
                    line for part in row[index].split("\n") for line in wrapped_lines(part, widths[index], fold=True)
                ]
                for index in shown
            }
            height = max(map(len, cells.values()))
            for line in range(height):
                # Headings stand at the bottom, the text of cells at the top.
                at = {index: line - (height - len(cells[index])) * (number == 0) for index in shown}
                texts = (cells[i][at[i]] if 0 <= at[i] < len(cells[i]) else "" for i in shown)
                padded = (_padded(text, widths[i], i < self._left) for i, text in zip(shown, texts, strict=True))
                lines.append((" " * gap).join(padded).rstrip())
            if number == 0:
                lines.append("-" * (sum(widths.values()) + gap * (len(shown) - 1)))
        return lines


def _width(text: str) -> int:
    return max(map(columns_of, text.split("\n")))


def _padded(text: str, width: int, left: bool) -> str:
    blanks = " " * (width - columns_of(text))
    return text + blanks if left else blanks + text
