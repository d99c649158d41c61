from __future__ import annotations

import re

import pytest
from corpora import HARD as LINE

from unitdoku import Puzzle, PuzzleError, classic, from_units, latin, parse_puzzle, read_puzzles
from unitdoku.io import write_grid, write_line, write_picture
from unitdoku.layouts import samurai
from unitdoku.puzzles.text.parse import PuzzleText
from unitdoku.reference.model.cells import OPEN
from unitdoku.reference.model.puzzle import values_in

CLASSIC = classic()
HARD = parse_puzzle(LINE, CLASSIC)
PICTURE = """\
4 . . | . . . | 8 . 5
. 3 . | . . . | . . .
. . . | 7 . . | . . .
------+-------+------
. 2 . | . . . | . 6 .
. . . | . 8 . | 4 . .
. . . | . 1 . | . . .
------+-------+------
. . . | 6 . 3 | . 7 .
5 . . | 2 . . | . . .
1 . 4 | . . . | . . ."""


def test_the_line_itself() -> None:
    assert HARD.givens[0] == 4
    assert len(HARD.givens) == 17
    assert write_line(HARD) == LINE
    edge = "+-------+-------+-------+"
    lines = [edge if line.startswith("-") else f"| {line} |" for line in PICTURE.splitlines()]
    assert write_picture(HARD).splitlines() == [edge, *lines, edge]


def rows(text: str) -> list[str]:
    return [text[start : start + 9] for start in range(0, 81, 9)]


@pytest.mark.parametrize(
    "text",
    [
        PICTURE,
        *(between.join(rows(LINE)) for between in ("\n", "\r\n", " ", "|")),
        " ".join(LINE),
        ",".join(LINE.replace(".", "0")),
        ", ".join(LINE),
        f"  {LINE}   # a comment with 9 digits",
        "# a comment\n" + PICTURE,
        "\n".join(["*-----------*", *rows(LINE), "*-----------*"]),  # the corners of Simple Sudoku are asterisks
    ],
)
def test_other_ways_to_write_it(text: str) -> None:
    assert parse_puzzle(text, CLASSIC) == HARD


def test_numbers_above_nine() -> None:
    values = [value % 17 for value in range(3, 259)]
    puzzle = Puzzle.from_values(values, classic(16))
    for separator in (" ", ",", ", ", " | ", "\n"):
        assert parse_puzzle(separator.join(map(str, values)), classic(16)) == puzzle
    assert write_line(puzzle).startswith("3 4 5 6 7 8 9 10 11 12 13 14 15 16 . 1 2")


def test_symbols_are_asked_for_and_never_guessed() -> None:
    text = "".join("123456789ABCDEFG."[value] for value in range(16)) * 16
    with pytest.raises(PuzzleError, match="name the symbols"):
        parse_puzzle(text, classic(16))
    puzzle = parse_puzzle(text, classic(16), "123456789ABCDEFG")
    assert puzzle.values[:16] == tuple(range(1, 17))
    from_zero = parse_puzzle("0F" + "." * 254, classic(16), "0123456789ABCDEF")
    assert from_zero.values[:3] == (1, 16, 0)
    for wrong in ("123", "1123456789ABCDEF", "12345678 ABCDEFGH", "12345678#ABCDEFG", "|23456789ABCDEFG"):
        with pytest.raises(PuzzleError, match="symbols"):
            parse_puzzle(text, classic(16), wrong)
    with pytest.raises(PuzzleError, match="cell A1: 'x' is neither a value of ABCD nor"):
        parse_puzzle("x...............", classic(4), "ABCD")
    with pytest.raises(PuzzleError, match="3 cells"):
        parse_puzzle("ABC", classic(4), "ABCD")


def test_candidates() -> None:
    puzzle = parse_puzzle("1/3 . 2 2/4 " + ". " * 12, classic(4))
    assert [values_in(mask) for mask in puzzle.candidates[:4]] == [[1, 3], [1, 2, 3, 4], [2], [2, 4]]
    framed = "13 1234 | 2 24\n" + "1234 1234 | 1234 1234\n" * 3
    assert parse_puzzle(framed, classic(4)) == puzzle
    listed = "1.3.1234.2...2.4" + "1234" * 12
    assert parse_puzzle(listed, classic(4)) == puzzle
    groups = [listed[start : start + 4] for start in range(0, 64, 4)]
    assert parse_puzzle(" ".join(groups), classic(4)) == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "0 cells, but the layout classic has 81"),
        (LINE[:-1], "80 cells, but the layout classic has 81"),
        ("x" + LINE[1:], "cell A1: 'x' is neither a value of 1..9 nor an open cell"),
        (LINE[:80] + "٣", "cell I9: '٣'"),
        (LINE[:80] + "²", "cell I9: '²'"),
        ("-5," + ",".join(LINE[1:]), "cell A1: '-5'"),
        (PICTURE.replace("4 .", "12 .", 1), "line 1, cell A1: '12'"),
        (PICTURE.replace(".", "9").replace("4 9", "22 9", 1), "line 1, cell A1: '22'"),
        (",".join(LINE[:80]) + ",12", "cell I9: '12'"),
        # 80 cells of which one has two digits: the right number of characters all the same.
        (" ".join(LINE[:79]) + " 12", "80 cells"),
        *((" ".join(LINE[:80]) + f" {cell}", f"cell I9: '{cell}'") for cell in ("10", "-7", "1_0", "/")),
        (" ".join(LINE[:80]) + " 1/0", "cell I9: '0' in '1/0'"),
        (" ".join(LINE[:80]) + " " + "1" * 5000, "cell I9"),
        ("." * 9 + "123456789" * 80, "cell A1: no candidate is left"),
        ("2" + "." * 728, "cell A1: '2' stands where 1"),
        (PICTURE.replace("7 . .", "7 . x"), "line 3, cell C6: 'x'"),
    ],
)
def test_bad_text_names_line_cell_and_value(text: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=re.escape(message)):
        parse_puzzle(text, CLASSIC)


def test_degenerate_layouts() -> None:
    only = Puzzle.empty(latin(1))
    assert parse_puzzle("1", latin(1)) == parse_puzzle(".", latin(1)) == only
    assert (write_line(only), write_picture(only)) == ("1", "+---+\n| 1 |\n+---+")


def test_pictures_of_overlapping_grids_read_back() -> None:
    layout = samurai()
    puzzle = Puzzle.from_values([cell % 10 for cell in range(layout.cell_count)], layout)
    picture = write_picture(puzzle)
    assert picture.splitlines()[1] == "| . 1 2 | 3 4 5 | 6 7 8 |       | 9 . 1 | 2 3 4 | 5 6 7 |"
    assert parse_puzzle(picture, layout) == puzzle


def test_the_last_place_of_a_list_of_candidates() -> None:
    puzzle = parse_puzzle("...4" + "1234" * 15, classic(4))
    assert puzzle.givens == {0: 4}
    with pytest.raises(PuzzleError, match="cell A2: no candidate is left"):
        parse_puzzle("...4" + "...." + "1234" * 14, classic(4))


def test_whether_cells_are_listed_one_by_one() -> None:
    listed = [text for text in ("10,11", "10;11", "10 11", "1 2 10", "1 10") if PuzzleText.of(text).listed]
    assert listed == ["10,11", "10;11", "1 2 10"]


def test_grids_in_one_line() -> None:
    assert write_grid((1, 2, 2, 1), latin(2)) == "1221"
    assert write_grid([[1, 2], [2, 1]], "latin:2") == "1221"
    assert write_grid(range(1, 11), from_units(10, [range(10)], (1, 10))) == "1 2 3 4 5 6 7 8 9 10"
    with pytest.raises(PuzzleError, match="no complete grid: 9 values for 81 cells"):
        write_grid(range(1, 10), classic())
    with pytest.raises(PuzzleError, match="no complete grid: cell B1: 0 is not one of the values"):
        write_grid((1, 2, 0, 1), latin(2))


@pytest.mark.parametrize("mark", OPEN)
def test_every_mark_of_an_open_cell(mark: str) -> None:
    rows = ["1" + 3 * mark, *[4 * mark] * 3]
    spaced = [" ".join(row) for row in rows]
    framed = [f"| {row[:3]} | {row[4:]} |" for row in spaced]
    for lines in (["".join(rows)], [" ".join(spaced)], [" | ".join(rows)], rows, spaced, framed):
        assert parse_puzzle("\n".join(lines), classic(4)).givens == {0: 1}
        assert [entry.puzzle and entry.puzzle.givens for entry in read_puzzles(lines, classic(4))] == [{0: 1}]
