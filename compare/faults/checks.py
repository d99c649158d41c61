"""The checks, in the order in which they are made, and what they say of code as it is at the moment."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from ...encoders.workers.worker_process import INSIDE
from .answers import cross_check
from .counts import counts_of_grids, published_puzzles
from .judging import wrong_answers
from .material import Findings, Material
from .patch import Patch
from .replies import replies
from .sizes import sizes_and_texts
from .texts import round_trips

TEXT_CHECK = "sizes and texts"
"""The check that alone can see a fault which changes no answer."""


class Check(NamedTuple):
    """A check by its name."""

    name: str
    run: Callable[[Material], Findings]


CHECKS = (
    Check("round trips", round_trips),
    Check("replies", replies),
    Check("cross-check", cross_check),
    Check("published puzzles", published_puzzles),
    Check("counts of grids", counts_of_grids),
    Check("wrong answers", wrong_answers),
    Check(TEXT_CHECK, sizes_and_texts),
)
"""From cheap to dear, but for the last: what is left to it is what no answer shows."""


class Catch(NamedTuple):
    """What a run of the checks came to: the check that found something, None where none did."""

    check: str | None
    puzzles: int
    """Of the check that found it: how many puzzles or texts it took; of all, where nothing was found."""
    seconds: float
    finding: str


def catch(material: Material, plant: Callable[[Patch], None] | None = None) -> Catch:
    """What the checks find first once a fault is planted; of the code as it is without one. Nothing stays planted.

    An exception that code raises in the midst of a check is a finding of that check. All runs in this process, solvers
    that mostly have one of their own too: elsewhere nothing is planted.
    """
    with Patch() as patch:
        patch.item(os.environ, INSIDE, "1")
        if plant is not None:
            plant(patch)
        started = perf_counter()
        puzzles = 0
        for check in CHECKS:
            count, finding = _first(check, material)
            if finding is not None:
                return Catch(check.name, count, perf_counter() - started, finding)
            puzzles += count
        return Catch(None, puzzles, perf_counter() - started, "")


def _first(check: Check, material: Material) -> tuple[int, str | None]:
    """How many puzzles it took to find something, and what; or how many there were, and None."""
    count = 0
    try:
        for finding in check.run(material):
            count += 1
            if finding is not None:
                return count, finding
    except Exception as error:
        return count + 1, f"raised {type(error).__name__}: {error}"
    return count, None
