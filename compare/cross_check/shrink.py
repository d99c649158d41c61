"""The smallest puzzle that still shows a finding: what is left when nothing can be taken away any more.

Parts are taken away in chunks, from all of them down to single ones, as in Zeller and Hildebrandt, "Simplifying and
isolating failure-inducing input" (2002): puzzles that came before on the same session, then givens, units, cells and
values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from ...reference.deadline import Deadline
from ...reference.puzzle import Puzzle
from .reductions import opened, restricted_cells, without_cells, without_units, without_value

Shows = Callable[[Sequence[Puzzle]], bool]
"""Whether the last of these puzzles, asked one after the other of new sessions, shows the finding."""


_Item = TypeVar("_Item")


class Shrunk(NamedTuple):
    """What came of it: the last of `puzzles` shows the finding, after the others if there are any."""

    puzzles: tuple[Puzzle, ...]
    reproduced: bool
    """Whether the finding was seen again at all; if not, the puzzles are those of the beginning."""
    minimal: bool
    """Whether nothing can be taken away; if not, there was no time to try all."""
    tries: int


def shrink(
    puzzle: Puzzle,
    shows: Shows,
    before: Sequence[Puzzle] = (),
    keep_layout: bool = False,
    seconds: float | None = None,
) -> Shrunk:
    """A smaller puzzle that shows the same, with no given to spare if there was time.

    `before` are the puzzles that the same session answered earlier: as many of them are kept as it takes. With
    `keep_layout` only givens are dropped: for solvers that know one layout. Asks `shows` some hundred times for a 9x9,
    and stops when `seconds` are over.
    """
    return _Shrinking(shows, keep_layout, Deadline(seconds)).run(puzzle, before)


class _Shrinking:
    def __init__(self, shows: Shows, keep_layout: bool, deadline: Deadline) -> None:
        self._shows = shows
        self._keep_layout = keep_layout
        self._deadline = deadline
        self._tries = 0
        self._history: list[Puzzle] = []

    def run(self, puzzle: Puzzle, before: Sequence[Puzzle]) -> Shrunk:
        history = self._needed(puzzle, before)
        if history is None:
            return Shrunk((*before, puzzle), False, False, self._tries)
        self._history = history
        while True:
            smaller = self._round(puzzle)
            if smaller == puzzle or self._deadline.expired:
                return Shrunk((*self._history, smaller), True, not self._deadline.expired, self._tries)
            puzzle = smaller

    def _needed(self, puzzle: Puzzle, before: Sequence[Puzzle]) -> list[Puzzle] | None:
        """As few of the puzzles before as it takes; None where all of them do not."""
        for count in _doubling(len(before)):
            history = list(before[len(before) - count :])
            if self._ask([*history, puzzle]):
                return self._fewer(history, lambda kept: [*kept, puzzle])
        return None

    def _round(self, puzzle: Puzzle) -> Puzzle:
        """Everything tried once."""
        puzzle = self._without(puzzle, restricted_cells, opened)
        if self._keep_layout or self._history:
            # Those before would have to change with it.
            return puzzle
        for parts, reduce in (
            (lambda puzzle: list(range(len(puzzle.layout.units))), without_units),
            (lambda puzzle: list(range(puzzle.layout.cell_count)), without_cells),
        ):
            puzzle = self._without(puzzle, parts, reduce)
        for value in range(puzzle.layout.size, 0, -1):
            smaller = without_value(puzzle, value)
            if smaller is not None and self._ask([smaller]):
                puzzle = smaller
        return puzzle

    def _without(
        self,
        puzzle: Puzzle,
        parts: Callable[[Puzzle], list[int]],
        reduce: Callable[[Puzzle, Sequence[int]], Puzzle | None],
    ) -> Puzzle:
        """The puzzle without as many of its parts as can be taken away."""
        everything = parts(puzzle)

        def built(kept: Sequence[int]) -> list[Puzzle] | None:
            staying = set(kept)
            smaller = reduce(puzzle, [part for part in everything if part not in staying])
            return None if smaller is None else [*self._history, smaller]

        kept = self._fewer(everything, built)
        left = built(kept)
        return puzzle if left is None else left[-1]

    def _fewer(self, items: list[_Item], build: Callable[[list[_Item]], list[Puzzle] | None]) -> list[_Item]:
        """As few of the items as it takes, in order; all of them are enough."""
        size = len(items)
        while size and items:
            start = 0
            while start < len(items):
                kept = items[:start] + items[start + size :]
                puzzles = build(kept)
                if puzzles is not None and self._ask(puzzles):
                    items = kept
                else:
                    start += size
            size //= 2
        return items

    def _ask(self, puzzles: Sequence[Puzzle]) -> bool:
        if self._deadline.expired:
            return False
        self._tries += 1
        return self._shows(puzzles)


def _doubling(most: int) -> Iterator[int]:
    """0, 1, 2, 4 and so on, `most` last."""
    count = 0
    while count < most:
        yield count
        count = max(1, 2 * count)
    yield most
