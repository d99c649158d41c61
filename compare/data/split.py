"""`split` divides puzzles, as into train and test, so that no two parts have equivalent ones."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from math import isclose

from ...puzzles.text.any_puzzle import each_puzzle
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from .canonical import canonical


def split(
    puzzles: Iterable[object],
    parts: Mapping[str, float],
    seed: int = 0,
    layout: Layout | str | None = None,
    symbols: str | None = None,
) -> dict[str, list[Puzzle]]:
    """Returns the puzzles of each part, in the order in which they came; equivalent ones are in the same part.

    `parts` has the share of each: `{"train": 0.9, "test": 0.1}`. Sizes differ from the shares as far as classes of
    equivalent puzzles do not fit: where there are fewer classes than parts, some parts are empty. Puzzles have any form
    that `solve_many` takes. The same puzzles, parts and seed give the same result everywhere. A puzzle takes 0.03 ms.

    Raises ValueError for shares that are not above 0 or do not add up to 1, and what `canonical` raises.
    """
    if not isclose(sum(parts.values()), 1) or min(parts.values()) <= 0:
        raise ValueError(f"shares of parts are above 0 and add up to 1, unlike {dict(parts)}")
    taken = list(each_puzzle(puzzles, layout, symbols))
    classes: dict[str, list[int]] = {}
    for index, puzzle in enumerate(taken):
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
