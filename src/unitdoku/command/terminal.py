"""What standard output and standard error can show: characters, widths, tables and a progress bar."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from time import monotonic
from typing import Any, TextIO
from unicodedata import combining, east_asian_width

import click

_INSTEAD = {"µ": "u", "…": "...", "≥": ">=", "≤": "<="}
"""What stands for characters of our own where an encoding lacks them; all else is escaped."""

_REPLACING = "unitdoku.replacing"
_FAILING = ("strict", "surrogateescape", "backslashreplace")
"""Error handlers of streams that are replaced. Standard error has the last one, which turns µ into an escape."""

WIDE = 250
"""Characters of a line where standard output is no terminal."""

_NARROW = 40
"""A terminal that says that it is narrower than this gets lines of this length."""


def replace_missing_characters() -> None:
    """Makes both streams print replacements for characters that their encodings lack, where they would fail."""
    codecs.register_error(_REPLACING, _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors in _FAILING:
            stream.reconfigure(errors=_REPLACING)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_INSTEAD.get(one) or _escaped(one) for one in error.object[error.start : error.end]), error.end


def _escaped(character: str) -> str:
    """Returns an escape in ASCII; a byte of a path that is no text becomes the escape of this byte."""
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return ascii(character)[1:-1]


def as_shown(text: str) -> str:
    """Returns the text as standard output shows it, control characters but newlines as escapes."""
    codecs.register_error(_REPLACING, _replaced)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    known = text.encode(encoding, _REPLACING).decode(encoding)
    return known if known.isprintable() else "".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in known)


def say(text: str) -> None:
    """Prints a message on standard error; control characters, which names of files may have, are escaped."""
    click.echo(as_shown(text), err=True)


def room() -> int:
    """Returns how many characters a line may have: `COLUMNS`, the width of the terminal, or 250 where there is none."""
    if not (os.environ.get("COLUMNS", "").isdecimal() or sys.stdout.isatty()):
        return WIDE
    import shutil  # it loads much that a single puzzle does not need

    return max(_NARROW, shutil.get_terminal_size((80, 24)).columns)


def has_color(wanted: str) -> bool:
    """Whether standard output gets colours: `always`, `never`, or `auto`.

    `auto` colours on a terminal, unless it cannot show colours (`TERM=dumb`) or `NO_COLOR` is set.
    """
    if wanted != "auto":
        return wanted == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def can_show(characters: str) -> bool:
    """Whether standard output has all of these characters."""
    try:
        characters.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def columns_of(text: str) -> int:
    """Returns how many columns a line takes: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(one) else 2 if east_asian_width(one) in "WF" else 1 for one in text)


def echo_wrapped(text: str, indent: str = "") -> None:
    """Prints a paragraph that fits the terminal; words, such as paths, are not cut. Further lines get the indent."""
    click.echo(wrapped(text, indent))


def wrapped(text: str, indent: str = "") -> str:
    """Returns a paragraph as `echo_wrapped` prints it."""
    return "\n".join(wrapped_lines(" ".join(as_shown(text).splitlines()), room(), indent))


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


# Tables on standard output that fit the terminal: no cell is ever cut.
#
# This is the one place that decides how a table is fitted. Columns of words are wrapped. Where the columns do not fit
# beside each other, the table is split: each part begins with the first column.

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


# A progress bar on standard error, if that is a terminal.
#
# It gives way to what a command prints meanwhile, which click's bar does not; rich, whose bar does, brings packages
# that are larger than unitdoku itself.

HowFar = Callable[[], tuple[int, int]]
"""Returns the amount done and the whole amount; the latter 0 where unknown."""

_EVERY = 0.1
"""Seconds between two pictures of the bar."""

_CELLS = 30


class Bar:
    """Shows the progress of a command; shows nothing without a terminal."""

    def __init__(self, how_far: HowFar, what: str, shown: TextIO | None) -> None:
        self._how_far = how_far
        self._what = what
        self._shown = shown
        self._count = 0
        self._begin = self._next = monotonic()
        self._columns = 0

    def step(self, count: int = 1) -> None:
        """Adds to the number of items done."""
        self._count += count
        if self._shown is not None and monotonic() >= self._next:
            self._next = monotonic() + _EVERY
            self._show(self._shown)

    def clear(self) -> None:
        """Removes the bar from the terminal, until the next step shows it again."""
        if self._shown is not None and self._columns:
            self._shown.write("\r" + " " * self._columns + "\r")
            self._shown.flush()  # what follows may go to the other stream
            self._columns = 0

    def _show(self, stream: TextIO) -> None:
        import shutil

        line = bar_line(*self._how_far(), self._count, self._what, monotonic() - self._begin)
        line = line[: shutil.get_terminal_size((80, 24)).columns - 1]
        # Blanks remove what a longer line has left; escape sequences would not work on every terminal of Windows.
        stream.write("\r" + line + " " * (self._columns - columns_of(line)))
        stream.flush()
        self._columns = columns_of(line)


def bar_line(done: int, whole: int, count: int, what: str, seconds: float) -> str:
    """Returns the bar, the number of items and the time since the start, and the time left where it is known."""
    share = min(1.0, done / whole) if whole > 0 else 0.0
    line = f"[{'#' * int(share * _CELLS):{_CELLS}}] " if whole > 0 else ""
    line += f"{count:,} {what.removesuffix('s') if count == 1 else what}  {_clock(seconds)}"
    return f"{line}, {_clock(seconds / share - seconds)} left" if share > 0 else line


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


class _AboveTheBar:
    """A stream of a terminal: what is written to it removes the bar first, which the next step shows again."""

    def __init__(self, stream: TextIO, bar: Bar) -> None:
        self._stream = stream
        self._bar = bar

    def write(self, text: str) -> int:
        """Writes to the terminal, at the place of the bar."""
        self._bar.clear()
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def progress_bar(how_far: HowFar, what: str = "puzzles", wanted: bool = True) -> Iterator[Bar]:
    """Shows a bar as long as the context lasts, and removes it then."""
    if not wanted or not sys.stderr.isatty():
        yield Bar(how_far, what, None)
        return
    streams = sys.stdout, sys.stderr
    bar = Bar(how_far, what, sys.stderr)
    sys.stderr = _AboveTheBar(streams[1], bar)
    if sys.stdout.isatty():
        sys.stdout = _AboveTheBar(streams[0], bar)
    try:
        bar.step(0)
        yield bar
    finally:
        bar.clear()
        sys.stdout, sys.stderr = streams
