"""Backends that misbehave on purpose, as if another package had brought them; see `bad_backends`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "bad_backends"


@pytest.fixture
def bad(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes `bad:aborts` and the others known, here and in child processes."""
    make_known(monkeypatch)


def make_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for as long as the patches last."""
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(FOLDER), os.environ.get("PYTHONPATH", "")]))
