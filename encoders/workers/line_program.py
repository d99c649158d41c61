"""A program of others that stays: it gets a line on standard input, and answers with a line, until it is closed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import sleep
from typing import NoReturn
from weakref import finalize

from ...reference.deadline import Deadline
from ...reference.errors import InvalidAnswer, shown
from .processes import Child, crash_error, start

_CHUNK = 1 << 16

_MOST_ERRORS = 1 << 12
"""Bytes of standard error that are kept, the last ones, for the message about a program that ends."""

_START_SECONDS, _STEP_SECONDS = 2.0, 0.001
"""The longest wait for the first sleep of a program, and the time between two looks."""

_LOOK_SECONDS = 1.0
"""The longest wait without a look at the clock."""


class LineProgram:
    """A running program; `name` begins the errors. After an error or a late answer it has to be closed.

    It ends with all that it started when it is closed, when nothing refers to it any more, and with this process.
    Raises OSError where it cannot be started. Needs the process groups of Unix.
    """

    def __init__(self, name: str, arguments: Sequence[str]) -> None:
        self._name = name
        self._child = start(arguments, subprocess.PIPE)
        process = self._child.process
        self._selector = DefaultSelector()
        self._end = finalize(self, _end, self._child, self._selector)
        self._stdin, self._stdout, self._stderr = (
            stream.fileno()  # type: ignore[union-attr]  # pipes, as asked for
            for stream in (process.stdin, process.stdout, process.stderr)
        )
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        for pipe in (self._stdout, self._stderr):
            self._selector.register(pipe, EVENT_READ)
        self._errors = b""
        self._child.watch()
        self._wait_until_it_sleeps()

    @property
    def alive(self) -> bool:
        """Whether it runs; False in a fork, which must leave it alone."""
        return self._child.alive

    @property
    def waits(self) -> bool:
        """Whether no thread of the program runs now; True where the system does not say that."""
        return _switches(self._child.pid) is not None

    def close(self) -> None:
        """Kills the program and all that it started; in a fork only closes the pipes. May be called twice."""
        self._end()

    def ask(self, line: bytes, most: int, deadline: Deadline) -> bytes | None:
        """Sends a line, and returns the line that answers it, of at most `most` bytes; None where the deadline came.

        Raises `BackendCrashed` or `BackendOutOfMemory` where the program ends or closes its output, `InvalidAnswer`
        for a line without a question, more than one line, one that comes too early, and one that is too long.
        """
        early = self._read(self._stdout)
        if early:
            raise InvalidAnswer(f"{self._name} printed without a question: {_quoted(early)}")
        unsent, answer = self._send(line + b"\n"), b""
        if unsent:
            self._selector.register(self._stdin, EVENT_WRITE)
        while b"\n" not in answer:
            for key, _ in self._selector.select(min(_LOOK_SECONDS, deadline.remaining)):
                if key.fd == self._stdin:
                    unsent = self._send(unsent)
                    if not unsent:
                        self._selector.unregister(self._stdin)
                elif key.fd == self._stderr:
                    self._keep_errors()
                else:
                    part = self._read(self._stdout)
                    if part == b"":
                        self._fail()
                    answer += part or b""
            if len(answer) > most and b"\n" not in answer[: most + 1]:
                raise InvalidAnswer(f"{self._name} printed more than {most:,} bytes in a line: {_quoted(answer)}")
            if deadline.expired and b"\n" not in answer:
                return None
        if unsent:
            raise InvalidAnswer(f"{self._name} answered before it had read the whole line: {_quoted(answer)}")
        answer, _, more = answer.partition(b"\n")
        if more:
            raise InvalidAnswer(f"{self._name} answered one puzzle with more than one line: {_quoted(more)} follows")
        return answer

    def _wait_until_it_sleeps(self) -> None:
        """Waits until all threads of the program sleep, as when it waits for its first line (Linux; elsewhere not).

        Interpreters take tens of milliseconds to get there, which are no part of a puzzle's time. A program that sleeps
        earlier is only measured less exactly; one that never sleeps is not waited for much longer.
        """
        deadline, before = Deadline(_START_SECONDS), None
        while self._child.alive and not deadline.expired:
            now = _switches(self._child.pid)
            if now == [] or (now is not None and now == before):
                return
            before = now
            sleep(_STEP_SECONDS)

    def _send(self, data: bytes) -> bytes:
        """Sends what fits into the pipe, and returns the rest."""
        try:
            return data[os.write(self._stdin, data) :]
        except BlockingIOError:
            return data
        except BrokenPipeError:
            return b""  # its output ends, too, or it never answers

    def _read(self, pipe: int) -> bytes | None:
        """Returns what has arrived: None for nothing yet, no bytes at the end."""
        try:
            return os.read(pipe, _CHUNK)
        except BlockingIOError:
            return None

    def _keep_errors(self) -> bool:
        """Reads from standard error, so that a full pipe does not stop the program; returns whether there was any."""
        part = self._read(self._stderr)
        if part == b"":
            with suppress(KeyError):
                self._selector.unregister(self._stderr)
        self._errors = (self._errors + (part or b""))[-_MOST_ERRORS:]
        return bool(part)

    def _fail(self) -> NoReturn:
        """Raises the error for a program that closed its output."""
        how = self._child.how_it_ended()
        # No more than a pipe holds: another process may write to it without end.
        for _ in range(16):
            if not self._keep_errors():
                break
        lines = [line for line in map(str.strip, self._errors.decode(errors="replace").splitlines()) if line]
        closed = f"{self._name} closed its output before it answered, and {how}"
        raise crash_error(": ".join([closed, *lines[-1:]]), self._errors)


def _switches(pid: int) -> list[bytes] | None:
    """Returns lines that change whenever a thread of a process runs; None where one runs now, none where not known."""
    lines = []
    with suppress(OSError):
        for thread in sorted(os.listdir(f"/proc/{pid}/task")):
            with open(f"/proc/{pid}/task/{thread}/status", "rb") as file:
                facts = [line for line in file if line.startswith((b"State:", b"voluntary_", b"nonvoluntary_"))]
            if not facts or b"S (sleeping)" not in facts[0]:
                return None
            lines += facts
    return lines


def _end(child: Child, selector: DefaultSelector) -> None:
    """Ends a program; a function, as a method would keep its object alive."""
    process = child.process
    try:
        child.kill()
    finally:
        if not child.is_own:
            process.returncode = 0  # a fork cannot wait for it
        selector.close()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                stream.close()  # type: ignore[union-attr]  # pipes, as asked for


def _quoted(text: bytes) -> str:
    return shown(text[:200].decode(errors="replace"), 80)
