"""Layouts with rules of every kind: they are values, JSON keeps them, and grids are judged by all their rules."""

from __future__ import annotations

import json
import pickle
import random
from dataclasses import replace

import pytest
from drawn_rules import draw
from exhaustive import all_grids

from unitdoku import Puzzle, classic, is_solution, violations
from unitdoku.puzzles.text.json_lines import parse_json_line, write_json_line
from unitdoku.reference.layouts.from_units import content_of, layout_of

PARTS = ("units", "sums", "pairs")
each_seed = pytest.mark.parametrize("seed", range(20))


@each_seed
def test_layouts_are_values(seed: int) -> None:
    layout, again = (draw(random.Random(seed)).layout for _ in range(2))
    assert (again, hash(again)) == (layout, hash(layout))
    # Equal layouts share their parts once they were compared.
    assert all(getattr(again, part) is getattr(layout, part) for part in (*PARTS, "positions", "shown"))
    assert again == layout == pickle.loads(pickle.dumps(layout))
    others = [replace(layout, **{part: getattr(layout, part)[1:]}) for part in PARTS if getattr(layout, part)]
    others += [replace(layout, first_value=layout.first_value + 1), replace(layout, size=layout.size + 1)]
    others += [replace(layout, shown=(0,) if layout.shown == () else ())]
    assert layout not in others


@each_seed
def test_json_keeps_all_rules(seed: int) -> None:
    layout = draw(random.Random(seed)).layout
    assert layout_of(json.loads(json.dumps(content_of(layout)))) == layout
    assert parse_json_line(write_json_line(Puzzle.empty(layout)), classic()).layout == layout


@each_seed
def test_grids_are_judged_by_all_rules(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = draw(rng)
    size, cells = puzzle.layout.size, puzzle.layout.cell_count
    right = all_grids(puzzle)
    for grid in [*sorted(right)[:50], *(tuple(rng.choices(range(1, size + 1), k=cells)) for _ in range(100))]:
        assert is_solution(grid, puzzle) is (grid in right) is (not list(violations(grid, puzzle)))
