"""The output file of `unitdoku solve`: what is done stays after Ctrl-C, or any other end, and `--resume` goes on.

Finished answers are in the part file. Beside it, a record says how much of it is finished, from which puzzles it came
and with which options: `out.txt.part` and `out.txt.part.json`. When all is done, the part file becomes the output, and
the record is removed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from time import monotonic
from types import TracebackType
from typing import BinaryIO, NamedTuple

import click

from unitdoku.encoders.solve import BlockAnswers, PuzzleAnswer
from unitdoku.reference.errors import UnitdokuError
from unitdoku.reference.layout import Layout
from unitdoku.reference.puzzle import Puzzle
from unitdoku.reference.text.entries import PuzzleEntry
from unitdoku.reference.text.json_lines import written_layout
from unitdoku.reference.text.part_file import finish_part, is_replaced, open_part, part_path, remove_part
from unitdoku.reference.text.plain_lines import PlainBlock

_RECORD_SECONDS = 0.5
"""Seconds between two records: a program that is killed loses no more answers."""


_RECORD_BYTES = 1024
"""A record has at least this length, so that it can be written again in place."""


class ResumeError(UnitdokuError, ValueError):
    """An output that cannot be resumed; the message says why, and what to do."""


@dataclass(frozen=True)
class Done:
    """What is finished."""

    line: int = 0
    """The line of the last answered puzzle."""
    puzzles: int = 0
    digest: str = ""
    """Of the answered puzzles, and of the lines on which they stand."""
    size: int = 0
    """Bytes of the part file that are finished."""
    failed: int = 0
    unknown: int = 0


class _Seen(NamedTuple):
    """What is finished, with the hash that its digest comes from.

    It is replaced as a whole, never changed: Ctrl-C may come between any two steps, and must not find half of a change.
    """

    done: Done
    hash: blake2b
    next_line: int = 1

    def known(self) -> Done:
        return replace(self.done, digest=self.hash.hexdigest())

    def and_puzzles(self, line: int, count: int, content: bytes) -> _Seen:
        more = self.hash.copy()
        if line != self.next_line:
            more.update(f"@{line};".encode())
        more.update(content)
        done = replace(self.done, line=line + count - 1, puzzles=self.done.puzzles + count)
        return _Seen(done, more, line + count)


class KeptOutput:
    """The part file and its record; a context manager that ends with the output in place, or with what was finished.

    Where nothing is written at the end, an output that was there before stays as it is.
    Raises `ResumeError` where `resume` is asked for and does not fit, and OSError, with the path, where a file cannot
    be written.
    """

    def __init__(self, path: str, options: Mapping[str, object], layout: Layout, resume: bool) -> None:
        if not is_replaced(path):
            raise ResumeError(f"{path} is no file that can be resumed: leave out --resume")
        self.path = path
        self.done = Done()
        self._record = f"{part_path(path)}.json"
        if resume and not os.path.exists(self._record):
            raise ResumeError(f"there is no {path}.part with a record of what is done: leave out --resume")
        self._options = dict(options)
        self._layout = layout
        self._file: BinaryIO = open_part(path, keep=resume)
        self._skipping = resume
        self._seen = _Seen(Done(), blake2b(digest_size=16))
        self._recorded = 0.0
        try:
            if resume:
                self._read_record()
            else:
                self._write_record()
        except BaseException:
            if resume:
                self._file.close()
            else:
                remove_part(self._file, path)
                self._remove_record()
            raise

    def rest(self, entries: Iterable[PuzzleEntry | PlainBlock]) -> Iterator[PuzzleEntry | PlainBlock]:
        """Yields the entries that are not answered yet. Raises `ResumeError` where the answered ones are others now."""
        for entry in entries:
            if isinstance(entry, PlainBlock):
                known = min(len(entry), max(0, self.done.line + 1 - entry.line)) if self._skipping else 0
                self._seen = self._and_block(entry.part(0, known))
                if known == len(entry):
                    continue
                self._check_skipped()
                yield entry.part(known, len(entry))
            elif self._skipping and entry.line <= self.done.line and entry.puzzle is not None:
                self._seen = self._and_puzzle(entry.line, entry.puzzle)
            else:
                self._check_skipped()
                yield entry
        self._check_skipped()

    def write(self, text: str | bytes) -> None:
        """Writes the text of the next answer, in UTF-8 or as the bytes that it is."""
        content = text.encode() if isinstance(text, str) else text
        self._named(lambda: self._file.write(content))

    def finished(self, answer: PuzzleAnswer | BlockAnswers, failed: int, unknown: int) -> None:
        """Marks an answer as finished, whose text is written; the counts are those of all answers so far."""
        seen = self._seen
        if isinstance(answer, BlockAnswers):
            seen = self._and_block(answer.block)
        elif answer.puzzle is not None:
            seen = self._and_puzzle(answer.line, answer.puzzle)
        done = replace(seen.done, size=self._file.tell(), failed=failed, unknown=unknown)
        self._seen = seen._replace(done=done)
        if monotonic() - self._recorded >= _RECORD_SECONDS:
            self._write_record()

    def __enter__(self) -> KeptOutput:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if kind is None and not self._file.tell():
            # All puzzles were refused: an output that was there before stays.
            remove_part(self._file, self.path)
            self._remove_record()
        elif kind is None:
            self._named(lambda: finish_part(self._file, self.path))
            self._remove_record()
        elif self._skipping:
            self._file.close()  # nothing was changed
        elif not self._seen.done.puzzles:
            remove_part(self._file, self.path)
            self._remove_record()
        else:
            self._keep()

    def _keep(self) -> None:
        """Leaves the part file and its record with what is finished, or nothing where that is nothing."""
        try:
            with suppress(OSError):  # the disk may be full: less is left then, and the record fits it
                self._file.flush()
            on_disk = os.path.getsize(part_path(self.path))
            known = self._seen.known() if on_disk >= self._seen.done.size else self.done
            if not known.puzzles:
                raise OSError
            self._put_record(known)
            os.truncate(part_path(self.path), known.size)
        except OSError:
            remove_part(self._file, self.path)
            self._remove_record()
            return
        finally:
            with suppress(OSError):
                self._file.close()
        said = f"{known.puzzles:,} {'puzzle is' if known.puzzles == 1 else 'puzzles are'} answered in {self.path}.part"
        click.echo(f"\n{said}; the same command with --resume answers the rest", err=True)

    def _and_block(self, block: PlainBlock) -> _Seen:
        if not len(block):
            return self._seen
        return self._seen.and_puzzles(block.line, len(block), self._other_layout(block.layout) + block.values)

    def _and_puzzle(self, line: int, puzzle: Puzzle) -> _Seen:
        values = puzzle.values
        all_values = puzzle.layout.all_values
        plain = all(value or mask == all_values for value, mask in zip(values, puzzle.candidates, strict=True))
        # As in a block: whether a plain line comes in one depends on how many lines arrive together.
        content = bytes(values) if plain and max(values) < 256 else repr(puzzle.candidates).encode()
        return self._seen.and_puzzles(line, 1, self._other_layout(puzzle.layout) + content)

    def _other_layout(self, layout: Layout) -> bytes:
        is_given = layout is self._layout or layout == self._layout
        return b"" if is_given else json.dumps(written_layout(layout)).encode()

    def _check_skipped(self) -> None:
        """Goes on behind what is finished, once all of that was seen again and is the same."""
        if not self._skipping:
            return
        seen = self._seen.known()
        if (seen.puzzles, seen.digest) != (self.done.puzzles, self.done.digest):
            raise ResumeError(
                f"the first {self.done.puzzles:,} puzzles are not those that are answered in {self.path}.part: "
                "give the same puzzles, or leave out --resume"
            )
        self._file.truncate(self.done.size)
        self._file.seek(self.done.size)
        self._seen = self._seen._replace(done=self.done)
        self._skipping = False

    def _read_record(self) -> None:
        try:
            with open(self._record, encoding="utf-8") as file:
                record = json.load(file)
            options, done = dict(record["options"]), Done(**record["done"])
            numbers = (done.line, done.puzzles, done.size, done.failed, done.unknown)
            if not all(isinstance(number, int) and number >= 0 for number in numbers):
                raise ValueError("numbers are damaged")
        except (ValueError, TypeError, LookupError) as error:
            raise ResumeError(f"{self._record} is damaged: leave out --resume") from error
        for name, value in self._options.items():
            if options.get(name) != value:
                raise ResumeError(
                    f"{self.path}.part was written with {name} {_shown(options.get(name))}, not {_shown(value)}: "
                    "give the same options, or leave out --resume"
                )
        if self._file.seek(0, os.SEEK_END) < done.size:
            raise ResumeError(f"{self.path}.part is shorter than its record says: leave out --resume")
        self.done = done

    def _write_record(self) -> None:
        self._named(self._file.flush)
        known = self._seen.known()
        self._named(lambda: self._put_record(known))
        self.done = known
        self._recorded = monotonic()

    def _put_record(self, done: Done) -> None:
        # In place and with blanks to the same length: that needs no room on a disk that has become full.
        text = json.dumps({"options": self._options, "done": asdict(done)})
        with open(self._record, "r+b" if os.path.exists(self._record) else "wb") as file:
            file.write(text.ljust(_RECORD_BYTES).encode())
            file.truncate()

    def _remove_record(self) -> None:
        with suppress(OSError):
            os.unlink(self._record)

    def _named(self, write: Callable[[], object]) -> None:
        try:
            write()
        except OSError as error:
            if error.errno is not None:
                error.filename = self.path
            raise


def _shown(value: object) -> str:
    return "none" if value is None else str(value)
