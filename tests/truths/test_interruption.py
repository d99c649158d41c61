"""Ctrl-C ends the command at once with every backend, as it ends any other program, and a session survives it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from hard_puzzles import PIGEONS, hard_and_easy
from pace import each_kind_of_backend, kinds_of_backends
from processes import comes_true, interrupted

from unitdoku import Verdict, find_backend
from unitdoku.encoders.naming.listing import installed_backends
from unitdoku.io import write_line

MARK = "UNITDOKU_TEST_MARK"
NAMES = installed_backends()
# Of the SAT solvers that run in this process one is enough here.
RUNS = [
    ("solve", "--backend", name, marks or [pytest.mark.long] * (name in ("sat:ergo", "sat:maplesat", "sat:minicard")))
    for name, marks in kinds_of_backends()
]
RUNS += [
    ("check", "--backends", name, [] if name == "reference" else [pytest.mark.long])
    for name in ("reference", "sat:cadical195", "cpsat")
    if name in NAMES
]


@pytest.mark.parametrize(
    ("command", "option", "name"), [pytest.param(*each[:3], id=f"{each[0]}-{each[2]}", marks=each[3]) for each in RUNS]
)
def test_ctrl_c_ends_the_command(command: str, option: str, name: str, tmp_path: Path) -> None:
    hard, easy = hard_and_easy(name)
    layout = "classic:36"
    if hard.layout == PIGEONS:
        units = [unit.cells for unit in PIGEONS.units]
        (tmp_path / "pigeons.json").write_text(json.dumps({"size": 11, "shape": [1, 12], "units": units}))
        layout = f"@{tmp_path / 'pigeons.json'}"
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("\n".join([write_line(easy), *[write_line(hard)] * 3]) + "\n")
    mark = f"{command} {name} {os.getpid()}"
    arguments = [command, str(puzzles), "--layout", layout, option, name, "--seconds", "100"]
    with started(mark, *arguments) as process:
        assert process.stdout
        # The first puzzle is answered at once: then everything is loaded, and the search of the second begins. (`check`
        # prints nothing before its end, but what it loads takes its worker less processor time than this.)
        if command == "solve":
            assert b"# line 1: " in process.stdout.readline()
        else:
            assert comes_true(lambda: processor_seconds(process.pid) > 3, 60)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=20)
    assert process.returncode == 130, error.decode()
    assert b"Aborted!" in error
    assert b"Traceback" not in error
    # Neither a verdict nor an agreement that was never reached.
    if command == "solve":
        assert out == b""
    else:
        assert b"settled by two backends: 1 answer to 1 puzzle by 1 backend." in out
        assert out.endswith(b"Interrupted after 1 puzzle.\n")
    assert_none_is_left(mark)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_nothing_that_a_program_started_is_left(number: int, tmp_path: Path) -> None:
    """By Ctrl-C, the end of a terminal, or `timeout`: neither processes, grandchildren included, nor files."""
    program = tmp_path / "hangs.sh"
    program.write_text(f"sleep 1000 & touch {tmp_path / 'started'}; sleep 1000")
    mark = f"program {os.getpid()} {number}"
    (tmp_path / "tmp").mkdir()
    solver = ["--backends", "reference", "--solver", f"bash {program} {{puzzle}}"]
    # A few puzzles: to draw many takes seconds.
    (tmp_path / "puzzles.txt").write_text("1...\n2...\n")
    arguments = ["check", str(tmp_path / "puzzles.txt"), "--layout", "latin:2", "--no-bundles", *solver]
    with started(mark, *arguments, TMPDIR=str(tmp_path / "tmp")) as process:
        assert comes_true((tmp_path / "started").exists)
        assert len(marked(mark)) > 3
        process.send_signal(number)
        _, error = process.communicate(timeout=20)
    assert process.returncode == 130, error.decode()
    assert b"Traceback" not in error
    assert_none_is_left(mark)
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_two_ctrl_c_end_the_processes_that_generate(tmp_path: Path) -> None:
    """The second one comes while the first is handled; there is work left for hours."""
    mark, path = f"generate {os.getpid()}", tmp_path / "made.csv"
    with started(mark, "generate", "--count", "1000000000", "--processes", "2", "-o", str(path)) as process:
        part = tmp_path / "made.csv.part"
        assert comes_true(lambda: part.exists() and part.stat().st_size, 60)
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT), error.decode()
    assert b"Traceback" not in error
    assert_none_is_left(mark)
    assert list(tmp_path.iterdir()) == []


def processor_seconds(pid: int) -> float:
    """Those of the processes that this one has started."""
    return sum(child.cpu_times().user for child in psutil.Process(pid).children(recursive=True))


def marked(mark: str) -> list[int]:
    """The processes with this mark in their environment, which they hand on to all that they start."""
    alive = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if f"{MARK}={mark}".encode() in entry.read_bytes().split(b"\0"):
                alive.append(int(entry.parent.name))
    return alive


def assert_none_is_left(mark: str) -> None:
    """Waits, as the kernel needs a moment to take away what was killed."""
    assert comes_true(lambda: not marked(mark), 10), marked(mark)


def started(mark: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    """The command, in a process with a mark."""
    command, pipe = [sys.executable, "-m", "unitdoku", *arguments], subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, env={**os.environ, MARK: mark, **environment})


@each_kind_of_backend
def test_a_session_works_on_after_ctrl_c(name: str) -> None:
    hard, easy = hard_and_easy(name)
    with find_backend(name).open(hard.layout) as session:
        for _ in range(2):
            with interrupted(0.3), pytest.raises(KeyboardInterrupt):
                session.solve(hard, seconds=60)
            assert session.solve(hard, seconds=0.1).verdict is Verdict.UNKNOWN
            assert session.solve(easy, 2).exhausted
