"""The rules as sentences: short for regular layouts, complete for all."""

from __future__ import annotations

import random
import re

import pytest

from unitdoku import classic, from_units, latin
from unitdoku.compare.data.describe import describe
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.generators.rule_puzzles import RULE_RECIPES, draw_rule_puzzle
from unitdoku.layouts import palindrome, thermometer, whisper


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("classic", "Fill a 9x9 grid so that each row, each column and each 3x3 block has each of 1 to 9 once."),
        ("latin:5", "Fill a 5x5 grid so that each row and each column has each of 1 to 5 once."),
        ("anti-king:4", "Two cells differ that are 1 row and 1 column apart."),
        ("anti-knight", "Two cells differ that are 1 row and 2 columns or 2 rows and 1 column apart."),
        ("non-consecutive", "Two cells that are 1 column or 1 row apart do not differ by 1."),
        ("diagonal", "the main diagonal from A1 and the other diagonal has"),
        ("classic:2x3", "2x3"),
        ("windoku", "B2-D4"),
        ("jigsaw:AAABACBBCCDBCDDD", "region A: A1-A3, B1;"),
        ("magic-square:3", "A1 + B2 + C3 = 15"),
        ("samurai", "A1-A9, A13-A21;"),
    ],
)
def test_layouts_by_name(name: str, text: str) -> None:
    assert text in describe(name)
    assert len(describe(name)) < (5_000 if name == "samurai" else 700)


def test_layouts_that_differ_are_described_differently() -> None:
    square = latin(4)
    layouts = [
        square,
        classic(4),
        from_units(4, [list(range(4)), [4, 5, 6, 7], [0, 4]]),
        from_units(4, [list(range(4)), [4, 5, 6, 7], [0, 5]]),
        *(thermometer(square, ["A1", "A2", last]) for last in ("A3", "B2")),
        *(whisper(square, ["A1", "A2", "A3"], difference=by) for by in (2, 3)),
        palindrome(square, ["A1", "A2", "A3"]),
        *(type(square)(4, square.units, square.positions, first_value=first) for first in (0, 5)),
    ]
    assert len(set(map(describe, layouts))) == len(layouts)


@pytest.mark.parametrize("rules", RULE_RECIPES)
def test_every_cell_of_a_rule_is_named(rules: str) -> None:
    for seed in range(5):
        layout = draw_rule_puzzle(rules, Kind.UNIQUE, random.Random(seed), 4).puzzle.layout
        named = set(re.findall("[A-Z][0-9]+", describe(layout)))
        for each in layout.sums:
            assert named >= {layout.labels[cell] for cell in each.cells}
            assert re.search(rf"= {each.total}\b", describe(layout))
        for pair in layout.pairs:
            assert named >= {layout.labels[cell] for cell in pair.cells}
