"""A progress bar on standard error, where somebody is there to see it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from unitdoku.command.inputs import Inputs


class Bar:
    """Shows how far the inputs are read; shows nothing without a terminal."""

    def __init__(self, inputs: Inputs, shown: Progress | None) -> None:
        self._inputs = inputs
        self._shown = shown
        self._task: TaskID | None = shown.add_task("puzzles", total=None, puzzles=0) if shown else None
        self._puzzles = 0

    def step(self) -> None:
        """One more puzzle is done."""
        self._puzzles += 1
        if self._shown is not None and self._task is not None:
            total = self._inputs.bytes_total or None
            self._shown.update(self._task, completed=self._inputs.bytes_read, total=total, puzzles=self._puzzles)


@contextmanager
def progress_bar(inputs: Inputs, wanted: bool = True) -> Iterator[Bar]:
    """A bar for these inputs; rich is loaded only where it is shown."""
    if not wanted or not sys.stderr.isatty():
        yield Bar(inputs, None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn("{task.fields[puzzles]} puzzles"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        yield Bar(inputs, shown)
