"""Ctrl-C while the command is still importing, and SIGTERM while it writes."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

# Sends Ctrl-C when the import of a module begins.
STARTED = """
import signal, sys
from unitdoku.command.start import run
name = sys.argv.pop(1)
class Interrupting:
    def find_spec(self, found, path=None, target=None):
        if found == name:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
run()
"""


# Shows the help of every command where only the packages of a plain installation can be imported.
PLAIN = """
import sys
for name in "numpy pandas pysat pycryptosat ortools jinja2 matplotlib pyarrow distributed hypothesis pytest".split():
    sys.modules[name] = None
from unitdoku.command.main import COMMANDS, main
for name in COMMANDS:
    main([name, "--help"], standalone_mode=False)
"""


def test_the_help_of_every_command_needs_no_extra() -> None:
    ended = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.count("Usage: ") >= 10


@pytest.mark.parametrize(
    "module",
    [
        "click",
        "click.core",
        "gettext",
        "unitdoku.command.main",
        "unitdoku.command.solve",
        "unitdoku.encoders.solve",
        "unitdoku.reference.puzzle",
    ],
)
def test_ctrl_c_during_imports_has_no_traceback(module: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", STARTED, module, "solve", HARD], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (130, ""), ended
    assert ended.stderr.strip() in ("", "Aborted!")


def test_the_command_starts_without_a_handler_of_its_own() -> None:
    """Where Ctrl-C is ignored, as by `nohup` and for background commands of a shell, it stays so."""
    program = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    program += f"import sys; sys.argv = ['unitdoku', 'solve', {HARD!r}]\n"
    program += "from unitdoku.command.start import run\n"
    program += "try: run()\nfinally: print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ended.stdout.splitlines()[-1] == "True", ended


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_file_is_half_written_under_its_name(number: signal.Signals, tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(f"{HARD}\n" * 20_000)
    output = tmp_path / "output.txt"
    output.write_text("before\n")
    command = [sys.executable, "-m", "unitdoku", "solve", str(puzzles), "-o", str(output), "--backend", "reference"]
    part = tmp_path / "output.txt.part"
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while not (part.exists() and part.stat().st_size):
            time.sleep(0.01)
        process.send_signal(number)
    assert process.returncode == (-9 if number == signal.SIGKILL else 130)
    assert output.read_text() == "before\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "output.txt",
        "output.txt.part",
        "puzzles.txt",
    ]


@pytest.mark.parametrize("closed", ["2>&-", "<&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["solve", "two.txt", "-o", "out.txt"], 0),
        (["solve", "bad.txt", "-o", "out.txt"], 2),
        (["solve", "two.txt", "-o", "out.txt", "--seconds", "0"], 3),
        (["certify", "two.txt", "-o", "out.txt"], 0),
        (["check", "two.txt", "--backends", "reference"], 0),
        (["bench", "two.txt", "--backends", "reference", "--db", "out.sqlite"], 0),
        (["no-such-command"], 2),
    ],
)
def test_closed_streams_change_neither_status_nor_output(
    arguments: list[str], status: int, closed: str, tmp_path: Path
) -> None:
    (tmp_path / "two.txt").write_text(f"{HARD}\n" * 2)
    (tmp_path / "bad.txt").write_text(f"{HARD}x\n")
    command = f'exec "$@" {closed}'
    ended = subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, "-m", "unitdoku", *arguments],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if ">&-" in closed.replace("2>&-", "") and "-o" not in arguments:
        assert ended.returncode == 2  # what it says cannot be written
    else:
        assert ended.returncode == status, ended
    if status == 0 and "-o" in arguments:
        assert (tmp_path / "out.txt").read_text().count("\n") == 2
    assert b"Error" not in ended.stdout


def test_closed_standard_streams_are_named() -> None:
    for closed, name in (("<&-", "standard input"), (">&-", "standard output")):
        command = f'exec "$@" {closed}'
        typed = ["sh", "-c", command, "sh", sys.executable, "-m", "unitdoku", "solve", "-" if "<" in closed else HARD]
        ended = subprocess.run(typed, capture_output=True, text=True, check=False)
        assert ended.returncode == 2
        assert ended.stderr.startswith(f"error: {name}: ")
        assert "Traceback" not in ended.stderr
