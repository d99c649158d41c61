"""Processors for a race alone."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from pathlib import Path

from .database import take_lock


class Processors:
    """Some processors that no other race on this machine, of any program, uses while these are held."""

    def __init__(self, count: int) -> None:
        self._held: list[sqlite3.Connection] = []
        # Those that this process may use; none where the system cannot say.
        usable = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        found: list[int | None] = []
        for number in usable:
            if len(found) < count and self._take(number):
                found.append(number)
        if len(found) < count:
            self.give_back()
            found = [None] * count
        self.numbers = found
        """As many as were asked for; None for each where fewer are free."""

    def give_back(self) -> None:
        """Lets other races have them."""
        for lock in self._held:
            lock.close()
        self._held.clear()

    def _take(self, number: int) -> bool:
        user = os.getuid() if hasattr(os, "getuid") else 0
        try:
            lock = take_lock(Path(tempfile.gettempdir()) / f"unitdoku-{user}-processor-{number}")
        except OSError:
            return False
        if lock is not None:
            self._held.append(lock)
        return lock is not None
