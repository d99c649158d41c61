"""Questions to a backend: how one is asked and judged, and puzzles whose solutions, or their number, are known."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from time import perf_counter
from typing import TypeVar

from ....reference.contract import Backend, Session
from ....reference.errors import PuzzleError
from ....reference.grid import solves
from ....reference.judgement import result_or_error, settled
from ....reference.layout import Layout
from ....reference.layouts.classic import classic
from ....reference.layouts.diagonal import diagonal
from ....reference.layouts.from_units import from_units
from ....reference.layouts.jigsaw import jigsaw
from ....reference.layouts.latin import latin
from ....reference.puzzle import Puzzle
from ....reference.result import Result
from ...corpora.generated import pattern_puzzle
from ...cross_check.finding import FindingKind, findings, kind_of
from ...generators.constructions import CONSTRUCTION
from ...generators.kinds import Drawn, Kind
from ...generators.layouts import LAYOUT_KINDS
from ...generators.puzzles import draw_puzzle
from ..isolated_call import shortened
from ..report import Flaw

_MOST_BY_FORCE = 4**6
"""The limit on the grids that are tried one by one for a puzzle."""

_Item = TypeVar("_Item")


Check = Callable[["BackendUnderTest", _Item], Iterator["Flaw | None"]]
"""Asks questions about one item, and yields for each the violation in the answer, or None."""


def unless(holds: bool, way: str, text: str) -> Flaw | None:
    """Returns a breach of form unless the condition holds; `text` says what the backend did."""
    return None if holds else Flaw(FindingKind.INVALID, way, text)


@dataclass
class BackendUnderTest:
    """A backend, the scope of its check, and facts about the last question."""

    backend: Backend
    only: list[Layout] | None
    """The layouts of the caller's choice: then the backend is asked about no others."""
    examples: int
    solutions: int
    """The limit on the solutions of a puzzle that the backend is asked for."""
    seed: int
    seconds: float
    """The time limit of an answer where time is not the subject; what is not settled by then is no violation."""
    rng: random.Random = field(init=False)
    """The generator of the current property."""
    puzzle: Puzzle | None = None
    """The puzzle of the last question."""
    taken: float = 0.0
    """The seconds of wall clock until its answer."""

    @property
    def layouts(self) -> list[Layout]:
        """The layouts of most questions; by default some on which every question is quick."""
        return self.only or [classic(4), diagonal(classic(4)), latin(5), classic(6), classic(9)]

    @property
    def empty(self) -> list[Puzzle]:
        """The empty puzzles on these layouts."""
        return [Puzzle.empty(layout) for layout in self.layouts]

    def open(self, puzzle: Puzzle) -> Session:
        """Returns a new session for the layout of the puzzle."""
        return self.backend.open(puzzle.layout)

    def at_most(self, limit: int) -> int:
        """Returns so many solutions, or the largest number that may be asked for."""
        return min(limit, self.solutions)

    def answer(self, session: Session, puzzle: Puzzle, limit: int = 1, seconds: float | None = None) -> Result:
        """Returns the result of a session; raises what it raises, and `InvalidAnswer` for anything but a `Result`."""
        self.puzzle = puzzle
        started = perf_counter()
        result = session.solve(puzzle, limit, self.seconds if seconds is None else seconds)
        self.taken = perf_counter() - started
        return result_or_error(result, "solve")

    def judged(
        self, session: Session, puzzle: Puzzle, limit: int, truth: Result | None = None, count: int | None = None
    ) -> Flaw | None:
        """Asks the puzzle and returns the first violation: by the rules, or by known solutions or their number.

        Giving up with more than half of the time left is a violation too.
        """
        limit = self.at_most(limit)
        result = self.answer(session, puzzle, limit)
        flaw = flaw_of(result, puzzle, limit, truth)
        found = len(result.solutions)
        if flaw is None and not settled(result, limit) and self.taken <= self.seconds / 2:
            text = f"finds {found} solution{'s' * (found != 1)} with limit={limit}, and gives up before its time"
            return Flaw(FindingKind.INVALID, "gave up", text)
        if flaw is None and result.exhausted and count not in (None, found):
            text = f"claims with limit={limit} that its {found} solutions are all, but there are {count}"
            return Flaw(FindingKind.WRONG, "count", text)
        return flaw

    def each(self, items: Iterable[_Item], check: Check[_Item]) -> Iterator[Flaw | None]:
        """Yields what the check yields for each item; an exception is a violation, and the next item follows anyway."""
        for item in items:
            self.puzzle = None
            try:
                yield from check(self, item)
            except Exception as error:
                name = type(error).__name__
                yield Flaw(kind_of(error), name, f"failed with {name}: {shortened(str(error))}")


def flaw_of(result: Result, puzzle: Puzzle, limit: int = 1, truth: Result | None = None) -> Flaw | None:
    """Returns the first violation of a result by the rules, or by what is known about the puzzle."""
    answers = {"it": result} if truth is None else {"it": result, CONSTRUCTION: truth}
    found = [each for each in findings(puzzle, answers, limit) if each.backend == "it"]
    return Flaw(found[0].kind, found[0].way, found[0].text) if found else None


def counted_puzzles(only: Collection[Layout] | None = None) -> list[tuple[Puzzle, int]]:
    """Returns puzzles on these layouts, or on any, whose numbers of solutions were counted one by one or published."""
    one_diagonal = classic(4) + [diagonal(classic(4)).units[-1]]
    first_row = [1, 2, 3, 4, 5, 6, *[0] * 30]
    counted = [
        (Puzzle.empty(latin(1)), 1),
        (Puzzle.empty(diagonal(latin(2))), 0),
        (Puzzle.empty(Layout(3, (), ((0, 0), (0, 1)))), 9),
        (Puzzle.empty(from_units(3, [[0, 1, 2], [0, 3]], shape=(1, 4))), 12),
        (Puzzle.empty(diagonal(classic(4))), 48),
        (Puzzle.empty(one_diagonal), 48),
        (Puzzle.empty(classic(4)), 288),
        (Puzzle.empty(latin(4)), 576),
        (Puzzle.from_values(diagonal(classic(6)), first_row), 8640 // 720),
        (Puzzle.empty(jigsaw("ABBBCAABBCDAACCDDDCEDEEEE")), 0),
    ]
    return [(puzzle, count) for puzzle, count in counted if only is None or puzzle.layout in only]


def drawn_puzzles(layouts: Sequence[Layout], count: int, rng: random.Random) -> Iterator[Drawn]:
    """Yields `count` puzzles of all kinds with known answers, on each layout in turn; fewer where it has none."""
    kinds = [kind for kind in Kind if kind is not Kind.UNKNOWN]
    for number in range(count):
        layout = layouts[number % len(layouts)]
        try:
            yield draw_puzzle(kinds[number // len(layouts) % len(kinds)], layout, rng)
        except PuzzleError:
            continue


def small_unit_systems(count: int, rng: random.Random) -> Iterator[Drawn]:
    """Yields puzzles on any units, with all their solutions from a trial of every grid."""
    while count > 0:
        layout = LAYOUT_KINDS["units"](rng, 4)
        if layout.size**layout.cell_count <= _MOST_BY_FORCE:
            count -= 1
            puzzle = draw_puzzle(Kind.UNKNOWN, layout, rng).puzzle
            every = product(range(1, layout.size + 1), repeat=layout.cell_count)
            truth = Result(tuple(grid for grid in every if solves(grid, puzzle)), exhausted=True)
            yield Drawn(puzzle, Kind.UNKNOWN, truth, "every grid was tried")


def hard_puzzles() -> list[tuple[Puzzle, Puzzle]]:
    """Returns puzzles that take solvers minutes, each with a trivial one on the same layout.

    The first has more cells than values, in units of two cells: hard for solvers that reason clause by clause. The
    second is half of a 36x36 grid, which takes long to encode: for solvers that recognise the clique in the first.
    """
    pigeons = from_units(11, [[a, b] for a in range(12) for b in range(a)], shape=(1, 12))
    easy = Puzzle.from_givens(pigeons, {"A1": 1, "A2": 1})
    return [(Puzzle.empty(pigeons), easy), (pattern_puzzle(6, 0.5, seed=1), pattern_puzzle(6, 1, seed=1))]
