"""A program that runs until it ends or its time is over, with bounds on what it may write: it is not ours."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import IO, NamedTuple

from ...reference.deadline import Deadline
from .process_group import dying_with_us, how_it_ended, kill, start

_MOST_ERRORS = 1 << 16
"""Bytes of standard error that are kept, for a message; what comes after them is read and forgotten."""

_CHUNK = 1 << 16
_SHORT_PAUSE, _LONG_PAUSE = 0.0005, 0.05
"""Seconds between two looks whether the program has ended: short after it wrote something or closed its output."""


class Run(NamedTuple):
    """A program that ended by itself."""

    code: int
    """Its exit code; negative for a signal."""
    how: str
    """The same in words: `ended with exit code 0`."""
    output: bytes
    errors: bytes
    result: bytes
    """What it wrote to its result file; empty where it has none."""


class TooMuch(Exception):
    """A program wrote more than it may, and was stopped; the message says what and how much."""


def run(
    arguments: Sequence[str],
    most: int,
    deadline: Deadline,
    result: Path | None = None,
    stdin: int = subprocess.DEVNULL,
) -> Run | None:
    """What came of the program; None where the time was over first, and then it was killed.

    However this ends, by Ctrl-C too, nothing that the program started in its process group goes on. `result` is the
    path of a file that it is to write: a named pipe while it runs, so that nothing of it is ever on a disk. Raises
    `TooMuch` for more than `most` bytes of output or in that file, OSError where the program cannot be started.
    Needs the process groups and named pipes of Unix.
    """
    with ExitStack() as stack:
        written = _Stream(_named_pipe(result, stack), most, "wrote more than {:,} bytes to its result file")
        process = start(dying_with_us(arguments), stdin, subprocess.PIPE, subprocess.PIPE)
        stack.callback(kill, process)
        output = _Stream(_pipe(process.stdout, stack), most, "printed more than {:,} bytes")
        errors = _Stream(_pipe(process.stderr, stack), _MOST_ERRORS)
        if not _listen(process, (output, errors, written), deadline):
            return None
        return Run(
            process.returncode, how_it_ended(process), bytes(output.kept), bytes(errors.kept), bytes(written.kept)
        )


def _listen(process: subprocess.Popen[bytes], streams: Iterable[_Stream], deadline: Deadline) -> bool:
    """Reads all that the program writes; whether it ended in time."""
    pause = _SHORT_PAUSE
    with DefaultSelector() as selector:
        for stream in streams:
            if stream.pipe is not None:
                selector.register(stream.pipe, EVENT_READ, stream)
        while True:
            ended = process.poll() is not None
            ready = selector.select(0 if ended else min(pause, deadline.remaining))
            for key, _ in ready:
                # Something that the program left behind may write on for ever.
                if not key.data.read() or (ended and key.data.full):
                    selector.unregister(key.fileobj)
            if ended and not ready:
                return True
            if not ended and deadline.expired:
                return False
            pause = _SHORT_PAUSE if ready else min(2 * pause, _LONG_PAUSE)


class _Stream:
    """What is read from a pipe: `most` bytes, and for more `TooMuch` where there is a complaint."""

    def __init__(self, pipe: int | None, most: int, complaint: str | None = None) -> None:
        self.pipe = pipe
        self.kept = bytearray()
        self._most = most
        self._complaint = complaint

    @property
    def full(self) -> bool:
        """Whether nothing more is kept."""
        return len(self.kept) == self._most

    def read(self) -> bool:
        """Reads what there is; False at the end."""
        chunk = os.read(self.pipe, _CHUNK) if self.pipe is not None else b""
        room = self._most - len(self.kept)
        if len(chunk) > room and self._complaint is not None:
            raise TooMuch(self._complaint.format(self._most))
        self.kept += chunk[:room]
        return bool(chunk)


def _pipe(stream: IO[bytes] | None, stack: ExitStack) -> int | None:
    """The pipe beneath a process's stream, closed with the stack."""
    return stack.enter_context(stream).fileno() if stream is not None else None


def _named_pipe(path: Path | None, stack: ExitStack) -> int | None:
    """A pipe that programs write to as to a file, opened for reading; closed and removed with the stack."""
    if path is None:
        return None
    os.mkfifo(path)
    stack.callback(path.unlink, missing_ok=True)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    stack.callback(os.close, reading)
    # While there is a writer, be it one that never writes, there is no end of the file before the program's own.
    stack.callback(os.close, os.open(path, os.O_WRONLY | os.O_NONBLOCK))
    return reading
