"""Formats of puzzle files: degenerate and bad input, names, options, and what cannot be written."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import sys
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from corpora import EASY as LINE
from corpora import EASY_GRID as GRID
from corpora import JIGSAW as REGIONS
from formats_page import PAGE, page
from fuzz_formats import fault, goldens, inputs
from lz_packing import packed_text

from unitdoku import (
    Layout,
    OptionError,
    PackageMissing,
    Puzzle,
    PuzzleError,
    classic,
    jigsaw,
    latin,
    parse_puzzle,
    read_puzzles,
    write_puzzles,
)
from unitdoku.io import read_blocks, write_line
from unitdoku.layouts import layout_named
from unitdoku.puzzles.formats.links import unpacked_text
from unitdoku.puzzles.formats.table import FORMATS, format_named, recognised, writer_of
from unitdoku.puzzles.text.entries import PlainBlock, PuzzleEntry, each_entry

PUZZLE = parse_puzzle(LINE)
FOUR = classic(4)


def read(text: str | bytes, file_format: str | None = None, layout: Layout = PUZZLE.layout) -> list[PuzzleEntry]:
    data = text.encode() if isinstance(text, str) else text
    return list(read_puzzles(io.BytesIO(data), layout, file_format=file_format))


def errors(text: str | bytes, file_format: str | None = None) -> list[str]:
    return [str(entry.error) for entry in read(text, file_format) if entry.error is not None]


def f_puzzle(**rules: object) -> str:
    return json.dumps({"size": 4, "grid": [[{}] * 4] * 4, **rules})


def f_puzzle_read(**rules: object) -> Puzzle:
    (entry,) = read(f_puzzle(**rules))
    assert entry.puzzle is not None
    return entry.puzzle


@pytest.mark.parametrize("name", FORMATS)
def test_empty_files(name: str) -> None:
    for text in (b"", b"\n\n", b"\xef\xbb\xbf"):
        assert all(entry.error is not None for entry in read(text, name))


@pytest.mark.parametrize("name", sorted(goldens()))
def test_changed_files_give_entries_or_errors(name: str) -> None:
    for number, data in enumerate(inputs(name, 100, seed=3)):
        wrong = fault(None if number % 2 or name == "gzip" else name, data)
        assert wrong is None, data


def test_the_page_has_the_table() -> None:
    assert PAGE.read_text() == page(PAGE.read_text()), "run `python tests/formats_page.py`"


def test_names() -> None:
    with pytest.raises(OptionError, match="'link' is no format; did you mean links"):
        format_named("link")
    with pytest.raises(OptionError, match="links is only read"):
        writer_of("links")
    assert recognised(b"") is None
    assert recognised(LINE.encode()) is None


EVERY_CELL = [f"R{row}C{column}" for row in range(1, 5) for column in range(1, 5)]
FEW_CELLS, WRONG_CELL = {"cells": ["R1C1"]}, {"lines": [["R1C1", "R9C9"]]}
BAD: dict[str, list[str]] = {
    "scaled": [f"# size=4 box=2x2\n{rows}" for rows in ("1...\n....\n", "1....\n" * 4)]
    + ["# size=4 box=2x3\n" + "1...\n" * 4, "# size=64 box=8x8\n", "1...\n"],
    "exchange": [f"12 {LINE} 1.2\n"],
    "csv": ["a,b\n1,2\n", f"solution,puzzle\n{GRID}\n", *(f"puzzle,solution\n{LINE},{it}\n" for it in (LINE, "12"))],
    "csv:puzzle": ["a\n1\n"],
    "csv:board=a": ["a\n1\n"],
    "csv:puzzle=c": ["a,b\n1,2\n"],
    "jigsaw": ["12\n3\n", "12\n34\n", "." * 81 + GRID, f"{LINE}\n"],
    "links": [
        *("{", '{"grid": 3}', '{"grid": ' + "[" * 100_000, *(f_puzzle(size=size) for size in (5, 99))),
        *(f_puzzle(quadruple=[FEW_CELLS]), f_puzzle(negative=["xv"]), f_puzzle(line=[{"lines": [["R1C1", "R1C2"]]}])),
        *(f_puzzle(thermometer=wrong) for wrong in ([WRONG_CELL], [{"lines": [EVERY_CELL] * 400}])),
        f_puzzle(thermometer={"lines": []}),
        *(f_puzzle(xv=wrong) for wrong in ([3], [{"cells": ["R1C1", "R1C2"], "value": "X"}] * 501)),
        *(f_puzzle(killercage=[wrong]) for wrong in (FEW_CELLS | {"value": "<9"}, {"cells": ["R1C1"] * 3})),
        f_puzzle(littlekillersum=[{"cell": "R1C1", "direction": "N", "value": "3"}]),
        f_puzzle(activeConstraints=["Sandwich Sum"]),
        *(f_puzzle(thermometer=[{"line": []}]), f_puzzle(grid=[[{"value": 9, "given": True}] * 4] * 4)),
        *(f"https://f-puzzles.com/?{query}" for query in ("id=abc", "load=N4Ig", "load=N4I!")),
        f"https://f-puzzles.com/?load={packed_text('a text that is no JSON object')}",
        *('{"nothing": 1}', "https://sudokupad.app/fpuz", "https://tinyurl.com/abc"),
    ],
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_an_error(name: str) -> None:
    for text in BAD[name]:
        assert errors(text, name), text[:200]


def test_a_rule_or_a_column_that_is_not_read_is_named() -> None:
    for said, found in (
        ("the rule 'quadruple' of f-puzzles is not read", errors(f_puzzle(quadruple=[FEW_CELLS]), "links")),
        ("'R9C9' is no cell of the grid", errors(f_puzzle(thermometer=[WRONG_CELL]), "links")),
        ("name one as in --format csv:puzzle", errors("a,b\n1,2\n", "csv")),
        ("line 1: 2 rows, but 4 rows of 4 cells", errors(BAD["scaled"][0], "scaled")),
    ):
        assert said in found[0]


def test_names_are_one_printable_line() -> None:
    (entry,) = read(f_puzzle(title="\x1b[31mred\n\x07<script>" + "x" * 5000))
    assert re.fullmatch(r"\?\[31mred \?<script>x{,182}", entry.name or "")


@pytest.mark.parametrize("name", ["line", "picture"])
def test_a_name_is_written_in_one_line(name: str) -> None:
    entry = PuzzleEntry(1, PUZZLE, name=f"a\r\n\x1b[31m9\u2028{'1' * 81}")
    written = "".join(write_puzzles([entry], name))
    assert "\x1b" not in written
    assert [each.puzzle for each in read_puzzles(written.encode())] == [PUZZLE]


@pytest.mark.parametrize("name", ["jigsaw", "csv", "links", "exchange", "scaled"])
def test_files_that_are_no_text(name: str) -> None:
    assert any("UTF-16" in error for error in errors(f"{LINE}\n".encode("utf-16"), name))
    assert any("binary" in error for error in errors(b"puzzle\0\0\1\2\n" * 9, name))


def test_a_link_that_grows_without_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unitdoku.puzzles.formats.links.LONGEST", 2**18)
    packed = packed_text("{" + "[" * 300_000)
    assert len(packed) < 3_000
    (wrong,) = errors(f"https://f-puzzles.com/?load={packed}")
    assert "unpacks to more than" in wrong
    (wrong,) = errors(f"https://f-puzzles.com/?load={packed_text('{' + '[' * 100_000)}")
    assert "nested too deeply" in wrong or "no JSON" in wrong


def test_gzip() -> None:
    line = f"{LINE}\n".encode()
    packed = gzip.compress(line * 1000)
    assert [entry.puzzle for entry in read(packed)] == [PUZZLE] * 1000
    assert [entry.puzzle for entry in read(gzip.compress(line) * 2 + b"\0" * 9)] == [PUZZLE] * 2
    *_, last = read(packed[:-20])
    assert "the gzip file ends too early" in str(last.error)
    assert "the gzip file is damaged" in errors(packed[:30] + b"abc" + packed[33:])[-1]


def test_gzip_that_grows_without_bounds() -> None:
    compressor = zlib.compressobj(9, wbits=31)
    bomb = b"".join(compressor.compress(b" \n" * 2**19) for _ in range(64)) + compressor.flush()
    assert len(bomb) < 2**18
    (wrong,) = errors(bomb)
    assert "no real file does that" in wrong


def test_jigsaws_in_a_line_in_two_and_in_rows() -> None:
    def rows(text: str) -> str:
        return "\n".join(text[first : first + 9] for first in range(0, 81, 9))

    wanted = Puzzle(jigsaw(REGIONS), PUZZLE.candidates)
    for text in (f"{LINE}{REGIONS}\n", f"{LINE}\n{REGIONS}\n", f"{rows(LINE)}\n\n{rows(REGIONS)}\n"):
        assert [entry.puzzle for entry in read_puzzles("# two of them\n" + text * 2)] == [wanted] * 2
    assert [entry.puzzle for entry in read("1234\n....\n....\n2...\nAABB\nAABB\nCCDD\nCCDD\n", layout=FOUR)] == [
        Puzzle(jigsaw("AABBAABBCCDDCCDD"), parse_puzzle("1234........2...", FOUR).candidates)
    ]


def test_frames_of_characters_of_their_own() -> None:
    heavy = str(PUZZLE).translate(str.maketrans("|-+", "║═╬"))
    for text in (str(PUZZLE).translate(str.maketrans("|-+", "│─┼")), f"╔{'═' * 23}╗\n{heavy}\n╚{'═' * 23}╝\n"):
        assert [entry.puzzle for entry in read(text)] == [parse_puzzle(text)] == [PUZZLE]


def test_packed_json_without_a_link() -> None:
    text = packed_text(f_puzzle(antiknight=True))
    assert text.startswith("N4I")
    for link in (text, f"fpuzzles{text}", f"https://sudokupad.app/fpuz{text}?setting-nogrid=1"):
        (entry,) = read(f"{link}\n")
        assert entry.puzzle == Puzzle.empty(layout_named("classic:4+anti-knight"))


def test_a_list_of_rules_in_use_says_nothing_new() -> None:
    (entry,) = read(f_puzzle(antiknight=True, activeConstraints=["Anti Knight", "Killer Cage", "Diagonal +"]))
    assert entry.puzzle == Puzzle.empty(layout_named("classic:4+anti-knight"))


def columns(count: int, end: str = "\n") -> str:
    return "puzzle,solution\n" + "".join(f"{LINE},{GRID}{end}" for _ in range(count))


@pytest.mark.parametrize("name", [name for name, row in FORMATS.items() if row.writer])
@pytest.mark.parametrize("count", [1, 20])
def test_blocks_are_written_as_their_puzzles_are(name: str, count: int) -> None:
    def assert_the_same(blocks: list[Any], layout: Layout = PUZZLE.layout) -> None:
        assert "".join(write_puzzles(blocks, name, layout)) == "".join(write_puzzles(each_entry(blocks), name, layout))

    blocks = list(read_blocks([columns(count).encode().splitlines(keepends=True)]))
    assert_the_same(blocks)
    # Where the first puzzle has no solution, none is written; else each that is stated.
    assert_the_same([PuzzleEntry(1, PUZZLE), *blocks])
    for number in (0, 1):
        lines = columns(3).splitlines(keepends=True)
        lines[1 + number] = f"{LINE},\n"
        (partly,) = read_blocks([[line.encode() for line in lines]])
        assert [entry.solution is None for entry in each_entry([partly])] == [each == number for each in range(3)]
        assert_the_same([partly])
    if name in ("line", "json"):
        assert_the_same([PlainBlock(1, latin(16), bytes(range(16)) * 16)], latin(16))


def test_columns_come_in_blocks() -> None:
    (block,) = read_blocks([columns(100).encode().splitlines(keepends=True)])
    assert isinstance(block, PlainBlock)
    assert (block.line, len(block)) == (2, 100)
    assert block.solutions == bytes(map(int, GRID)) * 100
    assert [block.part(3, 5).solution(0), block.part(3, 5).line] == [tuple(map(int, GRID)), 5]
    lines = columns(100).splitlines()
    lines[50] = lines[50].replace("4", "x")
    entries = read("\n".join(lines))
    assert [(entry.line, entry.error is None) for entry in entries] == [(line, line != 51) for line in range(2, 102)]


@pytest.mark.parametrize(
    "text",
    [
        columns(3),
        columns(3, "\r\n"),
        columns(3).replace(",", ";"),
        columns(3).replace(",", "\t"),
        columns(3).replace("puzzle,solution", "Quizzes,Solutions"),
        columns(3).removeprefix("puzzle,solution\n"),
        "source,question,answer,rating\n" + f"x,{LINE},{GRID},3\n" * 3,
        f'puzzle,solution\n"{LINE}","{GRID}"\n' * 1 + f"{LINE},{GRID}\n" * 2,
        f'id,solution,sudoku\n1,{GRID},"{LINE[:40]}\n{LINE[40:]}"\n' + f"1,{GRID},{LINE}\n" * 2,
        "# comment\n\n" + columns(3),
        "\ufeff" + columns(3),
    ],
    ids=range(11),
)
def test_columns(text: str) -> None:
    entries = read(text)
    assert [entry.puzzle for entry in entries] == [PUZZLE] * 3
    assert [entry.solution for entry in entries] == [tuple(map(int, GRID))] * 3
    assert entries == list(read_puzzles(text.splitlines(keepends=True)))


def test_columns_by_name() -> None:
    text = f"start,end\n{LINE},{GRID}\n{LINE},\n"
    (one, other) = read(text, "csv:puzzle=start,solution=END")
    assert [one.puzzle, one.solution, other.solution] == [PUZZLE, tuple(map(int, GRID)), None]
    assert "no column is named puzzle: there are 'start', 'end'" in errors(text)[0]
    (one, _) = read(text.replace("start", "puzzle"))
    assert one.solution is None


def in_parquet(folder: Path, columns: dict[str, Any], **how: Any) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet").write_table(pyarrow.table(columns), folder / "table", **how)
    return folder / "table"


def test_parquet(tmp_path: Path) -> None:
    path = in_parquet(tmp_path, {"n": [1, 2], "question": [LINE, "12"], "answer": [GRID, GRID]})
    one, other = read_puzzles(path)
    assert [one.puzzle, one.solution] == [PUZZLE, tuple(map(int, GRID))]
    assert "line 2: 2 cells" in str(other.error)
    (wrong,) = read_puzzles(path, file_format="parquet:puzzle=n,solution=x")
    assert "no column is named 'x': there are 'n', 'question', 'answer'; name one as in --format" in str(wrong.error)
    assert errors(path.read_bytes()[:100]) != []
    (wrong,) = read_puzzles(path.read_bytes().splitlines(keepends=True))
    assert "give the path of a file" in str(wrong.error)


def _hostile_tables() -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Yields what is said of a table, its column, and how it is written: a kilobyte that becomes gigabytes."""
    pa = pytest.importorskip("pyarrow")
    mega, long, none = "1" * 2**20, "1" * 2**14, {"use_dictionary": False}
    yield "no real file", pa.DictionaryArray.from_arrays(pa.array([0] * 4096, pa.int32()), pa.array([mega])), {}
    yield "no real file", pa.array([long] * 4096), {}
    yield "no real file", pa.array([long] * 4096), {**none, "column_encoding": "DELTA_BYTE_ARRAY"}
    yield "no real file", pa.array([long.encode()] * 4096, pa.binary(2**14)), {}
    yield "no real file", pa.array(["1" * 2**26]), none
    yield "more than 1048576 characters", pa.array([mega + "1"]), none
    yield "lists or records", pa.array([[long] * 10] * 100), {}
    yield "cells", pa.array([10**8], pa.int32()).cast(pa.date32()), {}
    yield "cells", pa.array([2**62]).cast(pa.duration("s")), {}
    yield "no UTF-8", pa.array([b"\xff" * 81]), {}


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(slow, marks=pytest.mark.long) for slow in (1, 2, 3)), *range(4, 10)]
)
def test_parquet_that_grows_or_has_other_values(number: int, tmp_path: Path) -> None:
    said, column, how = next(islice(_hostile_tables(), number, None))
    path = in_parquet(tmp_path, {"puzzle": column}, compression="zstd", write_statistics=False, **how)
    assert path.stat().st_size < 2**16
    entries = list(read_puzzles(path))
    assert all(isinstance(entry.error, PuzzleError) for entry in entries)
    assert said in str(entries[-1].error)
    assert len(entries) < 3000
    assert pytest.importorskip("pyarrow").default_memory_pool().max_memory() < 2**30


@pytest.mark.parametrize("encoding", ["DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY", "PLAIN"])
def test_parquet_in_each_encoding_of_text(encoding: str, tmp_path: Path) -> None:
    lines = [LINE[number:] + LINE[:number] for number in range(81)] * 40
    path = in_parquet(tmp_path, {"puzzle": lines}, use_dictionary=False, column_encoding=encoding)
    assert [write_line(entry.puzzle) for entry in read_puzzles(path) if entry.puzzle] == lines


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(PackageMissing, match=r"pip install 'unitdoku\[parquet\]'"):
        errors(b"PAR1")


def test_random_text_packs_and_unpacks() -> None:
    assert unpacked_text("BIUwNmD2A0AEDukBOYAmBCIA") == "Hello, world!"  # as the package lzstring packs it
    rng = random.Random(4)
    for _ in range(200):
        text = "".join(rng.choice('ab{}":,01é€\U0001f600'[: rng.randint(1, 12)]) for _ in range(rng.randint(0, 200)))
        assert unpacked_text(packed_text(text)) == text


def test_puzzles_of_sudokupad_are_not_read() -> None:
    packed = packed_text("{ce:[[,{v:3}],[,]]}")
    for text in (
        *(f"https://sudokupad.app/{end}" for end in ("abc123", f"scl{packed}", f"?puzzleid=scl{packed}")),
        *(f"https://app.crackingthecryptic.com/sudoku/{packed}", f"sudokupad://puzzle/scl{packed}", f"scl{packed}"),
        *('{"cells": [[{}]], "lines": [{"wayPoints": []}]}', '{\n  "id": "x1",\n  "cellSize": 50\n}'),
    ):
        (wrong,) = errors(text)
        assert "puzzles of SudokuPad are not read" in wrong, text
        assert "links and JSON of f-puzzles are read" in wrong, text


def test_entries_with_errors_go_on() -> None:
    entries = list(read_puzzles(["1x", LINE]))
    with pytest.raises(PuzzleError):
        "".join(write_puzzles(entries, "line"))
    refused: list[PuzzleEntry] = []
    assert "".join(write_puzzles(entries, "line", refused=refused.append)) == f"{LINE}\n"
    assert [entry.line for entry in refused] == [1]
    assert "".join(write_puzzles([], "csv")) == "puzzle\n"


@pytest.mark.parametrize(("key", "cells"), [("diagonal-", {"A1", "D4"}), ("diagonal+", {"D1", "A4"})])
def test_one_diagonal(key: str, cells: set[str]) -> None:
    """f-puzzles calls the diagonal that rises from the left plus."""
    layout = f_puzzle_read(**{key: True}).layout
    assert cells < {layout.labels[cell] for cell in layout.units[-1].cells}


@pytest.mark.parametrize(
    ("key", "part", "holds"),
    [
        ("whispers", {"lines": [["R1C1", "R1C2"]], "value": "2"}, lambda a, b: abs(a - b) >= 2),
        ("renban", {"lines": [["R1C1", "R1C2"]]}, lambda a, b: abs(a - b) < 2),
        ("thermometer", {"lines": [["R1C1", "R1C2"]]}, lambda a, b: a < b),
        ("palindrome", {"lines": [["R1C1", "R1C2"]]}, lambda a, b: a == b),
        ("difference", {"cells": ["R1C1", "R1C2"], "value": "2"}, lambda a, b: abs(a - b) == 2),
        ("ratio", {"cells": ["R1C1", "R1C2"], "value": "3"}, lambda a, b: a == 3 * b or b == 3 * a),
        ("xv", {"cells": ["R1C1", "R1C2"], "value": "V"}, lambda a, b: a + b == 5),
        ("minimum", {"cell": "R1C1"}, lambda a, b: a < b),
        ("maximum", {"cell": "R1C1"}, lambda a, b: a > b),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_two_neighbours_by_a_rule_of_f_puzzles(key: str, part: Any, holds: Any) -> None:
    (pair,) = (pair for pair in f_puzzle_read(**{key: [part]}).layout.pairs if set(pair.cells) == {0, 1})
    allowed = pair.allowed if pair.cells[0] == 0 else {(b, a) for a, b in pair.allowed}
    assert set(allowed) == {(a, b) for a in range(1, 5) for b in range(1, 5) if holds(a, b)}


def test_values_that_are_not_given_stay_open() -> None:
    grid: list[list[dict[str, object]]] = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][0], grid[0][1] = {"value": 3}, {"value": 2, "given": True}
    assert f_puzzle_read(grid=grid).givens == {1: 2}


@pytest.mark.parametrize(
    "title",
    ["Puzzle 1", "Sudoku", "Hello, world", "puzzles of today", "https://example.org/page", "begin here", "name;x"],
)
def test_a_title_before_puzzles_is_one_error(title: str) -> None:
    for puzzles in (f"{LINE}\n{LINE}\n", f"\n{PUZZLE}\n\n{PUZZLE}\n"):
        entries = read(f"{title}\n{puzzles}")
        assert [entry.puzzle for entry in entries if entry.error is None] == [PUZZLE] * 2
        assert len(entries) <= 3
