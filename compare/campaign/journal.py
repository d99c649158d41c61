"""The journal of a campaign: a line of JSON for its settings, then one for each case that is done.

Lines are written whole and in order. Whatever ends the program, at most the last line is torn, and that case is not
done: it is cut off when the journal is opened again. A file that is refused is left as it is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, asdict, dataclass, field, fields
from io import BufferedRandom
from pathlib import Path
from types import TracebackType
from typing import Any

from ...reference.errors import UnitdokuError
from ..results.file_lock import lock


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

    An empty or missing file begins a new one. Raises `JournalError` where the file is of a campaign with other
    settings, is no journal or is in use, OSError where it cannot be opened.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self._file = _opened(path)
        try:
            content = self._file.read()
            end = content.rfind(b"\n") + 1
            lines = content[:end].split(b"\n")[:-1]
            header = json.dumps(asdict(settings)).encode()
            if lines:
                self._check_settings(lines[0], settings)
            elif not header.startswith(content):
                raise JournalError(f"{path} is no journal of a campaign")
            self._done = [self._case(number, line) for number, line in enumerate(lines[1:])]
            # Only now is it sure that the file is ours.
            self._file.seek(end)
            if end < len(content):
                self._file.truncate()
            if not lines:
                self._write(asdict(settings))
        except BaseException:
            self._file.close()
            raise

    def done(self) -> Iterator[Done]:
        """The cases that were done when it was opened, in order."""
        return iter(self._done)

    def add(self, done: Done) -> None:
        """Writes a case that is done; it then stays, however the program ends."""
        self._write(asdict(done))

    def close(self) -> None:
        """Gives the file back."""
        # What is left to be written could not be, and has been said: lines are never kept back.
        with suppress(OSError):
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

    def _check_settings(self, line: bytes, settings: Settings) -> None:
        """Raises `JournalError` unless the first line is the settings, and these."""
        try:
            old = _parsed(line)
        except ValueError as error:
            raise JournalError(f"{self.path} is no journal of a campaign: line 1 {error}") from error
        new = asdict(settings)
        if old.keys() != new.keys():
            raise JournalError(f"{self.path} is no journal of a campaign: line 1 has no settings of one")
        differences = [f"{name} was {old[name]}, not {new[name]}" for name in new if old[name] != new[name]]
        if differences:
            raise JournalError(f"{self.path} is the journal of another campaign: {'; '.join(differences)}")

    def _case(self, number: int, line: bytes) -> Done:
        """The case of this number, which stands two lines further down, as lines are counted."""
        try:
            content = _parsed(line)
        except ValueError as error:
            raise JournalError(f"{self.path}: line {number + 2} {error}") from error
        wrong = _wrong_with(content)
        if wrong:
            raise JournalError(f"{self.path}: line {number + 2} is no case: {wrong}")
        done = Done(**content)
        if done.case != number:
            raise JournalError(f"{self.path}: line {number + 2} is case {done.case}, not {number}")
        return done


def _parsed(line: bytes) -> dict[str, Any]:
    """The object in a line; ValueError where there is none, to be read after the line's number."""
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"is no JSON: {error}") from error
    if not isinstance(content, dict):
        raise ValueError("is no JSON object")
    return content


def _wrong_with(content: Mapping[str, object]) -> str:
    """What is wrong with the content of a line for a case; empty where nothing is."""
    for field_ in fields(Done):
        if field_.name in content:
            fits, wrong = _TYPES[field_.name]
            if not fits(content[field_.name]):
                return f"{field_.name} is {wrong}"
        elif field_.default is MISSING and field_.default_factory is MISSING:
            return f"{field_.name} is missing"
    unknown = content.keys() - _TYPES.keys()
    return f"{min(unknown)} is unknown" if unknown else ""


def _is_number(value: object, least: int = 0) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


_TYPES: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "case": (_is_number, "no number from 0 up"),
    "layout": (_is_text, "no text"),
    "kind": (_is_text, "no text"),
    "size": (lambda value: value is None or _is_number(value, 1), "neither a number from 1 up nor null"),
    "answers": (_is_number, "no number from 0 up"),
    "said": (
        lambda value: isinstance(value, dict) and all(map(_is_texts, value.values())),
        "no object of lists of texts",
    ),
    "findings": (_is_texts, "no list of texts"),
}
"""Each field of a case: whether a value fits, and what it is otherwise."""


def _opened(path: Path) -> BufferedRandom:
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
    if not lock(file):
        file.close()
        raise JournalError(f"{path} is in use by another campaign")
    return file
