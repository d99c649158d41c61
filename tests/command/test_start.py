"""Ctrl-C while the command is still importing, and SIGTERM while it writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from commands import printed_by
from corpora import HARD

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
    assert printed_by(PLAIN).count("Usage: ") >= 10


@pytest.mark.parametrize("module", ["click.core", "unitdoku.reference.model.puzzle"])
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
    assert printed_by(program).splitlines()[-1] == "True"


def with_closed(streams: str, arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs the command with streams that the shell has closed."""
    typed = ["sh", "-c", f'exec "$@" {streams}', "sh", sys.executable, "-m", "unitdoku", *arguments.split()]
    return subprocess.run(typed, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


ALL = "<&- >&- 2>&-"


@pytest.mark.parametrize(
    ("arguments", "status", "closed"),
    [
        # The streams are filled before the command is known: each way to close them is tried with one command.
        *(("solve two.txt -o out.txt", 0, streams) for streams in ("2>&-", "<&-", "<&- 2>&-", ">&- 2>&-", ALL)),
        ("solve bad.txt -o out.txt", 2, ALL),
        ("solve two.txt -o out.txt --seconds 0", 3, ALL),
        ("certify two.txt -o out.txt", 0, ALL),
        ("check two.txt --backends reference", 0, "<&- 2>&-"),
        ("check two.txt --backends reference", 2, ALL),  # what it says cannot be written
        ("bench two.txt --backends reference --db out.sqlite", 0, "<&- 2>&-"),
        ("no-such-command", 2, ALL),
    ],
)
def test_closed_streams_change_neither_status_nor_output(
    arguments: str, status: int, closed: str, tmp_path: Path
) -> None:
    (tmp_path / "two.txt").write_text(f"{HARD}\n" * 2)
    (tmp_path / "bad.txt").write_text(f"{HARD}x\n")
    ended = with_closed(closed, arguments, tmp_path)
    assert ended.returncode == status, ended
    if status == 0 and "-o" in arguments:
        assert (tmp_path / "out.txt").read_text().count("\n") == 2
    assert "Error" not in ended.stdout


def test_closed_standard_streams_are_named(tmp_path: Path) -> None:
    for closed, source, name in (("<&-", "-", "standard input"), (">&-", HARD, "standard output")):
        ended = with_closed(closed, f"solve {source}", tmp_path)
        assert ended.returncode == 2
        assert ended.stderr.startswith(f"error: {name}: ")
        assert "Traceback" not in ended.stderr
