"""From summaries to what the pictures of several backends or several corpora show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, inf, isfinite, log
from statistics import StatisticsError, linear_regression, median

from ..results.summary import Summary
from .pictures.growth import Growth

LEAST_SIZES, LEAST_EACH = 3, 3
"""Different sizes, and puzzles of each, from which on there is something to be seen of growth."""

Field = Sequence[Summary]
"""The summaries of a contest."""


def by_puzzle(summary: Summary) -> dict[int, float]:
    """Puzzle to time; infinite where it was not solved."""
    return dict(zip(summary.puzzles, summary.times, strict=True))


def paired(across: Summary, up: Summary) -> list[tuple[float, float]]:
    """The times of two backends for each puzzle that both were asked."""
    theirs = by_puzzle(up)
    return [(seconds, theirs[puzzle]) for puzzle, seconds in by_puzzle(across).items() if puzzle in theirs]


def ratios(fields: Sequence[Field]) -> dict[str, list[float]]:
    """Backend to its time over the best one's, for each puzzle of all contests that all were asked.

    Infinite where it was not solved. Who is disqualified in any of the contests is left out of all.
    """
    liars = {summary.entry.backend for field in fields for summary in field if summary.disqualified}
    found: dict[str, list[float]] = {}
    for field in fields:
        times = {one.entry.backend: by_puzzle(one) for one in field if one.entry.backend not in liars}
        common = set.intersection(*map(set, times.values())) if times else set()
        for puzzle in sorted(common):
            best = min(own[puzzle] for own in times.values())
            for backend, own in times.items():
                found.setdefault(backend, []).append(_ratio(own[puzzle], best))
    return found


def can_grow(cells: Mapping[int, int]) -> bool:
    """Whether there are sizes enough, and puzzles of each, by the number of cells of each puzzle."""
    counts = Counter(cells.values())
    return len(counts) >= LEAST_SIZES and min(counts.values()) >= LEAST_EACH


def grown(field: Field, cells: Mapping[int, int]) -> dict[str, Growth]:
    """Backend to its growth over the number of cells of each puzzle, as far as half of those of a size were solved."""
    return {summary.entry.backend: _growth(by_puzzle(summary), cells) for summary in field if not summary.disqualified}


def _growth(times: Mapping[int, float], cells: Mapping[int, int]) -> Growth:
    sizes: dict[int, list[float]] = {}
    for puzzle, seconds in times.items():
        sizes.setdefault(cells[puzzle], []).append(seconds)
    medians = [(size, middle) for size, own in sorted(sizes.items()) if isfinite(middle := median(own)) and middle > 0]
    if len(medians) < LEAST_SIZES:
        return Growth(medians, None)
    try:
        fit = linear_regression([log(size) for size, _ in medians], [log(seconds) for _, seconds in medians])
    except StatisticsError:
        return Growth(medians, None)
    return Growth(medians, fit.slope, exp(fit.intercept))


def _ratio(seconds: float, best: float) -> float:
    if seconds <= best < inf:
        return 1.0
    return seconds / best if isfinite(seconds) and best > 0 else inf
