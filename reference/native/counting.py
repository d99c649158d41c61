"""How many solutions a puzzle has, by the compiled kernel: listed, and counted by parts, by turns."""

from __future__ import annotations

from typing import Any

from ..contract.deadline import Deadline
from ..contract.result import Count
from ..model.puzzle import Puzzle
from .bulk import answers_of

_MOST_CELLS = 1024
"""Puzzles with more cells are listed only: each level of the other search keeps some boards. It goes by units alone."""

_CACHE_BYTES = 2**28
"""Memory for the counts of parts."""

_FIRST_SHARE, _GROWTH = 0.004, 2
"""Seconds of the first turn of the listing, and how much longer the next one is."""

_PARTS_SHARE = 3
"""How much longer a turn of the other search is, which is nearly always done first."""

_SLICE = 0.05
"""Seconds that a listing works before Python handles signals."""

_MOST = 2**128 - 1
"""The kernel counts up to this, which stands for all larger numbers too."""


def count_by_turns(
    kernel: Any, program: Any, puzzle: Puzzle, listing: Any, limit: int | None, deadline: Deadline
) -> Count:
    """Returns the number of solutions, exact below the limit; when the time is over, the larger of the two proven.

    `listing` is a job that lists the solutions of the puzzle up to the limit. What the two have done is kept from turn
    to turn, so that it takes only some times as long as the faster one.
    """
    by_parts = puzzle.layout.cell_count <= _MOST_CELLS and not puzzle.layout.has_other_rules
    parts = parts_of(kernel, program, puzzle) if by_parts else None
    share = _FIRST_SHARE
    while True:
        if _list(listing, deadline.sooner(share)):
            return _listed(listing)
        if parts is not None:
            done = parts.run(min(_PARTS_SHARE * share, deadline.remaining))
            if limit is not None and parts.counted >= limit:
                return Count(limit, exhausted=False)  # as the listing says: the clock must not decide that
            if done or parts.counted == _MOST:
                return Count(parts.counted, done and parts.counted < _MOST)
        if deadline.expired:
            found = _listed(listing)
            return found if parts is None else max(found, Count(parts.counted, exhausted=False))
        share *= _GROWTH


def parts_of(kernel: Any, program: Any, puzzle: Puzzle, cache: int = _CACHE_BYTES) -> Any:
    """Returns the counting of a puzzle by parts: `run(seconds)`, `counted`. Cells are chosen by rows and by columns."""
    layout = puzzle.layout
    by_column = sorted(range(layout.cell_count), key=lambda cell: layout.positions[cell][::-1])
    places = [0] * layout.cell_count
    for place, cell in enumerate(by_column):
        places[cell] = place
    return kernel.Counting(program, puzzle.candidates, orders=[list(range(layout.cell_count)), places], bytes=cache)


def _list(job: Any, deadline: Deadline) -> bool:
    """Lists until the deadline; returns whether all is listed."""
    while not job.run(min(_SLICE, deadline.remaining)):
        if deadline.expired:
            return False
    return True


def _listed(job: Any) -> Count:
    answers = answers_of(job)
    return Count(answers.counts[0], bool(answers.exhausted[0]))
