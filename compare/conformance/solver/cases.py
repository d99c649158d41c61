"""Puzzles to ask a solver, with what is known about their answers."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from itertools import cycle
from typing import NamedTuple

from ....encoders.solve import solve
from ....reference.errors import PuzzleError
from ....reference.layout import Layout
from ....reference.layouts.classic import classic
from ....reference.puzzle import Puzzle
from ....reference.result import Result
from ...corpora.built_in import puzzles_of
from ...generators.kinds import Kind
from ...generators.puzzles import draw_plain, draw_puzzle

PUBLISHED = ("17clue.txt", "top95.txt")
"""Files of classic puzzles that are published as having one solution each."""

_REFERENCE_SECONDS = 2.0
"""The time limit of the reference solver for a puzzle; what it does not settle counts as unknown."""

_DRAWS = 20
"""The number of draws for a puzzle in which every cell is given or open."""

_ORDER = (Kind.UNIQUE, Kind.SATISFIABLE, Kind.SEVERAL, Kind.CLASH, Kind.SEARCH, Kind.UNIQUE, Kind.UNKNOWN)
"""The kinds of puzzles in the order in which they are drawn, repeatedly."""


class SolverCase(NamedTuple):
    """A puzzle and what is certain about it."""

    puzzle: Puzzle
    truth: Result = Result((), exhausted=False)
    """The known solutions, exhausted where there are no others; verdict `UNKNOWN` where nothing is known."""
    published: bool = False
    """Whether the puzzle comes from a published list; most of these are hard."""


def solver_cases(
    layout: Layout,
    count: int,
    rng: random.Random,
    wanted: Collection[Kind] = tuple(Kind),
    published: bool = True,
    only_givens: bool = False,
) -> list[SolverCase]:
    """Returns so many cases on the layout, fewer where it has no puzzles of these kinds; same seed, same cases.

    The last third is published where the layout is the classic one and unique puzzles are wanted; the answers of the
    others are known by construction. The first clash is in a grid with all cells given. With `only_givens` every cell
    is given or open.
    """
    kinds = [kind for kind in _ORDER if kind in wanted]
    hard: list[SolverCase] = []
    if published and Kind.UNIQUE in kinds and layout == classic():
        hard += _published_cases(-(-count // 3), rng)
    drawn: list[SolverCase] = []
    left = set(kinds)
    for turn, kind in enumerate(cycle(kinds)):
        if len(drawn) >= count - len(hard) or not left:
            break
        case = None
        if kind is Kind.CLASH and turn < len(kinds):
            case = _full_grid_with_clash(layout, rng)
        if case is None and kind in left:
            case = _drawn_case(kind, layout, rng, only_givens)
        if case is not None:
            drawn.append(case)
        else:
            left.discard(kind)
    return drawn + hard


def solved_case(puzzle: Puzzle, limit: int) -> SolverCase:
    """Returns the puzzle with what the reference solver finds in a few seconds; `limit` solutions at most."""
    return SolverCase(puzzle, solve(puzzle, "reference", limit, _REFERENCE_SECONDS))


def _full_grid_with_clash(layout: Layout, rng: random.Random) -> SolverCase | None:
    """Returns a puzzle with all cells given, two of a unit alike: a solver that only fills open cells accepts it."""
    pairs = [unit.cells for unit in layout.units if len(unit) > 1]
    solved = _drawn_case(Kind.SATISFIABLE, layout, rng, only_givens=False)
    if solved is None or not pairs:
        return None
    values = list(solved.truth.solutions[0])
    first, second = rng.sample(rng.choice(pairs), 2)
    values[second] = values[first]
    return SolverCase(Puzzle.from_values(layout, values), Result((), exhausted=True))


def _published_cases(count: int, rng: random.Random) -> Iterator[SolverCase]:
    found = [puzzles_of(name) for name in PUBLISHED]
    for number in range(count):
        puzzle = rng.choice(found[number % len(found)])
        (grid,) = solve(puzzle, "reference").solutions
        yield SolverCase(puzzle, Result((grid,), exhausted=True, backend="publication"), True)


def _drawn_case(kind: Kind, layout: Layout, rng: random.Random, only_givens: bool) -> SolverCase | None:
    """Returns a case of this kind, or None where none was found."""
    try:
        drawn = draw_plain(kind, layout, rng, _DRAWS) if only_givens else draw_puzzle(kind, layout, rng)
    except PuzzleError:
        return None
    if drawn is None:
        return None
    return SolverCase(drawn.puzzle) if drawn.truth is None else SolverCase(drawn.puzzle, drawn.truth)
