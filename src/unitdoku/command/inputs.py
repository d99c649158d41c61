"""Where puzzles come from: an argument, files, standard input; and what is said about the bad ones."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import IO, TYPE_CHECKING, TypeAlias

import click

from unitdoku.reference.errors import LayoutError, PuzzleError
from unitdoku.reference.layout import Layout
from unitdoku.reference.layouts.names import layout_named
from unitdoku.reference.puzzle import Puzzle
from unitdoku.reference.text.files import Entry, read_puzzles
from unitdoku.reference.text.parse import check_symbols

if TYPE_CHECKING:
    from importlib.abc import Traversable

Source: TypeAlias = "str | Traversable"
"""The path of a file, `-` for standard input, or a file of the package."""


class Inputs:
    """The puzzles of some sources, in order; what cannot be read is reported on standard error and counted.

    `place` says where the last puzzle came from; `bytes_read` of `bytes_total` (0 where unknown) tell how far it got.
    """

    def __init__(self, layout: Layout, symbols: str | None = None) -> None:
        self.layout = layout
        self.symbols = symbols
        self.errors = 0
        self.place = ""
        self.line = 0
        self.bytes_read = 0
        self.bytes_total = 0

    def puzzles(self, sources: Iterable[Source]) -> Iterator[Puzzle]:
        """The puzzles that can be read."""
        sources = list(sources)
        self.bytes_total = sum(_size(source) for source in sources)
        for source in sources:
            name = _name(source)
            try:
                with _open(source) as stream:
                    yield from self._accepted(read_puzzles(self._counted(stream), self.layout, self.symbols), name)
            except OSError as error:
                self.complain(f"{name}: {error.strerror or error}")

    def of(self, argument: str) -> Iterator[Puzzle]:
        """The puzzles of an argument: of the file that it names, of standard input for `-`, or the argument itself."""
        return self.puzzles([argument]) if is_file(argument) else self.puzzle(argument)

    def puzzle(self, text: str) -> Iterator[Puzzle]:
        """The puzzle, or several lines of them, given as an argument; what cannot be read is reported."""
        lines = text.splitlines()
        entries = list(read_puzzles(lines, self.layout, self.symbols))
        if len(lines) == 1 and entries and entries[0].error is not None:
            shown = text if len(text) <= 40 else text[:37] + "..."
            entries[0].error.line = None
            self.complain(f"{shown!r} is no file, and as a puzzle: {entries[0].error}")
        else:
            yield from self._accepted(entries, "puzzle")

    def how_far(self) -> tuple[int, int]:
        """Bytes that were read, and bytes that there are."""
        return self.bytes_read, self.bytes_total

    def complain(self, message: str) -> None:
        """Says what is wrong, and counts it."""
        self.errors += 1
        click.echo(f"error: {message}", err=True)

    def _accepted(self, entries: Iterable[Entry], name: str) -> Iterator[Puzzle]:
        found = False
        for entry in entries:
            found = True
            if entry.puzzle is None:
                self.complain(f"{name}: {entry.error}")
                continue
            self.place, self.line = f"{name}: line {entry.line}", entry.line
            yield entry.puzzle
        if not found:
            self.complain(f"{name}: holds no puzzle")

    def _counted(self, stream: Iterable[str | bytes]) -> Iterator[str | bytes]:
        for line in stream:
            self.bytes_read += len(line)
            yield line


def is_file(argument: str) -> bool:
    """Whether the argument names something that can be opened, rather than being a puzzle itself."""
    try:
        return argument == "-" or (os.path.exists(argument) and not os.path.isdir(argument))
    except (OSError, ValueError):
        return False


def named_layout(name: str) -> Layout:
    """The layout of this name; an unknown one is bad usage."""
    try:
        return layout_named(name)
    except LayoutError as error:
        raise click.BadParameter(str(error), param_hint="--layout") from error


def checked_symbols(symbols: str | None, layout: Layout) -> str | None:
    """The symbols, if they are fit for the layout; others are bad usage."""
    if symbols is not None:
        try:
            check_symbols(symbols, layout)
        except PuzzleError as error:
            raise click.BadParameter(str(error), param_hint="--symbols") from error
    return symbols


def _name(source: Source) -> str:
    if isinstance(source, str):
        return "standard input" if source == "-" else source
    return source.name


def _size(source: Source) -> int:
    try:
        return os.path.getsize(str(source)) if source != "-" else 0
    except OSError:
        return 0


def _open(source: Source) -> AbstractContextManager[Iterable[bytes]]:
    if not isinstance(source, str):
        return source.open("rb")
    if source != "-":
        return open(source, "rb")
    if sys.stdin is None:
        raise OSError("is closed")
    stream: IO[bytes] = sys.stdin.buffer
    return nullcontext(stream)
