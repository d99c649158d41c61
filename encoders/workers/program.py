"""Programs of others: found on the PATH, and run until they end or their time is over, with bounds on their output."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import IO, NamedTuple

from ...reference.deadline import Deadline
from ...reference.errors import BackendUnavailable, OptionError
from .processes import Child, start

_MOST_ERRORS = 1 << 16
"""Bytes of standard error that are kept for a message; what comes after them is read and dropped."""

_CHUNK = 1 << 16
_SHORT_PAUSE, _LONG_PAUSE = 0.0005, 0.05
"""Seconds between two checks whether the program has ended: short after it wrote something or closed its output."""


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
    """A program wrote more than allowed and was killed; the message says what and how much."""


def split_command(command: str, family: str) -> list[str]:
    """Returns the words of a command, the first as the path of the program; no shell reads it.

    Raises `OptionError` for quotes that do not end, and `BackendUnavailable` where there is no such program, and on
    systems without the process groups and named pipes of Unix.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"{command!r} is no command: {error}") from error
    path = shutil.which(words[0]) if words else None
    if path is None:
        program = words[0] if words else command
        there = "cannot be run from here" if "/" in program else "is not on the PATH"
        raise BackendUnavailable(f"backend {family}:{command} needs the program {program!r}, which {there}")
    if os.name != "posix":
        raise BackendUnavailable(f"backend {family}:{command} needs process groups and named pipes, as in Unix")
    return [os.path.abspath(path), *words[1:]]


def run(
    arguments: Sequence[str],
    most: int,
    deadline: Deadline,
    result: Path | None = None,
    stdin: int = subprocess.DEVNULL,
) -> Run | None:
    """Runs a program to its end; returns None where the deadline came first, and the program was killed.

    However this ends, also by Ctrl-C, nothing that the program started in its process group runs on. `result` is the
    path of the file that the program writes: a named pipe while it runs, so that no disk is used. Raises `TooMuch` for
    more than `most` bytes of output or in that file, OSError where the program cannot be started. Needs the process
    groups and named pipes of Unix.
    """
    with ExitStack() as stack:
        written = _Stream(_named_pipe(result, stack), most, "wrote more than {:,} bytes to its result file")
        child = start(arguments, stdin)
        process = child.process
        stack.callback(child.kill)
        output = _Stream(_pipe(process.stdout, stack), most, "printed more than {:,} bytes")
        errors = _Stream(_pipe(process.stderr, stack), _MOST_ERRORS)
        if not _read_all(child, (output, errors, written), deadline):
            return None
        how = child.how_it_ended()
        return Run(process.returncode, how, bytes(output.kept), bytes(errors.kept), bytes(written.kept))


def _read_all(child: Child, streams: Iterable[_Stream], deadline: Deadline) -> bool:
    """Reads all that the program writes; returns whether it ended before the deadline."""
    pause = _SHORT_PAUSE
    with DefaultSelector() as selector:
        for stream in streams:
            if stream.pipe is not None:
                selector.register(stream.pipe, EVENT_READ, stream)
        while True:
            ended = not child.alive
            ready = selector.select(0 if ended else min(pause, deadline.remaining))
            for key, _ in ready:
                # A process that the program left behind may write without end.
                if not key.data.read() or (ended and key.data.full):
                    selector.unregister(key.fileobj)
            if ended and not ready:
                return True
            if not ended and deadline.expired:
                return False
            pause = _SHORT_PAUSE if ready else min(2 * pause, _LONG_PAUSE)


class _Stream:
    """Keeps the first `most` bytes of a pipe; where there is a complaint, more raise `TooMuch` with it."""

    def __init__(self, pipe: int | None, most: int, complaint: str | None = None) -> None:
        self.pipe = pipe
        self.kept = bytearray()
        self._most = most
        self._complaint = complaint

    @property
    def full(self) -> bool:
        """Whether no more bytes are kept."""
        return len(self.kept) == self._most

    def read(self) -> bool:
        """Reads what has arrived; returns False at the end."""
        chunk = os.read(self.pipe, _CHUNK) if self.pipe is not None else b""
        room = self._most - len(self.kept)
        if len(chunk) > room and self._complaint is not None:
            raise TooMuch(self._complaint.format(self._most))
        self.kept += chunk[:room]
        return bool(chunk)


def _pipe(stream: IO[bytes] | None, stack: ExitStack) -> int | None:
    """Returns the pipe beneath a process's stream, which is closed with the stack."""
    return stack.enter_context(stream).fileno() if stream is not None else None


def _named_pipe(path: Path | None, stack: ExitStack) -> int | None:
    """Makes a pipe that programs write to as to a file, opens it for reading, and removes it with the stack."""
    if path is None:
        return None
    os.mkfifo(path)
    stack.callback(path.unlink, missing_ok=True)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    stack.callback(os.close, reading)
    # While there is a writer, even one that never writes, the file does not end before the program does.
    stack.callback(os.close, os.open(path, os.O_WRONLY | os.O_NONBLOCK))
    return reading
