"""What reading a file of puzzles yields: an entry for each puzzle, or the error in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ...reference.contract.errors import LayoutError, PuzzleError
from ...reference.model.puzzle import Puzzle
from ...reference.model.rooms_above import html_of
from .plain_lines import PlainBlock


class PuzzleEntry(NamedTuple):
    """One puzzle of a file, or the error in it; `line` (from 1) is where its text starts."""

    line: int
    puzzle: Puzzle | None = None
    error: PuzzleError | LayoutError | None = None
    name: str | None = None
    """The name that the file gives the puzzle, in one line."""
    solution: tuple[int, ...] | None = None
    """The grid that the file states as its solution; nothing has been checked but its length and its values."""

    def _repr_html_(self) -> str | None:
        """Returns a picture for notebooks with the name below it, or the error."""
        return html_of(self)


def entry_at(line: int, read: Callable[[], Puzzle | PuzzleEntry], is_one_line: bool = False) -> PuzzleEntry:
    """Returns the entry of what is read, or of the error in reading it, at a line of the file.

    The error keeps a line of its own, unless the text is one line, whose JSON may hold a text of several.
    """
    try:
        found = read()
    except (PuzzleError, LayoutError) as error:
        error.line = line if is_one_line else error.line or line
        return PuzzleEntry(line, error=error)
    return PuzzleEntry(line, found) if isinstance(found, Puzzle) else found._replace(line=line)


@contextmanager
def errors_name(part: str) -> Iterator[None]:
    """Puts the name of a part of a puzzle, such as the key of a rule, before the messages of errors in it."""
    try:
        yield
    except (PuzzleError, LayoutError) as error:
        error.message = f"{part}: {error.message}"
        raise


def each_entry(entries: Iterable[PuzzleEntry | PlainBlock]) -> Iterator[PuzzleEntry]:
    """Yields the entries, those of a block one by one."""
    for entry in entries:
        if isinstance(entry, PuzzleEntry):
            yield entry
        else:
            for index in range(len(entry)):
                yield PuzzleEntry(entry.line + index, entry.puzzle(index), solution=entry.solution(index))


def in_one_line(text: str) -> str:
    """Returns the beginning of a name as one line of printable characters."""
    shown_part = " ".join(text[:_LONGEST_NAME].split())
    return "".join(character if character.isprintable() else "?" for character in shown_part)


_LONGEST_NAME = 200
