"""Builders of sums and pairs: the rules that they add, and sentences for what they do not take."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise, product
from typing import Any

import pytest
from exhaustive import all_grids

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
    latin,
    solve,
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
    """The numbers of all grids that keep the rules."""
    return {tuple(map(layout.number, grid)) for grid in all_grids(Puzzle.empty(layout))}


def refused(build: Callable[..., object], *arguments: Any) -> LayoutError:
    with pytest.raises(LayoutError) as caught:
        build(*arguments)
    return caught.value


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


def test_a_layout_is_a_puzzle_without_givens() -> None:
    layout = killer({"A1 A2 B2": 7, "A3 A4 B3": 8, "B1 C1 C2": 8, "B4 C3 C4 D4": 10, "D1 D2 D3": 8}, latin(4))
    assert solve(layout, limit=9).solutions == solve(Puzzle.empty(layout), limit=9).solutions
    assert solve(layout, layout=layout).puzzle == Puzzle.empty(layout)


NO_CAGES: list[tuple[Any, Any]] = [
    *(("A1 A2", total) for total in (40, 2, None, "9", 9.5)),
    *((cells, 5) for cells in ("A1 A1", "A1 Z1", "", None, 7, b"A1", [None])),
    *(("A1", 10), (range(10), 50)),
]


@pytest.mark.parametrize(("cells", "total"), NO_CAGES)
def test_cages_that_are_none(cells: Any, total: Any) -> None:
    error = refused(cage, classic(), cells, total)
    assert str(error) == str(refused(killer, [(cells, total)]))
    assert error.cell == {"A1 A1": "A1", "A1 Z1": "Z1"}.get(str(cells))


def test_totals_follow_the_first_value() -> None:
    assert "1..17 with different values of 0..9, not 0" in str(refused(cage, DIGITS, "A1 A2", 0))
    assert [cage(DIGITS, "A1 A2", total).sums[0].total for total in (1, 17)] == [1, 17]


def test_magic_squares() -> None:
    assert [len(solve(magic_square(order), limit=100)) for order in (1, 2)] == [1, 0]
    square = magic_square(4)
    assert (len(square.sums), square.sums[-1].cells, square.sums[-1].total) == (10, (3, 6, 9, 12), 34)
    assert (magic_square(12).size, layout_named("magic-square:4")) == (144, square)
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


WRONG: list[tuple[Callable[..., object], list[list[Any]]]] = [
    (killer, [["AAB"], [None], [5], [b"AA"], [[("A1 A2", 5), "B1"]], [[("A1", 5, 6)]], [[], "no such"], [[], 7]]),
    (magic_square, [[0], [13], [-3], [None], ["3"], [3.0], [True], [b"3"]]),
    (partial(arrow, latin(4)), [["", "A1"], ["A1", ""], ["A1", "A1 A2"], ["A1", None], [5, "A1"]]),
    (partial(arrow, latin(4)), [["A1", "B1 B2 B3 B4 C1"]]),
    (partial(little_killer, latin(4)), [["A9", "down-left", 3], [None, "↘", 3], ["A1", "left", 3], ["A1", ["up"], 3]]),
    (partial(little_killer, latin(4)), [["A3", "↘", 9], ["A3", "↘", None]]),
    (partial(less_than, ROW), [[], ["A1 A2"], ["A1 <"], ["A1 < A1"], [5]]),
    (partial(thermometer, ROW), [[], ["A1", "A2"], [[]], [None], [b"A1"], ["A1 B1"]]),
    (partial(whisper, ROW), [["A1 A2"]]),
    (whisper, [[classic(), "A1 A2", None]]),
    (partial(palindrome, ROW), [[]]),
    (partial(clones, ROW), [["A1 A2"], ["", ""], ["A1 A2", "A3"], ["A1 A2", "A3 A2"]]),
    (partial(kropki, ROW), [[], ["A1 A3"], ["A1 A2", 5], [b"A1"]]),
    (partial(xv, ROW), [[], [None]]),
    (non_consecutive, [[None]]),
]


@pytest.mark.parametrize(("build", "wrong"), WRONG)
def test_rules_that_are_none(build: Callable[..., object], wrong: list[list[Any]]) -> None:
    for arguments in wrong:
        refused(build, *arguments)


def test_the_cell_that_is_wrong_is_named() -> None:
    assert refused(arrow, latin(4), "A1", "A1 A2").cell == "A1"
    # More cells than values, from which on the line is too long.
    assert refused(thermometer, from_units(3, [], (1, 4)), "A1 A2 A3 A4").cell == "A1"
