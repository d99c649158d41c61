"""Questions to a backend: how one is asked and judged, and puzzles whose solutions, or their number, are known."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from time import perf_counter
from typing import TypeVar

from ....reference.contract import Backend, Session
from ....reference.errors import PuzzleError, Unsupported
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
from ...generators.kinds import CONSTRUCTION, Drawn, Kind
from ...generators.layouts import draw_layout
from ...generators.proven import MOST_PROVEN, few_solutions
from ...generators.puzzles import draw_puzzle
from ...generators.rule_puzzles import RULE_KINDS, RULE_RECIPES, draw_rule_puzzle
from ..isolated_call import shortened
from ..report import Flaw, Unanswered
from .scope import Scope, takes

_TRIES = 40
"""Unit systems that are drawn, at most, for each that is asked."""

_MOST_BY_FORCE = 4**6
"""The limit on the grids that are tried one by one for a puzzle."""

_MOST_RULE_VALUES = 4
"""The largest number of values of puzzles with sums and pairs; Kakuro have so many rows and columns."""

_Item = TypeVar("_Item")


Outcome = Flaw | Unanswered | None
"""What a question showed: a violation, why there is no answer, or neither."""

Check = Callable[["BackendUnderTest", _Item], Iterator[Outcome]]
"""Asks questions about one item, and yields what each showed."""


def unless(holds: bool, way: str, text: str) -> Flaw | None:
    """Returns a breach of form unless the condition holds; `text` says what the backend did."""
    return None if holds else Flaw(FindingKind.INVALID, way, text)


@dataclass
class BackendUnderTest:
    """A backend, the scope of its check, and facts about the last question."""

    backend: Backend
    scope: Scope
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
    answers: int = 0
    """The number of answers so far."""
    reason: str = ""
    """Why the backend declined the last question, if it did."""

    @property
    def samples(self) -> list[Puzzle]:
        """A puzzle on each layout of the scope."""
        found = (self.sample(layout) for layout in self.scope.layouts)
        return [puzzle for puzzle in found if puzzle is not None]

    def sample(self, layout: Layout) -> Puzzle | None:
        """Returns the empty puzzle on this layout, or one of a kind that is asked; None where none is found."""
        if Kind.SATISFIABLE in self.scope.kinds:
            return Puzzle.empty(layout)
        for kind in self.scope.kinds:
            with suppress(PuzzleError):
                return draw_puzzle(kind, layout, self.rng, givens_only=self.scope.givens_only).puzzle
        return None

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
        self.answers += 1
        return result_or_error(result, "solve")

    def judged(
        self, session: Session, puzzle: Puzzle, limit: int, truth: Result | None = None, count: int | None = None
    ) -> Outcome:
        """Asks the puzzle and returns the first violation: by the rules, or by known solutions or their number.

        Giving up with more than half of the time left is a violation too, unless the backend gives one solution only
        and has given it.
        """
        limit = self.at_most(limit)
        result = self.answer(session, puzzle, limit)
        flaw = flaw_of(result, puzzle, limit, truth)
        found = len(result.solutions)
        enough = settled(result, limit) or (found and not self.scope.capabilities.counts)
        if flaw is None and not enough:
            if self.taken > self.seconds / 2:
                return Unanswered.LATE
            text = f"finds {found} solution{'s' * (found != 1)} with limit={limit}, and gives up before its time"
            return Flaw(FindingKind.INVALID, "gave up", text)
        if flaw is None and result.exhausted and count not in (None, found):
            text = f"claims with limit={limit} that its {found} solutions are all, but there are {count}"
            return Flaw(FindingKind.WRONG, "count", text)
        return flaw

    def each(self, items: Iterable[_Item], check: Check[_Item]) -> Iterator[Outcome]:
        """Yields what the check yields for each item, and for an exception, which ends an item, a violation.

        `Unsupported` is none. The next item follows in any case.
        """
        for item in items:
            self.puzzle = None
            try:
                yield from check(self, item)
            except Unsupported as error:
                self.reason = shortened(str(error))
                yield Unanswered.DECLINED
            except Exception as error:
                name = type(error).__name__
                yield Flaw(kind_of(error), name, f"failed with {name}: {shortened(str(error))}")


def flaw_of(result: Result, puzzle: Puzzle, limit: int = 1, truth: Result | None = None) -> Flaw | None:
    """Returns the first violation of a result by the rules, or by what is known about the puzzle."""
    answers = {"it": result} if truth is None else {"it": result, CONSTRUCTION: truth}
    found = [each for each in findings(puzzle, answers, limit) if each.backend == "it"]
    return Flaw(found[0].kind, found[0].way, found[0].text) if found else None


def counted_puzzles(scope: Scope, rng: random.Random) -> list[tuple[Puzzle, int]]:
    """Returns puzzles of the scope whose numbers of solutions were counted one by one or published.

    Where the scope names layouts, one with few solutions on each is drawn too, counted by one of our solvers.
    """
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
        (Puzzle.from_values(first_row, diagonal(classic(6))), 8640 // 720),
        (Puzzle.empty(jigsaw("ABBBCAABBCDAACCDDDCEDEEEE")), 0),
    ]
    for layout in scope.layouts if scope.only is not None else ():
        with suppress(PuzzleError):
            drawn = few_solutions(layout, rng) if layout.cell_count <= MOST_PROVEN else None
            if drawn is not None:
                counted.append((drawn.puzzle, len(drawn.solutions)))
    return [(puzzle, count) for puzzle, count in counted if scope.has(puzzle, count)]


def drawn_puzzles(scope: Scope, layouts: Sequence[Layout], count: int, rng: random.Random) -> Iterator[Drawn]:
    """Yields `count` puzzles of the kinds of the scope, on each layout in turn; fewer where it has none."""
    kinds: list[Kind] = [kind for kind in scope.kinds if kind is not Kind.UNKNOWN] or [Kind.UNKNOWN]
    for number in range(count):
        layout = layouts[number % len(layouts)]
        with suppress(PuzzleError):
            kind = kinds[number // len(layouts) % len(kinds)]
            yield draw_puzzle(kind, layout, rng, givens_only=scope.givens_only)


def small_unit_systems(scope: Scope, count: int, rng: random.Random) -> Iterator[Drawn]:
    """Yields `count` puzzles of the scope on any units, with all their solutions from a trial of every grid.

    Fewer where the scope leaves nearly all out, and none where it names layouts.
    """
    found = 0
    for _ in range(_TRIES * count if scope.only is None else 0):
        layout = draw_layout("units", rng, 4)
        if layout.size**layout.cell_count > _MOST_BY_FORCE:
            continue
        puzzle = draw_puzzle(Kind.UNKNOWN, layout, rng, givens_only=scope.givens_only).puzzle
        every = product(range(1, layout.size + 1), repeat=layout.cell_count)
        truth = Result(tuple(grid for grid in every if solves(grid, puzzle)), exhausted=True)
        if not scope.has(puzzle, len(truth.solutions)):
            continue
        yield Drawn(puzzle, Kind.UNKNOWN, truth, "every grid was tried")
        found += 1
        if found == count:
            return


def rule_puzzles(scope: Scope, count: int, rng: random.Random) -> Iterator[Drawn]:
    """Yields `count` puzzles of the scope with sums and pairs: each kind in turn.

    Fewer where the scope leaves some out, and none where it names layouts.
    """
    kinds = [kind for kind in RULE_KINDS if kind in scope.kinds]
    for number in range(count if scope.only is None and kinds else 0):
        rules = list(RULE_RECIPES)[number % len(RULE_RECIPES)]
        with suppress(PuzzleError):
            drawn = draw_rule_puzzle(rules, kinds[number % len(kinds)], rng, _MOST_RULE_VALUES)
            layout, plain = drawn.puzzle.layout, drawn.puzzle.is_plain
            if layout.has_other_rules and takes(scope.capabilities, drawn.puzzle) and (plain or not scope.givens_only):
                yield drawn


def hard_puzzles(scope: Scope) -> list[tuple[Puzzle, Puzzle]]:
    """Returns puzzles of the scope that take solvers minutes, each with a trivial one on the same layout.

    The first has more cells than values, in units of two cells: hard for solvers that reason clause by clause. The
    second is half of a 36x36 grid, which takes long to encode: for solvers that recognise the clique in the first.
    """
    pigeons = from_units(11, [[a, b] for a in range(12) for b in range(a)], shape=(1, 12))
    easy = Puzzle.from_givens({"A1": 1, "A2": 1}, pigeons)
    pairs = [(Puzzle.empty(pigeons), easy), (pattern_puzzle(6, 0.5, seed=1), pattern_puzzle(6, 1, seed=1))]
    return [pair for pair in pairs if all(map(scope.has, pair))]
