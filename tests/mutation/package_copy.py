"""Copies of the repository in which code is changed, so that the working tree never is."""

from __future__ import annotations

import compileall
import os
import resource
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("src", "reference", "puzzles", "encoders", "compare", "tests")
LEFT_OUT = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info")
PYTEST = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--assert=plain"]
MOST_MEMORY = 6 * 2**30


class Ran(NamedTuple):
    """The end of a command: its exit status (negative: the signal that ended it, None: the time was over)."""

    status: int | None
    output: str
    """Standard output, and standard error behind it."""


def copied(folder: Path) -> Path:
    """Returns a copy of the repository in the folder; raises RuntimeError if Python would not import the copy.

    Compiled files of Python are copied too, and missing ones are made. They stay valid, as the copy of a source file
    keeps its time, and a later change of it sets another one.
    """
    copy = folder / "copy"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=LEFT_OUT)
    for name in FOLDERS:
        compileall.compile_dir(str(copy / name), quiet=2)
    found = run([sys.executable, "-c", "import unitdoku.reference.model.grid as it; print(it.__file__)"], copy)
    if not found.output.startswith(str(copy)):
        raise RuntimeError(f"the tests would not import the copy, but {found.output}")
    return copy


def run(command: list[str], copy: Path, seconds: float | None = None) -> Ran:
    """Runs a command in a copy so that `import unitdoku` finds the copy; kills it and its children after `seconds`."""
    # Runs of pytest at the same time that share a folder for temporary files remove the same dead links at their ends:
    # the second one then fails, and prints no summary.
    own = {"PYTHONPATH": str(copy / "src"), "PYTEST_DEBUG_TEMPROOT": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    settings = os.environ | own
    with subprocess.Popen(
        command, cwd=copy, env=settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            parent = psutil.Process(process.pid)
            for each in (*parent.children(recursive=True), parent):
                with suppress(psutil.NoSuchProcess):
                    each.kill()
            return Ran(None, process.communicate()[0])
        return Ran(process.returncode, output)


def bound_processes(cpu_seconds: int | None = None) -> None:
    """Limits memory and CPU time of this process, and of each process that it starts."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    if cpu_seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
