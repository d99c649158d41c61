"""How the times of backends grow with the size of puzzles: fits, and the table of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf
from statistics import median
from typing import NamedTuple

from ...encoders.naming.optional_packages import statistics_numpy as np
from .amounts import NONE
from .statistics import Growth, Interval, growth
from .summary import Summary
from .tables import Contest, RaceTable

LEAST_SIZES, LEAST_EACH = 3, 3
"""Different sizes, and puzzles of each, from which on growth can be seen."""

_ABOUT = (
    "Size is the number of values. An exponential law multiplies the time by a number for each value more, a power law "
    "has an exponent; both are fitted to all times, of which those at the limit count as longer. In brackets are 95 % "
    "intervals. A law holds where it fits better by an Akaike difference of 4"
)


class MeasuredGrowth(NamedTuple):
    """How the times of a backend grow with the number of values."""

    medians: Sequence[tuple[int, float]]
    """Sizes of which half of the puzzles were solved, with the median seconds."""
    fit: Growth | None
    """None where there are too few such sizes."""

    @property
    def in_words(self) -> str:
        """Returns the law with its interval: `size^3.10 [2.80 to 3.40]` or `1.40 [1.30 to 1.50]^size`."""
        if self.fit is None:
            return "no fit"
        power, base = map(_interval, (self.fit.power, self.fit.exponential))
        laws = {"power": f"size^{power}", "exponential": f"{base}^size"}
        return laws.get(self.fit.law, f"size^{power} or {base}^size")


def growths(contest: Contest) -> dict[str, MeasuredGrowth]:
    """Returns the growth of each backend; empty where there are too few sizes, or puzzles of a size."""
    sizes = [puzzle.layout.size for puzzle in contest.first.corpus.puzzles]
    counts = Counter(sizes[number] for number in contest.summaries[0].times)
    if len(counts) < LEAST_SIZES or min(counts.values()) < LEAST_EACH:
        return {}
    return {summary.entry.backend: _growth(summary, sizes) for summary in contest.qualified}


def _growth(summary: Summary, sizes: Sequence[int]) -> MeasuredGrowth:
    of_size: dict[int, list[float]] = {}
    for number, seconds in summary.times.items():
        of_size.setdefault(sizes[number], []).append(seconds)
    medians = [(size, middle) for size, own in sorted(of_size.items()) if (middle := median(own)) < inf]
    charged = np.array([summary.charged[number] for number in summary.times])
    if len(medians) < LEAST_SIZES or not charged.max() < inf:
        return MeasuredGrowth(medians, None)
    late = np.array(list(summary.times.values())) == inf
    return MeasuredGrowth(medians, growth([sizes[number] for number in summary.times], charged, late))


def growth_table(contest: Contest) -> RaceTable | None:
    """Returns a row for each backend with the law of its growth; None where growth cannot be seen."""
    rows = [
        [name, each.fit.law, _interval(each.fit.exponential), _interval(each.fit.power)]
        if each.fit
        else [name, NONE, NONE, NONE]
        for name, each in growths(contest).items()
    ]
    headings = ["backend", "law", "one value more", "exponent"]
    return RaceTable(f"{contest.title}: growth", f"{_ABOUT}.", headings, rows) if rows else None


def _interval(interval: Interval) -> str:
    return "{:.2f} [{:.2f} to {:.2f}]".format(*interval)
