"""Puzzles to ask, with what is known about their answers: on one layout, or on layouts drawn with sums and pairs."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import cycle, islice
from typing import Any, Literal, NamedTuple

from ...encoders.solve import solve
from ...reference.contract.errors import PuzzleError
from ...reference.contract.result import Result
from ...reference.layouts.classic import classic
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..corpora.built_in import puzzles_of
from ..generators.grid_rules import FORMS
from ..generators.hardest import hardest
from ..generators.kinds import NOTHING_KNOWN, Drawn, Kind, retried
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
from ..generators.rule_puzzles import around, draw_rule_puzzle
from ..generators.source import Source
from .rule_cases import MOST_RULE_VALUES, decisive_rule, full_grid, planted, some_solution

PUBLISHED = ("17clue.txt", "top95.txt")
"""Files of classic puzzles that are published as having one solution each."""

NEARLY_FULL = 8
"""In a nearly full puzzle, which no solver needs long for, one cell of this many is open."""

_FEW = 8
"""In a puzzle with two candidates in many cells, one cell of this many is given."""

Effort = Literal["none", "few solutions", "many solutions", "search"]
_EFFORTS: tuple[Effort, ...] = ("none", "few solutions", "many solutions", "search")
"""What may take a right solver long, in the order in which it is asked: some list all solutions to count two."""


class Case(NamedTuple):
    """A puzzle and what is certain about it."""

    puzzle: Puzzle
    truth: Result = NOTHING_KNOWN
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
    turns = list(islice(cycle(recipes), count - known))
    if easy_first:
        turns.sort(key=lambda recipe: _EFFORTS.index(recipe.effort))
    for turn in turns:
        # Where a recipe gives nothing, another one takes its turns.
        for recipe in [turn, *recipes]:
            if recipe in recipes:
                try:
                    drawn = recipe.draw(rng)
                except PuzzleError:
                    recipes.remove(recipe)
                else:
                    yield Case(drawn.puzzle, drawn.truth, recipe.effort)
                    break
    yield from _published_cases(known, rng)


class _Recipe(NamedTuple):
    """A way to draw cases of a kind."""

    kind: Kind
    draw: Callable[[random.Random], Drawn]
    effort: Effort = "none"


def _recipes(layout: Layout, givens_only: bool) -> Iterator[_Recipe]:
    """Yields the ways to draw a case on the layout, easy ones first."""
    if layout.has_other_rules:
        yield from _around_solutions(partial(some_solution, layout))
        yield _Recipe(Kind.SATISFIABLE, partial(_empty, layout), "many solutions")
        return

    def by_construction(kind: Kind, effort: Effort = "none") -> _Recipe:
        return _Recipe(kind, partial(draw_puzzle, kind, layout, givens_only=givens_only), effort)

    # Full grids: a solver that only fills open cells accepts the second one.
    yield _Recipe(Kind.UNIQUE, partial(draw_puzzle, Kind.UNIQUE, layout, givens=layout.cell_count))
    yield _Recipe(Kind.CLASH, partial(draw_puzzle, Kind.CLASH, layout, givens=layout.cell_count))
    for units in kinds_of_units(layout):
        yield _Recipe(Kind.CLASH, partial(broken_in, layout, units))
    yield by_construction(Kind.UNIQUE)
    # On most layouts the two solutions differ in a deadly rectangle: two values in four cells may change places.
    nearly_all = layout.cell_count - max(4, layout.cell_count // NEARLY_FULL)
    yield _Recipe(Kind.SEVERAL, partial(draw_puzzle, Kind.SEVERAL, layout, givens=max(0, nearly_all), givens_only=True))
    yield by_construction(Kind.SATISFIABLE, "many solutions")
    yield by_construction(Kind.SEVERAL, "many solutions")
    if not givens_only:
        yield _Recipe(Kind.UNIQUE, partial(draw_puzzle, Kind.UNIQUE, layout, givens=layout.cell_count // _FEW))
    if layout.cell_count <= MOST_PROVEN:
        yield _Recipe(Kind.SEVERAL, partial(few_solutions, layout), "few solutions")
        for draw in (hardest, minimal, hardest, hardest):  # the hardest show most faults of a search
            yield _Recipe(Kind.UNIQUE, partial(draw, layout), "search")
    yield _Recipe(Kind.CLASH, partial(one_unit_clash, layout), "search")
    yield by_construction(Kind.SEARCH, "search")
    yield by_construction(Kind.UNKNOWN, "many solutions")
    yield _Recipe(Kind.SATISFIABLE, partial(_empty, layout), "many solutions")


def _rule_recipes(rules: Sequence[str]) -> Iterator[_Recipe]:
    """Yields the ways to draw a case with such rules, each on a layout of its own."""
    for form in FORMS if "mixed" in rules else ():
        yield _Recipe(Kind.SATISFIABLE, partial(decisive_rule, form))
    for name in rules:
        yield _Recipe(Kind.CLASH, partial(draw_rule_puzzle, name, Kind.CLASH, largest=MOST_RULE_VALUES))
        yield from _around_solutions(partial(planted, name))


def _around_solutions(find: Callable[[random.Random], Drawn]) -> Iterator[_Recipe]:
    """Yields the ways to draw a case with sums and pairs, around what `find` returns: a layout with a solution."""

    def of(kind: Kind, effort: Effort, make: Callable[[Kind, Drawn, random.Random], Drawn]) -> _Recipe:
        return _Recipe(kind, lambda rng: retried(lambda: make(kind, find(rng), rng)), effort)

    def some_given(kind: Kind, start: Drawn, rng: random.Random) -> Drawn:
        return around(start, kind, Source(rng))

    yield of(Kind.UNIQUE, "none", full_grid)
    yield of(Kind.CLASH, "none", full_grid)
    yield of(Kind.SATISFIABLE, "many solutions", some_given)
    yield of(Kind.UNIQUE, "search", some_given)
    yield of(Kind.SEVERAL, "many solutions", some_given)
    yield of(Kind.SEARCH, "search", some_given)


def _empty(layout: Layout, _: random.Random) -> Drawn:
    puzzle = Puzzle.empty(layout)
    return Drawn(puzzle, Kind.SATISFIABLE, proof(puzzle, 2), "no cell is given")


def _published_cases(count: int, rng: random.Random) -> Iterator[Case]:
    found = [puzzles_of(name) for name in PUBLISHED]
    for number in range(count):
        puzzle = rng.choice(found[number % len(found)])
        (grid,) = solve(puzzle, "reference").solutions
        yield Case(puzzle, Result((grid,), exhausted=True, backend="publication"), "search")
