"""Plain lines read many at a time give the same puzzles, answers and errors as lines read one by one."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import commands
import pytest
from click.testing import Result
from corpora import CLASSIC, bundled
from pace import needs_kernel

from unitdoku import Layout, Puzzle, classic, latin, read_puzzles
from unitdoku.command.terminal import Bar
from unitdoku.encoders import stream
from unitdoku.encoders.backends import portfolio
from unitdoku.io import PlainBlock, PuzzleEntry, read_blocks, write_line
from unitdoku.layouts import layout_named

PUZZLES = bundled("top95.txt")
LINES = [write_line(puzzle).encode() + b"\n" for puzzle in PUZZLES]


def one_by_one(read: Iterator[PuzzleEntry | PlainBlock]) -> list[tuple[int, Puzzle | None, str]]:
    """Returns line, puzzle and error of each entry, with blocks split into puzzles."""
    found: list[tuple[int, Puzzle | None, str]] = []
    for entry in read:
        if isinstance(entry, PlainBlock):
            found += [(entry.line + at, entry.puzzle(at), "") for at in range(len(entry))]
        else:
            found.append((entry.line, entry.puzzle, str(entry.error or "")))
    return found


def assert_the_same(lines: list[bytes], layout: Layout, part: int, symbols: str | None = None) -> None:
    parts = (lines[first : first + part] for first in range(0, len(lines), part))
    assert one_by_one(read_blocks(parts, layout, symbols)) == one_by_one(read_puzzles(lines, layout, symbols))


def test_plain_lines_are_one_block() -> None:
    for end in (b"\n", b"\r\n", b" \t\r\n"):
        lines = [line.rstrip() + end for line in LINES]
        lines[-1] = lines[-1].rstrip()
        (block,) = read_blocks([lines], CLASSIC)
        assert isinstance(block, PlainBlock)
        assert [block.puzzle(at) for at in range(len(block))] == PUZZLES
        assert block.values == b"".join(bytes(puzzle.values) for puzzle in PUZZLES)


@pytest.mark.parametrize(
    "odd",
    [
        *(b"\n", b"# a comment\n", LINES[0][:80] + b"\n", LINES[0][:80] + b"\r\n", LINES[0][:81] + b".\n"),
        LINES[0][:81] + b" # easy\n",
        *(LINES[0][:40] + odd + LINES[0][41:] for odd in (b"\r", b"x", b"\xff")),
        LINES[0][:81] + b"\r" + LINES[1],
        b'{"layout": "classic:4", "puzzle": "1..............."}\n',
        b"".join(LINES[0][at : at + 9] + b"\n" for at in range(0, 81, 9)),
        LINES[0][:9] + b"\n",
        b"\xef\xbb\xbf" + LINES[0],
        *(LINES[0][:81] + end for end in (b" \t \n", b" \r\n", b"\r \n", b"\x0b\n")),
        LINES[0][:80] + b" \n",
        b" " + LINES[0],
    ],
)
@pytest.mark.parametrize("part", [1, 3, 100])
def test_an_odd_line_changes_nothing_else(odd: bytes, part: int) -> None:
    for at in (0, 4, 10):
        assert_the_same(LINES[:at] + odd.splitlines(keepends=True) + LINES[at:10], CLASSIC, part)


def test_a_block_in_parts() -> None:
    block = PlainBlock(7, classic(4), bytes(16 * 5))
    assert [(part.line, len(part)) for part in block.parts(2)] == [(7, 2), (9, 2), (11, 1)]
    assert [part.values for part in block.parts(9)] == [block.values]


def test_lines_between_odd_ones_are_blocks() -> None:
    # A heading, a blank line, a picture and a bad line among a thousand: few puzzles are read one by one.
    picture = [b"\n", *[b"." * 9 + b"\n"] * 9, b"\n"]
    some = [LINES[0].rstrip() + b"\n"] * 250
    lines = [b"# name\n", *some, b"\n", *some, *picture, *some, b"1x\n", *some]
    assert_the_same(lines, CLASSIC, len(lines))
    read = list(read_blocks([lines], CLASSIC))
    assert sum(len(entry) for entry in read if isinstance(entry, PlainBlock)) > 850
    assert len(read) < 150


def test_lines_of_other_lengths() -> None:
    bare = [line.rstrip() for line in LINES[:5]]
    # One line is too short and one too long; together they have the characters of two good ones.
    some = [LINES[0][:80] + b"\n", LINES[1][:81] + b"1\n", *LINES[:3]]
    for lines in (some, [bare[0], LINES[1]], bare, [bare[0][:40], bare[0][40:], bare[1]], [b"", *bare]):
        for part in (1, 2, len(lines)):
            assert_the_same(lines, CLASSIC, part)
    ends_that_add_up = [b"1234............\r\n", b"." * 17 + b"\n", b"." * 7 + b"\r" + b"." * 8 + b"\r\n"]
    for part in (1, 2, 3):
        assert_the_same(ends_that_add_up, classic(4), part)


def test_random_bytes() -> None:
    rng = random.Random(5)
    for _ in range(100):
        lines = [bytearray(rng.choice(LINES)) for _ in range(rng.choice((1, 2, 6, 150)))]
        for _ in range(rng.randint(0, 3)):
            line = rng.choice(lines)
            line[rng.randrange(len(line))] = rng.choice(b"\n\r #x.019\xff{")
        whole = b"".join(lines).splitlines(keepends=True)
        split = [part for line in whole for part in line.splitlines(keepends=True)]
        assert_the_same(split, CLASSIC, rng.choice((1, 3, 100)))


def test_other_layouts_and_symbols() -> None:
    assert_the_same([b"0.23............\n"] * 3, classic(4), 2)
    assert_the_same([b"A..B\n", b".BA.\n"], latin(2), 2, "AB")
    assert_the_same([b"123456789ABCDEFG" + b"." * 240 + b"\n"] * 3, classic(16), 2, "123456789ABCDEFG")
    assert_the_same([b"1" * 81 + b"\n"], CLASSIC, 1, "123456789")
    # No line is plain where it may be a row of a picture, or where values have no characters.
    for layout in (latin(1), layout_named("latin:10")):
        assert not any(isinstance(entry, PlainBlock) for entry in read_blocks([[b"1\n", b"." * 100 + b"\n"]], layout))


run = partial(commands.run, "solve")


def without_times(result: Result) -> str:
    return re.sub('"seconds": {[^}]*}|"rounds": [0-9]*', "", result.stdout)


def run_line_by_line(*arguments: str) -> Result:
    """Runs the same command without a session that answers blocks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(portfolio, "compiled_search", lambda _: None)
        return run(*arguments)


@needs_kernel
class TestTheCommand:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        """Puzzles with one solution, several and none, a bad line, a comment."""
        lines = [line.decode() for line in LINES]
        lines[3] = "." * 81 + "\n"
        lines[5] = "11" + "." * 79 + "\n"
        lines[7] = "12x" + "." * 78 + "\n"
        lines[9] = "# nothing\n"
        path = tmp_path / "puzzles.txt"
        path.write_text("".join(lines * 12))
        return path

    @pytest.mark.parametrize(
        ("limit", "form"), [("2", []), ("3", ["--json"]), ("5", ["--picture"]), ("200", []), ("1000", [])]
    )
    def test_a_file_is_answered_as_its_lines_are(
        self, file: Path, limit: str, form: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stream, "_GRID_BYTES", 2**18)  # some blocks are cut in parts
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join(lines[: 110 if "--picture" in form else 10000 // int(limit) + 10]))
        # More lanes would decide which solutions come.
        options = ("--backend", "native:lanes=1", "--limit", limit, *form)
        many, single = run(str(file), *options), run_line_by_line(str(file), *options)
        piped = run("-", *options, text=file.read_text())
        assert without_times(many) == without_times(single) == without_times(piped)
        assert many.stderr == single.stderr == piped.stderr.replace("standard input", str(file))
        assert many.exit_code == single.exit_code == piped.exit_code == 2

    def test_lines_are_answered_as_they_come(self) -> None:
        command = [sys.executable, "-m", "unitdoku", "solve", "-", "--backend", "native"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for number, line in enumerate(LINES[:3], start=1):
                process.stdin.write(line[:50])  # a line in two parts
                process.stdin.flush()
                process.stdin.write(line[50:])
                process.stdin.flush()
                assert f"# line {number}: SAT, unique\n".encode() in process.stdout.readline()
            process.stdin.close()
            assert process.wait(30) == 0

    def test_how_far_it_is(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        # The bar shows the puzzles answered, not those read.
        seen: list[tuple[int, int]] = []

        def note(bar: Bar, count: int = 1) -> None:
            seen.append(bar._how_far())

        monkeypatch.setattr(Bar, "step", note)
        for ask in (run, run_line_by_line):
            seen.clear()
            ask(str(file), "--backend", "native")
            done, totals = zip(*seen, strict=True)
            assert set(totals) == {file.stat().st_size}
            assert list(done) == sorted(done)
            assert done[-1] == file.stat().st_size
        assert len(set(done)) > 500
        assert done[0] < 1000

    def test_an_output_that_a_shell_opened(self, file: Path) -> None:
        shown = run(str(file), "--backend", "native").stdout
        # A shell passes `>(...)` like this: a path whose link names no file.
        reading, writing = os.pipe()
        command = [sys.executable, "-m", "unitdoku", "solve", str(file), "--backend", "native"]
        command += ["-o", f"/dev/fd/{writing}"]
        with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
            os.close(writing)
            with open(reading) as stream:
                assert stream.read() == shown
        assert process.returncode == 2

    def test_a_layout_that_a_backend_refuses_is_reported_for_each_line(self, tmp_path: Path) -> None:
        file = tmp_path / "puzzles.txt"
        file.write_text("1...............\n" * 3)
        refused = run(str(file), "--layout", "classic:4", "--backend", "sat:cadical195:most-clauses=10")
        assert refused.exit_code == 1
        assert [line.partition(": line ")[2][:2] for line in refused.stderr.splitlines()] == ["1:", "2:", "3:"]

    def test_puzzles_without_time_in_a_block(self, tmp_path: Path) -> None:
        file = tmp_path / "puzzles.txt"
        file.write_text("." * 81 + "\n" + LINES[0].decode())
        cut_off = run(str(file), "--seconds", "0", "--backend", "native", "--limit", "60")
        assert cut_off.exit_code == 3
        assert cut_off.stdout == "".join(f"# line {line}: UNKNOWN: not settled in time\n" for line in (1, 2))
