"""Puzzles in JSON lines: rows, symbols, names, and files that they name; and dashes as open cells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from corpora import PRINTED as DOTS

from unitdoku import LayoutError, Puzzle, PuzzleError, classic, from_units, latin, parse_puzzle, read_puzzles
from unitdoku.encoders.stream import solve_stream
from unitdoku.io import write_line
from unitdoku.puzzles.text.json_lines import parse_json_line, read_json_line, write_json_line

FOUR = classic(4)
PUZZLE = parse_puzzle("1..4..2..3..4..1", FOUR)
ROWS = ["1..4", "..2.", ".3..", "4..1"]
VALUES = [[1, 0, 0, 4], [0, 0, 2, 0], [0, 3, 0, 0], [4, 0, 0, 1]]


@pytest.mark.parametrize(
    "puzzle",
    [
        "".join(ROWS),
        "\n".join(ROWS),
        ROWS,
        VALUES,
        [value for row in VALUES for value in row],
        [[str(value) for value in row] for row in VALUES],
        [[value or None for value in row] for row in VALUES],
        [[value or "" for value in row] for row in VALUES],
        [list(row) for row in ROWS],
        list("".join(ROWS)),
        ["1 . . 4", ". . 2 .", ". 3 . .", "4 0 _ 1"],
        ["1.|.4", "..|2.", "--+--", ".3|..", "4.|.1"],
        [[[value] if value else [1, 2, 3, 4] for value in row] for row in VALUES],
        ["1--4", "--2-", "-3--", "4--1"],
        1004002003004001,
    ],
)
def test_a_puzzle_in_rows(puzzle: Any) -> None:
    assert parse_json_line(json.dumps({"puzzle": puzzle}), FOUR) == PUZZLE


@pytest.mark.parametrize(
    "text",
    [
        *("{", '{"puzzle": {"A1": 5}}', '{"puzzle": "1...", "layout": "latin:2+@/dev/zero"}'),
        '{"puzzle": "1...", "puzzle": "2...", "layout": "latin:2"}',
        '{"puzzle": "1...", "layout": {"units": [], "size": 2, "size": 3}}',
        *(
            f'{{"puzzle": [[1, 2], {row}], "layout": "latin:2"}}'
            for row in ("[[3], 4]", "[[[1]], 2]", "[[], 2]", "[2]")
        ),
        *(f'{{"puzzle": {each}, "layout": "latin:2"}}' for each in ("[[1, 2, 0], [2]]", '["1,2", 1, 2, 1]')),
    ],
)
def test_bad_lines(text: str) -> None:
    """Beside those of `test_json_schema.py`."""
    with pytest.raises((PuzzleError, LayoutError)):
        parse_json_line(text, CLASSIC)


def test_candidates_and_values_of_two_digits_in_rows() -> None:
    line = json.dumps({"layout": "latin:2", "puzzle": [[[1, 2], 1], [None, [2]]]})
    assert parse_json_line(line, FOUR).candidates == (3, 1, 3, 2)
    values = [[(row + column) % 10 + 1 for column in range(10)] for row in range(10)]
    line = json.dumps({"layout": "latin:10", "puzzle": values})
    assert parse_json_line(line, FOUR).values == tuple(value for row in values for value in row)


def test_symbols_of_the_object_come_first() -> None:
    rows = [["a", "", "", "d"], ["", "", "b", ""], ["", "c", "", ""], ["d", "", "", "a"]]
    for puzzle in (["a..d", "..b.", ".c..", "d..a"], rows):
        line = json.dumps({"puzzle": puzzle, "symbols": "abcd"})
        assert parse_json_line(line, FOUR) == parse_json_line(line, FOUR, "wxyz") == PUZZLE
    assert parse_json_line(json.dumps({"puzzle": "w..z..x..y..z..w"}), FOUR, "wxyz") == PUZZLE


def test_the_name_of_a_puzzle() -> None:
    named = {"puzzle": "1...", "layout": "latin:2", "name": "one"}
    lines = [json.dumps(named), "1..." * 4, json.dumps({**named, "name": None})]
    entries = list(read_puzzles(lines, FOUR))
    assert [entry.name for entry in entries] == ["one", None, None]
    assert [answer.entry.name for answer in solve_stream(entries, "reference")] == ["one", None, None]  # type: ignore[union-attr]
    for name, shown in (("a\nb\t c", "a b c"), ("\x1b[1m", "?[1m"), (5, "5"), ("x" * 1000, "x" * 200)):
        assert read_json_line(json.dumps({**named, "name": name}), FOUR).name == shown


def test_layouts_in_other_files(tmp_path: Path) -> None:
    units = tmp_path / "units.json"
    units.write_text('[["A1", "A2"], ["B1", "B2"]]')
    line = json.dumps({"layout": f"@{units}", "puzzle": "1..."})
    (entry,) = read_puzzles([line])
    assert isinstance(entry.error, LayoutError)
    assert "only with --allow-files (allow_files=True in Python)" in str(entry.error)
    (entry,) = read_puzzles([line], allow_files=True)
    assert entry.puzzle is not None


# Dashes.

CLASSIC = classic()
DASHES = DOTS.replace(".", "-")
ROWS_OF_DASHES = [DASHES[start : start + 9] for start in range(0, 81, 9)]


@pytest.mark.parametrize(
    "text",
    [
        DOTS,
        "-" * 5 + "3" + "-" * 75,
        "-3" + "-" * 79,
        "12" + "-" * 70 + "-3" * 4 + "-",
        "12345678-" * 4 + "-3" * 4 + "-" * 37,
    ],
)
def test_a_line_with_dashes_for_open_cells(text: str) -> None:
    right = parse_puzzle(text.replace("-", "."), CLASSIC)
    dashes = text.replace(".", "-")
    assert parse_puzzle(dashes, CLASSIC) == parse_puzzle(dashes) == right
    lines: list[str | bytes] = [dashes, text, dashes.encode()]
    assert [entry.puzzle for entry in read_puzzles(lines)] == [right] * 3


@pytest.mark.parametrize("separator", ["", " "])
@pytest.mark.parametrize("empty", [(), (4,), (0, 4)])
def test_pictures_with_dashes_for_open_cells(separator: str, empty: tuple[int, ...]) -> None:
    rows = ["-" * 9 if number in empty else row for number, row in enumerate(ROWS_OF_DASHES)]
    right = parse_puzzle("".join(rows).replace("-", "."), CLASSIC)
    framed = [" | ".join((row[:3], row[3:6], row[6:])) for row in ROWS_OF_DASHES]
    framed[3:3] = framed[7:7] = ["----+-----+----"]
    for picture in ([separator.join(row) for row in rows], *([] if empty else [framed])):
        assert parse_puzzle("\n".join(picture), CLASSIC) == right
        assert empty or parse_puzzle("\n".join(picture)) == right
        assert [entry.puzzle for entry in read_puzzles(["# title", *picture, "", *picture])] == [right] * 2


def test_dashes_with_numbers_and_with_symbols() -> None:
    layout = latin(10)
    text = " ".join(["-", "10", "1"] + ["-"] * 97)
    assert parse_puzzle(text, layout).values[:4] == (0, 10, 1, 0)
    assert [entry.error for entry in read_puzzles([text], layout)] == [None]
    assert parse_puzzle("a-b-" * 4, FOUR, "abcd").values == (1, 0, 2, 0) * 4


def test_dashes_stay_frames_and_signs_where_that_fits() -> None:
    assert parse_puzzle("-" * 81, CLASSIC) == Puzzle.empty(CLASSIC)
    assert parse_puzzle("1234-1234-1234-1234", FOUR).values == (1, 2, 3, 4) * 4
    with pytest.raises(PuzzleError, match="cell A2: '-3' is neither a value"):
        parse_puzzle("1 -3 " + ". " * 14, FOUR)
    assert list(read_puzzles(["-----", "-----", "", "--+--"], FOUR)) == []
    rules = ["-----------"] * 3
    picture = "\n".join([*rules, *ROWS, *rules])
    assert [entry.puzzle for entry in read_puzzles(picture, FOUR)] == [PUZZLE]


def test_the_hint_about_dashes() -> None:
    for text in (DASHES[:-1], DASHES + "-"):
        with pytest.raises(PuzzleError) as caught:
            parse_puzzle(text, CLASSIC)
        assert f"({len(text)} with - as an open cell), but the layout classic has 81" in str(caught.value)


def test_many_frames_in_a_picture_do_not_push_rows_out() -> None:
    rows = [line for row in ROWS for line in ("-----", "-----", row)]
    assert [entry.puzzle for entry in read_puzzles([*["-----"] * 100, *rows], FOUR)] == [PUZZLE]
    assert [entry.puzzle for entry in read_puzzles([*rows, *["-----"] * 100], FOUR)] == [PUZZLE]


# Numbers below 0.


@pytest.mark.parametrize("first_value", [-12, -2, -1, 0, 5])
@pytest.mark.parametrize("size", [3, 13])
def test_candidates_of_any_first_value_are_read_back(first_value: int, size: int) -> None:
    layout = from_units(size, [], (2, 3), first_value=first_value)
    least, most = 1, 1 << size - 1
    puzzle = Puzzle(layout, (least, least | 2, most, least | most, layout.all_values, 2))
    assert parse_json_line(write_json_line(puzzle), FOUR) == puzzle
    assert parse_puzzle(str(puzzle), layout) == puzzle
    for text in (write_line(puzzle), str(puzzle), write_json_line(puzzle)):
        assert [entry.puzzle for entry in read_puzzles(text.splitlines(), layout)] == [puzzle]
