"""Puzzles to ask a solver, with what is known about their answers."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import NamedTuple

from ....encoders.solve import solve
from ....reference.errors import PuzzleError
from ....reference.grid import Grid
from ....reference.layout import Layout
from ....reference.layouts.classic import classic
from ....reference.puzzle import Puzzle
from ....reference.result import Result
from ....reference.text.files import read_puzzles
from ...corpora.built_in import corpus_file
from ...generators.constructions import clash
from ...generators.kinds import Kind
from ...generators.puzzles import draw_puzzle, is_plain, with_false_given

PUBLISHED = ("17clue.txt", "top95.txt")
"""Files of classic puzzles that are published as having one solution each."""

_REFERENCE_SECONDS = 2.0
"""What the reference may take for a puzzle; what it does not settle by then is not known."""

_DRAWS = 20
"""How many puzzles may be drawn for one that the solver can be told."""

_ORDER = (Kind.UNIQUE, Kind.SATISFIABLE, Kind.SEVERAL, Kind.CLASH, Kind.SEARCH, Kind.UNIQUE, Kind.UNKNOWN)
"""In which kinds are drawn, over and over."""


class Case(NamedTuple):
    """A puzzle and what is certain about it."""

    puzzle: Puzzle
    truth: Result | None = None
    """Solutions that are known, exhausted where there are no others; None where nothing is known."""
    published: bool = False
    """Whether somebody has published it, to be hard as a rule."""

    @property
    def witness(self) -> Grid | None:
        """A solution, where one is known."""
        return self.truth.solutions[0] if self.truth is not None and self.truth.solutions else None

    @property
    def solvable(self) -> bool | None:
        """Whether there is a solution; None where that is not known."""
        if self.witness is not None:
            return True
        return False if self.truth is not None and self.truth.exhausted else None

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None where that is not known."""
        return self.truth.unique if self.truth is not None else None


def cases(
    layout: Layout,
    count: int,
    rng: random.Random,
    wanted: Collection[Kind] | None = None,
    published: bool = True,
    only_givens: bool = False,
) -> list[Case]:
    """So many cases on the layout, fewer where it has no puzzles of these kinds; the same generator, the same cases.

    The last third of them is published where the layout is the classic one and unique puzzles are wanted; the answers
    of the others are known by construction. The first that clashes is a whole grid. With `only_givens` no puzzle has a
    cell with some of its candidates ruled out.
    """
    kinds = [kind for kind in _ORDER if wanted is None or kind in wanted]
    hard: list[Case] = []
    if published and Kind.UNIQUE in kinds and layout == classic():
        hard += _published(layout, -(-count // 3), rng)
    drawn: list[Case] = []
    hopeless: set[Kind] = set()
    turn = 0
    while len(drawn) < count - len(hard) and len(hopeless) < len(set(kinds)):
        kind = kinds[turn % len(kinds)]
        turn += 1
        case = None
        if kind is Kind.CLASH and turn == kinds.index(kind) + 1:
            case = _whole_grid_with_a_clash(layout, rng)
        if case is None and kind not in hopeless:
            case = _drawn(kind, layout, rng, only_givens)
        if case is not None:
            drawn.append(case)
        else:
            hopeless.add(kind)
    return drawn + hard


def _whole_grid_with_a_clash(layout: Layout, rng: random.Random) -> Case | None:
    """All cells given, and two of a unit alike: who looks for open cells only takes that for a solution."""
    pairs = [unit.cells for unit in layout.units if len(unit) > 1]
    try:
        truth = draw_puzzle(Kind.SATISFIABLE, layout, rng).truth
    except PuzzleError:
        truth = None
    if truth is None or not pairs:
        return None
    grid = truth.solutions[0]
    first, second = rng.sample(rng.choice(pairs), 2)
    made = clash(layout, grid, (first, second), range(layout.cell_count), {})
    return Case(made.puzzle, made.truth)


def known(puzzle: Puzzle, limit: int) -> Case:
    """The puzzle with what the reference finds out about it in a few seconds; `limit` solutions at most."""
    truth = solve(puzzle, "reference", limit, _REFERENCE_SECONDS)
    return Case(puzzle, truth if truth.solutions or truth.exhausted else None)


def _published(layout: Layout, count: int, rng: random.Random) -> Iterator[Case]:
    found = []
    for name in PUBLISHED:
        with corpus_file(name).open("rb") as lines:
            found.append([entry.puzzle for entry in read_puzzles(lines, layout) if entry.puzzle is not None])
    for number in range(count):
        puzzle = rng.choice(found[number % len(found)])
        (grid,) = solve(puzzle, "reference").solutions
        yield Case(puzzle, Result((grid,), exhausted=True, backend="publication"), True)


def _drawn(kind: Kind, layout: Layout, rng: random.Random, only_givens: bool) -> Case | None:
    """A case of this kind, or None where none was found."""
    try:
        if only_givens and kind is Kind.SEARCH:
            made = with_false_given(layout, rng)
            return None if made is None else Case(made.puzzle, made.truth)
        for _ in range(_DRAWS):
            drawn = draw_puzzle(kind, layout, rng)
            if not only_givens or is_plain(drawn.puzzle):
                return Case(drawn.puzzle, drawn.truth)
    except PuzzleError:
        pass
    return None
