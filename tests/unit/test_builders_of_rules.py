"""Builders of sums and pairs: the rules that they add, and sentences for what they do not take."""

from __future__ import annotations

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
    assert layout.sums == (
        Sum("cage A", (0, 1, 5), 8),
        Sum("cage B", (2, 6), 3),
        Sum("cage C", (4, 8, 9), 9),
    )
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
        (None, 5, "the cage is None, not a list of cells"),
        (7, 5, "the cage is 7, not a list of cells"),
        (b"A1", 5, "the cage is b'A1', not a list of cells"),
        ([None], 5, "the cage names None: neither a label nor an index, nor a row with a column"),
        ("A1 A2", None, "sum 'cage A1': the total is a whole number up to 2**53, not None"),
        ("A1 A2", "9", "sum 'cage A1': the total is a whole number up to 2**53, not '9'"),
        ("A1 A2", 9.5, "sum 'cage A1': the total is a whole number up to 2**53, not 9.5"),
        (range(10), 50, "unit 'cage A1' has 10 cells, but there are only 9 values"),
    ],
)
def test_cages_that_are_none(cells: Any, total: Any, message: str) -> None:
    for build, arguments in ((cage, (classic(), cells, total)), (killer, ([(cells, total)],))):
        with pytest.raises(LayoutError) as caught:
            build(*arguments)
        assert str(caught.value) == message


@pytest.mark.parametrize("total", [0, 1, 17])
def test_totals_follow_the_first_value(total: int) -> None:
    if total == 0:
        with pytest.raises(LayoutError, match=r"2 different values of 0\.\.9 add up to 1\.\.17, not 0"):
            cage(DIGITS, "A1 A2", total)
    else:
        assert cage(DIGITS, "A1 A2", total).sums[0].total == total


def test_a_total_that_other_rules_make_impossible_is_no_error() -> None:
    layout = cage(cage(classic(), "A1 A2", 3), "A3 A4", 3)
    assert solve(layout).verdict is Verdict.UNSAT


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("AAB",), "cages are text: totals={'A': 9, ...} gives the total of each letter"),
        ((None,), "cages are None, not pairs of cells and total"),
        ((5,), "cages are 5, not pairs of cells and total"),
        ((b"AA",), "cages are b'AA', not pairs of cells and total"),
        (([("A1 A2", 5), "B1"],), "number 2 of the cages is 'B1', not cells with their total, as ('A1 A2', 9)"),
        (([("A1", 5, 6)],), "number 1 of the cages is ('A1', 5, 6), not cells with their total, as ('A1 A2', 9)"),
        (("AA", classic(), 5), "totals are 5, not a mapping from letters to totals"),
        (("AA", classic(), {"A": 5}), "2 cells have a letter, but the layout classic has 81"),
        ((None, classic(), {"A": 5}), "regions are None, not a name for each cell"),
        (("A" * 2 + "." * 79, classic(), {"A": 5, "B": 6}), "the cage B has a total, but no cell"),
        (("." * 80 + "A", classic(), {}), "cell I9: the cage A has no total"),
        (("A" * 2 + "." * 79, classic(), {"A": 40}), "cage A: 2 different values of 1..9 add up to 3..17, not 40"),
        (([], "no such"), None),
        (([], 7), None),
    ],
)
def test_killers_that_are_none(arguments: Any, message: str | None) -> None:
    with pytest.raises(LayoutError) as caught:
        killer(*arguments)
    if message is not None:
        assert str(caught.value) == message


def test_magic_squares() -> None:
    assert magic_square(1).cell_count == 1
    assert [len(solve(magic_square(order), limit=100)) for order in (1, 2, 3)] == [1, 0, 8]
    square = magic_square(3)
    assert {each.total for each in square.sums} == {15}
    assert {each.cells for each in square.sums} == {
        *((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)),
    }
    assert (magic_square(4).sums[-1].cells, magic_square(4).sums[-1].total) == ((3, 6, 9, 12), 34)
    assert magic_square(12).size == 144
    assert layout_named("magic-square:4") == magic_square(4)
    assert layout_named("magic-square") == magic_square(3)


@pytest.mark.parametrize("order", [0, 13, -3, None, "3", 3.0, True, b"3"])
def test_magic_squares_that_are_none(order: Any) -> None:
    with pytest.raises(LayoutError, match="a magic square has an order of 1 to 12, not "):
        magic_square(order)


def test_arrows() -> None:
    assert numbers_of(arrow(ROW, "A4", "A1 A2")) == {
        (a, b, c, a + b) for a, b, c in product(range(1, 5), repeat=3) if a + b <= 4
    }
    pill = arrow(from_units(9, [], (2, 4)), "A1 A2", ["A3", "A4", "B4", "B3"])
    assert pill.sums == (Sum("arrow", (0, 1, 2, 3, 7, 6), 0, (10, 1, -1, -1, -1, -1)),)
    assert len(numbers_of(arrow(from_units(3, [], (1, 3), first_value=0), "A1", "A2 A3"))) == 6


def test_little_killers_go_to_the_edge() -> None:
    layout = classic()
    for start, direction, cells in (
        ("A7", "down-right", "A7 B8 C9"),
        ("A3", "↙", "A3 B2 C1"),
        ("C1", "up-right", "C1 B2 A3"),
        ("I2", "up-left", "I2 H1"),
    ):
        (each,) = little_killer(layout, start, direction, 9).sums
        assert [layout.labels[cell] for cell in each.cells] == cells.split()
    assert (3, 3) in {
        (a, d) for a, _, _, d in numbers_of(little_killer(from_units(4, [], (2, 2)), "A1", "down-right", 6))
    }


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: arrow(ROW, "", "A1"), "an arrow has no circle"),
        (lambda: arrow(ROW, "A1", ""), "an arrow has no cell"),
        (lambda: arrow(ROW, "A1", "A1 A2"), "cell A1: arrow 'A1 A2' names the cell twice"),
        (lambda: arrow(ROW, "A1", None), "the arrow is None, not a list of cells"),  # type: ignore[arg-type]
        (lambda: arrow(ROW, 5, "A1"), "the circle is 5, not a list of cells"),  # type: ignore[arg-type]
        (
            lambda: arrow(latin(4), "A1", "B1 B2 B3 B4 C1"),
            "arrow: A1 - B1 - B2 - B3 - B4 - C1 is -19..-1 with values of 1..4, not 0",
        ),
        (lambda: little_killer(ROW, "A9", "down-left", 3), "cell A9: little killer names an unknown cell"),
        (lambda: little_killer(ROW, None, "↘", 3), None),  # type: ignore[arg-type]
        (
            lambda: little_killer(ROW, "A1", "left", 3),
            "'left' is no direction of a diagonal; known: down-right, down-left, up-right, up-left",
        ),
        (
            lambda: little_killer(ROW, "A1", ["up"], 3),  # type: ignore[arg-type]
            "['up'] is no direction of a diagonal; known: down-right, down-left, up-right, up-left",
        ),
        (
            lambda: little_killer(latin(4), "A3", "↘", 9),
            "little killer A3: A3 + B4 is 2..8 with values of 1..4, not 9",
        ),
        (
            lambda: little_killer(latin(4), "A3", "↘", None),  # type: ignore[arg-type]
            "sum 'little killer A3': the total is a whole number up to 2**53, not None",
        ),
    ],
)
def test_sums_of_lines_that_are_none(build: Any, message: str | None) -> None:
    with pytest.raises(LayoutError) as caught:
        build()
    if message is not None:
        assert str(caught.value) == message


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
        lambda a, b, c, d: abs(a - b) == 1 and c in (2 * d, d / 2) and abs(b - c) != 1 and b not in (2 * c, c / 2),
    ),
    (
        lambda base: kropki(base, all_given=True),
        lambda *row: all(abs(a - b) != 1 and a not in (2 * b, b / 2) for a, b in pairwise(row)),
    ),
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


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: less_than(ROW), "no relation is given, such as 'A1 < A2'"),
        (lambda: less_than(ROW, "A1 A2"), "'A1 A2' is no relation such as 'A1 < A2'"),
        (lambda: less_than(ROW, "A1 <"), "'A1 <' is no relation such as 'A1 < A2'"),
        (lambda: less_than(ROW, "A1 < A1"), "cell A1: the relation names the cell twice"),
        (lambda: less_than(ROW, 5), "the relation is 5, not a list of cells"),  # type: ignore[arg-type]
        (lambda: less_than(layout_named("A1 < A2")), None),
        (lambda: thermometer(ROW), "no thermometer is given"),
        (
            lambda: thermometer(ROW, "A1", "A2"),
            "thermometer 'A1' has one cell: a line of several is one text, as 'A1 A2 B2', or one list",
        ),
        (
            lambda: thermometer(ROW, []),
            "the thermometer has no cell: a line of several is one text, as 'A1 A2 B2', or one list",
        ),
        (lambda: thermometer(ROW, None), "the thermometer is None, not a list of cells"),  # type: ignore[arg-type]
        (lambda: thermometer(ROW, b"A1"), "the thermometer is b'A1', not a list of cells"),
        (lambda: thermometer(ROW, "A1 B1"), "cell B1: thermometer 'A1 B1' names an unknown cell"),
        (
            lambda: thermometer(from_units(3, [], (1, 4)), "A1 A2 A3 A4"),
            "cell A1: the thermometer has 4 cells, but there are only 3 values",
        ),
        (lambda: whisper(ROW, "A1 A2"), "a whisper has a difference of 1 to 3, not 5"),
        (lambda: whisper(classic(), "A1 A2", difference=None), None),  # type: ignore[arg-type]
        (lambda: palindrome(ROW), "no palindrome is given"),
        (lambda: clones(ROW, "A1 A2"), "clones are two groups of cells or more"),
        (lambda: clones(ROW, "", ""), "clones are two groups of cells or more"),
        (lambda: clones(ROW, "A1 A2", "A3"), "clone 'A3' has 1 cells, but the first group has 2"),
        (lambda: clones(ROW, "A1 A2", "A3 A2"), "cell A2: the cell is its own clone"),
        (lambda: kropki(ROW), "no white dot and no black dot is given"),
        (lambda: kropki(ROW, "A1 A3"), "cell A3: white dot: A1 and A3 share no edge"),
        (lambda: kropki(ROW, black=5), "black dot: 5 is no list of cells, as ['A1 A2', 'B1 C1']"),  # type: ignore[arg-type]
        (lambda: kropki(ROW, b"A1"), "white dot: b'A1' is no list of cells, as ['A1 A2', 'B1 C1']"),  # type: ignore[arg-type]
        (lambda: xv(ROW, None), "X: None is no list of cells, as ['A1 A2', 'B1 C1']"),  # type: ignore[arg-type]
        (lambda: xv(ROW), "no X and no V is given"),
        (lambda: non_consecutive(None), None),  # type: ignore[arg-type]
    ],
)
def test_pairs_that_are_none(build: Any, message: str | None) -> None:
    with pytest.raises(LayoutError) as caught:
        build()
    if message is not None:
        assert str(caught.value) == message


def test_a_broken_rule_is_named() -> None:
    layout = cage(thermometer(latin(2), "A1 A2"), "A1 B2", 3)
    assert list(violations("2112", layout)) == [
        "unit cage A1: 2 stands in A1 and B2",
        "sum cage A1: A1 + B2 is 4, not 3",
        "pair thermometer: 2 in A1 and 1 in A2 may not stand together",
    ]
