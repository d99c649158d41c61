"""The progress bar: on a terminal only, never in the way of what a command prints, gone at the end."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout

import click
import pytest

from unitdoku.command.terminal import bar_line, progress_bar


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True

    def lines(self) -> list[str]:
        """Returns what a terminal shows in the end: a carriage return goes back to the begin of a line."""
        shown = []
        for line in self.getvalue().split("\n"):
            cells: list[str] = []
            for part in line.split("\r"):
                cells[: len(part)] = part
            shown.append("".join(cells).rstrip())
        return shown


@contextmanager
def both_to(terminal: Terminal) -> Iterator[None]:
    """Makes both streams write to the terminal. A fixture cannot: pytest sets the streams after it has run."""
    with redirect_stdout(terminal), redirect_stderr(terminal):
        yield


@pytest.mark.parametrize("stream", [Terminal(), io.StringIO()], ids=["terminal", "file"])
def test_nothing_is_shown_without_a_terminal_or_where_no_bar_is_wanted(stream: io.StringIO) -> None:
    wanted = not stream.isatty()
    with redirect_stdout(stream), redirect_stderr(stream), progress_bar(lambda: (1, 2), wanted=wanted) as bar:
        bar.step()
        bar.clear()
    assert stream.getvalue() == ""


def test_messages_stand_above_the_bar() -> None:
    terminal = Terminal()
    with both_to(terminal), progress_bar(lambda: (0, 10), "cases") as bar:
        click.echo("one", err=True)
        click.echo("two")
        sys.stdout.write("three\n")
        bar.step()
    assert "0 cases" in terminal.getvalue()
    assert terminal.lines() == ["one", "two", "three", ""]


@pytest.mark.parametrize("error", [None, KeyboardInterrupt])
def test_the_bar_is_gone_and_the_streams_are_back_at_the_end(error: type[BaseException] | None) -> None:
    terminal = Terminal()
    with both_to(terminal):
        with pytest.raises(error) if error else nullcontext(), progress_bar(lambda: (0, 10)):
            if error:
                raise error
        assert sys.stdout is sys.stderr is terminal
    assert terminal.lines() == [""]


def test_a_bar_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    terminal = Terminal()
    with both_to(terminal), progress_bar(lambda: (5, 10)):
        pass
    assert max(map(len, terminal.getvalue().split("\r"))) == 19


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((0, 0, 0, "puzzles", 0.0), "0 puzzles  0:00:00"),
        ((0, 4, 0, "puzzles", 1.0), f"[{' ' * 30}] 0 puzzles  0:00:01"),
        ((1, 4, 1200, "puzzles", 60.0), f"[{'#' * 7}{' ' * 23}] 1,200 puzzles  0:01:00, 0:03:00 left"),
        ((0, 0, 1, "puzzles", 1.0), "1 puzzle  0:00:01"),
        ((4, 4, 7, "cases", 3661.0), f"[{'#' * 30}] 7 cases  1:01:01, 0:00:00 left"),
        ((5, 4, 7, "cases", 1.0), f"[{'#' * 30}] 7 cases  0:00:01, 0:00:00 left"),
    ],
)
def test_lines_of_the_bar(arguments: tuple[int, int, int, str, float], line: str) -> None:
    assert bar_line(*arguments) == line
