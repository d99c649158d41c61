"""Drawn puzzles for a cross-check without end, on layouts of all kinds.

Cases are numbered, and each is drawn from the seed and its number alone: the same seed gives the same cases, from any
number on.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import NamedTuple

from ...reference.contract.errors import PuzzleError
from ..generators.kinds import Drawn, Kind
from ..generators.layouts import LAYOUT_RECIPES, draw_layout
from ..generators.puzzles import draw_puzzle
from ..generators.rule_puzzles import RULE_KINDS, RULE_RECIPES, draw_rule_puzzle

SIZES = (4, 6, 9)
"""The largest number of values in a case, in turn: small layouts show most errors, large ones the rest."""


class RandomCase(NamedTuple):
    """A numbered case; `drawn` is None where there is no puzzle of this kind on the layout."""

    number: int
    layout_kind: str
    kind: Kind
    drawn: Drawn | None


CASE_KINDS: dict[str, Sequence[Kind]] = {
    **dict.fromkeys(LAYOUT_RECIPES, tuple(Kind)),
    **dict.fromkeys(RULE_RECIPES, RULE_KINDS),
}
"""Kind of layout, the kinds with sums and pairs last, to the kinds of puzzles that are drawn on it."""


def case_of(seed: int, number: int) -> RandomCase:
    """Returns the case of this number: kinds of layouts in turn, kinds of puzzles for each, sizes for each of those."""
    turn, place = divmod(number, len(CASE_KINDS))
    layout_kind, kinds = list(CASE_KINDS.items())[place]
    kind, largest = kinds[turn % len(kinds)], SIZES[turn // len(kinds) % len(SIZES)]
    rng = random.Random(f"{seed}:{number}")
    drawn = None
    with suppress(PuzzleError):
        if layout_kind in LAYOUT_RECIPES:
            drawn = draw_puzzle(kind, draw_layout(layout_kind, rng, largest), rng)
        else:
            drawn = draw_rule_puzzle(layout_kind, kind, rng, largest)
    return RandomCase(number, layout_kind, kind, drawn)


class RandomCases:
    """The cases of a seed from number `first` on, as puzzles with their places for `cross_check`.

    Cases without a puzzle are left out. `note_answered` says how many are answered: `layouts` and `kinds` have the
    numbers of answered puzzles, and `following` is the number of the first case that is not answered.
    """

    def __init__(self, seed: int, first: int = 0) -> None:
        self.seed = seed
        self.following = first
        self.layouts: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self._asked: deque[RandomCase] = deque()

    def __iter__(self) -> Iterator[tuple[str, Drawn]]:
        for number in count(self.following):
            case = case_of(self.seed, number)
            if case.drawn is not None:
                self._asked.append(case)
                yield f"case {number} of seed {self.seed} ({case.layout_kind}, {case.kind.value})", case.drawn

    def note_answered(self, puzzles: int) -> None:
        """Counts cases in the order in which they were asked, until so many are counted in all."""
        while self.layouts.total() < puzzles:
            case = self._asked[0]
            self.following = case.number + 1
            self.kinds[case.kind.value] += 1
            self.layouts[case.layout_kind] += 1
            self._asked.popleft()
