"""Whether processes that a test knows by their numbers have ended, and Ctrl-C for the process of the tests."""

from __future__ import annotations

import gc
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil


def comes_true(condition: Callable[[], object], seconds: float = 30) -> bool:
    """Waits until a condition holds; returns whether it does so in time."""
    until = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < until:
        time.sleep(0.02)
    return bool(found)


def ended(pid: int) -> bool:
    """Waits up to ten seconds for the end of a process; in a container without an init process it stays as a zombie."""

    def is_gone() -> bool:
        try:
            return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return True

    return comes_true(is_gone, 10)


@contextmanager
def interrupted(seconds: float, once: Path | None = None) -> Iterator[None]:
    """Sends Ctrl-C to this process after so many seconds, once a file is there and not empty, by another process.

    Hypothesis has a hook in the garbage collector: Python drops what is raised there, so the interruption too.
    """
    waits = f"until [ -s '{once}' ]; do sleep 0.02; done; " if once else ""
    gc.disable()
    try:
        with subprocess.Popen(["/bin/sh", "-c", f"{waits}sleep {seconds}; kill -INT {os.getpid()}"]):
            yield
    finally:
        gc.enable()
