"""Units by groups: each cell has a key, such as its row or its block, and the cells of one key are a unit."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

from ..unit import Unit

_Key = TypeVar("_Key", bound=Hashable)


def grouped(keys: Iterable[_Key | None]) -> dict[_Key, tuple[int, ...]]:
    """Returns the cells of each key, in order of their first cells; `keys` are those of the cells, None for none."""
    members: dict[_Key, list[int]] = {}
    for cell, key in enumerate(keys):
        if key is not None:
            members.setdefault(key, []).append(cell)
    return {key: tuple(cells) for key, cells in members.items()}


def numbered_units(name: str, keys: Iterable[Hashable]) -> list[Unit]:
    """Returns a unit for each key, named `row 1`, `row 2` and so on in order of their first cells; see `grouped`."""
    return [Unit(f"{name} {number}", cells) for number, cells in enumerate(grouped(keys).values(), start=1)]
