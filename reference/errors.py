"""What can go wrong, as one family of exceptions.

Every error of the package is a `UnitdokuError` and also the builtin that fits it, so that a caller may catch either.
No solution and no time left are verdicts (`Result.verdict`), never errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


class UnitdokuError(Exception):
    """The root of all errors that the package raises on purpose."""


class _PlacedError(UnitdokuError, ValueError):
    """A bad value, with the place where it stands as far as it is known."""

    def __init__(
        self, message: str, *, cell: str | None = None, value: str | None = None, line: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.cell = cell
        """Label of the cell (`A1`), or None."""
        self.value = value
        """The offending text or value as written, or None."""
        self.line = line
        """Line of the input, counted from 1, or None."""

    def __str__(self) -> str:
        place = [f"line {self.line}"] if self.line is not None else []
        if self.cell is not None:
            place.append(f"cell {self.cell}")
        return ": ".join([", ".join(place), self.message] if place else [self.message])


class LayoutError(_PlacedError):
    """A layout that cannot be: an unknown name, an unknown cell in a unit, a unit longer than the values."""


class PuzzleError(_PlacedError):
    """A puzzle that cannot be read or built: wrong length, unknown value, a cell without candidates."""


class UnknownBackend(UnitdokuError, LookupError):
    """No backend has this name; `known` lists those that exist."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"unknown backend {name!r}; known: {', '.join(known)}")
        self.name = name
        self.known = tuple(known)

    def __reduce__(self) -> tuple[type[UnknownBackend], tuple[object, ...]]:
        return type(self), (self.name, self.known)


class OptionError(UnitdokuError, ValueError):
    """An option of a backend or an encoding that is unknown or does not fit; the message lists what is known."""


class FormulaTooLarge(UnitdokuError, ValueError):
    """A formula would be larger than allowed; the message says how large, and nothing of that size was begun."""


class BackendUnavailable(UnitdokuError, ImportError):
    """The backend is known, but its package cannot be imported; the message says what to install."""


class BackendError(UnitdokuError, RuntimeError):
    """A solver crashed, or answered with something that is no solution; subclasses tell more where more is known."""


class BackendCrashed(BackendError):
    """The process that a solver ran in ended."""


class BackendTimedOut(BackendError):
    """A solver neither answered nor gave up when its time was over."""


class BackendOutOfMemory(BackendError):
    """A solver took more memory than it may, or than there is."""


class InvalidAnswer(BackendError):
    """A solver answered with something that is no answer: not a grid, a grid of another length, too many of them."""


class WrongAnswer(BackendError):
    """A solver answered with a grid that breaks the rules."""
