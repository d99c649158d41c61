"""A progress bar on standard error, if that is a terminal.

It gives way to what a command prints meanwhile, which click's bar does not; rich, whose bar does, brings packages that
are larger than unitdoku itself.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TextIO

from unitdoku.command.terminal import columns_of

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
