from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from unitdoku import Layout, Pair, Puzzle, Sum, Unit, classic, from_units, latin, parse_puzzle
from unitdoku.encoders.cnf.encodings import ENCODINGS, cnf
from unitdoku.encoders.formats.formats import FORMATS, encode
from unitdoku.layouts import samurai
from unitdoku.reference.errors import FormulaTooLarge, OptionError

GOLDEN = Path(__file__).parent / "golden"
# A complete unit and one that is not, a given, and a cell with some candidates ruled out.
ROW_AND_PAIR = Puzzle(from_units(3, [["A1", "A2", "A3"], ["A3", "A4"]], (1, 4)), (0b010, 0b111, 0b111, 0b101))
HARD = parse_puzzle("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", classic())


def text(puzzle: Puzzle, to: str, **options: Any) -> str:
    return "".join(encode(puzzle, to, **options))


@pytest.mark.parametrize("to", FORMATS)
def test_to_the_letter(to: str) -> None:
    assert text(ROW_AND_PAIR, to) == (GOLDEN / f"row_and_pair{FORMATS[to].suffix}").read_text()


def test_the_reduced_encoding_to_the_letter() -> None:
    """Nothing is left of A1 and of value 2."""
    assert text(ROW_AND_PAIR, "dimacs", encoding="reduced").splitlines() == [
        "c layout units",
        "c puzzle 2 . . 1/3",
        "c encoding reduced, at-most-one pairwise",
        "c 1 A2=1",
        "c 2 A2=3",
        "c 3 A3=1",
        "c 4 A3=3",
        "c 5 A4=1",
        "c 6 A4=3",
        "p cnf 6 12",
        *("1 2 0", "-1 -2 0", "3 4 0", "-3 -4 0", "5 6 0", "-5 -6 0"),
        *("1 3 0", "-1 -3 0", "2 4 0", "-2 -4 0", "-3 -5 0", "-4 -6 0"),
    ]


@pytest.mark.parametrize("to", FORMATS)
def test_lines_are_short_ascii_and_complete(to: str) -> None:
    odd = Layout(2, (Unit('r 1 \\ " % ü', (0, 1)),), ((0, 0), (0, 1)), name="@f;é.json")
    for puzzle in (Puzzle.empty(odd), Puzzle.empty(latin(1)), HARD, Puzzle.empty(samurai()).restricted(0, 0b10101)):
        for line in text(puzzle, to).splitlines(keepends=True):
            assert line.isascii()
            assert line.endswith("\n")
            if line[:2] in ("c ", "* ", "\\ ", "# ", "% "):
                assert len(line) <= 203
    comments = [line for line in text(Puzzle.empty(odd), to).splitlines() if "layout" in line]
    assert len(comments) == 1
    assert comments[0].endswith(r"layout @f;\xe9.json")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("at_most_one", ["pairwise", "product"])
def test_dimacs_holds_the_formula(encoding: str, at_most_one: str) -> None:
    formula = cnf(HARD, encoding, at_most_one=at_most_one)
    lines = text(HARD, "dimacs", encoding=encoding, at_most_one=at_most_one).splitlines()
    rest = [line for line in lines if not line.startswith("c ")]
    assert rest[0] == f"p cnf {formula.variable_count} {len(formula.clauses)}"
    assert [tuple(map(int, line.split()[:-1])) for line in rest[1:]] == list(formula.clauses)
    meanings = [line for line in lines if re.fullmatch("c [0-9]+ .*", line)]
    assert len(meanings) == formula.variables.count
    assert text(HARD, "dimacs", **{"encoding": encoding, "at-most-one": at_most_one}).splitlines() == lines
    kept = text(HARD, "dimacs", encoding=encoding, keep_duplicates=True)
    assert len(kept) > len(text(HARD, "dimacs", encoding=encoding))


def test_what_formats_refuse() -> None:
    refused: list[tuple[str, dict[str, Any], str]] = [
        ("xml", {}, "unknown format 'xml'; known: dimacs, opb"),
        ("dimacs", {"seed": 1}, "dimacs has no option 'seed'; known: encoding, at-most-one"),
        ("dimacs", {"encoding": "best"}, "unknown encoding 'best'"),
        ("dimacs", {"at_most_one": "native"}, "native"),
    ]
    for to in ("opb", "lp", "minizinc"):
        refused.append((to, {"at_most_one": "product"}, f"{to} has no option 'at-most-one'; known: none"))
    for to, options, message in refused:
        with pytest.raises(OptionError, match=message):
            encode(HARD, to, **options)
    with pytest.raises(FormulaTooLarge):
        encode(HARD, "dimacs", most_clauses=100)


def test_rows_of_many_lines_end_in_their_bound() -> None:
    layout = latin(23)
    text = "".join(encode(Puzzle.empty(layout), "lp"))
    body = text.partition("Subject To\n")[2].partition("Binaries")[0]
    rows = [row.split() for row in body.replace("\n  + ", " + ").splitlines()]
    assert len(rows) == 3 * 23**2
    assert all(row[-2:] == ["=", "1"] and row.count("=") == 1 and row.count("+") == 22 for row in rows)


def test_minizinc_has_no_constraint_of_fewer_than_two_cells() -> None:
    layout = from_units(3, [[], [0], [0, 1]], shape=(1, 2))
    lines = [line for line in encode(Puzzle.empty(layout), "minizinc") if "all_different(" in line]
    assert [line.split(";")[0] for line in lines] == ["constraint all_different([cell[1], cell[2]])"]


# Sums and pairs.

RULES = Puzzle.empty(
    from_units(
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
)


def test_opb() -> None:
    assert "+2 x1 +4 x2 +6 x3 +1 x4 +2 x5 +3 x6 = 5 ;" in text(RULES, "opb")
    assert "+1 x1 +2 x2 +3 x3 -1 x7 -2 x8 -3 x9 >= -1 ;" in text(RULES, "opb")
    assert "+1 x4 +2 x5 +3 x6 +1 x7 +2 x8 +3 x9 >= 3 ;" in text(RULES, "opb")
    assert "+1 x5 +1 x6 -1 x7 >= 0 ;" in text(RULES, "opb")
    assert "-1 x8 >= 0 ;" in text(RULES, "opb")


def test_minizinc() -> None:
    assert "constraint 2 * cell[1] + 1 * cell[2] = 5; % twice\n" in text(RULES, "minizinc")
    assert "constraint -1 * cell[1] + 1 * cell[3] <= 1; % apart\n" in text(RULES, "minizinc")
    assert "constraint table([cell[3], cell[2]], [| 1, 2 | 1, 3 | 3, 1 |]); % beside\n" in text(RULES, "minizinc")
    assert 'include "table.mzn";\n' in text(RULES, "minizinc")
    nothing = from_units(2, [Pair("nothing", (0, 1), frozenset())], (1, 2))
    assert "constraint false; % nothing\n" in text(Puzzle.empty(nothing), "minizinc")


def test_lp() -> None:
    assert " s0: 2 x_A1_1 + 4 x_A1_2 + 6 x_A1_3 + x_A2_1 + 2 x_A2_2 + 3 x_A2_3 = 5\n" in text(RULES, "lp")
    assert " s1: - x_A1_1 - 2 x_A1_2 - 3 x_A1_3 + x_A3_1 + 2 x_A3_2 + 3 x_A3_3 <= 1\n" in text(RULES, "lp")
    assert " p0_a_v2: - x_A3_2 >= 0\n" in text(RULES, "lp")
