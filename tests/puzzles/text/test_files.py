from __future__ import annotations

import io
import itertools
import json

import pytest
from corpora import EASY
from corpora import HARD as LINE

from unitdoku import Puzzle, classic, latin, parse_puzzle, read_puzzles
from unitdoku.io import PuzzleEntry, write_picture
from unitdoku.reference.course.classroom import Classroom

CLASSIC = classic()
HARD, OTHER = parse_puzzle(LINE, CLASSIC), parse_puzzle(EASY, CLASSIC)


def read(text: str | bytes) -> list[PuzzleEntry]:
    return list(read_puzzles(text.splitlines(keepends=True), CLASSIC))


def shown(entries: list[PuzzleEntry]) -> list[tuple[int, Puzzle | str | None]]:
    return [(entry.line, entry.puzzle if entry.puzzle is not None else str(entry.error)) for entry in entries]


def test_nothing() -> None:
    assert read("\n\n  \n# only a comment\n") == []


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\n\n"])
@pytest.mark.parametrize("as_bytes", [False, True])
def test_one_a_line(ending: str, as_bytes: bool) -> None:
    text = ending.join((LINE, EASY + "  # easy", " ".join(LINE), ""))
    found = read(text.encode("utf-8-sig") if as_bytes else text)
    assert [entry.puzzle for entry in found] == [HARD, OTHER, HARD]


def test_pictures_and_lines_mixed() -> None:
    text = f"# head\n\n{write_picture(HARD)}\n\n\n{EASY}\n{write_picture(OTHER)}\n{LINE}\n"
    assert shown(read(text)) == [(4, HARD), (18, OTHER), (20, OTHER), (32, HARD)]


def test_boards_of_the_classroom_are_read() -> None:
    room = Classroom()
    values = room.eliminate(room.grid_values(EASY))
    (entry,) = read(room.display(values))
    assert entry.puzzle is not None
    # The first row has nine groups of nine digits: every cell in it is open.
    assert entry.puzzle.givens == {cell: int(one) for cell, one in enumerate(values.values()) if len(one) == 1}
    (entry,) = read(room.display(room.grid_values("." * 81)))
    assert entry.puzzle == Puzzle.empty(CLASSIC)


def test_groups_of_candidates_with_open_marks_are_one_picture() -> None:
    groups = ["1........", "12......9", *["123456789"] * 79]
    rows = "\n".join(" ".join(groups[start : start + 9]) for start in range(0, 81, 9))
    (entry,) = read(rows)
    assert entry.puzzle is not None
    assert entry.puzzle.candidates[:3] == (1, 0b100000011, 511)
    # Nine groups of nine characters that are no candidates are a puzzle in one line.
    in_groups = " ".join(LINE[start : start + 9] for start in range(0, 81, 9))
    assert [entry.puzzle for entry in read(f"{in_groups}\n{in_groups}\n")] == [HARD, HARD]


@pytest.mark.parametrize("as_bytes", [False, True])
def test_bare_carriage_returns_end_lines(as_bytes: bool) -> None:
    text = f"# title\r{LINE} # first\r{LINE[:-1]}\r{EASY}\r"
    found = list(read_puzzles([text.encode() if as_bytes else text], CLASSIC))
    assert [(entry.line, entry.puzzle) for entry in found] == [(2, HARD), (3, None), (4, OTHER)]


def test_bad_puzzles_do_not_stop_the_others() -> None:
    text = f"{LINE}\n{LINE[:-1]}\n\xff{LINE[1:]}\nx{LINE[1:]}\n{EASY}".encode("latin-1")
    assert shown(read(text)) == [
        (1, HARD),
        (2, "line 2: 80 cells, but the layout classic has 81"),
        (3, "line 3: byte 0xff at column 1 is no UTF-8 (ÿ in cp1252): save it as UTF-8"),
        (4, "line 4, cell A1: 'x' is neither a value of 1..9 nor an open cell (. 0 * _ ?)"),
        (5, OTHER),
    ]


def test_a_bad_picture_names_the_line_of_the_cell() -> None:
    bad = write_picture(HARD).replace("2 . . | .", "2 . . | y")
    assert shown(read(f"{bad}\n\n{LINE}")) == [
        (2, "line 11, cell H7: 'y' is neither a value of 1..9 nor an open cell (. 0 * _ ?)"),
        (15, HARD),
    ]


def test_pictures_with_rows_too_many_or_too_few() -> None:
    rows = [LINE[start : start + 9] for start in range(0, 81, 9)]
    assert shown(read("\n".join(rows[:8]) + "\n\n" + EASY)) == [
        (1, "line 1: 72 cells, but the layout classic has 81"),
        (10, OTHER),
    ]
    (entry,) = read("\n".join(rows * 2))
    assert str(entry.error) == "line 1: 18 rows without a blank line between, but the layout classic has 9"
    (entry,) = read("\n".join([*rows, rows[0]]))
    assert "90 cells" in str(entry.error)


def test_a_file_of_short_lines_needs_little_memory() -> None:
    (entry,) = read_puzzles(itertools.repeat("123456789", 20_000), CLASSIC)
    assert "20000 rows" in str(entry.error)


@pytest.mark.parametrize("between", ["# 1", "", "---+---", "1 2", "12 ä", LINE, '{"puzzle": 1}', "12\r34", "\x1b1"])
def test_rows_beyond_a_picture_are_counted_as_if_read_one_by_one(between: str) -> None:
    rows = ["123456789", "1 . . | 4 . . | . . ."] * 500
    text = "\n".join([*rows, between, *rows, "", EASY, *rows, between]).encode()
    one_by_one = [(entry.line, entry.puzzle, str(entry.error)) for entry in read(text)]
    in_blocks = [(entry.line, entry.puzzle, str(entry.error)) for entry in read_puzzles(io.BytesIO(text), CLASSIC)]
    assert in_blocks == one_by_one
    assert any(puzzle == OTHER for _, puzzle, _ in in_blocks) or "binary" in str(in_blocks)


def test_json_lines_bring_their_layout() -> None:
    text = json.dumps({"layout": "latin:2", "puzzle": "1...", "name": "# 1"}) + "\n" + LINE + '\n{"puzzle": 1}\n'
    found = read(text)
    assert found[0].puzzle == parse_puzzle("1...", latin(2))
    assert found[1].puzzle == HARD
    assert str(found[2].error).startswith("line 3: 1 cell, but the layout classic has 81")
    # The line of the file, not the one within the text of the object.
    (entry,) = read("\n" + json.dumps({"layout": "latin:2", "puzzle": "1.\n.x"}))[:1]
    assert str(entry.error).startswith("line 2, cell B2: 'x'")


def test_symbols_beyond_ascii_in_bytes() -> None:
    found = read_puzzles(["éÃ..\n".encode(), b"....\n"], latin(2), "éÃ")
    assert [entry.puzzle and entry.puzzle.values for entry in found] == [(1, 2, 0, 0), (0,) * 4]


def test_short_rows_are_rows_of_a_picture() -> None:
    (entry,) = read_puzzles(["1.\n", "..\n", "\n"], classic(4))
    assert str(entry.error) == "line 1: 4 cells, but the layout classic:2x2 has 16"


@pytest.mark.parametrize(
    ("text", "words"),
    [("x/y.sdm", "no file 'x/y.sdm'"), ("https://example.com/", "a link of no known site"), (".", "is a folder")],
)
def test_a_line_that_is_neither_a_file_nor_a_puzzle(text: str, words: str) -> None:
    (entry,) = read_puzzles(text)
    assert words in str(entry.error)
    assert words in repr(entry.error).replace("\\", "")


def test_no_character_becomes_a_question_mark() -> None:
    for sign in ("\ud800", "\xb2", "\uff1f", "\ufffd"):
        (entry,) = read_puzzles(["1" + sign + "." * 14], classic(4))
        assert entry.error is not None
