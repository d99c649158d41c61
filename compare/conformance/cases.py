"""Puzzles to ask, with what is known about their answers: on one layout, or on layouts drawn with sums and pairs."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import chain, cycle, islice
from operator import ne
from typing import Any, Literal, NamedTuple

from ...encoders.solve import solve
from ...reference.errors import PuzzleError
from ...reference.layout import Layout
from ...reference.layouts.classic import classic
from ...reference.layouts.latin import latin
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ...reference.unit import Unit
from ..corpora.built_in import puzzles_of
from ..generators.constructions import several, swapped_grids
from ..generators.grid_rules import FORMS
from ..generators.grids import require_grid
from ..generators.hardest import hardest
from ..generators.kinds import Drawn, Kind
from ..generators.proven import (
    MOST_PROVEN,
    broken_in,
    few_solutions,
    kinds_of_units,
    minimal,
    one_unit_clash,
    proof,
)
from ..generators.puzzles import draw_puzzle
from ..generators.rule_puzzles import RULE_KINDS, draw_rule_puzzle
from .rule_cases import MOST_RULE_VALUES, around_solution, decisive_rule, planted, some_solution

PUBLISHED = ("17clue.txt", "top95.txt")
"""Files of classic puzzles that are published as having one solution each."""

_MORE_HARDEST = 2
"""How many more of the hardest puzzles are drawn than of any other kind: they show most faults of a search."""

_NEARLY_FULL = 8
"""Of the cells in which both solutions of a nearly full puzzle agree, one of this many is open."""

_FEW = 8
"""In a puzzle with two candidates in many cells, one cell of this many is given."""

_TRIES = 12
"""How often a puzzle around a solution is drawn where the choices gave none."""

Effort = Literal["none", "few solutions", "many solutions", "search"]
_EFFORTS: tuple[Effort, ...] = ("none", "few solutions", "many solutions", "search")
"""What may take a right solver long, in the order in which it is asked: some list all solutions to count two."""

_EFFORT_AROUND: dict[Kind, Effort] = {
    Kind.CLASH: "none",
    Kind.SATISFIABLE: "many solutions",
    Kind.UNIQUE: "search",
    Kind.SEVERAL: "many solutions",
    Kind.SEARCH: "search",
}
"""The kinds of puzzles around a solution with sums and pairs, and what may take a right solver long."""


class Case(NamedTuple):
    """A puzzle and what is certain about it."""

    puzzle: Puzzle
    truth: Result = Result((), exhausted=False)
    """The known solutions, exhausted where there are no others; verdict `UNKNOWN` where nothing is known."""
    effort: Effort = "none"
    """What may take a right solver long."""
    before: tuple[Puzzle, ...] = ()
    """Puzzles that are asked before it in the same process."""
    detail: Any = None
    """What a single property needs besides."""


def solver_cases(
    layout: Layout,
    count: int,
    rng: random.Random,
    wanted: Collection[Kind] = tuple(Kind),
    published: bool = True,
    givens_only: bool = False,
    easy_first: bool = True,
    rules: Sequence[str] = (),
) -> Iterator[Case]:
    """Yields so many cases on the layout, fewer where it has no puzzles of these kinds; same seed, same cases.

    With `rules` each case has a layout of its own, with such sums and pairs; the names are those of `RULE_RECIPES`. A
    case is drawn when it is asked for, as some take a second. With `easy_first` those that no right solver needs long
    for come first, without it all sorts take turns. The last third is published where the layout is the classic one
    and unique puzzles are wanted. The answers of the others are known by construction, or by proof of a solver for
    those that need search. With `givens_only` every cell is given or open.
    """
    published &= Kind.UNIQUE in wanted and layout == classic() and not rules
    known = -(-count // 3) if published else 0
    every = _rule_recipes(rules) if rules else _recipes(layout, givens_only)
    recipes = [recipe for recipe in every if recipe.kind in wanted]
    missing = count - known
    while missing and recipes:
        failed: list[_Recipe] = []
        for recipe in _turns(recipes, missing, easy_first):
            case = None if recipe in failed else _case(recipe, rng)
            if case is None:
                failed.append(recipe)
            else:
                missing -= 1
                yield case
        recipes = [recipe for recipe in recipes if recipe not in failed and not recipe.once]
    yield from _published_cases(known, rng)


class _Recipe(NamedTuple):
    """A way to draw cases of a kind; one that is drawn once gives nearly the same each time."""

    kind: Kind
    draw: Callable[[random.Random], Drawn | None]
    once: bool = False
    effort: Effort = "none"


def _turns(recipes: Sequence[_Recipe], count: int, easy_first: bool) -> list[_Recipe]:
    """Returns the recipes so many times in turn, fewer where each is used once; ordered by effort if asked."""
    again = cycle([recipe for recipe in recipes if not recipe.once])
    turns = list(islice(chain(recipes, again), count))
    return sorted(turns, key=lambda recipe: _EFFORTS.index(recipe.effort)) if easy_first else turns


def _recipes(layout: Layout, givens_only: bool) -> Iterator[_Recipe]:
    """Yields the ways to draw a case on the layout, easy ones first."""
    if layout.has_other_rules:
        yield from _around_solutions(partial(some_solution, layout))
        yield _Recipe(Kind.SATISFIABLE, partial(_empty, layout), once=True, effort="many solutions")
        return

    def by_construction(kind: Kind, effort: Effort = "none") -> _Recipe:
        return _Recipe(kind, partial(draw_puzzle, kind, layout, givens_only=givens_only), effort=effort)

    # Full grids: a solver that only fills open cells accepts the second one.
    yield _Recipe(Kind.UNIQUE, partial(draw_puzzle, Kind.UNIQUE, layout, givens=layout.cell_count), once=True)
    yield _Recipe(Kind.CLASH, partial(draw_puzzle, Kind.CLASH, layout, givens=layout.cell_count))
    for units in kinds_of_units(layout):
        yield _Recipe(Kind.CLASH, partial(_broken_in, layout, units, cycle((1.0, 0.9))))
    yield by_construction(Kind.UNIQUE)
    yield _Recipe(Kind.SEVERAL, partial(_nearly_full, layout))
    yield by_construction(Kind.SATISFIABLE, "many solutions")
    yield by_construction(Kind.SEVERAL, "many solutions")
    if not givens_only:
        yield _Recipe(Kind.UNIQUE, partial(draw_puzzle, Kind.UNIQUE, layout, givens=layout.cell_count // _FEW))
    if layout.cell_count <= MOST_PROVEN:
        yield _Recipe(Kind.UNIQUE, partial(hardest, layout), effort="search")
        yield _Recipe(Kind.SEVERAL, partial(few_solutions, layout), effort="few solutions")
        yield _Recipe(Kind.UNIQUE, partial(minimal, layout), effort="search")
        for _ in range(_MORE_HARDEST):
            yield _Recipe(Kind.UNIQUE, partial(hardest, layout), effort="search")
    yield _Recipe(Kind.CLASH, partial(one_unit_clash, layout), effort="search")
    yield by_construction(Kind.SEARCH, "search")
    yield by_construction(Kind.UNKNOWN, "many solutions")
    yield _Recipe(Kind.SATISFIABLE, partial(_empty, layout), once=True, effort="many solutions")


def _rule_recipes(rules: Sequence[str]) -> Iterator[_Recipe]:
    """Yields the ways to draw a case with such rules, each on a layout of its own."""
    for form in FORMS if "mixed" in rules else ():
        yield _Recipe(Kind.SATISFIABLE, partial(decisive_rule, form, latin(3)))
    for name in rules:
        for kind in RULE_KINDS:
            yield _Recipe(kind, partial(draw_rule_puzzle, name, kind, largest=MOST_RULE_VALUES))
        yield from _around_solutions(partial(planted, name))


def _around_solutions(find: Callable[[random.Random], Drawn | None]) -> Iterator[_Recipe]:
    """Yields the ways to draw a case with sums and pairs, around what `find` returns: a layout with a solution."""

    def draw(kind: Kind, full: bool, rng: random.Random) -> Drawn | None:
        tries = (around_solution(kind, find(rng), rng, full) for _ in range(_TRIES))
        return next((drawn for drawn in tries if drawn is not None), None)

    yield _Recipe(Kind.UNIQUE, partial(draw, Kind.UNIQUE, True))
    for kind, effort in _EFFORT_AROUND.items():
        yield _Recipe(kind, partial(draw, kind, False), effort=effort)


def _case(recipe: _Recipe, rng: random.Random) -> Case | None:
    """Returns a case, or None where none was found."""
    try:
        drawn = recipe.draw(rng)
    except PuzzleError:
        return None
    if drawn is None:
        return None
    known = Case(drawn.puzzle) if drawn.truth is None else Case(drawn.puzzle, drawn.truth)
    return known._replace(effort=recipe.effort)


def _broken_in(layout: Layout, units: Sequence[Unit], shares: Iterator[float], rng: random.Random) -> Drawn | None:
    return broken_in(layout, units, rng, next(shares))


def _nearly_full(layout: Layout, rng: random.Random) -> Drawn | None:
    """Returns a puzzle of two grids that differ in as few cells as possible, with most of the other cells given.

    On most layouts the open cells are a deadly rectangle: the two values of four cells may change places.
    """
    grid = require_grid(layout, rng)
    others = list(swapped_grids(layout, grid))
    if not others:
        return None
    rng.shuffle(others)
    other = min(others, key=lambda each: sum(map(ne, grid, each)))
    agreed = [cell for cell in range(layout.cell_count) if grid[cell] == other[cell]]
    left_open = rng.choice((0, len(agreed) // _NEARLY_FULL))
    return several(layout, grid, other, rng.sample(agreed, len(agreed) - left_open), {})


def _empty(layout: Layout, _: random.Random) -> Drawn:
    puzzle = Puzzle.empty(layout)
    return Drawn(puzzle, Kind.SATISFIABLE, proof(puzzle, 2), "no cell is given")


def solved_case(puzzle: Puzzle, limit: int) -> Case:
    """Returns the puzzle with what one of our solvers finds, `limit` solutions at most."""
    return Case(puzzle, proof(puzzle, limit))


def _published_cases(count: int, rng: random.Random) -> Iterator[Case]:
    found = [puzzles_of(name) for name in PUBLISHED]
    for number in range(count):
        puzzle = rng.choice(found[number % len(found)])
        (grid,) = solve(puzzle, "reference").solutions
        yield Case(puzzle, Result((grid,), exhausted=True, backend="publication"), "search")
