"""Layouts read from JSON and written to it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from unitdoku import Layout, LayoutError, Puzzle, classic, from_units, jigsaw, latin, parse_puzzle, samurai
from unitdoku.reference.layouts.from_units import content_of, layout_of
from unitdoku.reference.text.json_lines import parse_json_line, write_json_line

JIGSAW = jigsaw("AABBAABBCCDDCCDD")
ODD = from_units(3, [[0, 1, 2], [2, 4], []], shape=(2, 3))
LAYOUTS = [classic(6), JIGSAW, ODD, samurai(), classic(4) + [["A1", "D4"]]]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name[:20])
def test_content_makes_the_same_layout_again(layout: Layout) -> None:
    for content in (content_of(layout), json.loads(json.dumps(content_of(layout)))):
        again = layout_of(content)
        assert again == layout
        assert again.block == layout.block
        assert [unit.name for unit in again.units] == [unit.name for unit in layout.units]


def test_names_of_layouts() -> None:
    units = [["A1", "A2"], ["B1", "B2"]]
    assert layout_of(units).name == "units"
    assert layout_of(units, "mine.json").name == "@mine.json"
    assert layout_of(units, "mine.json", latin(2)).name == "latin:2+@mine.json"


def test_where_the_cells_are() -> None:
    assert layout_of({"units": [], "size": 3, "shape": [1, 2]}).positions == ((0, 0), (0, 1))
    assert layout_of({"units": [], "size": 3, "shape": None}).cell_count == 9
    assert layout_of({"units": [], "size": 3, "positions": [[0, 1], [2, 0]]}).positions == ((0, 1), (2, 0))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (7, "layout: expected a list of units"),
        ({"units": 7}, "layout: expected a list of units"),
        ({"units": [], "shape": [1, 2], "positions": [[0, 0]]}, "shape and positions both say"),
        ({"units": [], "positions": {"0": 0}}, "positions is no list"),
        ({"units": [], "positions": [[0]]}, "position is"),
        ({"units": [], "size": -1}, "-1 is not a whole number"),
        ({"units": [], "size": True}, "True is not a whole number"),
        ({"units": [], "colour": 1}, "unknown key 'colour'"),
        ({"units": [{"cells": 1}]}, "unit 1: expected an object with a list named cells"),
        ({"units": [["A1"], "A2"]}, "unit 2 is 'A2', not a list"),
    ],
)
def test_content_that_defines_no_layout(content: Any, message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        layout_of(content)


def test_json_lines_name_layouts_that_a_name_builds() -> None:
    def layout_in(layout: Layout) -> object:
        line = write_json_line(Puzzle.empty(layout), truth=3)
        assert parse_json_line(line, latin(2)).layout == layout
        assert json.loads(line)["truth"] == 3
        return json.loads(line)["layout"]

    assert layout_in(classic(4)) == "classic:2x2"
    assert layout_in(JIGSAW) == "jigsaw:AABBAABBCCDDCCDD"
    # A name that builds no layout, one that builds another layout, and one of a file, which may be missing.
    for name in ("no such layout", "latin:3", "@units.json"):
        assert isinstance(layout_in(replace(ODD, name=name)), dict)


def test_json_lines_keep_candidates() -> None:
    puzzle = parse_puzzle("1/2 . 3 . . 3 . 1 . . . . . . . 4", classic(4))
    assert parse_json_line(write_json_line(puzzle), latin(2)) == puzzle
