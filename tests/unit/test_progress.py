"""The progress bar: on a terminal only, never in the way of what a command prints, gone at the end."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

import click
import pytest

from unitdoku.command.progress import bar_line, progress_bar


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


def test_nothing_is_shown_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(lambda: (1, 2)) as bar:
        bar.step()
        bar.clear()
    assert capsys.readouterr() == ("", "")


def test_nothing_is_shown_where_no_bar_is_wanted() -> None:
    terminal = Terminal()
    with both_to(terminal), progress_bar(lambda: (1, 2), wanted=False) as bar:
        bar.step()
    assert terminal.getvalue() == ""


def test_a_bar_is_shown_and_gone_at_the_end() -> None:
    terminal = Terminal()
    with both_to(terminal):
        with progress_bar(lambda: (0, 10), "cases") as bar:
            bar.step()
        assert sys.stdout is sys.stderr is terminal
    assert "0 cases" in terminal.getvalue()
    assert terminal.lines() == [""]


def test_messages_stand_above_the_bar() -> None:
    terminal = Terminal()
    with both_to(terminal), progress_bar(lambda: (0, 10)):
        click.echo("one", err=True)
        click.echo("two")
        sys.stdout.write("three\n")
    assert terminal.lines() == ["one", "two", "three", ""]


def test_the_streams_are_back_after_ctrl_c() -> None:
    terminal = Terminal()
    with both_to(terminal):
        with pytest.raises(KeyboardInterrupt), progress_bar(lambda: (0, 10)):
            raise KeyboardInterrupt
        assert sys.stderr is terminal
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
