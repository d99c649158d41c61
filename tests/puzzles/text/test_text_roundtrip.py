"""Written puzzles are read back, and bad text raises only `PuzzleError`."""

from __future__ import annotations

from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from unitdoku import Layout, Puzzle, PuzzleError, UnitdokuError, classic, jigsaw, latin, parse_puzzle, read_puzzles
from unitdoku.layouts import layout_named
from unitdoku.puzzles.text.write import write_line, write_picture
from unitdoku.strategies import layouts, puzzles

LARGE = st.sampled_from([latin(10), classic(12), classic(16)])
any_puzzles = partial(puzzles, kinds=["unknown"], givens_only=False)
SIZES = st.sampled_from([latin(2), classic(4), classic(6), latin(12), jigsaw("AAABACBBDCCBDDDC")])


@given(any_puzzles(layouts() | LARGE))
def test_lines_and_pictures_read_back(puzzle: Puzzle) -> None:
    assert parse_puzzle(write_line(puzzle), puzzle.layout) == puzzle
    assert parse_puzzle(write_picture(puzzle), puzzle.layout) == puzzle


@given(st.data(), SIZES)
def test_files_of_lines_and_pictures_read_back(data: st.DataObject, layout: Layout) -> None:
    written = data.draw(st.lists(any_puzzles(layout), max_size=4))
    writers = data.draw(st.lists(st.sampled_from([write_line, write_picture]), min_size=4, max_size=4))
    text = "\n\n".join(write(puzzle) for write, puzzle in zip(writers, written, strict=False))
    assert [entry.puzzle for entry in read_puzzles(text.splitlines(), layout)] == written


PIECES = st.sampled_from([*"0123456789.*_|+-#/,{}\"' \t\n\r", "--", "123", "1/2", "|\n", "[", "²", "\x00", "é", "12 "])
NAMES = st.lists(
    st.sampled_from(["classic", "latin", "jigsaw", "diagonal", "samurai", "+", ":", "@", "4", "2x2", "AABB", "x", " "]),
    max_size=6,
).map("".join)


@given(st.lists(PIECES, max_size=40).map("".join), layouts())
def test_any_text_is_a_puzzle_or_a_puzzle_error(text: str, layout: Layout) -> None:
    try:
        puzzle = parse_puzzle(text, layout)
    except PuzzleError:
        return
    assert puzzle.layout == layout


@given(st.lists(st.binary(max_size=30) | st.lists(PIECES, max_size=12).map(lambda p: "".join(p).encode()), max_size=6))
def test_any_bytes_are_entries(lines: list[bytes]) -> None:
    for entry in read_puzzles(lines, classic(4)):
        assert (entry.puzzle is None) != (entry.error is None)
        # A bare carriage return ends a line as well.
        assert 1 <= entry.line <= sum(1 + line.count(b"\r") for line in lines)
        if entry.error is not None:
            assert entry.error.line is not None
            assert "line" in str(entry.error)


@given(NAMES)
def test_any_name_is_a_layout_or_a_layout_error(name: str) -> None:
    try:
        layout = layout_named(name)
    except UnitdokuError:
        return
    assert layout.cell_count > 0
