"""Puzzles without a solution that elimination and only choice do not see through."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache

from ...reference.layout import Layout
from ...reference.layouts.names import layout_named
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ..corpora.built_in import corpus_file
from .constructions import CONSTRUCTION
from .kinds import Drawn, Kind, Unlucky, wanted
from .propagation import propagated


def search_only(
    layout: Layout, knot: Mapping[int, int], how: str, hints: Iterable[tuple[int, int]], givens: int | None = None
) -> Drawn:
    """A puzzle without solution that the two rules see nothing of; `Unlucky` where they do, or givens are too few.

    `knot` maps cells to the candidates that leave no way to fill them (see `knots.forms` for the proof; empty for a
    layout that is known to have no grid), `how` says why. Each hint, a cell and a candidate set, is added unless the
    rules would see through the puzzle then; with `givens` until that many cells are given. Restricting further cells
    makes no solution, so the proof stands.
    """
    candidates = [knot.get(cell, layout.all_values) for cell in range(layout.cell_count)]
    puzzle = _with_hints(Puzzle(layout, tuple(candidates)), hints, givens)
    given = len(puzzle.givens)
    if not is_beyond_the_rules(puzzle) or givens not in (None, given):
        reached = f"{given} givens at most kept it from being seen" if givens else "the rules saw through it"
        raise Unlucky(f"{wanted(Kind.SEARCH, layout, givens)} was not found: {reached}")
    return Drawn(puzzle, Kind.SEARCH, Result((), exhausted=True, backend=CONSTRUCTION), how)


def _with_hints(puzzle: Puzzle, hints: Iterable[tuple[int, int]], givens: int | None) -> Puzzle:
    """The puzzle with those of the hints, one a cell without restrictions, that lead the rules to no contradiction."""
    layout = puzzle.layout
    candidates = list(puzzle.candidates)
    state = propagated(layout, candidates)
    given = len(puzzle.givens)
    for cell, mask in hints:
        if state is None or given == givens:
            break
        if candidates[cell] != layout.all_values or not state[cell] & mask:
            continue
        narrowed = list(state)
        narrowed[cell] &= mask
        after = propagated(layout, narrowed)
        if after is not None:
            candidates[cell], state = mask, after
            given += not mask & (mask - 1)
    return Puzzle(layout, tuple(candidates))


def is_beyond_the_rules(puzzle: Puzzle) -> bool:
    """Whether elimination and only choice neither fill the puzzle nor find a contradiction."""
    masks = propagated(puzzle.layout, puzzle.candidates)
    return masks is not None and any(mask & (mask - 1) for mask in masks)


@lru_cache(maxsize=1)
def layouts_without_grid() -> tuple[Layout, ...]:
    """The jigsaws of the package that are published as having no grid; nobody's construction proves it here."""
    entries = map(json.loads, corpus_file("jigsaws.jsonl").read_text(encoding="utf-8").splitlines())
    return tuple(layout_named(entry["layout"]) for entry in entries if "no solution" in entry["name"])
