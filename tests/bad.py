"""Backends that misbehave on purpose, as if another package had brought them; see `bad_backends`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from unitdoku.check import FindingKind

FOLDER = Path(__file__).parent / "bad_backends"
FAILURES = {
    "aborts": FindingKind.CRASHED,
    "exits": FindingKind.CRASHED,
    "sleeps": FindingKind.TIMED_OUT,
    "allocates": FindingKind.OUT_OF_MEMORY,
    "breaks-rules": FindingKind.WRONG,
    "garbage": FindingKind.INVALID,
    "returns-nothing": FindingKind.INVALID,
}
"""What is wrong with the answers of some to the second and the third of `raced.PUZZLES`."""


def limits_for(name: str) -> dict[str, Any]:
    """Returns the limits within which it fails: only one that sleeps fails by its time, also on a busy machine."""
    return {"seconds": 1.0 if name == "sleeps" else 20.0, "memory": (120 if name == "allocates" else 400) << 20}


@pytest.fixture
def bad(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes `bad:aborts` and the others known, here and in child processes."""
    make_known(monkeypatch)


def make_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for as long as the patches last."""
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(FOLDER), os.environ.get("PYTHONPATH", "")]))
