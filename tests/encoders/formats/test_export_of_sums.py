"""Sums and pairs in files for other programs, to the letter."""

from __future__ import annotations

from unitdoku import Pair, Puzzle, Sum, from_units
from unitdoku.io import encode

RULES = from_units(
    3,
    [
        (0, 1, 2),
        Sum("twice", (0, 1), 5, (2, 1)),
        Sum("apart", (0, 2), 1, (-1, 1), "<="),
        Sum("least", (1, 2), 3, relation=">="),
        Pair("beside", (2, 1), frozenset({(1, 2), (1, 3), (3, 1)})),
    ],
    (1, 3),
)
OPEN = Puzzle.empty(RULES)


def text(to: str) -> str:
    return "".join(encode(OPEN, to))


def test_opb() -> None:
    assert "+2 x1 +4 x2 +6 x3 +1 x4 +2 x5 +3 x6 = 5 ;" in text("opb")
    assert "+1 x1 +2 x2 +3 x3 -1 x7 -2 x8 -3 x9 >= -1 ;" in text("opb")
    assert "+1 x4 +2 x5 +3 x6 +1 x7 +2 x8 +3 x9 >= 3 ;" in text("opb")
    assert "+1 x5 +1 x6 -1 x7 >= 0 ;" in text("opb")
    assert "-1 x8 >= 0 ;" in text("opb")


def test_minizinc() -> None:
    assert "constraint 2 * cell[1] + 1 * cell[2] = 5; % twice\n" in text("minizinc")
    assert "constraint -1 * cell[1] + 1 * cell[3] <= 1; % apart\n" in text("minizinc")
    assert "constraint table([cell[3], cell[2]], [| 1, 2 | 1, 3 | 3, 1 |]); % beside\n" in text("minizinc")
    assert 'include "table.mzn";\n' in text("minizinc")
    nothing = from_units(2, [Pair("nothing", (0, 1), frozenset())], (1, 2))
    assert "constraint false; % nothing\n" in "".join(encode(Puzzle.empty(nothing), "minizinc"))


def test_lp() -> None:
    assert " s0: 2 x_A1_1 + 4 x_A1_2 + 6 x_A1_3 + x_A2_1 + 2 x_A2_2 + 3 x_A2_3 = 5\n" in text("lp")
    assert " s1: - x_A1_1 - 2 x_A1_2 - 3 x_A1_3 + x_A3_1 + 2 x_A3_2 + 3 x_A3_3 <= 1\n" in text("lp")
    assert " p0_a_v2: - x_A3_2 >= 0\n" in text("lp")
