"""What a shell completes: the variables that it sets, and what `unitdoku` prints then."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from unitdoku.command.completion import VARIABLE
from unitdoku.command.main import COMMANDS, main


def proposed(line: str) -> list[str]:
    """Returns what bash gets for this line, the cursor at its end."""
    variables = {VARIABLE: "bash_complete", "COMP_LINE": line, "COMP_POINT": str(len(line))}
    code = "import sys; sys.argv[0] = 'unitdoku'; from unitdoku.command.start import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return [line for line in done.stdout.splitlines() if line]  # click prints an empty line for no proposal


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("unitdoku nosuch", []),
        ("unitdoku so", ["plain,solve"]),
        ("unitdoku solve --lay", ["plain,--layout"]),
        ("unitdoku solve --layout ", ["plain,classic", "plain,latin"]),
        ("unitdoku solve --layout wind", ["plain,windoku"]),
        ("unitdoku solve --layout diagonal+wind", ["plain,diagonal+windoku"]),
        # Bash keeps what stands before a colon.
        ("unitdoku solve --layout classic:16+wind", ["plain,16+windoku"]),
        ("unitdoku solve --backend refe", ["plain,reference", "plain,reference:twins"]),
        ("unitdoku solve --backend reference:tw", ["plain,twins"]),
        ("unitdoku check --backends reference:twins,refe", ["plain,twins,reference", "plain,twins,reference:twins"]),
        ("unitdoku solve --format f-", ["plain,f-puzzles"]),
        ("unitdoku convert x.txt --to js", ["plain,json"]),
        ("unitdoku certify --proof ", ["plain,auto", "plain,search", "plain,shortest"]),
        ("unitdoku certify --proof sh", ["plain,shortest"]),
        ("unitdoku bench top", ["plain,top95"]),
        ("unitdoku bench my-puz", ["file,my-puz"]),
        ("unitdoku solve puz", ["file,puz"]),
        ("unitdoku solve 'my puz", ["file,my puz"]),
        ("unitdoku solve x --output pu", ["file,pu"]),
    ],
)
def test_names_and_files_are_proposed(line: str, found: list[str]) -> None:
    assert proposed(line)[: max(1, len(found))] == found


def test_all_commands_are_proposed() -> None:
    assert proposed("unitdoku ") == [f"plain,{name}" for name in COMMANDS]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(shell: str) -> None:
    result = CliRunner().invoke(main, ["completion", shell])
    assert result.exit_code == 0
    assert f"{VARIABLE}={shell}_complete" in result.stdout
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=result.stdout, text=True, check=True)


def test_other_shells_are_refused() -> None:
    result = CliRunner().invoke(main, ["completion", "tcsh"])
    assert result.exit_code == 2
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in result.stderr
