"""Hypothesis strategies that draw layouts and puzzles from the recipes of the generators.

A strategy takes the choices of a recipe from Hypothesis, so that a failing example shrinks: to few values and plain
layouts, to few givens, and to full candidate sets. Nothing is drawn before the first example, and nothing that is drawn
depends on the clock.

Arguments are checked at the call. Whether a layout has such a puzzle shows when the first example is drawn, by a draw
from a fixed seed. One layout that has none raises `PuzzleError`. Layouts of a strategy that have none are filtered out:
if none is left, Hypothesis reports it like any other filter (`Unsatisfiable` or a failed health check), and its
statistics show the reason for the last layout. Choices that give no puzzle are replaced by the puzzle of the fixed
seed, with renamed values.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from operator import attrgetter
from typing import TypeVar

from hypothesis import event, reject
from hypothesis import strategies as st

from ...encoders.reasons.small_sets import minimal
from ...reference.contract.errors import PuzzleError
from ...reference.contract.result import Verdict
from ...reference.layouts.classic import CLASSIC
from ...reference.model.layout import Layout, check_layout
from ...reference.model.puzzle import Puzzle
from . import examples
from .constructions import renamed, with_givens
from .grids import Choices, Item
from .kinds import Drawn, Kind, check_givens, chosen, kinds_named
from .layouts import LAYOUT_RECIPES, check_largest
from .proven import is_beyond_the_rules, proof
from .puzzles import draw_puzzle, make_puzzle
from .rule_puzzles import RULE_KINDS, RULE_RECIPES, of_kind

KNOWN = tuple(kind for kind in Kind if kind is not Kind.UNKNOWN)
"""The kinds with a known answer, simplest first."""

_TRIES = 72
"""The number of draws on one given layout before a request counts as impossible."""

_FEW_TRIES = 3
"""The same on a drawn layout, and the number of further draws of an example whose own choices give no puzzle."""

_LAYOUTS, _CELLS = 40, 200
"""An example tries so many layouts, and no further one once they have so many cells in all: large ones take long."""

_LEAST_GIVENS = 5
"""Of so many cells one stays given in a puzzle that only search refutes: with fewer, slow solvers take minutes."""


examples.register()


_Name = TypeVar("_Name", bound=str)


class HypothesisChoices(Choices):
    """A source whose choices Hypothesis makes and shrinks towards the simplest option."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def one(self, options: Sequence[Item]) -> Item:
        """Returns one of the options; shrinks towards the first."""
        return self._draw(st.sampled_from(options))

    def number(self, low: int, high: int) -> int:
        """Returns a number from `low` to `high`; shrinks towards `low`."""
        return self._draw(st.integers(low, high))

    def some(self, items: Sequence[Item], count: int | None = None, most: int | None = None) -> list[Item]:
        """Returns distinct items; shrinks towards none, or towards the first `count` of them."""
        if not items:
            return []
        if count is None and most is None:
            # A choice for each item: long lists are rare, and shrink badly. An item is in with 1 to `share`, so that 0
            # always removes an item, and a share of 0 removes all.
            share = self.number(0, 8)
            return [item for item in items if 1 <= self.number(0, 8) <= share] if share else []
        least, most = (0, min(most or 0, len(items))) if count is None else (count, count)
        return self._draw(st.lists(st.sampled_from(items), unique=True, min_size=least, max_size=most))

    def order(self, items: Sequence[Item]) -> list[Item]:
        """Returns the items in any order; shrinks towards the given order."""
        return self._draw(st.permutations(items))

    def random(self) -> random.Random:
        """Returns a generator with a drawn seed; shrinks towards seed 0.

        One choice for each number that a grid takes, as `st.randoms` draws them, is five times slower, and does not
        make a grid simpler.
        """
        return random.Random(self.number(0, 2**16 - 1))


class _Names(tuple[_Name, ...]):
    """Names of what is drawn. They are a class of their own for a short `repr` of the strategy."""

    def __repr__(self) -> str:
        return "/".join(self)


Layouts = Layout | st.SearchStrategy[Layout]
"""A layout, or a strategy for layouts."""


def layouts(kinds: Iterable[str] | None = None, max_size: int = 6) -> st.SearchStrategy[Layout]:
    """Returns layouts of these kinds, of at most `max_size` values; some have no grid.

    The kinds are `latin`, `classic`, `diagonal`, `extras` (windows, disjoint groups, chess moves, diagonals),
    `jigsaw`, `overlapping` (grids that share cells) and `units` (any units); None is all of them. Shrinks towards the
    first kind and few values. Raises `OptionError` for an unknown kind.
    """
    check_largest(max_size)
    return _layouts(_Names(chosen(kinds, tuple(LAYOUT_RECIPES), "layout")), max_size)


@st.composite
def _layouts(draw: st.DrawFn, kinds: _Names[str], max_size: int) -> Layout:
    source = HypothesisChoices(draw)
    return LAYOUT_RECIPES[source.one(kinds)](source, max_size)


def puzzles(
    layout: Layouts = CLASSIC,
    kinds: Iterable[Kind | str] | None = None,
    givens: int | None = None,
    givens_only: bool = True,
) -> st.SearchStrategy[Puzzle]:
    """Returns puzzles on the layout, of these kinds (see `Kind`; None is all), with exactly `givens` givens or any.

    A given is a cell with one candidate; every other cell has all of them, or with `givens_only=False` perhaps fewer.
    Kinds that the layout cannot have are left out, as long as one is left: 4x4 has no puzzle of givens alone that only
    search refutes. Shrinks towards the first kind, few givens and full candidate sets. Raises `OptionError` for an
    unknown kind.
    """
    return known_puzzles(layout, kinds_named(kinds), givens, givens_only).map(attrgetter("puzzle"))


def known_puzzles(
    layout: Layouts = CLASSIC,
    kinds: Iterable[Kind | str] | None = None,
    givens: int | None = None,
    givens_only: bool = True,
) -> st.SearchStrategy[Drawn]:
    """Returns puzzles as `puzzles` does, each with its kind, what is certain of its answer, and how it was made.

    Without `kinds` they are of all kinds whose answer is known.
    """
    check_givens(givens)
    named = _Names(kinds_named(KNOWN if kinds is None else kinds))
    if isinstance(layout, st.SearchStrategy):
        return _drawn(layout, False, named, givens, givens_only)
    check_layout(layout)
    return _drawn(st.just(layout), True, named, givens, givens_only)


def rule_puzzles(
    rules: Iterable[str] | None = None, kinds: Iterable[Kind | str] | None = None, max_size: int = 4
) -> st.SearchStrategy[Drawn]:
    """Returns puzzles with sums and pairs, each with what is certain of its answer.

    `rules` are `futoshiki`, `thermometers`, `killer`, `kakuro` and `mixed` (cages, sums, bounds, comparisons and tables
    on layouts of every kind, where value 1 may stand for another number); None is all of them. A puzzle has a solution
    (`satisfiable`), one solution only (`unique`), or none because givens contradict a rule (`clash`). `max_size` is the
    largest number of values; of Kakuro, that of rows and columns. Shrinks towards the first of `rules` and `kinds`, and
    few cells and rules. Raises `OptionError` for other rules and kinds.
    """
    check_largest(max_size)
    of_kinds = _Names(map(Kind, chosen(kinds, RULE_KINDS, "rule puzzle")))
    return _rule_puzzles(_Names(chosen(rules, tuple(RULE_RECIPES), "rule")), of_kinds, max_size)


@st.composite
def _drawn(
    draw: st.DrawFn,
    layouts: st.SearchStrategy[Layout],
    is_fixed: bool,
    kinds: _Names[Kind],
    givens: int | None,
    givens_only: bool,
) -> Drawn:
    """Returns a puzzle on the first drawn layout that has one of the kinds."""
    source = HypothesisChoices(draw)
    cells = 0
    refusals: list[str] = []
    for _ in range(1 if is_fixed else _LAYOUTS):
        layout = draw(layouts)
        for kind in source.order(kinds):
            known = _known(kind, layout, givens, givens_only, _TRIES if is_fixed else _FEW_TRIES)
            if isinstance(known, Drawn):
                return _from_choices(source, known, givens, givens_only)
            refusals.append(known)
        cells += layout.cell_count
        if cells >= _CELLS:
            break
    if is_fixed:
        raise PuzzleError("; ".join(sorted(refusals)))
    event(f"no layout fits: {refusals[-1]}")
    return reject()


def _from_choices(source: Choices, known: Drawn, givens: int | None, givens_only: bool) -> Drawn:
    """Returns a puzzle of the source's choices, else of a few others, else the known one with renamed values."""
    kind, layout = known.kind, known.puzzle.layout
    is_proven = kind is Kind.SEARCH and givens_only  # each try takes hundreds of proofs
    drawn = None
    with suppress(PuzzleError):
        drawn = make_puzzle(kind, layout, source, givens, givens_only)
    if drawn is None and not is_proven:
        with suppress(PuzzleError):
            drawn = draw_puzzle(kind, layout, source.random(), givens, _FEW_TRIES, givens_only)
    if drawn is None:
        drawn = renamed(known, source.order(range(1, layout.size + 1)))
    return _with_fewer_givens(drawn, source) if is_proven and givens is None else drawn


def _with_fewer_givens(drawn: Drawn, source: Choices) -> Drawn:
    """Returns the puzzle without some givens that its contradiction does not need; shrinks towards those it needs."""
    layout, values = drawn.puzzle.layout, drawn.puzzle.values

    def is_refuted_by_search(cells: Sequence[int]) -> bool:
        if len(cells) * _LEAST_GIVENS < layout.cell_count:
            return False
        puzzle = with_givens(layout, values, cells)
        return is_beyond_the_rules(puzzle) and proof(puzzle, 1).verdict is Verdict.UNSAT

    core = minimal(list(drawn.puzzle.givens), is_refuted_by_search)
    others = [cell for cell in drawn.puzzle.givens if cell not in core]
    kept = others[: source.number(0, layout.cell_count // _LEAST_GIVENS)]
    return drawn._replace(puzzle=with_givens(layout, values, [*core, *kept]))


@lru_cache(maxsize=512)
def _known(kind: Kind, layout: Layout, givens: int | None, givens_only: bool, tries: int) -> Drawn | str:
    """Returns the puzzle of a fixed seed, or why there is none: the same in every example, as Hypothesis requires."""
    try:
        return draw_puzzle(kind, layout, random.Random(0), givens, tries, givens_only)
    except PuzzleError as error:
        return error.message


@st.composite
def _rule_puzzles(draw: st.DrawFn, rules: _Names[str], kinds: _Names[Kind], max_size: int) -> Drawn:
    source = HypothesisChoices(draw)
    sort, kind = source.one(rules), source.one(kinds)
    try:
        return of_kind(RULE_RECIPES[sort](source, max_size), kind, source)
    except PuzzleError as error:
        event(f"no puzzle: {error.message}")
        return reject()
