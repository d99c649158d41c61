"""Whether processes that a test knows by their numbers have ended, and Ctrl-C for the process of the tests."""

from __future__ import annotations

import gc
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil


def ended(pid: int) -> bool:
    """Waits up to ten seconds for the end of a process; in a container without an init process it stays as a zombie."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.02)
    return False


@contextmanager
def interrupted(seconds: float) -> Iterator[None]:
    """Sends Ctrl-C to this process after so many seconds, by another process.

    Hypothesis has a hook in the garbage collector: Python drops what is raised there, so the interruption too.
    """
    gc.disable()
    try:
        with subprocess.Popen(["/bin/sh", "-c", f"sleep {seconds}; kill -INT {os.getpid()}"]):
            yield
    finally:
        gc.enable()
