"""Stand-ins for modules of this room that are not there yet: canonical forms up to renaming and half a turn."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest

from unitdoku import Layout, Puzzle
from unitdoku.puzzles.text.any_puzzle import any_puzzle

ROOM = "unitdoku.compare.data"


class Rating(NamedTuple):
    level: int
    rounds: int

    @property
    def number(self) -> float:
        return self.level + 1 - 1 / (1 + self.rounds)


def _digests(layout: Layout, rows: Iterable[bytes]) -> Iterator[bytes]:
    for row in rows:
        yield blake2b(min(_renamed(row), _renamed(row[::-1])) + bytes([layout.size]), digest_size=16).digest()


def _renamed(row: bytes) -> bytes:
    names: dict[int, int] = {0: 0}
    return bytes(names.setdefault(value, len(names)) for value in row)


def _canonical(puzzle: object, layout: object = None, symbols: object = None) -> str:
    read = any_puzzle(puzzle)
    return next(_digests(read.layout, [bytes(read.values)])).hex()


def _rate(puzzle: Puzzle) -> Rating:
    return Rating(2, len(puzzle.givens))


def _rate_values(layout: Layout, values: np.ndarray, most: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """Level 1 where cell A1 is open, else 2."""
    return np.uint8(1) + (values[:, 0] > 0).astype(np.uint8), np.count_nonzero(values, axis=1).astype(np.uint16)


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    contents: dict[str, dict[str, object]] = {
        "canonical": {"digests": _digests, "canonical": _canonical},
        "rate": {"Rating": Rating, "rate": _rate, "rate_values": _rate_values},
    }
    for name, content in contents.items():
        try:
            import_module(f"{ROOM}.{name}")
        except ImportError:
            module = ModuleType(f"{ROOM}.{name}")
            vars(module).update(content)
            monkeypatch.setitem(sys.modules, f"{ROOM}.{name}", module)
