"""Puzzles from their own notations: Kakuro grids, Futoshiki pictures, cryptarithms."""

from __future__ import annotations

from typing import Any

import pytest

from unitdoku import LayoutError, PuzzleError, Sum, Unit, latin, solve
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
    assert kakuro(SMALL.replace("#", "\\").replace("\\", "/").replace(".    .", "x   _")) == puzzle
    given = kakuro(SMALL.replace(r"\4    .", r"\4    3"))
    assert (given.layout, given.givens) == (puzzle.layout, {0: 3})
    # A single white cell is a run only with a total.
    assert len(kakuro("# 4\\ #\n\\4 . .").layout.sums) == 2
    assert solve(kakuro("# 5\\\n#  . "), limit=9).solutions == ((5,),)


NO_GRIDS: dict[str | None, list[Any]] = {
    # The cell that the error names, and the grids.
    None: ["", "/6 #", "/40 . .", "/45 " + ". " * 10, "/6 . .\n#", None, 5, b"/6 . .", ["/6 . ."]],
    "A1": [". ."],
    "A2": ["#  .  #", *(f"# {cell}" for cell in ("17\6", "17", "a\\b", "\\-5", "-1", "1.5", "1/2/3"))],
    "A4": ["/6 . . /4"],
    "B1": ["/6 . .\n9/ # #"],
    "B2": ["# #\n# .\n# .", "# 5\\ 5\\\n# . .\n# . ."],
}


@pytest.mark.parametrize("cell", NO_GRIDS)
def test_kakuro_grids_that_are_none(cell: str | None) -> None:
    for grid in NO_GRIDS[cell]:
        with pytest.raises(LayoutError) as caught:
            kakuro(grid)
        assert caught.value.cell == cell, grid


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


NO_PICTURES: dict[tuple[int | None, str | None], list[Any]] = {
    # The line and the cell that the error names, and the pictures.
    (None, None): ["", ". .", None, 5, b". ."],
    (1, None): ["< . .\n. .", ". < > .\n. .", "^\n. .\n. ."],
    (2, None): [". .\n.", ".   .\n ^\n.   .", ". . .\n    ^\n.   . .\n. . ."],
    (3, None): [". .\n. .\nv"],
    (None, "A1"): ["a .\n. ."],
}


@pytest.mark.parametrize(("line", "cell"), NO_PICTURES)
def test_futoshikis_that_are_none(line: int | None, cell: str | None) -> None:
    for picture in NO_PICTURES[line, cell]:
        with pytest.raises(PuzzleError) as caught:
            futoshiki(picture)
        assert (caught.value.line, caught.value.cell) == (line, cell), picture


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
    "arguments",
    [
        *(("ABCDEF + GHIJ = K",), ("AB = C", 2), ("SEND + MORE",), ("A + B = B + A",), ("A = B", 1), ("A = B", "10")),
        *((equation,) for equation in ("= A", "A =", "A + = B", "A B = C", "A * B = C", "A ++ B = C", "A / B = C")),
        *(
            (equation,)
            for equation in ("2A = B", "ABCDEFGHIJABCDEFGHIJ = A", "ABCDEFGHIJABCDEF = A", 5, None, b"A = B")
        ),
    ],
)
def test_cryptarithms_that_are_none(arguments: Any) -> None:
    with pytest.raises(LayoutError):
        cryptarithm(*arguments)
