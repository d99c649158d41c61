"""Pictures of cages, clues and signs, to the letter; and text in which value 1 stands for another number."""

from __future__ import annotations

import pytest

from unitdoku import (
    Layout,
    Puzzle,
    PuzzleError,
    Sum,
    from_units,
    is_solution,
    latin,
    parse_puzzle,
    read_puzzles,
    solve,
    violations,
)
from unitdoku.io import write_grid
from unitdoku.layouts import arrow, cage, futoshiki, killer, less_than


def test_signs_stand_between_cells() -> None:
    puzzle = futoshiki(". < .\nv\n.   .")
    assert str(puzzle).splitlines()[1:-1] == ["| . < . |", "| v     |", "| .   . |"]
    up = str(Puzzle.empty(less_than(latin(2), "A2 < A1", "A1 < B1")))
    assert " . > . " in up
    assert "^" in up


def test_other_rules_stand_below() -> None:
    layout = arrow(less_than(latin(4), "A1 < D4"), "B1", "C1 C2")
    assert str(Puzzle.empty(layout)).splitlines()[6:] == [
        "arrow from its circle: B1 C1 C2",
        "thermometer from its bulb: A1 D4",
    ]
    many = latin(4) + [Sum(f"s{number}", (0, 1), 9, relation="<=") for number in range(15)]
    lines = str(Puzzle.empty(many)).splitlines()
    assert (lines[6], lines[-1], len(lines)) == ("s0: A1 + A2 <= 9", "... and 3 more rules", 6 + 12 + 1)


def test_a_cage_that_is_no_connected_area_stands_below() -> None:
    assert "cage A1: A1 + C3 = 5" in str(Puzzle.empty(cage(latin(4), "A1 C3", 5)))
    overlapping = killer({"A1 A2": 5, "A2 A3": 5}, latin(4))
    assert str(Puzzle.empty(overlapping)).splitlines()[-1] == "cage A2: A2 + A3 = 5"


DIGITS = from_units(10, [(0, 1), Sum("s", (0, 1), 17)], (1, 3), first_value=0)
BELOW = from_units(5, [(0, 1)], (1, 3), first_value=-2)
ABOVE = from_units(3, [], (1, 3), first_value=7)


@pytest.mark.parametrize(
    ("layout", "text", "values"),
    [
        (DIGITS, "0.9", (1, 0, 10)),
        (DIGITS, "0 * 9", (1, 0, 10)),
        (DIGITS, "_,0,9", (0, 1, 10)),
        (BELOW, "-2 . 2", (1, 0, 5)),
        (BELOW, "-1, 0, .", (2, 3, 0)),
        (ABOVE, "7.9", (1, 0, 3)),
        (ABOVE, "709", (1, 0, 3)),
    ],
)
def test_numbers_in_text(layout: Layout, text: str, values: tuple[int, ...]) -> None:
    assert parse_puzzle(text, layout).values == values
    assert [entry.puzzle and entry.puzzle.values for entry in read_puzzles([text], layout)] == [values]


@pytest.mark.parametrize(
    ("layout", "text", "message"),
    [
        (DIGITS, "x.9", r"cell A1: 'x' is neither a value of 0..9 nor an open cell \(\. \* _ \?\)"),
        (DIGITS, "0 10 .", "cell A2: '10' is neither a value of 0..9"),
        (BELOW, "-3 . .", "cell A1: '-3' is neither a value of -2..2"),
        (BELOW, "...", "single characters cannot show 5 values: .* name the symbols"),
        (ABOVE, "1..", r"cell A1: '1' is neither a value of 7..9 nor an open cell \(\. 0 \* _ \?\)"),
    ],
)
def test_numbers_that_are_no_values(layout: Layout, text: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        parse_puzzle(text, layout)


def test_grids_are_written_as_numbers_and_judged_by_them() -> None:
    puzzle = Puzzle.empty(DIGITS)
    result = solve(puzzle, limit=1)
    assert result.solutions[0][:2] in ((9, 10), (10, 9))
    assert write_grid((9, 10, 1), DIGITS) == "890"
    assert write_grid((1, 5, 3), BELOW) == "-2 2 0"
    assert is_solution("890", puzzle)
    assert not is_solution("891", Puzzle.from_values([0, 0, 1], DIGITS))
    assert list(violations("880", puzzle)) == ["unit 1: 8 stands in A1 and A2", "sum s: A1 + A2 is 16, not 17"]
    assert {"8", "9", "0"} <= set(str(result))
    assert repr(puzzle) == "<Puzzle units: ...>"
