"""Whether processes that a test knows by their numbers have ended."""

from __future__ import annotations

import time

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
