"""A progress bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

HowFar = Callable[[], tuple[int, int]]
"""Returns the amount done and the whole amount; the latter 0 where unknown."""


class Bar:
    """Shows the progress of a command; shows nothing without a terminal."""

    def __init__(self, how_far: HowFar, what: str, shown: Progress | None) -> None:
        self._how_far = how_far
        self._shown = shown
        self._task: TaskID | None = shown.add_task(what, total=None, count=0, what=what) if shown else None
        self._count = 0

    def step(self, count: int = 1) -> None:
        """Adds to the number of items done."""
        self._count += count
        if self._shown is not None and self._task is not None:
            done, total = self._how_far()
            self._shown.update(self._task, completed=done, total=total or None, count=self._count)


@contextmanager
def progress_bar(how_far: HowFar, what: str = "puzzles", wanted: bool = True) -> Iterator[Bar]:
    """Shows a bar as long as the context lasts; loads rich only if the bar is shown."""
    if not wanted or not sys.stderr.isatty():
        yield Bar(how_far, what, None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    count = TextColumn("{task.fields[count]:,} {task.fields[what]}")
    columns = (BarColumn(), count, TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        yield Bar(how_far, what, shown)
