"""The puzzles that a backend is asked for each property, with what is known about their solutions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice, product

from ...reference.contract.errors import PuzzleError
from ...reference.contract.result import Result
from ...reference.layouts.classic import CLASSIC, classic, latin
from ...reference.layouts.extra_units import diagonal
from ...reference.layouts.from_units import from_units
from ...reference.layouts.names import layout_named
from ...reference.layouts.regions import jigsaw
from ...reference.model.grid import solves
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import Pair, Sum
from ..corpora.generated import pattern_puzzle
from ..generators.grid_rules import FORMS
from ..generators.grids import random_grid
from ..generators.kinds import Kind
from ..generators.layouts import draw_layout
from ..generators.proven import MOST_PROVEN, few_solutions
from ..generators.puzzles import draw_puzzle, puzzles_of_all_kinds
from ..generators.rule_puzzles import RULE_RECIPES
from .cases import Case, solver_cases
from .scope import Scope, takes

_TRIES = 40
"""Unit systems that are drawn, at most, for each that is asked."""

_MOST_SIZES = 4
"""Of the numbers of values that a backend takes, so many are tried."""

_MOST_BY_FORCE = 4**6
"""The limit on the grids that are tried one by one for a puzzle."""


def claims(scope: Scope, rng: random.Random, _: int) -> Iterator[Case]:
    """Yields what the capabilities include and leave out, as far as it is in the scope.

    The detail of a case is the question in words that follow a verb, its limit, and whether it is included.
    """
    able = scope.capabilities
    sizes = [f"latin:{size}" for size in (able.sizes or ())[:_MOST_SIZES]]
    included = [layout_named(name) for name in (sizes if able.layouts is None else able.layouts)]
    left_out = [layout for layout in (latin(3), classic(4), classic(9)) if not takes(able, layout)][:1]
    for layout in [*included, *left_out]:
        if scope.chosen is None or layout in scope.chosen:
            yield Case(Puzzle.empty(layout), detail=(f"puzzles on {layout.name}", 1, layout in included))
    if scope.only is None:
        for what, rule in (("sums", Sum("first", (0, 1), 4)), ("pairs", Pair("first", (0, 1), frozenset({(1, 3)})))):
            layout = latin(3) + [rule]
            yield Case(Puzzle.empty(layout), detail=(f"puzzles with {what}", 1, takes(able, layout)))
    layout = scope.layouts[0]
    if not able.candidate_sets:
        yield Case(_with_candidates(layout, rng), detail=("puzzles with some candidates in a cell", 1, False))
    if not able.counts:
        yield Case(Puzzle.empty(layout), detail=("questions for two solutions", 2, False))


def samples(scope: Scope, *_: object) -> list[Case]:
    """Returns the empty puzzle on each layout of the scope."""
    return [Case(Puzzle.empty(layout)) for layout in scope.layouts]


def counted_puzzles(scope: Scope, rng: random.Random, _: int = 0) -> list[Case]:
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
        if layout.cell_count <= MOST_PROVEN and not layout.has_other_rules:
            with suppress(PuzzleError):
                drawn = few_solutions(layout, rng)
                counted.append((drawn.puzzle, len(drawn.solutions)))
    return [Case(puzzle, detail=count) for puzzle, count in counted if scope.has(puzzle)]


def drawn_puzzles(scope: Scope, rng: random.Random, count: int) -> Iterator[Case]:
    """Yields `count` puzzles of all kinds, on each layout of the scope in turn; fewer where it has none."""
    streams = [layout_cases(scope, layout, rng, count) for layout in scope.layouts]
    yield from islice(chain.from_iterable(zip(*streams)), count)  # noqa: B905


def layout_cases(scope: Scope, layout: Layout, rng: random.Random, count: int) -> Iterator[Case]:
    """Returns `count` puzzles of all kinds on the layout, drawn one by one."""
    if layout.has_other_rules:
        return solver_cases(layout, count, rng, givens_only=True, easy_first=False)
    drawn = puzzles_of_all_kinds(layout, rng, count, not scope.capabilities.candidate_sets)
    return (Case(each.puzzle, each.truth) for each in drawn)


def small_unit_systems(scope: Scope, rng: random.Random, count: int) -> Iterator[Case]:
    """Yields `count` puzzles of the scope on any units, with all their solutions from a trial of every grid.

    Fewer where the scope leaves nearly all out, and none where it names layouts.
    """
    plain = not scope.capabilities.candidate_sets
    layouts = (draw_layout("units", rng, 4) for _ in range(_TRIES * count if scope.only is None else 0))
    small = (layout for layout in layouts if layout.size**layout.cell_count <= _MOST_BY_FORCE)
    drawn = (draw_puzzle(Kind.UNKNOWN, layout, rng, givens_only=plain).puzzle for layout in small)
    for puzzle in islice(filter(scope.has, drawn), count):
        every = product(range(1, puzzle.layout.size + 1), repeat=puzzle.layout.cell_count)
        yield Case(puzzle, Result(tuple(grid for grid in every if solves(grid, puzzle)), exhausted=True))


def rule_puzzles(scope: Scope, rng: random.Random, count: int) -> Iterator[Case]:
    """Yields puzzles of the scope with a single rule of each form, and of `count` with many those in the scope.

    None where the scope names layouts.
    """
    able = scope.capabilities
    if scope.only is None and (able.sums or able.pairs):
        cases = solver_cases(CLASSIC, len(FORMS) + count, rng, easy_first=False, rules=tuple(RULE_RECIPES))
        yield from (case for case in cases if case.puzzle.layout.has_other_rules and scope.has(case.puzzle))


def hard_puzzles(scope: Scope) -> list[tuple[Puzzle, Case]]:
    """Returns puzzles of the scope that take solvers minutes, each with a trivial one on the same layout.

    The first has more cells than values, in units of two cells: hard for solvers that reason clause by clause. The
    second is half of a 36x36 grid, which takes long to encode: for solvers that recognise the clique in the first.
    """
    pigeons = from_units(11, [[a, b] for a in range(12) for b in range(a)], shape=(1, 12))
    clash, full = Puzzle.from_givens({"A1": 1, "A2": 1}, pigeons), pattern_puzzle(6, 1, seed=1)
    pairs = [
        (Puzzle.empty(pigeons), Case(clash, Result((), exhausted=True))),
        (pattern_puzzle(6, 0.5, seed=1), Case(full, Result((full.values,), exhausted=True))),
    ]
    return [(hard, easy) for hard, easy in pairs if scope.has(hard) and scope.has(easy.puzzle)]


def timed_puzzles(scope: Scope, *_: object) -> list[Case]:
    """Returns the samples, and a case whose detail are the hard puzzles."""
    return [*samples(scope), Case(Puzzle.empty(scope.layouts[0]), detail=hard_puzzles(scope))]


def _with_candidates(layout: Layout, rng: random.Random) -> Puzzle:
    """Returns a puzzle with two candidates in each cell, one of them by a random grid, or any where there is none.

    A solver that does not look at them hardly gives a grid that fits.
    """
    grid = (1,) * layout.cell_count
    with suppress(PuzzleError):
        grid = random_grid(layout, rng)
    return Puzzle(layout, tuple(1 << (value - 1) | 1 << (value % layout.size) for value in grid))
