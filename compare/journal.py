"""The journal of a campaign: a line of JSON for its settings, then one for each case that is done.

Lines are written whole and in order. Whatever ends the program, at most the last line is torn, and that case is not
done: it is cut off when the journal is opened again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from io import BufferedRandom
from pathlib import Path
from types import TracebackType
from typing import Any

from ..reference.errors import UnitdokuError

try:
    import fcntl
except ImportError:  # Windows: nobody looks whether another campaign writes here
    fcntl = None  # type: ignore[assignment]


class JournalError(UnitdokuError, ValueError):
    """A journal that cannot be gone on with; the message says why."""


@dataclass(frozen=True)
class Settings:
    """What a campaign is about: it can be gone on with under the same only."""

    seed: int
    backends: list[str]
    limit: int
    seconds: float | None
    memory: int | None = None


@dataclass(frozen=True)
class Done:
    """A case that is done; without a size there was no puzzle of the kind on the layout that was drawn."""

    case: int
    layout: str
    kind: str
    size: int | None = None
    answers: int = 0
    said: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """SAT, UNSAT, UNKNOWN or a class of findings, to the backends of which it holds."""
    findings: Sequence[str] = ()


class Journal:
    """The journal in a file, which belongs to one campaign at a time; a context manager.

    Raises `JournalError` where the file is of a campaign with other settings, is no journal or is in use, OSError
    where it cannot be opened.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self._file = _opened(path)
        try:
            self._lines = _whole_lines(self._file)
            if not self._lines:
                self._write(asdict(settings))
            elif self._parsed(0) != asdict(settings):
                raise JournalError(
                    f"{path} is the journal of another campaign: {_difference(self._parsed(0), settings)}"
                )
        except BaseException:
            self._file.close()
            raise

    def done(self) -> Iterator[Done]:
        """The cases that were done when it was opened, in order."""
        for number in range(1, len(self._lines)):
            content = self._parsed(number)
            try:
                done = Done(**content)
            except TypeError as error:
                raise JournalError(f"{self.path}: line {number + 1} is no case: {error}") from error
            if done.case != number - 1:
                raise JournalError(f"{self.path}: line {number + 1} is case {done.case}, not {number - 1}")
            yield done

    def add(self, done: Done) -> None:
        """Writes a case that is done; it then stays, however the program ends."""
        self._write(asdict(done))

    def close(self) -> None:
        """Gives the file back."""
        self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, content: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(content).encode() + b"\n")
        self._file.flush()

    def _parsed(self, number: int) -> dict[str, Any]:
        try:
            content = json.loads(self._lines[number])
        except ValueError as error:
            raise JournalError(f"{self.path}: line {number + 1} is no JSON: {error}") from error
        if not isinstance(content, dict):
            raise JournalError(f"{self.path}: line {number + 1} is no JSON object")
        return content


def _opened(path: Path) -> BufferedRandom:
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise JournalError(f"{path} is in use by another campaign") from None
    return file


def _whole_lines(file: BufferedRandom) -> list[bytes]:
    """The lines of the file; what is after the last newline is cut off."""
    content = file.read()
    end = content.rfind(b"\n") + 1
    file.seek(end)
    file.truncate()
    return content[:end].splitlines()


def _difference(old: Mapping[str, Any], settings: Settings) -> str:
    new = asdict(settings)
    names = [name for name in new if old.get(name) != new[name]]
    return "; ".join(f"{name} was {old.get(name)}, not {new[name]}" for name in names) or "it has other settings"
