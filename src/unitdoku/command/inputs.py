"""Reads puzzles from an argument, from files and from standard input, and reports the bad ones."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from io import BufferedReader
from itertools import islice
from pathlib import Path
from stat import S_ISFIFO, S_ISREG
from typing import IO, TypeAlias, TypeVar, cast

from unitdoku.command.terminal import say
from unitdoku.puzzles.formats.reading import entries_in, read_puzzles, why_no_puzzle
from unitdoku.puzzles.formats.source import ReadOptions
from unitdoku.puzzles.text.entries import PlainBlock, PuzzleEntry, each_entry
from unitdoku.puzzles.text.lines import is_file as is_path
from unitdoku.puzzles.text.lines import parts_of, unpacked
from unitdoku.reference.model.puzzle import Puzzle

Source: TypeAlias = "str | Path"
"""The path of a file, `-` for standard input, or a file of the package."""

_MOST_ERRORS = 1000
"""A source with so many errors and no puzzle before them holds something else."""

_Read = TypeVar("_Read", bound="PuzzleEntry | PlainBlock")


class Inputs:
    """The puzzles of some sources, in order; unreadable ones are reported on standard error and counted.

    `place` says where the last puzzle came from; `how_far` how many bytes were read up to it.
    """

    def __init__(self, options: ReadOptions, layout_is_asked: bool) -> None:
        self.options = options
        self.skipped = 0
        """So many puzzles of each source are left out, and so are the errors before the next one."""
        self._layout_is_asked = layout_is_asked
        self.errors = 0
        self.place = ""
        self.line = 0
        self._bytes_before = 0  # those of the sources before this one
        self._bytes_read = self._lines_read = 0  # of this source
        self._bytes_total = 0  # 0 where unknown

    def blocks(self, *sources: Source) -> Iterator[PuzzleEntry | PlainBlock]:
        """Yields the puzzles of files and arguments with their lines; plain lines that arrive together are a block."""
        self._bytes_total = sum(map(_size, sources))
        for source in sources:
            if isinstance(source, str) and not is_file(source):
                yield from self._in_argument(source)
                continue
            try:
                with opened(source) as stream:
                    yield from self._readable(self._read(stream), _name(source))
            except OSError as error:
                self.complain(f"{_name(source)}: {error.strerror or error}")

    def entries(self, *sources: Source) -> Iterator[PuzzleEntry]:
        """Yields the same puzzles, one at a time."""
        for entry in each_entry(self.blocks(*sources)):
            self.go_to(entry.line)
            yield entry

    def puzzles(self, *sources: Source) -> Iterator[Puzzle]:
        """Yields the same puzzles without their lines."""
        return (entry.puzzle for entry in self.entries(*sources) if entry.puzzle is not None)

    def one(self, source: str) -> Puzzle:
        """Returns the puzzle in an argument, or the only one in a file or on standard input.

        Otherwise reports the error, and ends the command with status 2.
        """
        found: list[Puzzle] = []
        for puzzle in islice(self.puzzles(source), 2):
            if found:
                self.complain(f"{self.place}: a second puzzle, where one is expected")
            found.append(puzzle)
        if self.errors:
            sys.exit(2)
        return found[0]

    def _in_argument(self, text: str) -> Iterator[PuzzleEntry]:
        """Yields the puzzle, or the puzzles on several lines, of an argument."""
        entries = list(read_puzzles(text.splitlines(), *self.options))
        first = entries[0].error if entries else None
        if len(text.splitlines()) <= 1 and (not entries or first is not None):
            self.complain(why_no_puzzle(text, first))
        else:
            yield from self._readable(entries, "puzzle")

    def go_to(self, line: int) -> None:
        """Sets `place` to this line of the last block."""
        self.place = f"{self.place.rpartition(': line ')[0]}: line {line}"
        self.line = line

    def how_far(self) -> tuple[int, int]:
        """Returns the approximate bytes up to the last puzzle, and all bytes; the latter 0 where unknown."""
        share = min(self.line, self._lines_read) / max(1, self._lines_read)
        return self._bytes_before + round(share * self._bytes_read), self._bytes_total

    def complain(self, message: str) -> None:
        """Prints an error, and counts it."""
        self.errors += 1
        say(f"error: {message}")

    def _readable(self, entries: Iterable[_Read], name: str) -> Iterator[_Read]:
        found = has_puzzles = False
        to_skip = self.skipped
        wrong = 0
        for entry in entries:
            found = True
            if to_skip:
                count = len(entry) if isinstance(entry, PlainBlock) else int(entry.puzzle is not None)
                first = min(count, to_skip)
                to_skip -= first
                if not isinstance(entry, PlainBlock) or first == count:
                    continue
                entry = cast("_Read", entry.part(first, count))
            if isinstance(entry, PuzzleEntry) and entry.error is not None:
                self.complain(f"{name}: {entry.error}")
                wrong += 1
                if wrong == _MOST_ERRORS and not has_puzzles:
                    self.complain(f"{name}: {wrong} errors and no puzzle: the rest is not read")
                    return
                continue
            has_puzzles = True
            self._note_layout(entry, name)
            self.place, self.line = f"{name}: line {entry.line}", entry.line
            yield entry
        if not found:
            self.complain(f"{name}: holds no puzzle")
        elif self.skipped and not (has_puzzles or wrong):
            self.complain(f"{name}: no puzzle is left after the first {self.skipped:,}")

    def _note_layout(self, entry: PuzzleEntry | PlainBlock, name: str) -> None:
        """Says once where a file states other rules than `--layout` does."""
        if not self._layout_is_asked or not isinstance(entry, PuzzleEntry) or entry.puzzle is None:
            return
        stated = entry.puzzle.layout
        if stated != self.options.layout:
            self._layout_is_asked = False
            said = f"{name} states its own rules, {stated.name}, from line {entry.line} on"
            say(f"note: {said}: --layout {self.options.layout.name} is not used there")

    def _read(self, stream: IO[bytes]) -> Iterator[PuzzleEntry | PlainBlock]:
        plain = unpacked(stream)
        if plain is not stream:
            self._bytes_total = 0  # how many they are unpacked is not known
        parts = self._counted_parts(cast(BufferedReader, plain))
        return entries_in(parts, self.options, plain)

    def _counted_parts(self, stream: BufferedReader) -> Iterator[list[bytes]]:
        """Yields the lines that have arrived, as one list: later lines may depend on the answers to these."""
        self._bytes_before += self._bytes_read
        self.line = self._bytes_read = self._lines_read = 0
        for lines in parts_of(stream):
            self._bytes_read += sum(map(len, lines))
            self._lines_read += len(lines)
            yield lines


def note_unread_input() -> None:
    """Says on standard error, for a command without files, that a pipe or a file on standard input is not read."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError):  # it is no file of the system
        return
    if S_ISFIFO(mode) or S_ISREG(mode):
        say("note: standard input is not read; name the file - to read it")


def is_file(argument: str) -> bool:
    """Whether the argument names something that can be opened; otherwise it is a puzzle itself."""
    return argument == "-" or is_path(argument)


def _name(source: Source) -> str:
    if isinstance(source, Path):
        return source.name
    return "standard input" if source == "-" else source


def _size(source: Source) -> int:
    try:
        return os.path.getsize(source) if source != "-" else 0
    except OSError:
        return 0


def opened(source: Source) -> AbstractContextManager[IO[bytes]]:
    """Opens a file, or standard input, which stays open behind the context."""
    return nullcontext(sys.stdin.buffer) if source == "-" else open(source, "rb")
