"""The puzzles that solvers and backends are asked, with what is known about their solutions."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, cycle, islice, product
from typing import Any, Literal, NamedTuple, get_args

from ...encoders.solve import solve
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.errors import PuzzleError, Unsupported
from ...reference.contract.result import Result
from ...reference.layouts.classic import CLASSIC, classic, latin
from ...reference.layouts.extra_units import diagonal
from ...reference.layouts.from_units import from_units
from ...reference.layouts.names import is_layout_name, layout_named
from ...reference.layouts.regions import jigsaw
from ...reference.model.grid import solves
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import Pair, Sum
from ..corpora.corpus import puzzles_of
from ..corpora.generated import pattern_puzzle
from ..generators.grid_rules import FORMS
from ..generators.grids import Choices, random_grid
from ..generators.kinds import NOTHING_KNOWN, Drawn, Kind, Unlucky, known, retried
from ..generators.layouts import draw_layout
from ..generators.proven import (
    MOST_PROVEN,
    broken_in,
    few_solutions,
    hardest,
    kinds_of_units,
    minimal,
    one_unit_clash,
    proof,
)
from ..generators.puzzles import draw_puzzle, puzzles_of_all_kinds
from ..generators.rule_puzzles import RULE_RECIPES, draw_rule_puzzle, of_kind

# Which puzzles a backend is asked: what the caller chose, and what its capabilities leave.


@dataclass(frozen=True)
class Scope:
    """The puzzles that a backend is asked; raises `PuzzleError` where no layout is left."""

    capabilities: Capabilities
    """Those of the backend; the defaults where it has none that are valid."""
    chosen: tuple[Layout, ...] | None
    """The layouts of the caller's choice; None for any."""

    def __post_init__(self) -> None:
        if not self.layouts:
            raise PuzzleError("no layout to check a backend on: none is named, or by its capabilities it takes none")

    @property
    def only(self) -> tuple[Layout, ...] | None:
        """The only layouts that it is asked about; None for any."""
        if self.chosen is None and self.capabilities.layouts is not None:
            return tuple(map(layout_named, self.capabilities.layouts))
        return self.chosen

    @property
    def layouts(self) -> list[Layout]:
        """The layouts of most questions; by default some on which every question is quick."""
        usual = (classic(4), diagonal(classic(4)), latin(5), classic(6), classic(9))
        chosen = usual if self.only is None else self.only
        taken = [layout for layout in chosen if takes(self.capabilities, layout)]
        if not taken and self.only is None and self.capabilities.sizes:
            return [latin(min(self.capabilities.sizes))]
        return taken

    def has(self, puzzle: Puzzle) -> bool:
        """Returns whether a puzzle is asked."""
        return (self.only is None or puzzle.layout in self.only) and takes(self.capabilities, puzzle)


def takes(capabilities: Capabilities, asked: Layout | Puzzle) -> bool:
    """Returns whether the capabilities include a layout, or a puzzle."""
    with suppress(Unsupported):
        capabilities.check(asked, "it")
        return True
    return False


def valid_capabilities(backend: object) -> Capabilities | None:
    """Returns the capabilities of a backend; None where it has none, or ones of other types."""
    found = getattr(backend, "capabilities", None)
    if not isinstance(found, Capabilities):
        return None
    layouts, sizes = found.layouts, found.sizes
    flags = found._replace(layouts=None, sizes=None)
    valid = all(each is None or isinstance(each, bool) for each in flags)
    valid &= layouts is None or (isinstance(layouts, tuple) and all(map(_is_layout, layouts)))
    valid &= sizes is None or (isinstance(sizes, tuple) and all(type(size) is int and size > 0 for size in sizes))
    return found if valid else None


def _is_layout(name: object) -> bool:
    return isinstance(name, str) and is_layout_name(name)


# Puzzles with sums and pairs: on the layout of a caller, on drawn layouts, and with single rules of every form.

MOST_RULE_VALUES = 4
"""The largest number of values of drawn layouts; Kakuro have so many rows and columns."""

_FORM_TRIES = 20
"""Rules that are drawn for one that some grids break."""

_STEERED = 6
"""Cells that lead to a random solution of a layout."""


def planted(rules: str, rng: random.Random) -> Drawn:
    """Returns an empty puzzle on a layout drawn with such rules, and a solution; raises `Unlucky` for none."""
    return RULE_RECIPES[rules](Choices(rng), MOST_RULE_VALUES)


def some_solution(layout: Layout, rng: random.Random) -> Drawn:
    """Returns the empty puzzle and a solution; random values in a few cells, as far as they fit, lead to others."""
    puzzle = Puzzle.empty(layout)
    for cell in rng.sample(range(layout.cell_count), min(_STEERED, layout.cell_count)):
        tried = puzzle.restricted(cell, 1 << rng.randrange(layout.size))
        puzzle = tried if proof(tried, 1).solutions else puzzle
    found = proof(puzzle, 1).solutions
    if not found:
        raise PuzzleError(f"no solution of {layout.name} was found")
    return known(Kind.SATISFIABLE, Puzzle.empty(layout), found, "a solver found a solution")


def full_grid(start: Drawn, kind: Kind, source: Choices) -> Drawn:
    """Returns a puzzle in which every cell is given: as in the solution, or for a clash one with another value.

    Raises `Unlucky` where that is a solution too.
    """
    layout, values = start.puzzle.layout, list(start.solutions[0])
    if kind is Kind.CLASH:
        values[source.one(range(layout.cell_count))] = source.number(1, layout.size)
    puzzle, grid = Puzzle.from_values(values, layout), tuple(values)
    if solves(grid, puzzle) is (kind is Kind.CLASH):
        raise Unlucky("another solution is given")
    return known(kind, puzzle, () if kind is Kind.CLASH else (grid,), "every cell is given")


def decisive_rule(form: str, rng: random.Random) -> Drawn:
    """Returns a Latin square of order 3 with a rule of this form that some of its 12 grids break, and all solutions.

    A solver that does not know the form, or reads it wrongly, finds another number of solutions.
    """
    grids = proof(Puzzle.empty(latin(3)), 99).solutions
    source = Choices(rng)
    for _ in range(_FORM_TRIES):
        layout = replace(latin(3), first_value=source.one((1, 0, -2, 5)))
        puzzle = Puzzle.empty(layout + FORMS[form](form, layout, source.one(grids), source))
        left = tuple(grid for grid in grids if solves(grid, puzzle))
        if len(left) < len(grids):
            return Drawn(puzzle, Kind.SATISFIABLE, Result(left, exhausted=True), "grids of the layout that fit a rule")
    raise Unlucky("no rule of this form was found that decides anything")


PUBLISHED = ("17clue.txt", "top95.txt")
"""Files of classic puzzles that are published as having one solution each."""

NEARLY_FULL = 8
"""In a nearly full puzzle, which no solver needs long for, one cell of this many is open."""

_FEW = 8
"""In a puzzle with two candidates in many cells, one cell of this many is given."""

Effort = Literal["none", "few solutions", "many solutions", "search"]
_EFFORTS = get_args(Effort)
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

    def of(kind: Kind, effort: Effort, make: Callable[[Drawn, Kind, Choices], Drawn]) -> _Recipe:
        return _Recipe(kind, lambda rng: retried(lambda: make(find(rng), kind, Choices(rng))), effort)

    yield of(Kind.UNIQUE, "none", full_grid)
    yield of(Kind.CLASH, "none", full_grid)
    yield of(Kind.SATISFIABLE, "many solutions", of_kind)
    yield of(Kind.UNIQUE, "search", of_kind)
    yield of(Kind.SEVERAL, "many solutions", of_kind)
    yield of(Kind.SEARCH, "search", of_kind)


def _empty(layout: Layout, _: random.Random) -> Drawn:
    puzzle = Puzzle.empty(layout)
    return Drawn(puzzle, Kind.SATISFIABLE, proof(puzzle, 2), "no cell is given")


def _published_cases(count: int, rng: random.Random) -> Iterator[Case]:
    found = [puzzles_of(name) for name in PUBLISHED]
    for number in range(count):
        puzzle = rng.choice(found[number % len(found)])
        (grid,) = solve(puzzle, "reference").solutions
        yield Case(puzzle, Result((grid,), exhausted=True, backend="publication"), "search")


# The puzzles that a backend is asked for each property, with what is known about their solutions.

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
