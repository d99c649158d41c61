"""Sums and pairs: what they take, how layouts keep them, how grids are judged by them."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from drawn_rules import check_controls

from unitdoku import (
    Layout,
    LayoutError,
    Pair,
    Puzzle,
    Sum,
    Unit,
    Verdict,
    classic,
    from_units,
    is_solution,
    latin,
    solve,
    violations,
)
from unitdoku.compare.cross_check.shrink import shrink
from unitdoku.layouts import cage, magic_square
from unitdoku.reference.layouts.from_units import content_of, layout_of
from unitdoku.reference.model.layout import value_sets

MAGIC = magic_square(3)
RISING = frozenset((a, b) for a in range(1, 5) for b in range(a + 1, 5))


def test_grids_are_judged_by_sums_and_pairs() -> None:
    layout = latin(2) + [
        Sum("row", (0, 1), 4, (1, 2)),
        Sum("most", (0,), 1, relation="<="),
        Sum("least", (2, 3), 1, (1, -1), ">="),
        Pair("rising", (0, 3), frozenset({(1, 2)})),
    ]
    puzzle = Puzzle.empty(layout)
    pair = "pair rising: {0} in A1 and {0} in B2 may not stand together"
    assert list(violations([1, 2, 2, 1], puzzle)) == ["sum row: A1 + 2 * A2 is 5, not 4", pair.format(1)]
    others = ["sum most: A1 is 2, not at most 1", "sum least: B1 - B2 is -1, not at least 1"]
    assert list(violations([2, 1, 1, 2], puzzle)) == [*others, pair.format(2)]
    assert not is_solution([1, 2, 2, 1], puzzle)
    # A value that is none is named once, with its cell.
    named = [text for text in violations([1, 2, 2, 7], puzzle) if "B2" in text]
    assert named == ["cell B2: 7 is not one of the values 1..2"]
    assert is_solution([2, 7, 6, 9, 5, 1, 4, 3, 8], Puzzle.empty(MAGIC))


def test_layouts_keep_them() -> None:
    rules: list[Sum | Pair] = [Sum("one", (0, 1), 5), Pair("up", (0, 1), RISING)]
    layout = latin(4) + rules
    assert (len(layout.units), layout.sums, layout.pairs) == (8, (rules[0],), (rules[1],))
    assert layout.rules == (*latin(4).units, *rules)
    assert repr(layout) == "<Layout latin:4+units: 16 cells, 4 values, 8 units, 1 sum, 1 pair>"
    assert layout.peers == latin(4).peers


def test_parts_in_usual_forms() -> None:
    assert Sum("s", [2, 1], 3).cells == (2, 1)  # type: ignore[arg-type]
    assert Sum("s", {2, 1}, 3).cells == (1, 2)  # type: ignore[arg-type]
    assert Sum("s", (1, 2), 3, (1, 1)) == Sum("s", (1, 2), 3)
    assert list(Sum("s", (4, 2), 3, [1, -2]).terms) == [(4, 1), (2, -2)]  # type: ignore[arg-type]
    assert Pair("p", [0, 1], [[1, 2], (1, 2)]).allowed == {(1, 2)}  # type: ignore[arg-type]


NO_SUMS: list[Any] = [
    *(((0, 0), 3), ((), 3), ("A1", 3), ((0, 1), "three"), ((0, 1), 2**60), ({0, 1}, 3, (1, 2))),
    *(((0, 1), 3, coefficients) for coefficients in ((1,), (1, 0), (1, 0.5))),
    *(((0, 1), 3, None, "<"), ((0, 1), 3, None, ["="]), ((0, 1), 3, None, {})),
    # These do not fit the layout.
    *(((0, 16), 3), ((0, 1), 3, (2**52, 2**52))),
]
NO_PAIRS: list[Any] = [
    *(((0, 0), []), ((0, 1, 2), []), ((0, 1), "12"), ((0, 1), [(1, 2, 3)]), ((0, 1), [1])),
    *(((0, -1), ()), ((0, 1), [(0, 1)]), ((0, 1), [(1, 5)])),
]


@pytest.mark.parametrize(("make", "wrong"), [(Sum, NO_SUMS), (Pair, NO_PAIRS)])
def test_sums_and_pairs_that_are_none(make: Any, wrong: list[Any]) -> None:
    for arguments in wrong:
        with pytest.raises(LayoutError, match=f"^{make.__name__.lower()} 's' |^{make.__name__.lower()} 's': "):
            latin(4) + [make("s", *arguments)]


def test_values_stand_for_numbers_from_the_first_one() -> None:
    digits = from_units(10, [(0, 1), Sum("s", (0, 1), 17)], (1, 2), first_value=0)
    assert digits.sums == (Sum("s", (0, 1), 17),)
    assert digits.value_sums == (Sum("s", (0, 1), 19),)
    assert [digits.number(value) for value in (1, 10)] == [0, 9]
    puzzle = Puzzle.empty(digits)
    assert set(solve(puzzle, "reference", limit=9).solutions) == {(9, 10), (10, 9)}
    assert is_solution((9, 10), puzzle)
    assert list(violations((10, 10), puzzle))[1] == "sum s: A1 + A2 is 18, not 17"
    assert digits != from_units(10, digits.rules, (1, 2))
    assert layout_of(json.loads(json.dumps(content_of(digits)))) == digits


def test_first_values_that_are_none() -> None:
    wrong: tuple[Any, ...] = ("0", 0.5, None, 10**7)
    for first_value in wrong:
        with pytest.raises(LayoutError, match="the first value stands for a whole number up to 1,000,000, not "):
            from_units(2, [], first_value=first_value)
    with pytest.raises(LayoutError, match="can come to"):
        from_units(2, [Sum("s", (0,), 1, (2**36,))], first_value=-(2**18))


def test_what_is_no_rule_at_all() -> None:
    with pytest.raises(LayoutError, match="3 is no Unit, Sum or Pair"):
        Layout(2, (), ((0, 0),), sums=(3,))  # type: ignore[arg-type]


def test_a_total_that_cannot_be_reached_is_no_error() -> None:
    layout = classic() + [Unit("cage", (0, 1)), Sum("cage", (0, 1), 40)]
    assert solve(Puzzle.empty(layout), "reference").verdict.name == "UNSAT"


def test_a_full_grid_is_held_against_sums_and_pairs() -> None:
    for rule in (Sum("sum", (0, 1), 4), Pair("pair", (0, 1), frozenset({(2, 2)}))):
        layout = from_units(2, [rule], (1, 2))
        assert solve(Puzzle.from_values([2, 2], layout), "reference").unique is not False
        assert solve(Puzzle.from_values([1, 2], layout), "reference", limit=2).verdict is Verdict.UNSAT


@pytest.mark.parametrize(
    ("rule", "given", "solution"),
    [
        (Pair("pair", (0, 1), [(1, 2), (2, 3), (3, 1)]), {"A1": 2}, (2, 3)),  # type: ignore[arg-type]
        (Pair("pair", (0, 1), [(1, 2), (2, 3), (3, 1)]), {"A2": 2}, (1, 2)),  # type: ignore[arg-type]
        (Sum("sum", (0, 1), 5), {"A1": 2}, (2, 3)),
        (Sum("sum", (0, 1), 1, (2, -1)), {"A2": 3}, (2, 3)),
        (Sum("sum", (0, 1), 6, None, ">="), {}, (3, 3)),
        (Sum("sum", (0, 1), 2, None, "<="), {}, (1, 1)),
        (Sum("sum", (0, 1), -5, (1, -2), "<="), {}, (1, 3)),
    ],
)
def test_what_follows_without_a_guess(rule: Sum | Pair, given: dict[str, int], solution: tuple[int, ...]) -> None:
    puzzle = Puzzle.from_givens(given, from_units(3, [rule], (1, 2)))
    result = solve(puzzle, "reference", limit=2)
    assert (result.solutions, result.exhausted, result.statistics["guesses"]) == ((solution,), True, 0)


@pytest.mark.parametrize("vast", [10**9, -(10**9)])
def test_coefficients_that_differ_vastly_take_no_memory(vast: int) -> None:
    """The room that the vast term leaves the other one is no number of bits."""
    rule = Sum("sum", (0, 1), 2 * max(vast, 0), (1, vast), "<=")
    puzzle = Puzzle.empty(from_units(2, [rule], (1, 2)))
    tracemalloc.start()
    try:
        result = solve(puzzle, "reference", limit=9)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()
    assert set(result.solutions) == set(filter(rule.holds, product((1, 2), repeat=2)))


def test_a_cage_rules_out_what_is_in_no_combination() -> None:
    """Two different values with the sum 4 are 1 and 3; without the unit they may be 2 and 2."""
    both = Sum("cage", (0, 1), 4)
    cage = from_units(4, [Unit("cage", (0, 1)), both], (1, 2))
    result = solve(Puzzle(cage, (0b0110, 0b1111)), "reference", limit=9)
    assert (result.solutions, result.statistics["guesses"]) == (((3, 1),), 0)
    alone = Puzzle(from_units(4, [both], (1, 2)), (0b0110, 0b1111))
    assert set(solve(alone, "reference", limit=9).solutions) == {(2, 2), (3, 1)}


def test_a_layout_lists_its_cages_however_they_were_made() -> None:
    by_hand = latin(4) + [Unit("cage A1", (0, 1)), Sum("cage A1", (0, 1), 5), Sum("bound", (0, 1), 5, relation="<=")]
    assert by_hand == cage(latin(4), "A1 A2", 5) + [by_hand.sums[1]]
    ((each, found),) = by_hand.cages.items()
    assert (each, found.unit.name, found.value_sets) == (by_hand.sums[0], "row A", (0b1001, 0b0110))
    assert replace(by_hand, first_value=0).cages == {replace(each, total=7): (found.unit, (0b1100,))}


def test_combinations_of_players_tables() -> None:
    """Sums of two to nine different digits: 502 sets in all, as in the tables for Kakuro."""
    sets = [values for count in range(2, 10) for total in range(46) for values in value_sets(9, count, total)]
    assert len(sets) == len(set(sets)) == 502
    assert max(len(value_sets(9, count, total)) for count in range(2, 10) for total in range(46)) == 12


def test_a_finding_about_two_sums_shrinks_to_these() -> None:
    sums = [Sum(f"sum {cell}", (cell, cell + 3), 4) for cell in range(3)]
    puzzle = Puzzle.empty(latin(3) + [*sums, Pair("pair", (7, 8), frozenset({(1, 2)}))])
    # A solver that is wrong where the totals add up to eight or more.
    shrunk = shrink(puzzle, lambda puzzles, _: sum(each.total for each in puzzles[-1].layout.sums) >= 8)
    (smallest,) = shrunk.puzzles
    assert shrunk.minimal
    assert [each.total for each in smallest.layout.sums] == [4, 4]
    assert not smallest.layout.pairs
    assert (smallest.layout.cell_count, smallest.layout.pairs, smallest.layout.units) == (4, (), ())


def test_control_puzzles_with_sums_are_true() -> None:
    """Values that change places keep to units, but not to sums."""
    squares = [(2, 7, 6, 9, 5, 1, 4, 3, 8), (4, 9, 2, 3, 5, 7, 8, 1, 6)]
    check_controls(
        Puzzle.from_values([*square[:given], *[0] * (9 - given)], MAGIC) for square in squares for given in (3, 6)
    )


def test_the_numbers_that_values_stand_for_count_for_the_largest_sum() -> None:
    layout = replace(latin(4), first_value=10)  # up to 13
    most = (2**53 - 1) // 13
    assert (layout + [Sum("large", (0,), 1, (most,))]).sums
    with pytest.raises(LayoutError, match="values up to 13"):
        layout + [Sum("too large", (0,), 1, (most + 1,))]
