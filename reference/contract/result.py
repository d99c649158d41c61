"""What a backend returns: solutions, whether there are more, and how much work it did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NoReturn, TypeVar

from ..model.grid import Grid
from ..model.puzzle import Puzzle
from ..model.rooms_above import html_of, text_of
from .errors import did_you_mean


class Verdict(StrEnum):
    """Whether there is a solution. SAT: yes. UNSAT: proven that there is none. UNKNOWN: neither is known.

    UNKNOWN is what a backend says that ran out of time or gave up.
    """

    SAT = "SAT"
    UNSAT = "UNSAT"
    UNKNOWN = "UNKNOWN"


STOPPED = "stopped"
"""Key in the statistics: the backend killed an external program at its deadline; it did not give up by itself."""


_OTHER_WORDS = {
    "grid": "solution",
    "grids": "solutions",
    "status": "verdict",
    "time": "statistics['solve_seconds']",
    "seconds": "statistics['solve_seconds']",
}
"""What other programs call an attribute of a result, if that is spelled otherwise; only errors use it."""


@dataclass(frozen=True)
class Result:
    """The distinct solutions found, in the order found, and whether it is proven that there are no others.

    `verdict` and `unique` are derived, so that no result can contradict itself. Raises ValueError for a solution given
    twice and for solutions of different lengths.
    """

    solutions: tuple[Grid, ...]
    exhausted: bool
    """Whether it is proven that there are no other solutions. If not, the limit of solutions was reached, the time was
    over, or the backend gave up: fewer solutions than the limit mean one of the last two."""
    statistics: Mapping[str, float] = field(default_factory=dict)
    """The counters under the solver's own names (`guesses`, `decisions`, `conflicts`, `propagations`) and three times
    in seconds of wall clock. `encode_seconds` and `load_seconds` are what the session spent on encoding and loading
    since its last result: the first puzzle carries the cost of opening, later ones usually nothing, so that sums are
    right. `solve_seconds` is the rest."""
    backend: str = ""
    """The name of the backend that answered; with `auto`, of the one that it chose."""
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)
    """The puzzle that was answered; None in a result that was made without one."""

    def __post_init__(self) -> None:
        solutions = tuple(map(tuple, self.solutions))
        object.__setattr__(self, "solutions", solutions)
        if len(solutions) > 1:
            if len(set(solutions)) < len(solutions):
                raise ValueError("a result holds distinct solutions, but one of these is given twice")
            if len(set(map(len, solutions))) > 1:
                raise ValueError("the solutions of a result are all of one length")

    @property
    def verdict(self) -> Verdict:
        """SAT with a solution, UNSAT when exhausted without one, else UNKNOWN."""
        if self.solutions:
            return Verdict.SAT
        return Verdict.UNSAT if self.exhausted else Verdict.UNKNOWN

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution: False also where there is none; None where that is not settled."""
        if len(self.solutions) > 1:
            return False
        return len(self.solutions) == 1 if self.exhausted else None

    @property
    def solution(self) -> Grid | None:
        """The first solution that was found, None where there is none; notebooks show it as a picture."""
        if not self.solutions or self.puzzle is None:
            return next(iter(self.solutions), None)
        return SolutionGrid(self.solutions[0], self.puzzle)

    @property
    def rows(self) -> tuple[tuple[int | None, ...], ...] | None:
        """The first solution in rows as it is drawn, None where there is none.

        All rows are equally long: in a layout that is no rectangle, such as a samurai, None stands where no cell is.
        Raises ValueError in a result without its puzzle.
        """
        if not self.solutions:
            return None
        if self.puzzle is None:
            raise ValueError("the rows follow from the layout, and this result was made without its puzzle")
        layout = self.puzzle.layout
        grid: dict[int | None, int] = dict(enumerate(self.solutions[0]))
        columns = range(max(column for _, column in layout.positions) + 1)
        lines = range(layout.positions[-1][0] + 1)
        return tuple(tuple(grid.get(layout.cell_at(line, column)) for column in columns) for line in lines)

    @property
    def reason(self) -> str | None:
        """Why there is no solution, such as `5 stands twice in row A: A1 and A2`; None where that takes a search.

        It is computed each time, from the puzzle alone; see `reason_against`. None for any other verdict than UNSAT.
        """
        if self.puzzle is None or self.solutions or not self.exhausted:
            return None
        from ..model.puzzle import reason_against  # here, as few results need it

        return reason_against(self.puzzle)

    @property
    def summary(self) -> str:
        """The verdict in words: `SAT, unique`, `SAT, at least 2 solutions`, `UNSAT: no solution` with its reason."""
        words = verdict_in_words(len(self.solutions), self.exhausted)
        reason = self.reason
        return words if reason is None else f"{words}: {reason}"

    if not TYPE_CHECKING:  # a type checker would accept any name

        def __getattr__(self, name: str) -> NoReturn:
            """Raises AttributeError, with the name that was probably meant."""
            known = (known for known in dir(self) if not known.startswith("_"))
            # Programs ask for names with an underscore.
            meant = "" if name.startswith("_") else did_you_mean(name, known, other_words=_OTHER_WORDS)
            raise AttributeError(f"a Result has no attribute {name!r}{meant and ';'}{meant}")

    def __len__(self) -> int:
        """Returns the number of solutions that were found, at most the limit."""
        return len(self.solutions)

    def __bool__(self) -> bool:
        """Raises TypeError: a verdict may be UNKNOWN, which is neither; `if result` would take it for "no solution"."""
        raise TypeError(
            "a result is neither true nor false, as its verdict may be UNKNOWN: "
            "ask result.verdict, result.unique, result.solution is None, or len(result)"
        )

    def __str__(self) -> str:
        """Returns a picture of the first solution, if there is one, and the verdict in words."""
        return text_of(self)

    def __repr__(self) -> str:
        by = f" by {self.backend}" if self.backend else ""
        return f"<Result {verdict_in_words(len(self.solutions), self.exhausted)}{by}>"

    def _repr_html_(self) -> str | None:
        """Returns a picture of the first solution for notebooks, or of the puzzle, with the verdict below."""
        return html_of(self)


def verdict_in_words(count: int, exhausted: bool) -> str:
    """Returns the verdict of an answer with so many solutions in words."""
    if not count:
        return "UNSAT: no solution" if exhausted else "UNKNOWN: not settled in time"
    if exhausted:
        return "SAT, unique" if count == 1 else f"SAT, {count} solutions"
    return f"SAT, at least {count} solution{'s' if count > 1 else ''}"


class Count(NamedTuple):
    """The number of solutions that were found, and whether there are no others."""

    solutions: int
    exhausted: bool
    """Whether this is the exact number. If not, there are at least so many: the limit of solutions was reached, or the
    time was over."""

    def __str__(self) -> str:
        return f"{self.solutions}" if self.exhausted else f"at least {self.solutions}"

    def __eq__(self, other: object) -> bool:
        """Whether it is the same count; or it is exact and this number, but no other tuple, which has another hash."""
        if isinstance(other, int):
            return self.exhausted and self.solutions == other
        return isinstance(other, Count) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        """Returns the hash of its number where it is exact, as it equals that number."""
        return hash(self.solutions) if self.exhausted else tuple.__hash__(self)


# What IPython and notebooks show at their prompts, for what would fill the page as Python writes it.

_Item = TypeVar("_Item")
_Made = TypeVar("_Made", bound="_Pictured[Any]")


def as_printed(shown: object, printer: Any, _cycle: bool) -> None:
    """Shows what `print` shows; a class has this as its method `_repr_pretty_`, which IPython calls."""
    for number, line in enumerate(str(shown).splitlines()):
        if number:
            printer.break_()
        printer.text(line)


class _Pictured(tuple[_Item, ...], Generic[_Item]):
    """A tuple with one item a cell of a puzzle, of which prompts show a picture; it is equal to the plain tuple."""

    pictured: Puzzle | None

    def __new__(cls: type[_Made], items: Iterable[Any], pictured: Puzzle | None) -> _Made:
        """Returns the items, with the puzzle that the picture shows."""
        made = super().__new__(cls, items)
        made.pictured = pictured
        return made

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return tuple, (tuple(self),)

    def _repr_html_(self) -> str | None:
        return html_of(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        as_printed(text_of(self), printer, cycle)


class SolutionGrid(_Pictured[int]):
    """A solution, one value a cell."""

    pictured: Puzzle
    """The puzzle of which it is a solution."""


class ValueSets(_Pictured[frozenset[int]]):
    """A set of values for each cell; `print` shows the picture, too."""

    pictured: Puzzle | None
    """The puzzle with these candidates; None where there are no values, as there is no solution."""

    def __str__(self) -> str:
        return text_of(self)
