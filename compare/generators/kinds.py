"""The kinds of puzzles by what is known about their answer, and the requests that cannot be met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import NamedTuple

from ...reference.contract.errors import OptionError, PuzzleError
from ...reference.contract.result import Result
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle


class Kind(StrEnum):
    """What is known about a drawn puzzle."""

    SATISFIABLE = "satisfiable"
    """It has a solution, and perhaps others."""
    UNIQUE = "unique"
    """It has exactly one solution."""
    SEVERAL = "several"
    """It has at least two solutions."""
    CLASH = "clash"
    """It has no solution: two givens of a unit are equal, or givens contradict a sum or a pair."""
    SEARCH = "search"
    """It has no solution, and elimination and only choice do not reveal that."""
    UNKNOWN = "unknown"
    """Nothing is known."""


class Drawn(NamedTuple):
    """A puzzle whose answer follows from how it was made."""

    puzzle: Puzzle
    kind: Kind
    truth: Result
    """The known solutions, `exhausted` if there are no others; its verdict is `UNKNOWN` where none is known."""
    how: str
    """A sentence that says how the puzzle was made."""

    @property
    def solutions(self) -> tuple[Grid, ...]:
        """The known solutions."""
        return self.truth.solutions


CONSTRUCTION = "construction"
"""The backend name in the results that follow from a construction."""

NOTHING_KNOWN = Result((), exhausted=False, backend=CONSTRUCTION)
"""The truth about a puzzle of which nothing is known."""


def known(kind: Kind, puzzle: Puzzle, solutions: tuple[Grid, ...], how: str) -> Drawn:
    """Returns a puzzle with the solutions that are known of it: all that it has, unless its kind allows others."""
    exhausted = kind in (Kind.UNIQUE, Kind.CLASH, Kind.SEARCH)
    return Drawn(puzzle, kind, Result(solutions, exhausted, backend=CONSTRUCTION), how)


class Unlucky(PuzzleError):
    """These choices give no puzzle of the kind; other choices may."""


def retried(make: Callable[[], Drawn], tries: int = 12) -> Drawn:
    """Returns what `make` returns at the first of so many tries that does not raise `Unlucky`."""
    for _ in range(tries - 1):
        with suppress(Unlucky):
            return make()
    try:
        return make()
    except Unlucky as error:
        raise Unlucky(f"{error.message} ({tries} times over)") from error


def kinds_named(kinds: Iterable[Kind | str] | None) -> tuple[Kind, ...]:
    """Returns the kinds of these names, each once, in their order; all for None. For errors see `chosen`."""
    return tuple(map(Kind, chosen(kinds, tuple(Kind), "puzzle")))


def chosen(names: Iterable[str] | None, known: Sequence[str], of: str) -> tuple[str, ...]:
    """Returns these names, each once, in their order; all that are known for None.

    `of` is the word for what has kinds in messages. Raises `OptionError` for an unknown name and where there is none,
    TypeError for one name in place of several.
    """
    if names is None:
        return tuple(known)
    if isinstance(names, str):
        raise TypeError(f"kinds of {of}s are a list of names, as in [{str(names)!r}], not one text")
    found = tuple(dict.fromkeys(names))
    unknown = [name for name in found if name not in known]
    if unknown or not found:
        wrong = f"is called {unknown[0]!r}" if unknown else "is asked for"
        raise OptionError(f"no kind of {of} {wrong}; known: {', '.join(known)}")
    return found


def check_givens(givens: int | None) -> None:
    """Raises `PuzzleError` unless this is a number of givens, or None for any number."""
    if givens is not None and (isinstance(givens, bool) or not isinstance(givens, int) or givens < 0):
        raise PuzzleError(f"a number of givens is a whole number from 0 up, not {givens!r}")


def why_impossible(kind: Kind, layout: Layout, givens: int | None) -> str | None:
    """Returns why there can be no choices for a puzzle of this kind with exactly so many givens; None for no reason."""
    if kind is Kind.CLASH and all(len(unit) < 2 for unit in layout.units):
        return "no unit has two cells that could clash"
    if givens is not None and givens > layout.cell_count:
        return f"it has only {layout.cell_count} cells"
    if kind is Kind.CLASH and givens is not None and givens < 2:
        return "a clash takes two givens"
    return None
