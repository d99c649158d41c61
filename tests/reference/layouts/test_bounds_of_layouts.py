"""What layouts are built from, and the bounds of their sizes."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from unitdoku import (
    Layout,
    LayoutError,
    Pair,
    Sum,
    Unit,
    classic,
    diagonal,
    from_units,
    jigsaw,
    latin,
    read_puzzles,
)
from unitdoku.layouts import layout_named, overlapping, units_file, windoku
from unitdoku.puzzles.text.json_lines import written_layout
from unitdoku.reference.layouts.from_units import LARGEST_FILE, layout_of, read_json
from unitdoku.reference.model.layout import MOST_CELLS, MOST_VALUES

HUGE = 10**9


WRONG: list[tuple[Callable[..., object], list[Any]]] = [
    (classic, [HUGE, 10**30, MOST_VALUES + 1, True]),
    (lambda block: classic(block=block), [(HUGE, HUGE), (3, "3"), 3]),
    (latin, [HUGE, -HUGE, "9"]),
    (lambda size: from_units(size, []), [HUGE]),
    (lambda shape: from_units(9, [], shape), [(HUGE, HUGE), (1, HUGE), (1, MOST_CELLS + 1), (-HUGE, -HUGE), 5]),
    (lambda size: Layout(size, (), ((0, 0),)), [HUGE]),
    (lambda cells: Layout(1, (), tuple((0, cell) for cell in cells)), [(0, MOST_CELLS), range(MOST_CELLS + 1)]),
    (overlapping, [[(0, 0), (HUGE, 0)]]),
    (lambda corners: overlapping(corners, latin(MOST_VALUES)), [[(0, 200 * number) for number in range(100)]]),
    (jigsaw, ["A" * 145 * 145]),
    (lambda name: windoku(layout_named(name)), [f"classic:{HUGE}"]),
    (
        layout_named,
        [f"windoku:{HUGE}", f"overlapping:0,0/{HUGE - 1},0", "overlapping:0,0" + ":overlapping:0,0" * 10_000],
    ),
    (layout_named, ["classic:144+non-consecutive"]),
    (layout_named, ["overlapping:" + "/".join(f"0,{number}" for number in range(100)) + ":classic:144"]),
    (layout_of, [{"units": [], "size": HUGE}, {"units": [], "size": 9, "shape": [HUGE, 1]}]),
    (layout_of, [{"units": [], "size": 9, "shape": [MOST_CELLS, MOST_CELLS]}]),
    (layout_of, [{"units": [], "size": 9, "positions": [[0, HUGE]]}]),
    (layout_of, [{"units": [], "size": 144, "pairs": [{"cells": [0, 1], "allowed": "<"}] * 20_000}]),
    (layout_of, [{"units": [{"cells": [*range(5_000)], "repeatable": [1]}], "size": 2, "shape": [1, 5_000]}]),
]


CALLS = [(build, wrong) for build, every in WRONG for wrong in every]


@pytest.mark.parametrize(("build", "wrong"), CALLS, ids=range(len(CALLS)))
def test_sizes_that_no_layout_has_are_refused_before_anything_is_built(
    build: Callable[..., object], wrong: Any
) -> None:
    with pytest.raises(LayoutError) as caught:
        build(wrong)
    assert len(str(caught.value)) < 300


def test_pairs_of_one_relation_share_its_table() -> None:
    f_puzzle = {"size": 4, "grid": [[{}] * 4] * 4, "ratio": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R1C1", "R2C1"]}]}
    read = next(read_puzzles([json.dumps(f_puzzle)])).puzzle
    assert read is not None
    less = layout_of({"units": [], "size": 4, "pairs": [{"cells": [0, cell], "allowed": "<"} for cell in (1, 2)]})
    for layout in (layout_named("classic:16+non-consecutive"), pickle.loads(pickle.dumps(less)), less, read.layout):
        assert len(layout.pairs) > 1
        assert len({id(pair.allowed) for pair in (layout + []).pairs}) == 1


def test_a_table_is_not_taken_for_an_equal_one() -> None:
    Pair("x", (0, 1), frozenset({(1, 2)}))
    equal: tuple[Any, ...] = (True, 1.0)
    for value in equal:
        with pytest.raises(LayoutError):
            Pair("x", (0, 1), frozenset({(value, 2)}))


def test_the_largest_layouts() -> None:
    assert latin(MOST_VALUES).cell_count == MOST_VALUES**2 < MOST_CELLS
    assert classic(MOST_VALUES).block == (12, 12)
    line = from_units(2, [["A1", f"A{MOST_CELLS}"]], shape=(1, MOST_CELLS))
    assert line.units[0].cells == (0, MOST_CELLS - 1)


# What people have for units.

CORNERS = ["A1", "A4", "D1", "D4"]
SAME = (0, 3, 12, 15)


UNITS: list[Any] = [
    *(CORNERS, {*CORNERS}, frozenset(SAME), iter(SAME), dict.fromkeys(CORNERS).keys(), ["A1", 3, (3, 0), [3, 3]]),
    [(0, 0), (0, 3), (3, 0), (3, 3)],
    [[0, 0], [0, 3], [3, 0], [3, 3]],
    {(3, 3), (0, 0), (0, 3), (3, 0)},
]


@pytest.mark.parametrize("unit", UNITS, ids=range(len(UNITS)))
def test_the_cells_of_a_unit(unit: Any) -> None:
    assert classic(4).unit(unit, "corners").cells == SAME


def test_the_cells_of_a_unit_from_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    layout, same = classic(4), numpy.array(SAME)
    for unit in (same, numpy.argwhere(numpy.isin(numpy.arange(16).reshape(4, 4), SAME)), list(same)):
        assert layout.unit(unit, "corners").cells == SAME
        assert type(layout.unit(unit, "corners").cells[0]) is int
    assert Unit("x", same).cells == SAME
    assert from_units(numpy.int64(4), [same]) == from_units(4, [SAME])
    assert latin(numpy.int32(4)) == latin(4)
    for wrong in ([numpy.True_], numpy.array([0.0, 1.0])):
        with pytest.raises(LayoutError, match="names an unknown cell"):
            layout.unit(wrong, "x")


NO_CELL, NO_LIST = "names an unknown cell", "not a list of cells"


@pytest.mark.parametrize(
    ("unit", "message"),
    [
        ([(0, 0), 0], "names the cell twice"),
        ([(0, 4)], r"unknown cell: there is no cell \(0, 4\)"),
        ([0, 16], "unknown cell: there is no cell 16: .* indices 0 to 15"),
        *(([wrong], NO_CELL) for wrong in ((0, 1, 2), (0, "1"), (True, 1), b"A1", {0, 1}, "E1", -1, True, 1.0, [0])),
        *((wrong, NO_LIST) for wrong in ({"A1": 5}, 7, None, b"ab", "A1")),
    ],
)
def test_what_is_no_unit(unit: object, message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        from_units(4, [unit])  # type: ignore[list-item]


NONE: list[tuple[Callable[[Any], object], str, list[Any]]] = [
    (lambda units: classic(4) + units, "not a list of units", [None, 7, "A1", {"row": ["A1"]}, Unit("x", (0,))]),
    (overlapping, "corner", [[], [5], [(0,)], [(0, 0, 0)], [("0", "0")], [(0, -1)], 5, None, "0,0"]),
    (units_file, "cannot be read", [None, 5, "a\0b", "", ["a"]]),
    (jigsaw, "region|jigsaw", ["", [], None, 5, b"AABB", [["A", "A"], ["B"]], [{}, {}, {}, {}], [[1], [1], [2], [2]]]),
]


@pytest.mark.parametrize(("build", "message", "wrong"), NONE, ids=["units", "corners", "path", "regions"])
def test_what_are_no_units_corners_paths_or_regions(
    build: Callable[[Any], object], message: str, wrong: list[Any]
) -> None:
    for each in wrong:
        with pytest.raises(LayoutError, match=message):
            build(each)


ROWS = ["AABB", "AABB", "CCDD", "CCDD"]


def test_regions_of_a_jigsaw() -> None:
    text = "".join(ROWS)
    forms: tuple[Any, ...] = ("\n".join(ROWS), " ".join(ROWS), ROWS, iter(ROWS), list(text), list(map(list, ROWS)))
    for regions in forms:
        assert jigsaw(regions) == jigsaw("AABBAABBCCDDCCDD")
        assert layout_named(jigsaw(ROWS).name) == jigsaw(ROWS)


def test_regions_of_a_jigsaw_from_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    numbers = numpy.array([[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]])
    assert {unit.cells for unit in jigsaw(numbers).units} == {unit.cells for unit in classic(4).units}
    assert jigsaw(numbers.ravel()) == jigsaw(numbers)


# Grids that overlap, by name.


def test_a_grid_that_no_name_says_is_written_with_its_rules() -> None:
    """The name would add the diagonals to all of it."""
    assert written_layout(overlapping([(0, 0), (2, 2)], classic(4))) == "overlapping:0,0/2,2:classic:2x2"
    assert layout_named("overlapping:0,0/6,6:windoku") == overlapping([(0, 0), (6, 6)], windoku())
    assert isinstance(written_layout(overlapping([(0, 0), (2, 2)], diagonal(classic(4)))), dict)


# Files.


@pytest.mark.skipif(os.name != "posix", reason="has no /dev/zero")
def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(LayoutError, match=f"longer than {LARGEST_FILE} bytes"):
        units_file("/dev/zero")
    with pytest.raises(LayoutError, match="longer than"):
        layout_named("latin:9+@/dev/zero")


def test_what_is_there_twice_among_many(tmp_path: Path) -> None:
    """The long ones took a minute each when all were counted for each one."""
    path = tmp_path / "units.json"
    for text in ('{"units": [], "units": [["A1"]]}', '[{"name": "a", "name": "b", "cells": [0]}]'):
        path.write_text(text)
        with pytest.raises(LayoutError, match="is there twice"):
            units_file(path)
    keys = ", ".join(f'"{number}": 1' for number in [*range(40_000), 39_999])
    with pytest.raises(ValueError, match="'39999' is there twice"):
        read_json("{" + keys + "}")
    cells = [*range(MOST_CELLS), MOST_CELLS - 1]
    with pytest.raises(LayoutError, match="twice") as caught:
        layout_of({"units": [cells], "size": 2, "shape": [1, MOST_CELLS]})
    assert caught.value.cell == f"A{MOST_CELLS}"


def test_names_in_data_open_no_files() -> None:
    for name in ("@units.json", "latin:9+@/dev/zero", " @x", "overlapping:0,0:@x"):
        with pytest.raises(LayoutError, match="--allow-files"):
            layout_named(name, allow_files=False)
    assert layout_named("latin:4", allow_files=False) == latin(4)
    with pytest.raises(LayoutError, match="the name of a layout is text"):
        layout_named(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["a\nb", "\x1b[31mred", "\0", "a\x85b", "a\u2028b", "\ud800", "\x9b1m", 5, None])
def test_names_hold_no_control_characters(name: Any) -> None:
    make: dict[str, Callable[[], object]] = {
        "unit": lambda: Unit(name, (0, 1)),
        "sum": lambda: Sum(name, (0, 1), 3),
        "pair": lambda: Pair(name, (0, 1), frozenset()),
        "layout": lambda: from_units(2, [], name=name),
    }
    for of, call in make.items():
        with pytest.raises(LayoutError, match=f"the name of a {of}"):
            call()


def test_unknown_cells_are_named_in_one_line() -> None:
    with pytest.raises(LayoutError) as caught:
        layout_of({"units": [["A1", "A\nline 2: 1111"]], "size": 2})
    assert caught.value.cell == "A\nline 2: 1111"
    assert str(caught.value).isprintable()
