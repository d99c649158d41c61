from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from corpora import HARD as LINE

from unitdoku import Layout, Pair, Puzzle, Sum, Unit, from_units, latin, parse_puzzle
from unitdoku.encoders.cnf.encodings import ENCODINGS, cnf
from unitdoku.encoders.formats.formats import FORMATS, encode
from unitdoku.layouts import samurai
from unitdoku.reference.contract.errors import FormulaTooLarge, OptionError

GOLDEN = Path(__file__).parent / "golden"
# A complete unit and one that is not, a given, and a cell with some candidates ruled out.
ROW_AND_PAIR = Puzzle(from_units(3, [["A1", "A2", "A3"], ["A3", "A4"]], (1, 4)), (0b010, 0b111, 0b111, 0b101))
HARD = parse_puzzle(LINE)


def text(puzzle: Puzzle, to: str, **options: Any) -> str:
    return "".join(encode(puzzle, to, **options))


# Units of no cell and of one, each relation of sums, and a pair that allows nothing.
SUMS = [Sum("twice", (0, 1), 5, (2, 1)), Sum("apart", (0, 2), 1, (-1, 1), "<="), Sum("least", (1, 2), 3, relation=">=")]
PAIRS = [Pair("beside", (2, 1), frozenset({(1, 2), (1, 3), (3, 1)})), Pair("nothing", (0, 1), frozenset())]
RULES = Puzzle.empty(from_units(3, [(0, 1, 2), (), (0,), *SUMS, *PAIRS], (1, 3)))


@pytest.mark.parametrize("to", FORMATS)
def test_to_the_letter(to: str) -> None:
    for name, puzzle in (("row_and_pair", ROW_AND_PAIR), ("rules", RULES)):
        assert text(puzzle, to) == (GOLDEN / f"{name}{FORMATS[to].suffix}").read_text()


def test_the_reduced_encoding_to_the_letter() -> None:
    """Nothing is left of A1 and of value 2."""
    assert text(ROW_AND_PAIR, "dimacs", encoding="reduced") == (GOLDEN / "row_and_pair_reduced.cnf").read_text()


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


def test_what_formats_refuse() -> None:
    for to, option, message in (
        ("xml", {}, "unknown format 'xml'; known: minizinc, opb, dimacs, lp"),
        ("dimacs", {"seed": "1"}, "dimacs has no option 'seed'; known: encoding, at-most-one"),
        ("dimacs", {"encoding": "best"}, "unknown encoding 'best'"),
        *(
            (to, {"at_most_one": "product"}, "has no option 'at-most-one'; known: none")
            for to in ("opb", "lp", "minizinc")
        ),
    ):
        with pytest.raises(OptionError, match=message):
            encode(HARD, to, **option)
    with pytest.raises(FormulaTooLarge):
        encode(HARD, "dimacs", most_clauses=100)


def test_rows_of_many_lines_end_in_their_bound() -> None:
    layout = latin(23)
    text = "".join(encode(Puzzle.empty(layout), "lp"))
    body = text.partition("Subject To\n")[2].partition("Binaries")[0]
    rows = [row.split() for row in body.replace("\n  + ", " + ").splitlines()]
    assert len(rows) == 3 * 23**2
    assert all(row[-2:] == ["=", "1"] and row.count("=") == 1 and row.count("+") == 22 for row in rows)
