"""What a shell completes: the variables that it sets, and what `unitdoku` prints then."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from unitdoku.command.main import COMMANDS

RUN = "import sys; sys.argv[0] = 'unitdoku'; from unitdoku.command.start import run; run()"


def ran(**variables: str) -> str:
    environment = {**os.environ, **variables}
    done = subprocess.run([sys.executable, "-c", RUN], env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout


def proposed(line: str) -> list[str]:
    """Returns what bash gets for this line, the cursor at its end."""
    shown = ran(_UNITDOKU_COMPLETE="bash_complete", COMP_LINE=line, COMP_POINT=str(len(line)))
    return [line for line in shown.splitlines() if line]  # click prints an empty line for no proposal


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("unitdoku ", [f"plain,{name}" for name in COMMANDS]),
        ("unitdoku nosuch", []),
        ("unitdoku solve --lay", ["plain,--layout"]),
        ("unitdoku solve --layout diagonal+wind", ["plain,diagonal+windoku"]),
        # Bash keeps what stands before a colon.
        ("unitdoku solve --layout classic:16+wind", ["plain,16+windoku"]),
        ("unitdoku solve --backend refe", ["plain,reference", "plain,reference:twins"]),
        ("unitdoku check --backends reference:twins,refe", ["plain,twins,reference", "plain,twins,reference:twins"]),
        ("unitdoku solve --format f-", ["plain,f-puzzles"]),
        ("unitdoku certify --proof sh", ["plain,shortest"]),
        ("unitdoku bench top", ["plain,top95"]),
        ("unitdoku bench my-puz", ["file,my-puz"]),
        ("unitdoku solve 'my puz", ["file,my puz"]),
        ("unitdoku solve x --output pu", ["file,pu"]),
    ],
)
def test_names_and_files_are_proposed(line: str, found: list[str]) -> None:
    assert proposed(line)[: max(1, len(found))] == found


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(shell: str) -> None:
    script = ran(_UNITDOKU_COMPLETE=f"{shell}_source")
    assert f"_UNITDOKU_COMPLETE={shell}_complete" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)
