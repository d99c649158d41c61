"""The command `unitdoku` in this process, and other programs in Python in one of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from click.testing import CliRunner, Result

from unitdoku.command.main import main


def run(*words: object, text: str | bytes | None = None, **settings: Any) -> Result:
    """What the command does with these words, and this text as its standard input."""
    return CliRunner().invoke(main, [str(word) for word in words], input=text, **settings)


def run_without(package: str, *words: object) -> tuple[int, str]:
    """The exit status of the command in a process without that package, and all that it writes, in one line."""
    script = f"import sys; sys.modules[{package!r}] = None; from unitdoku.command.start import run; run()"
    typed = [sys.executable, "-c", script, *map(str, words)]
    ran = subprocess.run(typed, capture_output=True, text=True, timeout=100, check=False)
    return ran.returncode, " ".join((ran.stdout + ran.stderr).split())


def printed_by(script: str, **environment: str) -> str:
    """What a program prints that ends as it should, with nothing on standard error."""
    typed, variables = [sys.executable, "-c", script], {**os.environ, **environment}
    ran = subprocess.run(typed, env=variables, capture_output=True, text=True, timeout=100, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout
