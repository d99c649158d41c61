"""The exceptions that the package raises on purpose.

Each is a `UnitdokuError` and also the builtin that fits, so that a caller may catch either. No solution and no time
left are verdicts (`Result.verdict`), never errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType


def shown(value: object, most: int = 100) -> str:
    """Returns the `repr` of a value in one line for a message, its end left out where it is long."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # the value is of another program, and the message is about it
        text = f"a {type(value).__name__}"
    return text if len(text) <= most else text[: most - 3] + "..."


def joined(words: Sequence[str], last: str) -> str:
    """Returns words in a sentence, with another one before the last: `A1, A2 and A3`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def install_advice(extra: str) -> str:
    """Returns the command that installs an extra, from the package index and in a checkout, for the end of an error."""
    return f"pip install 'unitdoku[{extra}]' (in a checkout: pip install '.[{extra}]')"


class UnitdokuError(Exception):
    """The root of all errors that the package raises on purpose."""

    index: int | None = None
    """The index, from 0, of the puzzle in a list of several, such as that of `solve_many`; else None."""

    def __str__(self) -> str:
        text = super().__str__()
        return text if self.index is None else f"puzzles[{self.index}]: {text}"


class _PlacedError(UnitdokuError, ValueError):
    """A bad value, with the place where it stands as far as that is known."""

    def __init__(self, message: str, *, cell: str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.cell = cell
        """Label of the cell (`A1`), or None."""
        self.line = line
        """Line of the input, counted from 1, or None."""

    def __str__(self) -> str:
        place = [f"puzzles[{self.index}]"] if self.index is not None else []
        if self.line is not None:
            place.append(f"line {self.line}")
        if self.cell is not None:
            place.append(f"cell {shown(self.cell)[1:-1]}")  # without its quotes
        return ": ".join([", ".join(place), self.message] if place else [self.message])


class LayoutError(_PlacedError):
    """A layout is impossible: an unknown name, an unknown cell in a unit, a unit with more cells than values."""


class PuzzleError(_PlacedError):
    """A puzzle cannot be read or built: wrong length, unknown value, a cell without candidates."""


class InvalidCertificate(UnitdokuError, ValueError):
    """A certificate is malformed, or does not prove its claim; the message says where and why."""


class UnknownBackend(UnitdokuError, LookupError):
    """No backend has this name; `known` lists the names that exist, `other_words` maps other words to such names."""

    def __init__(self, name: str, known: Sequence[str], other_words: Mapping[str, str] | None = None) -> None:
        hint = did_you_mean(name, known, other_words=other_words or {})
        super().__init__(f"unknown backend {name!r};{hint} known: {', '.join(known)}")
        self.name = name
        self.known = tuple(known)
        self._other_words = other_words

    def __reduce__(self) -> tuple[type[UnknownBackend], tuple[object, ...]]:
        return type(self), (self.name, self.known, self._other_words)


class OptionError(UnitdokuError, ValueError):
    """An option of a backend or an encoding is unknown or has a bad value; the message lists the known options."""


class FormulaTooLarge(UnitdokuError, ValueError):
    """A formula would exceed the allowed size; the message says by how much. Raised before anything is built."""


class PackageMissing(UnitdokuError, ImportError):
    """A function needs a package that cannot be imported; the message says what to install."""


class BackendUnavailable(PackageMissing):
    """The backend is known, but its package cannot be imported; the message says what to install."""


class Unsupported(UnitdokuError, NotImplementedError):
    """A backend or a solver declines a layout, a puzzle or a number of solutions that it does not support.

    Solvers of others raise it too. To decline is no failure: no check and no comparison counts it as a finding.
    """


HARMLESS = (ValueError, Unsupported)
"""A bad argument and a declined puzzle: after any other error a session may be in any state."""


class BackendError(UnitdokuError, RuntimeError):
    """A solver failed or gave a wrong answer; the subclasses say which of the two, where that is known."""


class BackendCrashed(BackendError):
    """The process in which a solver ran has ended."""


class BackendTimedOut(BackendError):
    """A solver was still running when its time was over."""


class BackendOutOfMemory(BackendError):
    """A solver took more memory than its limit, or than the machine has."""


class InvalidAnswer(BackendError):
    """A solver returned something malformed: not a grid, a grid of another length, or too many grids."""


class WrongAnswer(BackendError):
    """A solver returned a grid that breaks the rules."""


# Names that were probably meant by one that does not exist.

_NONE: Mapping[str, str] = MappingProxyType({})


def did_you_mean(name: str, known: Iterable[str], most: int = 1, other_words: Mapping[str, str] = _NONE) -> str:
    """Returns `" did you mean A or B?"` with at most this many known names, the closest first; empty if none is close.

    Capitals do not count. A part of a name between colons may stand for the name, with a number at its end
    or without: `cadical` for the first of `sat:cadical195` and `sat:cadical300`.
    `other_words` maps words of other programs, in small letters, to known names.
    """
    from difflib import get_close_matches  # here, as only errors need it

    word = name.strip().lower()
    of_part: dict[str, str] = {}
    for full in known:
        for part in (full, *full.split(":")):
            of_part.setdefault(part.lower(), full)
            of_part.setdefault(part.lower().rstrip("0123456789"), full)
    of_part.pop("", None)
    close = [other_words[word]] if word in other_words else get_close_matches(word, of_part, n=2 * most)
    meant = list(dict.fromkeys(of_part.get(part, part) for part in close))[:most]
    return f" did you mean {' or '.join(meant)}?" if meant else ""
