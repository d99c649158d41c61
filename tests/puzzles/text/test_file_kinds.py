"""Files that are no text, lines without end, and what `read_puzzles` takes for lines."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from corpora import HARD as LINE

from unitdoku import PuzzleError, classic, latin, parse_puzzle, read_puzzles
from unitdoku.io import PuzzleEntry, read_blocks
from unitdoku.puzzles.text import lines as lines_module
from unitdoku.puzzles.text.lines import LONGEST_LINE, lines_of, parts_of, why_no_text
from unitdoku.puzzles.text.parse import check_length

HARD = parse_puzzle(LINE, classic())
TEXT = f"{LINE}\n{LINE}\n"


def errors(entries: Iterator[PuzzleEntry]) -> list[str]:
    return [str(entry.error) for entry in entries]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n\n\n", "line 1: the file is no text: it is a PNG picture"),
        (b"\x1f\x8b\x08\n\n\x1f", "the gzip file ends too early, after 0 unpacked bytes"),
        (b"%PDF-1.5\n%\xd0\xd4\n5 0 obj\n", "line 1: the file is no text: it is a PDF document"),
        (bytes(range(256)) * 100, "line 1: the file is no text: it is binary"),
        (b"\xe1\xe2\n\0\1\2\n\3\n", "line 2: the file is no text: it is binary"),
        (TEXT.encode("utf-16"), "line 1: the text is UTF-16: save it as UTF-8"),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), "line 1: the text is UTF-16: save it as UTF-8"),
        (TEXT.encode("utf-32"), "line 1: the text is UTF-32: save it as UTF-8"),
        (TEXT.encode("utf-16-le"), "line 1: the text looks like UTF-16: save it as UTF-8"),
        (TEXT.encode("utf-16-be"), "line 1: the text looks like UTF-16: save it as UTF-8"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_file_that_is_no_text_is_one_error(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    path.write_bytes(content)
    for entries in (read_puzzles(path), read_puzzles(io.BytesIO(content)), read_blocks(path)):
        *_, last = errors(entries)  # type: ignore[arg-type]
        assert last == message


def test_bytes_that_text_may_hold() -> None:
    for line in (b"\x1b[1m5", b"\x1a", b"\t\x0c\x0b", "é".encode(), b"\xff", b""):
        assert why_no_text(line, False) is None
    assert why_no_text(b"\xff\xfe", False) is None
    assert why_no_text(b"\0", False) is not None


def test_a_stray_byte_after_puzzles_costs_one_puzzle() -> None:
    found = list(read_puzzles([LINE, LINE[:-1] + "\0", LINE]))
    assert [entry.puzzle for entry in found] == [HARD, None, HARD]


def test_text_in_other_encodings() -> None:
    text = f"# café\n{LINE} # ½\n{LINE[:-1]}é\n" + '{"puzzle": "é"}\n'
    found = list(read_puzzles(io.BytesIO(text.encode("cp1252"))))
    assert [entry.puzzle for entry in found] == [HARD, None, None]
    # A comment costs nothing; where the byte stands in a puzzle, the error says what it may mean.
    assert str(found[1].error) == "line 3: byte 0xe9 at column 81 is no UTF-8 (é in cp1252): save it as UTF-8"
    assert str(found[2].error).startswith("line 4: byte 0xe9")


def test_a_file_that_was_opened_with_a_wrong_encoding(tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    path.write_bytes(b"\xe9\n")
    with path.open(encoding="utf-8") as file:
        assert "no utf-8 text: open it as bytes" in errors(read_puzzles(file))[0]


# Lines without end.


class Endless:
    """A line of which each read returns as much as is asked for."""

    def __init__(self, size: int, rest: bytes = b"") -> None:
        self.left = size
        self.rest = io.BytesIO(b"\n" + rest)
        self.largest = 0

    def readline(self, size: int = -1) -> bytes:
        return self.read1(size) if self.left else self.rest.readline(size)

    def read1(self, size: int = -1) -> bytes:
        if not self.left:
            return self.rest.read1(size)
        assert size > 0
        self.largest = max(self.largest, size)
        size = min(size, self.left)
        self.left -= size
        return b"1" * size


@pytest.mark.parametrize("more", [1, 7, 1000])
def test_of_a_long_line_only_the_beginning_is_read(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    monkeypatch.setattr(lines_module, "LONGEST_LINE", 100)
    monkeypatch.setattr(lines_module, "_BYTES_IN_PART", 50)
    rest = f"{LINE}\n\n{LINE}".encode()
    endless: list[Any] = [Endless(100 + more, rest) for _ in range(2)]
    first, *others = lines_of(endless[0])
    assert len(first) == 101
    assert others == rest.splitlines(keepends=True)
    first, *others = (line for part in parts_of(endless[1]) for line in part)
    assert 100 < len(first) <= 151
    assert others == rest.splitlines(keepends=True)


def test_a_line_that_is_too_long_is_one_error_and_the_next_is_read() -> None:
    for size in (LONGEST_LINE + 1, LONGEST_LINE + 10**6):
        endless = Endless(size, LINE.encode())
        long, other = read_puzzles(endless)  # type: ignore[arg-type]
        assert str(long.error) == f"line 1: the line has more than {LONGEST_LINE} characters, which no puzzle needs"
        assert (other.line, other.puzzle) == (2, HARD)
        assert endless.largest <= LONGEST_LINE + 1


def test_a_text_far_longer_than_any_puzzle_on_the_layout() -> None:
    many = "1" * (2**20 + 1)
    with pytest.raises(PuzzleError, match=f"{len(many)} characters, but the layout classic has 81 cells"):
        parse_puzzle(many, classic())
    with pytest.raises(PuzzleError, match="1048576 cells"):
        parse_puzzle(many[1:], classic())
    check_length("1 " * 20736 * 100, latin(144))
    assert [entry.puzzle for entry in read_puzzles([f"{LINE} # {many}"])] == [HARD]


def test_a_line_of_dashes_takes_no_time() -> None:
    """A frame was looked for by a pattern that took seconds for each thousand dashes."""
    (entry,) = read_puzzles(["-" * 100_000 + "x"])
    assert entry.error is not None


@pytest.mark.skipif(os.name != "posix", reason="measures memory as Unix does")
def test_a_line_of_100_mb_takes_little_memory() -> None:
    """By the readers of `solve` and of `check`."""
    script = """
import sys
from unitdoku.encoders.workers.processes import peak_bytes
from unitdoku.io import read_blocks, read_puzzles
from unitdoku.puzzles.text.lines import parts_of
for entries in (read_blocks(parts_of(sys.stdin.buffer)), read_puzzles(sys.stdin.buffer)):
    print(next(entries).error)
print(peak_bytes() >> 20)
"""
    text = (b"1 " * 50_000_000 + b"\n") * 2
    printed = subprocess.run([sys.executable, "-c", script], input=text, capture_output=True, check=False).stdout
    assert printed.count(b"the line has more than") == 2
    assert int(printed.split()[-1]) < 500  # MiB; it was several thousand


@pytest.mark.skipif(os.name != "posix", reason="has no /dev/zero")
def test_a_device_without_end_is_binary() -> None:
    for entries in (read_puzzles("/dev/zero"), read_puzzles(Path("/dev/zero")), read_blocks("/dev/zero")):
        assert errors(entries) == ["line 1: the file is no text: it is binary"]  # type: ignore[arg-type]


# What lines are.


def test_a_path_a_text_and_lines(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(TEXT)
    as_lists = (TEXT.splitlines(), TEXT.splitlines(keepends=True), iter([LINE] * 2))
    with path.open() as text, path.open("rb") as raw, path.open("rb", buffering=0) as direct:
        for lines in (path, str(path), TEXT, TEXT.encode(), *as_lists, text, raw, direct):
            assert [entry.puzzle for entry in read_puzzles(lines)] == [HARD] * 2
    assert [entry.puzzle for entry in read_puzzles(LINE)] == [HARD]
    assert [len(block) for block in read_blocks(path)] == [2]
    assert list(read_puzzles("")) == []


def test_a_path_that_cannot_be_read(tmp_path: Path) -> None:
    (entry,) = read_puzzles("no-such-file.txt")
    assert str(entry.error) == "line 1: there is no file 'no-such-file.txt'"
    for path, read in product((tmp_path, tmp_path / "nowhere", Path("a\0b")), (read_puzzles, read_blocks)):
        with pytest.raises(PuzzleError, match="cannot be read"):
            list(read(path))


@pytest.mark.parametrize("lines", [None, 5, object()])
def test_what_are_no_lines(lines: Any) -> None:
    for read in (read_puzzles, read_blocks):
        with pytest.raises(PuzzleError, match="neither"):
            list(read(lines))
    items: list[Any] = [LINE, lines, LINE]
    assert errors(read_puzzles(items))[1].startswith("line 2: ")
