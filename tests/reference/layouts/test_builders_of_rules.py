"""Builders of sums and pairs: the rules that they add, and sentences for what they do not take."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest

from unitdoku import (
    Layout,
    LayoutError,
    Pair,
    Puzzle,
    Sum,
    Unit,
    Verdict,
    classic,
    diagonal,
    from_units,
    latin,
    solve,
    violations,
)
from unitdoku.layouts import (
    arrow,
    cage,
    clones,
    killer,
    kropki,
    layout_named,
    less_than,
    little_killer,
    magic_square,
    non_consecutive,
    palindrome,
    thermometer,
    whisper,
    xv,
)

ROW = from_units(4, [], (1, 4))
DIGITS = from_units(10, [], (1, 4), first_value=0)


def numbers_of(layout: Layout) -> set[tuple[int, ...]]:
    """The numbers of all grids that keep the rules, by trying every grid."""
    puzzle = Puzzle.empty(layout)
    grids = product(range(1, layout.size + 1), repeat=layout.cell_count)
    return {tuple(map(layout.number, grid)) for grid in grids if next(violations(grid, puzzle), None) is None}


def refused(build: Callable[[], object], message: str) -> None:
    with pytest.raises(LayoutError, match=f"^{re.escape(message)}"):
        build()


def test_a_cage_is_a_unit_and_a_sum() -> None:
    layout = cage(latin(4), "A1 A2 b1", 9)
    assert layout.units[-1] == Unit("cage A1", (0, 1, 4))
    assert layout.sums == (Sum("cage A1", (0, 1, 4), 9),)
    assert layout.units[:-1] == latin(4).units
    assert layout == cage(latin(4), ["A1", 1, (1, 0)], 9)
    assert cage(layout, "A1, A2", 5, name="mine").sums[-1] == Sum("mine", (0, 1), 5)


def test_killers_from_lists_and_mappings() -> None:
    cages = [("A1 A2 B1", 9), (["C3", "C4"], 7), ("A2 B2", 3)]
    layout = killer(cages)
    assert layout.units[:27] == classic().units
    assert [each.total for each in layout.sums] == [9, 7, 3]
    assert layout.name == "classic+killer"
    assert killer(dict(cages[::2])).sums == layout.sums[::2]
    assert killer(cages, layout=diagonal()) == diagonal() + [*layout.units[27:], *layout.sums]
    assert killer([]) == classic()


def test_killers_from_letters() -> None:
    letters = ["AAB.", "CAB.", "CC..", "...."]
    totals = {"A": 8, "B": 3, "C": 9}
    layout = killer(letters, latin(4), totals)
    assert layout.sums == (Sum("cage A", (0, 1, 5), 8), Sum("cage B", (2, 6), 3), Sum("cage C", (4, 8, 9), 9))
    assert killer("AAB. CAB. CC.. ....", latin(4), totals) == layout
    numbers = killer([[1, 1, 2, 0], [3, 1, 2, 0], [3, 3, 0, 0], [0] * 4], latin(4), {1: 8, 2: 3, 3: 9})
    assert [(each.cells, each.total) for each in numbers.sums] == [(each.cells, each.total) for each in layout.sums]


def test_a_layout_is_a_puzzle_without_givens() -> None:
    layout = killer("AABB CABD CCDD EEED", latin(4), {"A": 7, "B": 8, "C": 8, "D": 10, "E": 8})
    assert solve(layout, limit=9).solutions == solve(Puzzle.empty(layout), limit=9).solutions
    assert solve(layout, layout=layout).puzzle == Puzzle.empty(layout)


@pytest.mark.parametrize(
    ("cells", "total", "message"),
    [
        ("A1 A2", 40, "cage A1: 2 different values of 1..9 add up to 3..17, not 40"),
        ("A1 A2", 2, "cage A1: 2 different values of 1..9 add up to 3..17, not 2"),
        ("A1", 10, "cage A1: 1 value of 1..9 adds up to 1..9, not 10"),
        ("A1 A1", 5, "cell A1: cage 'A1 A1' names the cell twice"),
        ("A1 Z1", 5, "cell Z1: cage 'A1 Z1' names an unknown cell"),
        ("", 5, "a cage has no cell"),
        *((each, 5, f"the cage is {each!r}, not a list of cells") for each in (None, 7, b"A1")),
        ([None], 5, "the cage names None: neither a label nor an index, nor a row with a column"),
        *(
            ("A1 A2", each, f"sum 'cage A1': the total is a whole number up to 2**53, not {each!r}")
            for each in (None, "9", 9.5)
        ),
        (range(10), 50, "unit 'cage A1' has 10 cells, but there are only 9 values"),
    ],
)
def test_cages_that_are_none(cells: Any, total: Any, message: str) -> None:
    refused(lambda: cage(classic(), cells, total), message)
    refused(lambda: killer([(cells, total)]), message)


def test_totals_follow_the_first_value() -> None:
    refused(lambda: cage(DIGITS, "A1 A2", 0), "cage A1: 2 different values of 0..9 add up to 1..17, not 0")
    assert [cage(DIGITS, "A1 A2", total).sums[0].total for total in (1, 17)] == [1, 17]


def test_a_total_that_other_rules_make_impossible_is_no_error() -> None:
    layout = cage(cage(classic(), "A1 A2", 3), "A3 A4", 3)
    assert solve(layout).verdict is Verdict.UNSAT


NO_CAGE = "not cells with their total, as ('A1 A2', 9)"
LETTERS = "A" * 2 + "." * 79


@pytest.mark.parametrize(
    ("message", "arguments"),
    [
        ("cages are text: totals={'A': 9, ...} gives the total of each letter", ["AAB"]),
        *((f"cages are {each!r}, not pairs of cells and total", [each]) for each in (None, 5, b"AA")),
        (f"number 2 of the cages is 'B1', {NO_CAGE}", [[("A1 A2", 5), "B1"]]),
        (f"number 1 of the cages is ('A1', 5, 6), {NO_CAGE}", [[("A1", 5, 6)]]),
        ("totals are 5, not a mapping from letters to totals", ["AA", classic(), 5]),
        ("2 cells have a letter, but the layout classic has 81", ["AA", classic(), {"A": 5}]),
        ("regions are None, not a name for each cell", [None, classic(), {"A": 5}]),
        ("the cage B has a total, but no cell", [LETTERS, classic(), {"A": 5, "B": 6}]),
        ("cell I9: the cage A has no total", ["." * 80 + "A", classic(), {}]),
        ("cage A: 2 different values of 1..9 add up to 3..17, not 40", [LETTERS, classic(), {"A": 40}]),
        *(("", [[], each]) for each in ("no such", 7)),
    ],
)
def test_killers_that_are_none(message: str, arguments: list[Any]) -> None:
    refused(lambda: killer(*arguments), message)


def test_magic_squares() -> None:
    assert magic_square(1).cell_count == 1
    assert [len(solve(magic_square(order), limit=100)) for order in (1, 2, 3)] == [1, 0, 8]
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    assert {(each.cells, each.total) for each in magic_square(3).sums} == {(line, 15) for line in lines}
    assert (magic_square(4).sums[-1].cells, magic_square(4).sums[-1].total) == ((3, 6, 9, 12), 34)
    assert magic_square(12).size == 144
    wrong: tuple[Any, ...] = (0, 13, -3, None, "3", 3.0, True, b"3")
    for order in wrong:
        refused(lambda order=order: magic_square(order), "a magic square has an order of 1 to 12, not ")  # type: ignore[misc]
    assert layout_named("magic-square:4") == magic_square(4)
    assert layout_named("magic-square") == magic_square(3)


def test_arrows() -> None:
    assert numbers_of(arrow(ROW, "A4", "A1 A2")) == {
        (a, b, c, a + b) for a, b, c in product(range(1, 5), repeat=3) if a + b <= 4
    }
    pill = arrow(from_units(9, [], (2, 4)), "A1 A2", ["A3", "A4", "B4", "B3"])
    assert pill.sums == (Sum("arrow", (0, 1, 2, 3, 7, 6), 0, (10, 1, -1, -1, -1, -1)),)
    assert len(numbers_of(arrow(from_units(3, [], (1, 3), first_value=0), "A1", "A2 A3"))) == 6


def test_little_killers_go_to_the_edge() -> None:
    layout = classic()
    lines = {"A7 B8 C9": "down-right", "A3 B2 C1": "↙", "C1 B2 A3": "up-right", "I2 H1": "up-left"}
    for cells, direction in lines.items():
        (each,) = little_killer(layout, cells[:2], direction, 9).sums
        assert [layout.labels[cell] for cell in each.cells] == cells.split()
    square = little_killer(from_units(4, [], (2, 2)), "A1", "down-right", 6)
    assert (3, 3) in {(a, d) for a, _, _, d in numbers_of(square)}


WRONG_LINES: list[tuple[Callable[..., object], list[Any], str]] = [
    (arrow, ["", "A1"], "an arrow has no circle"),
    (arrow, ["A1", ""], "an arrow has no cell"),
    (arrow, ["A1", "A1 A2"], "cell A1: arrow 'A1 A2' names the cell twice"),
    (arrow, ["A1", None], "the arrow is None, not a list of cells"),
    (arrow, [5, "A1"], "the circle is 5, not a list of cells"),
    (arrow, ["A1", "B1 B2 B3 B4 C1"], "arrow: A1 - B1 - B2 - B3 - B4 - C1 is -19..-1 with values of 1..4, not 0"),
    (little_killer, ["A9", "down-left", 3], "cell A9: little killer names an unknown cell"),
    (little_killer, [None, "↘", 3], ""),
    (little_killer, ["A1", "left", 3], "'left' is no direction of a diagonal; known: down-right, down-left, up-right"),
    (little_killer, ["A1", ["up"], 3], "['up'] is no direction of a diagonal; known: down-right, down-left, up-right"),
    (little_killer, ["A3", "↘", 9], "little killer A3: A3 + B4 is 2..8 with values of 1..4, not 9"),
    (little_killer, ["A3", "↘", None], "sum 'little killer A3': the total is a whole number up to 2**53, not None"),
]


@pytest.mark.parametrize(("build", "arguments", "message"), WRONG_LINES)
def test_sums_of_lines_that_are_none(build: Callable[..., object], arguments: list[Any], message: str) -> None:
    refused(lambda: build(latin(4), *arguments), message)


def no_dot(a: int, b: int) -> bool:
    return abs(a - b) != 1 and a not in (2 * b, b / 2)


RELATIONS: list[tuple[Any, Any]] = [
    (lambda base: less_than(base, "A1<A2", "A4 < A3"), lambda a, b, c, d: a < b and d < c),
    (lambda base: less_than(base, "A1 < A2 > A3"), lambda a, b, c, d: a < b > c),
    (lambda base: less_than(base, ("A1", "A2"), [3, 2]), lambda a, b, c, d: a < b and d < c),
    (lambda base: thermometer(base, "A1 A2 A4"), lambda a, b, c, d: a < b < d),
    (lambda base: thermometer(base, "A1 A2", "A4, A3"), lambda a, b, c, d: a < b and d < c),
    (lambda base: thermometer(base, "A1 A2 A4", slow=True), lambda a, b, c, d: a <= b <= d),
    (lambda base: whisper(base, "A1 A2 A3", difference=2), lambda a, b, c, d: abs(a - b) >= 2 and abs(b - c) >= 2),
    (lambda base: palindrome(base, "A1 A2 A3 A4"), lambda a, b, c, d: a == d and b == c),
    (lambda base: palindrome(base, "A1 A2 A4"), lambda a, b, c, d: a == d),
    (lambda base: clones(base, "A1 A2", "A4 A3"), lambda a, b, c, d: a == d and b == c),
    (lambda base: kropki(base, white="A1 A2"), lambda a, b, c, d: abs(a - b) == 1),
    (lambda base: kropki(base, black=[(1, 0)]), lambda a, b, c, d: a in (2 * b, b / 2)),
    (
        lambda base: kropki(base, ["A1 A2"], "A3 A4", all_given=True),
        lambda a, b, c, d: abs(a - b) == 1 and c in (2 * d, d / 2) and no_dot(b, c),
    ),
    (lambda base: kropki(base, all_given=True), lambda *row: all(no_dot(a, b) for a, b in pairwise(row))),
    (lambda base: xv(base, v="A1 A2, A2 A3"), lambda a, b, c, d: a + b == 5 == b + c),
    (lambda base: xv(base, x="A1 A2 A3"), lambda a, b, c, d: a + b == 10 == b + c),
    (
        lambda base: xv(base, v="A1 A2", all_given=True),
        lambda a, b, c, d: a + b == 5 and {b + c, c + d}.isdisjoint({5, 10}),
    ),
    (non_consecutive, lambda *row: all(abs(a - b) != 1 for a, b in pairwise(row))),
]


@pytest.mark.parametrize(("build", "holds"), RELATIONS)
@pytest.mark.parametrize("first_value", [1, 0, 3])
def test_pairs_allow_exactly_the_numbers_in_their_relation(build: Any, holds: Any, first_value: int) -> None:
    base = from_units(4, [], (1, 4), first_value=first_value)
    numbers = range(first_value, first_value + 4)
    assert numbers_of(build(base)) == {row for row in product(numbers, repeat=4) if holds(*row)}


def test_loops_end_on_their_first_cell() -> None:
    square = from_units(6, [], shape=(2, 3))
    ring = whisper(square, "A1 A2 A3 B3 B2 B1 a1", difference=3)
    assert [pair.cells for pair in ring.pairs] == [(0, 1), (1, 2), (2, 5), (5, 4), (4, 3), (3, 0)]
    loops: list[Any] = ["A1 A2 B2 B1 A1", ["A1", (0, 1), 4, 3, 0]]
    for loop in loops:
        assert [pair.cells for pair in palindrome(square, loop).pairs] == [(1, 3)]
    assert [pair.cells for pair in palindrome(square, "A1 A2 A3 B3 B2 B1 A1").pairs] == [(1, 3), (2, 4)]
    for build in (whisper, palindrome, thermometer):
        for line in ("A1 A2 A1", "A1 A2 B2 A2 A1", "A2 A1 B1 A1", *["A1 A2 B2 A1"] * (build is thermometer)):
            with pytest.raises(LayoutError, match="names the cell twice"):
                build(square, line)


def test_rules_are_added_one_after_the_other() -> None:
    layout = whisper(arrow(thermometer(latin(6), "A1 A2 B2"), "C3", "C4 C5"), "F1 F2", difference=3)
    assert layout.name == "latin:6+thermometer+arrow+whisper"
    assert [pair.name for pair in layout.pairs] == ["thermometer", "thermometer", "whisper 3"]
    assert layout_named("classic+non-consecutive") == non_consecutive()
    assert len(non_consecutive().pairs) == 144
    assert isinstance(non_consecutive().pairs[0], Pair)


ONE_LINE = "a line of several is one text, as 'A1 A2 B2', or one list"
NO_DOTS = "is no list of cells, as ['A1 A2', 'B1 C1']"
WRONG_PAIRS: list[tuple[Callable[..., object], list[Any], str]] = [
    (less_than, [], "no relation is given, such as 'A1 < A2'"),
    (less_than, ["A1 A2"], "'A1 A2' is no relation such as 'A1 < A2'"),
    (less_than, ["A1 <"], "'A1 <' is no relation such as 'A1 < A2'"),
    (less_than, ["A1 < A1"], "cell A1: the relation names the cell twice"),
    (less_than, [5], "the relation is 5, not a list of cells"),
    (thermometer, [], "no thermometer is given"),
    (thermometer, ["A1", "A2"], f"thermometer 'A1' has one cell: {ONE_LINE}"),
    (thermometer, [[]], f"the thermometer has no cell: {ONE_LINE}"),
    (thermometer, [None], "the thermometer is None, not a list of cells"),
    (thermometer, [b"A1"], "the thermometer is b'A1', not a list of cells"),
    (thermometer, ["A1 B1"], "cell B1: thermometer 'A1 B1' names an unknown cell"),
    (whisper, ["A1 A2"], "a whisper has a difference of 1 to 3, not 5"),
    (palindrome, [], "no palindrome is given"),
    (clones, ["A1 A2"], "clones are two groups of cells or more"),
    (clones, ["", ""], "clones are two groups of cells or more"),
    (clones, ["A1 A2", "A3"], "clone 'A3' has 1 cells, but the first group has 2"),
    (clones, ["A1 A2", "A3 A2"], "cell A2: the cell is its own clone"),
    (kropki, [], "no white dot and no black dot is given"),
    (kropki, ["A1 A3"], "cell A3: white dot: A1 and A3 share no edge"),
    (kropki, ["A1 A2", 5], f"black dot: 5 {NO_DOTS}"),
    (kropki, [b"A1"], f"white dot: b'A1' {NO_DOTS}"),
    (xv, [None], f"X: None {NO_DOTS}"),
    (xv, [], "no X and no V is given"),
]


@pytest.mark.parametrize(("build", "arguments", "message"), WRONG_PAIRS)
def test_pairs_that_are_none(build: Callable[..., object], arguments: list[Any], message: str) -> None:
    refused(lambda: build(ROW, *arguments), message)


def test_what_else_is_no_pair() -> None:
    refused(lambda: less_than(layout_named("A1 < A2")), "")
    refused(lambda: whisper(classic(), "A1 A2", difference=None), "")  # type: ignore[arg-type]
    refused(lambda: non_consecutive(None), "")  # type: ignore[arg-type]
    small = from_units(3, [], (1, 4))
    refused(lambda: thermometer(small, "A1 A2 A3 A4"), "cell A1: the thermometer has 4 cells, but there are only 3")


def test_a_broken_rule_is_named() -> None:
    layout = cage(thermometer(latin(2), "A1 A2"), "A1 B2", 3)
    assert list(violations("2112", layout)) == [
        "unit cage A1: 2 stands in A1 and B2",
        "sum cage A1: A1 + B2 is 4, not 3",
        "pair thermometer: 2 in A1 and 1 in A2 may not stand together",
    ]
