"""Puzzles from their own notations: Kakuro grids, Futoshiki pictures, cryptarithms."""

from __future__ import annotations

from typing import Any

import pytest

from unitdoku import LayoutError, Puzzle, PuzzleError, Sum, Unit, latin, solve
from unitdoku.layouts import cryptarithm, futoshiki, kakuro, less_than

SMALL = r"""
  #    4\   3\
  \4    .    .
  \3    .    .
"""


def test_a_kakuro() -> None:
    puzzle = kakuro(SMALL)
    layout = puzzle.layout
    assert layout.labels == ("B2", "B3", "C2", "C3")
    units = {unit.name: unit.cells for unit in layout.units}
    assert units == {"down B2": (0, 2), "down B3": (1, 3), "across B2": (0, 1), "across C2": (2, 3)}
    assert [each.total for each in layout.sums] == [4, 3, 4, 3]
    assert solve(puzzle, limit=9).solutions == ((3, 1, 1, 2),)


def test_kakuro_in_other_forms() -> None:
    puzzle = kakuro(SMALL)
    for same in (
        SMALL.replace("\\", "/").replace(".", "x"),
        [r"# 4\ 3\ ", r"\4 _ _", "/3 0 0"],
        [["#", (4, None), [3, 0]], [(None, 4), 0, "."], [(0, 3), None, 0]],
    ):
        assert kakuro(same) == puzzle
    given = kakuro(SMALL.replace(r"\4    .", r"\4    3"))
    assert (given.layout, given.givens) == (puzzle.layout, {0: 3})


def test_givens_and_a_single_white_cell_that_is_a_run_only_with_a_total() -> None:
    assert kakuro(SMALL.replace(r"\4    .", r"\4    3")) == Puzzle.from_givens({0: 3}, kakuro(SMALL).layout)
    assert len(kakuro("# 4\\ #\n\\4 . .").layout.sums) == 2
    assert solve(kakuro("# 5\\\n#  . "), limit=9).solutions == ((5,),)


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ("", "needs white cells, written as [.]"),
        ("#", "needs white cells"),
        ("/6 #", "needs white cells"),
        (". .", "cell A1: the run across from it has 2 cells, but no total in a black cell before it"),
        ("# . .", "cell A2: the run across"),
        ("# #\n# .\n# .", "cell B2: the run down from it has 2 cells"),
        ("/6 . . /4", "cell A4: its total 4 across has no run"),
        ("/6 . .\n9/ # #", "cell B1: its total 9 down has no run"),
        ("#  .  #", "cell A2: the white cell stands in no run"),
        ("/40 . .", "across A2: 2 different values of 1..9 add up to 3..17, not 40"),
        ("/45 " + ". " * 10, "'across A2' has 10 cells"),
        ("/6 . .\n#", "row 2 of the Kakuro grid has 1 cells, but row 1 has 3"),
        *((wrong, "is no Kakuro grid, which is text or rows of cells") for wrong in (None, 5, b"/6 . .")),
        *(([wrong], "is no row of a Kakuro grid") for wrong in (5, b"/6 . .")),
    ],
)
def test_kakuro_grids_that_are_none(grid: Any, message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        kakuro(grid)


@pytest.mark.parametrize("cell", ["17\6", "17", "a\\b", "\\-5", (1, 2, 3), ("a", 1), 10, -1, 1.5, b"\\6", {1}])
def test_cells_of_a_kakuro_that_are_none(cell: Any) -> None:
    with pytest.raises(LayoutError, match=r"cell A2: .* is no cell of a Kakuro grid: white is \. or a digit, black #"):
        kakuro([["#", cell]])


PICTURE = """
.   . < 3   .
^           v
.   .   .   .
        ^
. > .   .   .  # a comment

4   .   . < .
"""


def test_a_futoshiki() -> None:
    puzzle = futoshiki(PICTURE)
    assert puzzle.layout.units == latin(4).units
    assert set(puzzle.layout.pairs) == set(
        less_than(latin(4), "A2 < A3", "A1 < B1", "A4 > B4", "B3 < C3", "C1 > C2", "D3 < D4").pairs
    )
    assert puzzle.givens == {2: 3, 12: 4}
    assert futoshiki(".").layout.pairs == ()
    assert futoshiki(". .  .\n  v\n.   . .\n. . .").layout.pairs[0].cells == (4, 1)
    # A sign may stand under a number of two digits.
    large = futoshiki("\n".join(["10 " + ". " * 9, " v", *[". " * 10] * 9]))
    assert (large.givens, [pair.cells for pair in large.layout.pairs]) == ({0: 10}, [(10, 0)])


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("", "is a square, but this picture has 0 rows of 0 cells"),
        (". .", "is a square, but this picture has 1 rows of 2 cells"),
        (". .\n.", "line 2: 1 cells, but the first row has 2"),
        ("< . .\n. .", "line 1: '<' does not stand between two cells"),
        (". . >\n. .", "line 1: '>' does not stand between two cells"),
        (". < > .\n. .", "line 1: '>' does not stand between two cells"),
        ("^\n. .\n. .", "line 1: '\\^' in column 1 of the text stands under no row"),
        (". .\n. .\nv", "line 3: signs stand in a line without a row below"),
        (".   .\n ^\n.   .", "line 2: '\\^' in column 2 of the text stands under no cell"),
        (". . .\n    ^\n.   . .\n. . .", "line 2: '\\^' in column 5 of the text stands under two cells"),
        ("a .\n. .", "cell A1: 'a' is neither a value of 1..2"),
        (". .\n. 3", "cell B2: 3 is outside the values 1..2"),
        *((wrong, "is no picture of a Futoshiki, which is text") for wrong in (None, 5, b". .")),
    ],
)
def test_futoshikis_that_are_none(picture: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        futoshiki(picture)


def test_cryptarithms_that_are_known() -> None:
    for equation, numbers in (
        ("SEND + MORE = MONEY", "9567 + 1085 = 10652"),
        ("DONALD + GERALD = ROBERT", "526485 + 197485 = 723970"),
    ):
        result = solve(cryptarithm(equation), limit=2)
        assert result.unique
        assert result.solution is not None
        letters = list(dict.fromkeys(filter(str.isalpha, equation)))
        digit_of = {letter: str(value - 1) for letter, value in zip(letters, result.solution, strict=True)}
        assert "".join(digit_of.get(character, character) for character in equation) == numbers


def test_the_parts_of_a_cryptarithm() -> None:
    puzzle = cryptarithm("send+more=money")
    layout = puzzle.layout
    assert (layout.size, layout.first_value) == (10, 0)
    assert layout.units == (Unit("letters S E N D M O R Y", tuple(range(8))),)
    assert layout.sums == (Sum("SEND+MORE=MONEY", tuple(range(8)), 0, (1000, 91, -90, 1, -9000, -900, 10, -1)),)
    assert [cell for cell, mask in enumerate(puzzle.candidates) if mask != layout.all_values] == [0, 4]


@pytest.mark.parametrize(
    ("equation", "base", "solutions"),
    [
        ("A + 3 = B", 10, {(a, a + 3) for a in range(7)}),
        ("3 * A = BA", 10, {(5, 1)}),
        ("AB - BA = 9", 10, {(a + 1, a) for a in range(1, 9)}),
        ("-A + B = 9", 10, {(0, 9)}),
        ("AA = 3", 2, {(1,)}),
        ("A + B = B + 1", 3, {(1, 0), (1, 2)}),
    ],
)
def test_what_else_an_equation_may_have(equation: str, base: int, solutions: set[tuple[int, ...]]) -> None:
    found = solve(cryptarithm(equation, base), limit=100).solutions
    assert {tuple(value - 1 for value in grid) for grid in found} == solutions


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ABCDEF + GHIJ = K",), "11 letters, but there are only 10 digits: A B C D E F G H I J K"),
        (("AB = C", 2), "3 letters, but there are only 2 digits: A B C"),
        (("SEND + MORE",), "exactly one = is expected"),
        (("A = B = C",), "exactly one = is expected"),
        (("A + B = B + A",), "says nothing about its letters: they cancel out"),
        (("1 + 1 = 2",), "says nothing about its letters: they cancel out"),
        *(((wrong,), "is no equation, which is text such as 'SEND") for wrong in (5, None, b"A = B")),
        (("A = B", 1), "a cryptarithm has a base of 2 to 36, not 1"),
        (("A = B", "10"), "a cryptarithm has a base of 2 to 36, not '10'"),
        (("ABCDEFGHIJABCDEFGHIJ = A",), "a coefficient is a whole number up to 2\\*\\*53, not 10000000000999999999"),
        (("ABCDEFGHIJABCDEF = A",), "can come to 2\\*\\*53 with values up to 10: solvers cannot compute it"),
    ],
)
def test_cryptarithms_that_are_none(arguments: Any, message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        cryptarithm(*arguments)


@pytest.mark.parametrize(
    "equation", ["= A", "A =", "A + = B", "A B = C", "A * B = C", "A ++ B = C", "A / B = C", "2A = B"]
)
def test_what_is_no_sum_of_words(equation: str) -> None:
    with pytest.raises(LayoutError, match=r"is no sum of words: each side has words, numbers and factors \(3 \* TWO\)"):
        cryptarithm(equation)
