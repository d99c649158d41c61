"""External programs: found on the PATH, run to their end or asked line after line, with limits on time and output."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendError, BackendUnavailable, InvalidAnswer, OptionError, shown
from .limits import END_SECONDS
from .processes import Child, only_waits

_CHUNK = 1 << 16
"""Bytes that are read at once."""

_MOST_LEFT = 16
"""Pieces that are read after the end of a program: no more than its pipes hold, as another process may have them."""

_SHORT_PAUSE, _LONG_PAUSE = 0.0005, 0.05
"""The longest waits for output: short while a line is not sent, or where nothing is printed any more before the end."""

_START_SECONDS, _STEP_SECONDS = 2.0, 0.002
"""The longest wait for a program's first pause, and how long it pauses then."""


class RunningProgram(Child):
    """A running program, which never waits for a full pipe; `name` begins the errors.

    `most` is the limit in bytes on its output: on all of it, or on a line for a program that is asked. `stdin` is that
    of `subprocess.Popen`: a pipe for a program that is asked. With `swapped` standard error is taken for its output,
    and the other way round. Raises `BackendError` where it cannot be started. Needs the process groups of Unix.

    A program that is asked is waited for until it pauses, as for its first line: interpreters take tens of milliseconds
    to get there, which are no part of a puzzle's time. After an error or a late answer it has to be killed, as the end
    of a `with` does.
    """

    def __init__(
        self, name: str, arguments: Sequence[str], most: int, stdin: int = subprocess.PIPE, swapped: bool = False
    ) -> None:
        self._name = name
        self._most = most
        try:
            super().__init__(arguments, stdin=stdin)
        except OSError as error:
            raise BackendError(f"{name} cannot be run: {error}") from error
        self._stdin = self.process.stdin
        self._stdout = self.process.stderr if swapped else self.process.stdout
        self._open: list[Any] = [self.process.stdout, self.process.stderr]
        """The pipes from which more may come."""
        self._unsent = b""
        self._output = bytearray()
        if self._stdin is not None:
            os.set_blocking(self._stdin.fileno(), False)
            start = Deadline(_START_SECONDS)
            while self.alive and not start.expired and not only_waits(self.pid, _STEP_SECONDS):
                pass

    def __enter__(self) -> RunningProgram:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def printed(self) -> str:
        """The beginning of what it printed, in words that end an error."""
        text = (b"".join(self.last_lines) + b"\n" + self._output).strip()
        return f"it printed: {_quoted(text, 200)}" if text else "it printed nothing"

    @property
    def whole_lines(self) -> bytes:
        """What it printed so far, up to the end of a line."""
        return bytes(self._output).rpartition(b"\n")[0]

    def wait(self, deadline: Deadline) -> bytes | None:
        """Waits until the program ends by itself, and returns its output; None where the deadline comes first.

        Raises `InvalidAnswer` for more output than the limit.
        """
        while self.alive:
            self._exchange(deadline)
            if deadline.expired:
                return None
        for _ in range(_MOST_LEFT):
            if self._open:
                self._exchange(Deadline(0))
        return bytes(self._output)

    def ask(self, line: bytes, deadline: Deadline) -> bytes | None:
        """Sends a line, and returns the line that answers it; None where the deadline comes first.

        Raises `BackendCrashed` or `BackendOutOfMemory` where the program ends or closes its output, `InvalidAnswer`
        for a line without a question, more than one line, one that comes too early, and one that is too long.
        """
        self._exchange(Deadline(0))
        if self._output:
            raise InvalidAnswer(f"{self._name} printed without a question: {_quoted(self._output)}")
        self._unsent = line + b"\n"
        while b"\n" not in self._output:
            if self._stdout not in self._open:
                self.wait(Deadline(END_SECONDS))
                raise self.crash(f"{self._name} closed its output before it answered, and")
            if deadline.expired:
                return None
            self._exchange(deadline)
        if self._unsent:
            raise InvalidAnswer(f"{self._name} answered before it had read the whole line: {_quoted(self._output)}")
        answer, _, more = bytes(self._output).partition(b"\n")
        if more:
            raise InvalidAnswer(f"{self._name} answered one puzzle with more than one line: {_quoted(more)} follows")
        self._output.clear()
        return answer

    def _exchange(self, deadline: Deadline) -> None:
        """Sends and reads what the pipes take and have; waits for output until the deadline, but not for long."""
        if self._unsent:
            try:
                self._unsent = self._unsent[os.write(self._stdin.fileno(), self._unsent) :]  # type: ignore[union-attr]
            except BlockingIOError:
                pass
            except BrokenPipeError:
                self._unsent = b""  # its output ends, too, or it never answers
        pause = min(_SHORT_PAUSE if self._unsent or not self._open else _LONG_PAUSE, deadline.remaining)
        if not self._open:
            time.sleep(pause)
        ready: list[Any] = wait(self._open, pause) if self._open else []
        for stream in ready:
            part = os.read(stream.fileno(), _CHUNK)
            if not part:
                self._open.remove(stream)
            elif stream is self._stdout:
                self._output += part
            else:
                self.last_lines.append(part)
        if len(self._output) > self._most:
            quoted = _quoted(self._output)
            raise InvalidAnswer(f"{self._name} printed more than {self._most:,} bytes, and was stopped: {quoted}")


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Makes a folder for files of a program, and removes it at the end; a fork of this process leaves it alone."""
    path, process = Path(tempfile.mkdtemp(prefix="unitdoku-")), os.getpid()
    try:
        yield path
    finally:
        if process == os.getpid():
            shutil.rmtree(path, ignore_errors=True)


def split_command(command: str, family: str | None = None) -> list[str]:
    """Returns the words of a command, the first as the path of the program; no shell reads it.

    Raises `OptionError` for quotes that do not end, and `BackendUnavailable` where there is no such program, and for
    a `family` of backends on systems without the process groups of Unix.
    """
    asking = f"backend {family}:{command}" if family else f"the command {command!r}"
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"{command!r} is no command: {error}") from error
    path = shutil.which(words[0]) if words else None
    if path is None:
        program = words[0] if words else command
        there = "cannot be run from here" if "/" in program else "is not on the PATH"
        raise BackendUnavailable(f"{asking} needs the program {program!r}, which {there}")
    if family and os.name != "posix":
        raise BackendUnavailable(f"{asking} needs process groups, as in Unix")
    return [os.path.abspath(path), *words[1:]]


def _quoted(text: bytes | bytearray, most: int = 80) -> str:
    return shown(text[:1000].decode(errors="replace"), most)
