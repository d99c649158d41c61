"""Temporary folders that a fork of this process leaves alone."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from weakref import finalize


class TemporaryFolder:
    """A new folder, which this process removes when asked, or at its end; a context manager that removes it.

    `tempfile.TemporaryDirectory` is not enough: a fork of this process would remove the folder at its own end.
    """

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="unitdoku-"))
        self._process = os.getpid()
        self._removal = finalize(self, _remove, self.path, self._process)

    @property
    def is_own(self) -> bool:
        """Whether this process made it; False in a fork."""
        return self._process == os.getpid()

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
