"""The numbered cases of a campaign: each is drawn from the seed and its number alone."""

from __future__ import annotations

import random
from typing import NamedTuple

from ...reference.errors import PuzzleError
from ..generators.kinds import Drawn, Kind
from ..generators.layouts import LAYOUT_KINDS
from ..generators.puzzles import draw_puzzle

SIZES = (4, 6, 9)
"""The largest number of values in a case, in turn: small layouts show most errors, large ones the rest."""


class CampaignCase(NamedTuple):
    """A numbered case; `drawn` is None where there is no puzzle of this kind on the layout."""

    number: int
    layout_kind: str
    kind: Kind
    drawn: Drawn | None


def case_of(seed: int, number: int, sizes: tuple[int, ...] = SIZES) -> CampaignCase:
    """Returns the case of this number: kinds of layouts in turn, kinds of puzzles for each, sizes for each of those."""
    layouts, kinds = list(LAYOUT_KINDS), list(Kind)
    layout_kind = layouts[number % len(layouts)]
    kind = kinds[number // len(layouts) % len(kinds)]
    largest = sizes[number // (len(layouts) * len(kinds)) % len(sizes)]
    rng = random.Random(f"{seed}:{number}")  # noqa: S311 - no secret
    layout = LAYOUT_KINDS[layout_kind](rng, largest)
    try:
        return CampaignCase(number, layout_kind, kind, draw_puzzle(kind, layout, rng))
    except PuzzleError:
        return CampaignCase(number, layout_kind, kind, None)
