"""Layouts read from JSON and written to it."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from operator import ge, gt, le, lt, ne
from pathlib import Path
from typing import Any

import pytest

from unitdoku import (
    Layout,
    LayoutError,
    Pair,
    Puzzle,
    Sum,
    Unit,
    classic,
    diagonal,
    from_units,
    jigsaw,
    latin,
)
from unitdoku.layouts import layout_named, overlapping, samurai
from unitdoku.puzzles.text.json_lines import parse_json_line, write_json_line
from unitdoku.reference.layouts.from_units import content_of, layout_of
from unitdoku.reference.model.layout import MOST_CELLS

JIGSAW = jigsaw("AABBAABBCCDDCCDD")
ODD = from_units(3, [[0, 1, 2], [2, 4], []], shape=(2, 3))
LAYOUTS = [
    *(classic(6), JIGSAW, ODD, samurai(), classic(4) + [["A1", "D4"]]),
    from_units(3, [["A1", "GR1"], ["B1", "GQ1"]], shape=(200, 1)),
    from_units(2, [], shape=(1, MOST_CELLS)),
    overlapping([(0, 0), (300, 150)], classic(4), name="far"),
    Layout(1, (), ((0, 0), (MOST_CELLS - 1, MOST_CELLS - 1))),
]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name[:20])
def test_content_makes_the_same_layout_again(layout: Layout) -> None:
    again = layout_of(json.loads(json.dumps(content_of(layout))))
    assert again == layout_of(content_of(layout)) == layout
    assert again.block == layout.block
    assert [unit.name for unit in again.units] == [unit.name for unit in layout.units]
    assert parse_json_line(write_json_line(Puzzle.empty(layout)), classic()).layout == layout


def test_names_of_layouts_and_where_the_cells_are() -> None:
    units = [["A1", "A2"], ["B1", "B2"]]
    names = [layout_of(units).name, layout_of(units, "a.json").name, layout_of(units, "a.json", latin(2)).name]
    assert names == ["units", "@a.json", "latin:2+@a.json"]
    assert layout_of({"units": [], "size": 3, "shape": [1, 2]}).positions == ((0, 0), (0, 1))
    assert layout_of({"units": [], "size": 3, "shape": None}).cell_count == 9
    assert layout_of({"units": [], "shown": []}, base=latin(2)).shown == ()
    assert layout_of({"units": [], "size": 3, "positions": [[0, 1], [2, 0]]}).positions == ((0, 1), (2, 0))


CAGE: dict[str, Any] = {"cells": ["A1"], "total": 1}


@pytest.mark.parametrize("kind", ["cages", "sums"])
def test_unknown_cells_of_rules_are_named(kind: str) -> None:
    with pytest.raises(LayoutError) as caught:
        layout_of({"units": [["A1"]], kind: [CAGE, CAGE | {"cells": ["B1"]}]})
    assert caught.value.cell == "B1"


def test_cages_are_a_unit_and_a_sum_after_the_others() -> None:
    cages = [{"cells": ["A1", "A2"], "total": 3}, {"name": "corner", "cells": [3], "total": 2}]
    sums = [{"cells": [0, 3], "total": 4}]
    layout = layout_of({"units": [], "size": 2, "sums": sums, "cages": cages})
    assert [unit.name for unit in layout.units] == ["cage A1", "corner"]
    assert layout.sums[1:] == (Sum("cage A1", (0, 1), 3), Sum("corner", (3,), 2))
    cages[1]["cells"] = ["B2"]
    assert content_of(layout)["cages"] == cages
    assert content_of(layout)["units"] == []
    # Not those that would change places with others.
    moved = replace(layout, sums=layout.sums[1:] + layout.sums[:1])
    assert "cages" not in content_of(moved)
    assert layout_of(content_of(moved)) == moved
    bounds = replace(layout, sums=(*layout.sums[:2], replace(layout.sums[2], relation="<=")))
    assert "cages" not in content_of(bounds)


def test_rules_of_any_kind_make_a_layout(tmp_path: Path) -> None:
    cage = {"cells": ["A1", "A2"], "total": 3}
    for rules in ({"cages": [cage]}, {"sums": [cage]}, {"pairs": [{"cells": [0, 1], "allowed": "<"}]}):
        assert layout_of(rules | {"size": 2}) == layout_of(rules | {"size": 2, "units": []})
        path = tmp_path / "rules.json"
        path.write_text(json.dumps(rules))
        line = json.dumps({"layout": {"base": "classic:4", **rules}, "puzzle": "." * 16})
        assert layout_named(f"classic:4+@{path}").rules == parse_json_line(line, classic(4)).layout.rules
    for content in ({}, {"size": 4}, {"cages": 5}):
        with pytest.raises(LayoutError, match="a list named units, sums, pairs or cages"):
            layout_of(content)


def test_pairs_that_compare_are_written_so() -> None:
    for comparison, holds in (("<", lt), (">", gt), ("<=", le), (">=", ge), ("!=", ne)):
        layout = layout_of({"units": [], "size": 3, "pairs": [{"cells": [0, 1], "allowed": comparison}]})
        (pair,) = layout.pairs
        assert pair.allowed == {each for each in product((1, 2, 3), repeat=2) if holds(*each)}
        assert content_of(layout)["pairs"] == [{"name": "pair 1", "cells": ["A1", "A2"], "allowed": comparison}]
    odd = replace(layout, pairs=(Pair("odd", (0, 1), frozenset({(2, 1), (1, 3)})),))
    assert content_of(odd)["pairs"] == [{"name": "odd", "cells": ["A1", "A2"], "allowed": [[1, 3], [2, 1]]}]


def test_json_lines_leave_out_what_the_base_has() -> None:
    layout = diagonal(classic(4)) + [Unit("cage A1", (0, 1)), Sum("cage A1", (0, 1), 5)]
    line = write_json_line(Puzzle.empty(layout))
    cages = [{"cells": ["A1", "A2"], "total": 5}]
    assert json.loads(line)["layout"] == {"base": "classic:2x2+diagonal", "units": [], "cages": cages}
    again = parse_json_line(line, latin(2)).layout
    assert again == layout
    assert again.name == layout.name
    # The name alone says nothing: the rules must be there.
    other = replace(layout, units=layout.units[1:])
    assert "base" not in json.loads(write_json_line(Puzzle.empty(other)))["layout"]
    assert parse_json_line(write_json_line(Puzzle.empty(other)), latin(2)).layout == other


@pytest.mark.parametrize(
    "layout",
    [
        *({"base": base} for base in ("clasic", 9, "@FILE.json")),
        *({"base": "classic"} | more for more in ({"size": 4}, {"cages": [{"cells": ["Z1"], "total": 1}]})),
    ],
)
def test_bases_that_define_no_layout(layout: Any) -> None:
    with pytest.raises(LayoutError):
        parse_json_line(json.dumps({"layout": layout, "puzzle": "." * 81}), latin(2))


def test_json_lines_name_layouts_that_a_name_builds() -> None:
    def layout_in(layout: Layout) -> object:
        line = write_json_line(Puzzle.empty(layout), truth=3)
        assert parse_json_line(line, latin(2)).layout == layout
        assert json.loads(line)["truth"] == 3
        return json.loads(line)["layout"]

    assert [layout_in(classic(4)), layout_in(JIGSAW)] == ["classic:2x2", "jigsaw:AABBAABBCCDDCCDD"]
    # A name that builds no layout, one that builds another layout, and one of a file, which may be missing.
    for name in ("no such layout", "latin:3", "@units.json"):
        assert isinstance(layout_in(replace(ODD, name=name)), dict)
