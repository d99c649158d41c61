"""Temporary folders that a fork of this process leaves alone."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from weakref import finalize


class TemporaryFolder:
    """A new folder; a context manager that removes it.

    The folder is also removed when nothing refers to the object any more, and at the end of this process. A fork of
    this process does not remove it, as that of `tempfile.TemporaryDirectory` would at its own end.
    """

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="unitdoku-"))
        self._removal = finalize(self, _remove, self.path, os.getpid())

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.remove()

    def remove(self) -> None:
        """Removes the folder with its files; does nothing the second time, and in a fork."""
        self._removal()


def _remove(path: Path, process: int) -> None:
    if process == os.getpid():
        shutil.rmtree(path, ignore_errors=True)
