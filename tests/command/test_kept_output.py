"""`-o FILE` of `solve` and `certify`: what Ctrl-C leaves in FILE.part, and that `--from` makes the rest."""

from __future__ import annotations

import errno
import gzip
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from io import BufferedRandom
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO, cast

import pytest
from click.testing import Result
from commands import run
from corpora import seventeen_clue
from pace import needs_kernel

from unitdoku.command import output
from unitdoku.command import solve as command
from unitdoku.encoders.stream import solve_stream
from unitdoku.io import write_line
from unitdoku.puzzles.text.part_file import open_part

PICTURE = "\n12|34\n..|..\n--+--\n..|..\n...1\n\n"
FOUR = ["1" + "." * 15, "11" + "." * 14, "." * 16, "1x", "# nothing", PICTURE, *["." * 15 + "1"] * 3]
FOUR += ['{"puzzle": "...", "layout": "nonsense"}', '{"puzzle": "1...", "layout": "latin:2"}', *["..3." + "." * 12] * 4]
LINES = "\n".join(FOUR) + "\n"
SOLVE = ("solve", "--backend", "reference")


@pytest.fixture
def folder(here: Path) -> Path:
    Path("puzzles.txt").write_text(LINES)
    return here


def ran(*arguments: str, source: str = "puzzles.txt") -> Result:
    return run(arguments[0], source, "--layout", "classic:4", *arguments[1:], text=LINES)


def stop(monkeypatch: pytest.MonkeyPatch, after: int, error: BaseException | None = None) -> None:
    """Ends the next command when it has written so many texts, as Ctrl-C does if there is no error."""
    left = after

    class Stopping(BufferedRandom):
        def write(self, data: Any) -> int:
            nonlocal left
            left -= 1
            if left < 0:
                super().write(b"half an ans")
                raise error or KeyboardInterrupt
            return super().write(data)

    def opened(path: str) -> BinaryIO:
        return cast("BinaryIO", Stopping(cast("BufferedRandom", open_part(path)).detach()))

    monkeypatch.setattr(output, "open_part", opened)


def following(stopped: Result) -> str:
    """Returns the number that the command names for `--from`."""
    found = re.search(r"\d+ puzzles? (is|are) finished in out\.\w+\.part; go on with --from (\d+) and", stopped.stderr)
    assert found, stopped.stderr
    return found[2]


def puzzle_of(line: str) -> str:
    """Returns on which line the puzzle of an answer stands."""
    return line.partition("# line ")[2].partition(":")[0]


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(
    ("arguments", "ending", "error"),
    [
        (SOLVE, ".txt", None),
        ((*SOLVE, "--picture"), ".txt", None),
        ((*SOLVE, "--limit", "300"), ".txt", OSError(errno.ENOSPC, "No space left on device")),
        pytest.param(("solve", "--backend", "native", "--limit", "300"), ".txt", None, marks=needs_kernel),
        (("certify", "--proof", "search"), ".gz", None),
    ],
)
def test_what_is_kept_and_the_rest_are_the_whole(
    arguments: tuple[str, ...], ending: str, error: OSError | None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Ctrl-C, and after an error in writing: also where both parts are packed."""
    names = [f"{name}{ending}" for name in ("whole", "out", "rest")]
    whole = ran(*arguments, "-o", names[0])
    assert whole.exit_code == 2
    for after in range(1, 14):
        with monkeypatch.context() as patched:
            stop(patched, after, error)
            stopped = ran(*arguments, "-o", names[1])
        if Path(names[1]).exists():
            break  # all texts were written
        assert stopped.exit_code == (2 if error else 130)
        assert not error or f"error: {names[1]}: No space left on device" in stopped.stderr
        kept = Path(f"{names[1]}.part")
        if not kept.exists():
            assert "--from" not in stopped.stderr
            continue
        rest = ran(*arguments, "-o", names[2], "--from", following(stopped))
        assert rest.exit_code in (0, 2)
        assert set(rest.stderr.splitlines()) - set(whole.stderr.splitlines()) <= set(rest.stderr.splitlines()[-1:])
        parts = kept.read_bytes() + Path(names[2]).read_bytes(), Path(names[0]).read_bytes()
        joined, expected = map(gzip.decompress, parts) if ending == ".gz" else parts
        assert joined == expected
    assert after > 1
    assert left(folder) == sorted([*names, "puzzles.txt"])


@needs_kernel
def test_lines_may_arrive_otherwise_in_the_second_command(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file and a pipe are read in other parts: a plain line may come in a block or not."""
    one_lane = ("solve", "--backend", "native:lanes=1")  # more lanes would decide which solutions come
    lines = ran(*one_lane).stdout.splitlines(keepends=True)
    first = {puzzle_of(line): number for number, line in reversed(list(enumerate(lines)))}
    monkeypatch.setattr("unitdoku.puzzles.text.lines._BYTES_IN_PART", 20)
    assert len(first) == 12
    for skipped, before in enumerate(sorted(first.values())):
        assert ran(*one_lane, "--from", str(skipped), source="-").stdout == "".join(lines[before:])


def test_a_second_interruption_counts_on_and_what_is_kept_is_not_replaced_by_the_rest(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        stop(patched, 2)
        assert following(ran(*SOLVE, "-o", "out.txt")) == "2"
    kept = Path("out.txt.part").read_bytes()
    refused = ran(*SOLVE, "-o", "out.txt", "--from", "2")
    assert refused.exit_code == 2
    assert "out.txt.part may hold the answers to the skipped puzzles: name another file" in refused.stderr
    assert Path("out.txt.part").read_bytes() == kept
    assert ran(*SOLVE, "-o", "out.txt").exit_code == 2  # a command from the start begins anew
    assert left(folder) == ["out.txt", "puzzles.txt"]
    stop(monkeypatch, 2)
    assert following(ran(*SOLVE, "-o", "out.txt", "--from", "2")) == "4"


def test_more_than_all_puzzles_are_skipped(folder: Path) -> None:
    for skipped in ("13", "14", "10000000"):
        for name in ("solve", "certify"):
            empty = ran(name, "-o", "out.txt", "--from", skipped)
            assert empty.exit_code == 2
            assert f"puzzles.txt: no puzzle is left after the first {int(skipped):,}" in empty.stderr
    assert ran("solve", "--from", "1", source="." * 16).exit_code == 2
    assert ran("check", "--from", "1").exit_code == 2
    assert left(folder) == ["puzzles.txt"]


def test_what_an_interrupted_search_had_found_is_not_finished(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any) -> Iterator[Any]:
        answers: Iterator[Any] = solve_stream(*arguments)
        for answer in answers:
            if answer.entry.line == 3:
                found = replace(answer.result, solutions=answer.result.solutions[:1], exhausted=False)
                yield answer._replace(result=found)
                raise KeyboardInterrupt
            yield answer

    with monkeypatch.context() as patched:
        patched.setattr(command, "solve_stream", interrupted)
        assert following(ran(*SOLVE, "-o", "out.txt")) == "2"
    assert "line 3" not in Path("out.txt.part").read_text()
    # Out of time is an answer, also as the last one.
    Path("puzzles.txt").write_text(("." * 16 + "\n") * 4)
    assert ran(*SOLVE, "-o", "out.txt", "--seconds", "0").exit_code == 3
    assert Path("out.txt").read_text().count("UNKNOWN") == 4
    stop(monkeypatch, 3)
    assert following(ran(*SOLVE, "-o", "out.txt", "--seconds", "0")) == "3"


def test_ctrl_c_at_every_step_of_writing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran(*SOLVE, "-o", "whole.txt")
    whole = Path("whole.txt").read_text()
    code = output.write_answers.__code__
    for step in range(0, 10_000, 13):
        steps = step

        def interrupted(frame: FrameType, event: str, _: object) -> Any:
            nonlocal steps
            if frame.f_code is not code:
                return None
            frame.f_trace_opcodes = True
            steps -= event == "opcode"
            if steps < 0:
                sys.settrace(None)
                raise KeyboardInterrupt
            return interrupted

        sys.settrace(interrupted)
        try:
            stopped = ran(*SOLVE, "-o", "out.txt")
        finally:
            sys.settrace(None)
        if stopped.exit_code == 2 and step:
            break
        # Python 3.12 has no steps of a function that is traced for the first time.
        assert stopped.exit_code == 130 or (step == 0 and sys.version_info[:2] == (3, 12))
        kept = Path("out.txt.part").read_text() if Path("out.txt.part").exists() else ""
        assert whole.startswith(kept)
        if kept:
            assert len(set(map(puzzle_of, kept.splitlines()))) == int(following(stopped))
        elif Path("out.txt").exists():
            assert "--from" not in stopped.stderr
            assert Path("out.txt").read_text() == whole
            Path("out.txt").unlink()
    assert step > 100


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_commands_that_are_ended_again_and_again_come_to_the_same(number: signal.Signals, folder: Path) -> None:
    Path("puzzles.txt").write_text("\n".join(map(write_line, seventeen_clue(5_000))))
    typed = ["solve", "puzzles.txt", "--backend", "reference"]
    rng = random.Random(number)
    done = 0
    parts = [Path("out0.part"), Path("out1.part")]
    for part in parts:
        Path(part.stem).write_text("before\n")
        command = [sys.executable, "-m", "unitdoku", *typed, "-o", part.stem, "--from", str(done)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            # After the first answer: until then modules are imported, where Python may lose an interrupt for good.
            while process.poll() is None and not (part.exists() and part.stat().st_size):
                time.sleep(0.01)
            time.sleep(rng.uniform(0, 0.05))
            process.send_signal(number)
            _, said = process.communicate()
        assert process.returncode == (-9 if number == signal.SIGKILL else 130)
        assert Path(part.stem).read_text() == "before\n"
        done += part.read_bytes().count(b"\n") if part.exists() else 0
        if number != signal.SIGKILL:
            assert (f"go on with --from {done} " in said) == part.exists(), "without a finished answer nothing is kept"
    for name, skipped in (("rest", done), ("whole", 0)):
        assert run(*typed, "-o", name, "--from", skipped).exit_code == 0
    joined = b"".join(part.read_bytes() for part in parts if part.exists()) + Path("rest").read_bytes()
    assert joined == Path("whole").read_bytes()


def test_no_file_but_a_device(folder: Path) -> None:
    assert ran("solve", "-o", os.devnull).exit_code == 2
    assert ran("solve", "-o", "missing/out.txt").stderr.splitlines()[-1].startswith("error: missing/out.txt: No such")
    assert json.loads(ran("solve", "-o", "/dev/stdout", "--json").stdout.splitlines()[0])["line"] == 1


@pytest.mark.parametrize("name", ["solve", "certify"])
def test_puzzles_are_not_replaced_by_their_answers(name: str, folder: Path) -> None:
    Path("link.txt").symlink_to("puzzles.txt")
    for path in ("puzzles.txt", "./puzzles.txt", "link.txt"):
        refused = ran(name, "-o", path)
        assert (refused.exit_code, f"{path} is the file of the puzzles: choose" in refused.stderr) == (2, True)
    assert Path("puzzles.txt").read_text() == LINES
