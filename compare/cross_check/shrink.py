"""Makes the puzzle of a finding as small as it can: no single part of it can be removed then, if the time suffices.

`shrink_finding` asks the backends of a finding, and calls `shrink`, which removes parts in chunks, from all of
them down to single ones, as in Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input" (2002). The
parts are, in this order: the puzzles that the same session answered before, givens, rules, cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import NamedTuple, TypeVar

from ...reference.contract.deadline import Deadline
from ...reference.contract.session import Backend
from ...reference.model.layout import Layout, Rule
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import Unit
from .asking import KNOWN, CheckLimits, in_workers
from .finding import Answer, Disagreement, Finding, findings

# Smaller puzzles: without rules or cells.


def without_rules(puzzle: Puzzle, numbers: Collection[int]) -> Puzzle:
    """Returns the puzzle without the units, sums and pairs at these indices of the layout's `rules`."""
    gone = set(numbers)
    kept = [rule for number, rule in enumerate(puzzle.layout.rules) if number not in gone]
    return Puzzle(replace(puzzle.layout.only(kept), block=None, name="units"), puzzle.candidates)


def without_cells(puzzle: Puzzle, cells: Collection[int]) -> Puzzle | None:
    """Returns the puzzle without these cells; None where no cell is left.

    Units and the list of shown cells keep their other cells. A unit that has fewer than two left is removed, and so is
    a sum or a pair with one of these cells. Positions move up and left, so that the first row and the first column are
    not empty.
    """
    layout = puzzle.layout
    gone = set(cells)
    kept = [cell for cell in range(layout.cell_count) if cell not in gone]
    if not kept:
        return None
    place = {cell: index for index, cell in enumerate(kept)}
    top, left = (min(layout.positions[cell][axis] for cell in kept) for axis in (0, 1))
    positions = tuple((row - top, column - left) for row, column in map(layout.positions.__getitem__, kept))
    rules: list[Rule] = []
    for rule in layout.rules:
        staying = tuple(place[cell] for cell in rule.cells if cell in place)
        if len(staying) == len(rule.cells) or (isinstance(rule, Unit) and len(staying) > 1):
            rules.append(replace(rule, cells=staying))  # type: ignore[arg-type]  # two, where it is a pair
    shown = None if layout.shown is None else tuple(place[cell] for cell in layout.shown if cell in place)
    smaller = Layout(layout.size, (), positions, first_value=layout.first_value, shown=shown) + rules
    return Puzzle(replace(smaller, name="units"), tuple(puzzle.candidates[cell] for cell in kept))


SHRINK_SECONDS = 60.0
"""For shrinking the puzzle of one finding."""

Shows = Callable[[Sequence[Puzzle], bool], object]
"""Whether the last of these puzzles, asked one after the other, shows the finding; asked of new sessions if True."""

_Item = TypeVar("_Item")


class Shrunk(NamedTuple):
    """The outcome of shrinking: the last of `puzzles` shows the finding, after the others if there are any."""

    puzzles: tuple[Puzzle, ...]
    reproduced: bool
    """Whether the finding was seen again at all; if not, `puzzles` are those given to `shrink`."""
    minimal: bool
    """Whether nothing more can be removed; if not, the time was over before everything was tried."""
    tries: int


class ShrunkFinding(NamedTuple):
    """A finding with the smallest puzzle that shows it: the content of a bundle."""

    finding: Finding
    original: Disagreement
    limits: CheckLimits
    backends: Mapping[str, str | Backend]
    """The backends whose answers show it: for each name the same name, or the object of the caller that has it."""
    shrunk: Shrunk
    answers: Mapping[str, Answer]
    """To the last of the shrunk puzzles."""


def shrink_finding(
    finding: Finding,
    disagreement: Disagreement,
    before: Sequence[Puzzle],
    backends: Mapping[str, str | Backend],
    limits: CheckLimits,
    seconds: float = SHRINK_SECONDS,
) -> ShrunkFinding:
    """Returns the finding with the smallest puzzle on which the same backends still disagree in the same way.

    `before` are the puzzles before it. If a backend contradicts the known answer of a puzzle, a second backend replaces
    the known answer, as smaller puzzles have none. If the known answer itself is refuted, nothing is shrunk.
    """
    asked = {name: backends.get(name, name) for name in _to_ask(finding, list(backends))}
    if finding.backend in KNOWN:
        shrunk = Shrunk((disagreement.puzzle,), False, False, 0)
        return ShrunkFinding(finding, disagreement, limits, asked, shrunk, disagreement.results)
    # A backend that is not given the layout solves puzzles of one layout only.
    keep_layout = any(is_program(name) or (is_of_module(name) and ":takes=" in name) for name in asked)
    asking = in_workers(asked, limits, jobs=1)
    wanted = finding.signature[:3]  # without the witness, which may be another one
    answers: Mapping[str, Answer] = {}

    def shows(puzzles: Sequence[Puzzle], anew: bool) -> bool:
        nonlocal answers
        if anew:
            asking.close()
        answers = dict(zip(asked, list(asking.answers(puzzles))[-1][1], strict=True))
        return any(found.signature[:3] == wanted for found in findings(puzzles[-1], answers, limits.limit))

    with closing(asking):
        shrunk = shrink(disagreement.puzzle, shows, before, keep_layout, seconds)
    answers = answers if shrunk.reproduced else disagreement.results
    return ShrunkFinding(finding, disagreement, limits, asked, shrunk, answers)


def _to_ask(finding: Finding, backends: Sequence[str]) -> tuple[str, ...]:
    """Returns the two backends to ask: that of the finding and its witness.

    If the witness is the known answer, another backend takes its place, of another family where there is one.
    """
    names = [name for name in (finding.backend, finding.against) if name is not None and name not in KNOWN]
    if finding.against in KNOWN:
        others = [name for name in ("reference", *backends, "reference:twins") if name != finding.backend]
        family = finding.backend.partition(":")[0]
        names.append(min(others, key=lambda name: name.partition(":")[0] == family))
    return tuple(names)


def is_program(backend: str) -> bool:
    """Whether a backend is a program that solves puzzles of one layout only."""
    return backend.startswith("program:")


def is_of_module(backend: str) -> bool:
    """Whether a backend is a function, or a backend, of a module of the caller."""
    return backend.startswith("python:")


def shrink(
    puzzle: Puzzle,
    shows: Shows,
    before: Sequence[Puzzle] = (),
    keep_layout: bool = False,
    seconds: float | None = None,
) -> Shrunk:
    """Returns a smaller puzzle that shows the same finding, minimal if the time was enough.

    `before` are the puzzles that the same session answered earlier; only those that the finding needs are kept. With
    `keep_layout` only givens are removed, for solvers of one layout. Calls `shows` some hundred times for a 9x9, and
    stops after `seconds`. Tries share sessions, which is faster, unless the outcome depends on earlier tries.
    """
    deadline, tries = Deadline(seconds), 0
    for anew in (False, True):
        shrunk = _Shrinking(shows, keep_layout, deadline, anew).shrunk(puzzle, before)
        tries += shrunk.tries
        if not shrunk.reproduced or shows(shrunk.puzzles, True):
            return shrunk._replace(tries=tries)
    return Shrunk((*before, puzzle), False, False, tries)  # it comes by chance


class _Shrinking:
    def __init__(self, shows: Shows, keep_layout: bool, deadline: Deadline, anew: bool) -> None:
        self._shows = shows
        self._keep_layout = keep_layout
        self._deadline = deadline
        self._anew = anew
        self._tries = 0
        self._history: list[Puzzle] = []
        """The puzzles before it that the finding needs."""

    def shrunk(self, puzzle: Puzzle, before: Sequence[Puzzle]) -> Shrunk:
        """Tries all removals, again and again, until none of them shows the finding."""
        if not self._keep_needed(puzzle, before):
            return Shrunk((*before, puzzle), False, False, self._tries)
        while (smaller := self._round(puzzle)) != puzzle and not self._deadline.expired:
            puzzle = smaller
        return Shrunk((*self._history, smaller), True, not self._deadline.expired, self._tries)

    def _keep_needed(self, puzzle: Puzzle, before: Sequence[Puzzle]) -> bool:
        """Keeps as few of the puzzles before as the finding needs; False where all of them are not enough."""
        # None, then the last one, two, four and so on.
        for count in sorted({0, len(before), *(1 << power for power in range(len(before).bit_length()))}):
            history = list(before[len(before) - count :])
            if self._ask([*history, puzzle]):
                self._history = self._fewer(history, lambda kept: self._ask([*kept, puzzle]))
                return True
        return False

    def _round(self, puzzle: Puzzle) -> Puzzle:
        puzzle = self._without(puzzle, puzzle.restricted_cells, Puzzle.opened)
        if self._keep_layout or self._history:
            return puzzle  # with another layout, the puzzles before it would have to change too
        puzzle = self._without(puzzle, range(len(puzzle.layout.rules)), without_rules)
        return self._without(puzzle, range(puzzle.layout.cell_count), without_cells)

    def _without(
        self, puzzle: Puzzle, parts: Sequence[int], reduce: Callable[[Puzzle, Collection[int]], Puzzle | None]
    ) -> Puzzle:
        """Returns the puzzle without as many of the parts as possible."""

        def with_only(kept: Sequence[int]) -> Puzzle | None:
            return reduce(puzzle, set(parts).difference(kept))

        def enough(kept: Sequence[int]) -> bool:
            smaller = with_only(kept)
            return smaller is not None and self._ask([*self._history, smaller])

        return with_only(self._fewer(list(parts), enough)) or puzzle

    def _fewer(self, items: list[_Item], enough: Callable[[list[_Item]], bool]) -> list[_Item]:
        """Returns as few of the items as are enough, in order; all of them are."""
        size = len(items)
        while size and items:
            start = 0
            while start < len(items):
                kept = items[:start] + items[start + size :]
                if enough(kept):
                    items = kept
                else:
                    start += size
            size //= 2
        return items

    def _ask(self, puzzles: Sequence[Puzzle]) -> bool:
        if self._deadline.expired:
            return False
        self._tries += 1
        # Where puzzles come before it, what a session has answered is part of the question.
        return bool(self._shows(puzzles, self._anew or len(puzzles) > 1))
