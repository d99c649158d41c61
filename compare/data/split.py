"""`split` divides puzzles, as into train and test, so that no two parts have equivalent ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from math import isclose
from typing import TypeVar

from ...puzzles.text.any_puzzle import each_puzzle, list_of_puzzles
from ...reference.contract.errors import OptionError, shown
from ...reference.model.layout import Layout
from .canonical import canonical

_Item = TypeVar("_Item")


def split(
    items: Iterable[_Item],
    parts: Mapping[str, float],
    seed: int = 0,
    layout: Layout | str | None = None,
    symbols: str | None = None,
    *,
    key: Callable[[_Item], object] | None = None,
) -> dict[str, list[_Item]]:
    """Returns the items of each part, in the order in which they came; those of equivalent puzzles are in one part.

    Items are puzzles in any form that `solve_many` takes, entries of `generate` or `read_puzzles`, or rows with the key
    `puzzle`; of others `key` returns the puzzle, as in `key=lambda row: row["quizzes"]`. `parts` has the share of each:
    `{"train": 0.9, "test": 0.1}`. Sizes differ from the shares as far as classes of equivalent puzzles do not fit:
    where there are fewer classes than parts, some parts are empty. The same items, parts and seed give the same result
    everywhere. A puzzle takes 0.07 ms.

    Raises `OptionError` for shares that are not above 0 or do not add up to 1, and what `canonical` raises.
    """
    shares = list(parts.values()) if isinstance(parts, Mapping) else []
    if not (all(isinstance(share, (int, float)) and share > 0 for share in shares) and isclose(sum(shares), 1)):
        raise OptionError(f"parts have shares above 0 that add up to 1, unlike {shown(parts)}")
    taken: list[_Item] = list(list_of_puzzles(items))  # type: ignore[arg-type]
    classes: dict[str, list[int]] = {}
    for index, puzzle in enumerate(each_puzzle(map(key or _puzzle_of, taken), layout, symbols)):
        classes.setdefault(canonical(puzzle), []).append(index)
    groups = list(classes.values())
    random.Random(seed).shuffle(groups)  # noqa: S311 - no secret
    missing = {name: share * len(taken) for name, share in parts.items()}
    chosen: dict[str, list[int]] = {name: [] for name in parts}
    for group in sorted(groups, key=len, reverse=True):
        name = max(missing, key=missing.__getitem__)
        missing[name] -= len(group)
        chosen[name] += group
    return {name: [taken[index] for index in sorted(indices)] for name, indices in chosen.items()}


def _puzzle_of(item: object) -> object:
    return item["puzzle"] if isinstance(item, Mapping) and "puzzle" in item else item
