"""The JSON Schema of puzzle lines: it accepts every line that the reader accepts, and refuses most others."""

from __future__ import annotations

import json
import random
from itertools import chain
from typing import Any

import pytest
from drawn_rules import draw
from places import ROOT
from schemas import changed_parts, some, undescribed, validator

from unitdoku import LayoutError, Puzzle, PuzzleError, classic, parse_puzzle, write_puzzles
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.generators.rule_puzzles import RULE_RECIPES, draw_rule_puzzle
from unitdoku.puzzles.text.json_lines import read_json_line

FOUR = classic(4)
TEXT = "1..............2"
OPEN = [0] * 15
GRID = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
BUNDLED = sorted((ROOT / "compare/corpora").glob("*.jsonl"))


def with_layout(**layout: Any) -> dict[str, Any]:
    return {"layout": {"units": [], "size": 4} | layout, "puzzle": TEXT}


def with_base(**layout: Any) -> dict[str, Any]:
    return {"layout": {"base": "classic:4"} | layout, "puzzle": TEXT}


READ: list[dict[str, Any]] = [
    *({"puzzle": each} for each in some(TEXT, int(TEXT.replace(".", "0")), ["1...", "....", "....", "..12"], GRID)),
    *({"puzzle": [each, *OPEN]} for each in some(1, None, "", ".", "1/2", " 1 ", [1, 2], ["1", 2], [0], ["1/2", 3])),
    {"puzzle": [[1, 0, None, "."], [0, 0, 0, 0], ["", 0, 0, 0], [0, 0, 0, [1, 3]]]},
    {"puzzle": ["1,2,3,4", "3,4,1,2", "2,1,4,3", "4,3,2,1"]},
    {"puzzle": "a..............b", "symbols": "abcd"},
    *({"puzzle": TEXT, **more} for more in some({"other": 1}, {"name": "a"}, {"name": 5}, {"symbols": None})),
    *({"puzzle": TEXT, "solution": each} for each in some("1234341221434321", GRID, None, 5, {}, [], "")),
    *(
        {"puzzle": TEXT, "layout": each}
        for each in some(None, "latin:4", " Classic:2x2 + Diagonal", "jigsaw:" + "ABCD" * 4)
    ),
    *({"puzzle": "....", "layout": each} for each in some([["A1", "A2"]], [[0, 1]], [[[0, 1], [1, 1]]])),
    *({"puzzle": "....", "layout": {"units": [each]}} for each in some(["A1", " b2 "], {"cells": [0, [1, 1]]})),
    *(with_layout(shape=each) for each in some([2, 8], None)),
    *(with_layout(**more) for more in some({"first_value": 0}, {"block": [2, 2]}, {"shown": []}, {"shown": ["A1", 3]})),
    with_layout(positions=[[row, column] for row in (0, 5) for column in range(8)]),
    with_layout(units=[{"name": "x", "cells": ["A1"], "repeatable": [1]}, {"name": 5, "cells": []}, []]),
    with_layout(sums=[{"name": "x", "cells": ["A1", "A2"], "total": -5, "coefficients": [1, -2], "relation": "<="}]),
    with_layout(sums=[{"cells": ["A1", "A2"], "total": 2**53, "coefficients": None}]),
    with_layout(pairs=[{"cells": ["A1", "A2"], "allowed": each} for each in some("<", "=", [], [[1, 2], [1, 2]])]),
    with_layout(cages=[{"cells": ["A1", "A2"], "total": 5}, {"name": "x", "cells": [7], "total": 99}]),
    *(
        with_base(**more)
        for more in some({}, {"units": []}, {"shown": ["A1"]}, {"cages": [{"cells": [0], "total": 1}]})
    ),
]

REFUSED: list[Any] = [
    *([], 5, {}, {"layout": "latin:2"}),
    *({"puzzle": each} for each in some(None, True, 1.5, "", [], {}, [True, *OPEN], [1.5, *OPEN], [[], *OPEN])),
    *({"puzzle": [each, *OPEN]} for each in some([[1, 2]], [True], "1,2", {})),
    *({"puzzle": TEXT, "symbols": each} for each in some(5, "", "abc ", "abc#", "ab|c")),
    {"puzzle": TEXT, "solution": [[*row[:3], True] for row in GRID]},
    *({"puzzle": TEXT, "layout": each} for each in some(5, True, "", " ", [], {}, {"size": 4}, {"units": None})),
    *({"puzzle": TEXT, "layout": {"units": [each], "size": 4}} for each in some("A1", 5, {}, {"cells": "A1"})),
    *(with_layout(units=[[each]]) for each in some(1.5, True, None, -1, "r1c1", "1A", "A0", [0], [0, 0, 0], [0, -1])),
    *(with_layout(**{key: None}) for key in ("size", "first_value", "block", "shown", "sums", "pairs", "cages")),
    *(with_layout(size=each) for each in some(-1, 0, 145, 4.5, True, "4")),
    *(with_layout(first_value=each) for each in some(10**6 + 1, -(10**6) - 1)),
    *(with_layout(shape=each) for each in some([16], [0, 16], [3, 0], [4, 2, 2], "4x4")),
    *(with_layout(positions=each) for each in some([], {"0": 0}, [[0]], [[0, 65536]], [[0, 0], [0, 0]], [[0, 0, 0]])),
    with_layout(positions=[[0, 0]], shape=[1, 1]),
    *(with_layout(shown=each) for each in some("A1", [0.5], ["A1", "A1"])),
    *(with_layout(**more) for more in some({"block": [0, 2]}, {"cage": []})),
    *(with_layout(units=[{"cells": ["A1"], "name": each}]) for each in some("a\nb", "\x1b")),
    with_layout(units=[{"cells": ["A1"], "total": 5}]),
    *(with_layout(units=[{"cells": ["A1"], "repeatable": each}]) for each in some(None, [0], ["1"], "3", 1)),
    with_layout(units=[["A1", "A1"]]),
    *(with_layout(**{kind: [{"cells": ["A1", "A2"]}]}) for kind in ("sums", "pairs", "cages")),
    *(with_layout(**{kind: each}) for kind in ("sums", "pairs", "cages") for each in some({}, [["A1", "A2"]])),
    *(with_layout(**{kind: [{"cells": [], "total": 5}]}) for kind in ("sums", "cages")),
    *(with_layout(**{kind: [{"cells": ["A1"], "total": 5, "sum": 1}]}) for kind in ("sums", "cages")),
    *(with_layout(sums=[{"cells": ["A1"], "total": each}]) for each in some("5", None, 2**53 + 1, True)),
    *(with_layout(sums=[{"cells": ["A1"], "total": 1, "coefficients": each}]) for each in some([0], [], 1, ["1"])),
    *(with_layout(sums=[{"cells": ["A1"], "total": 1, "relation": each}]) for each in some("<", None, "==")),
    with_layout(cages=[{"cells": ["A1"], "total": 1, "relation": "="}]),
    *(with_layout(pairs=[{"cells": ["A1", "A2"], "allowed": each}]) for each in some("=<", None, [[1]], [[0, 1]], [1])),
    *(with_layout(pairs=[{"cells": each, "allowed": "<"}]) for each in some(["A1"], ["A1", "A2", "A3"], ["A1", "A1"])),
    *(with_base(**{key: 1}) for key in ("size", "shape", "positions", "block", "first_value", "new")),
    *(with_base(**more) for more in some({"base": 5}, {"base": None}, {"base": ""}, {"units": None})),
]

BY_THE_READER_ALONE: list[dict[str, Any]] = [
    *({"puzzle": each} for each in some("1", "x" * 16, "5" * 16, ["1..."], [GRID[0]], 5, [1.0, *OPEN])),
    *({"puzzle": TEXT, "layout": each} for each in some("killr", "@units.json", {"base": "@units.json"})),
    *({"puzzle": TEXT, "symbols": each} for each in some("abc", "aabc")),
    *({"puzzle": TEXT, "solution": each} for each in some(TEXT, "1", [1])),
    *(with_layout(units=[each]) for each in some(["A5"], [16], ["A1", 0], ["A1", "A2", "A3", "A4", "B1"])),
    *(with_layout(**more) for more in some({"shown": ["A9"]}, {"units": [{"cells": ["A1"], "repeatable": [5]}]})),
    {"puzzle": TEXT, "layout": {"units": []}},
    with_layout(positions=[[0, 1], [0, 0]]),
    with_layout(size=4.0),
    with_layout(sums=[{"cells": ["A1"], "total": 1, "coefficients": [1, 1]}]),
    with_layout(pairs=[{"cells": ["A1", "A2"], "allowed": [[1, 5]]}]),
]
"""Lines that need more than a schema: counts of cells, ranges that depend on the layout, names of layouts, 1.0."""


def is_read(text: str) -> bool:
    try:
        return isinstance(read_json_line(text, FOUR).puzzle, Puzzle)
    except (PuzzleError, LayoutError):
        return False


def is_valid(content: Any) -> bool:
    return validator("puzzle-line").is_valid(content)


def test_every_property_is_described() -> None:
    assert undescribed("puzzle-line") == []


def test_what_is_read_is_valid() -> None:
    assert [content for content in READ if not is_read(json.dumps(content))] == []
    assert [content for content in READ if not is_valid(content)] == []


def test_what_is_not_valid_is_refused() -> None:
    assert [content for content in REFUSED if is_read(json.dumps(content))] == []
    assert [content for content in REFUSED if is_valid(content)] == []


def test_some_lines_only_the_reader_refuses() -> None:
    assert [content for content in BY_THE_READER_ALONE if is_read(json.dumps(content))] == []
    assert all(map(is_valid, BY_THE_READER_ALONE))


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_bundled_lines_are_valid(path: Any) -> None:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines
    assert all(map(is_valid, lines))


def test_written_lines_are_valid() -> None:
    rng = random.Random(5)
    ours = [parse_puzzle(TEXT, FOUR), Puzzle.empty(classic(16)), *(draw(rng) for _ in range(60))]
    kinds = (Kind.UNIQUE, Kind.CLASH)
    drawn = [draw_rule_puzzle(rules, kind, rng, 4).puzzle for rules in RULE_RECIPES for kind in kinds]
    written = "".join(write_puzzles([*ours, *drawn], "json"))
    lines = [json.loads(line) for line in written.splitlines()]
    assert len(lines) == len(ours) + len(drawn)
    assert all(map(is_valid, lines))


def test_changed_lines_that_are_read_are_valid() -> None:
    rng = random.Random(6)
    drawn = [json.loads(line) for line in write_puzzles([draw(rng) for _ in range(20)], "json")]
    read = 0
    for content in chain.from_iterable([*READ, *drawn] for _ in range(15)):
        changed = changed_parts(content, rng)
        if is_read(json.dumps(changed)):
            read += 1
            assert is_valid(changed), changed
    assert read > 100
