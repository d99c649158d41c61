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


def printed_by(script: str, **environment: str) -> str:
    """What a program prints that ends as it should, with nothing on standard error."""
    typed, variables = [sys.executable, "-c", script], {**os.environ, **environment}
    ran = subprocess.run(typed, env=variables, capture_output=True, text=True, timeout=100, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout
