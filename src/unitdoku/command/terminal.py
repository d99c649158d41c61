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

import click

from unitdoku.puzzles.pictures.text_table import Table, columns_of, wrapped_lines

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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors in _FAILING:
            stream.reconfigure(errors=_REPLACING)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_INSTEAD.get(one) or _escaped(one) for one in error.object[error.start : error.end]), error.end


codecs.register_error(_REPLACING, _replaced)


def _escaped(character: str) -> str:
    """Returns an escape in ASCII; a byte of a path that is no text becomes the escape of this byte."""
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return ascii(character)[1:-1]


def as_shown(text: str) -> str:
    """Returns the text as standard output shows it, control characters but newlines as escapes."""
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


def echo_wrapped(text: str, indent: str = "") -> None:
    """Prints a paragraph that fits the terminal; words, such as paths, are not cut. Further lines get the indent."""
    click.echo(wrapped(text, indent))


def wrapped(text: str, indent: str = "") -> str:
    """Returns a paragraph as `echo_wrapped` prints it."""
    return "\n".join(wrapped_lines(" ".join(as_shown(text).splitlines()), room(), indent))


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> None:
    """Prints a table that fits the terminal, its parts with a blank line between them; see `Table`."""
    for number, lines in enumerate(Table([list(map(as_shown, row)) for row in (headings, *rows)], left).parts(room())):
        click.echo("\n" * (number > 0) + "\n".join(lines))


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
