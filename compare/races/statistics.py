"""Statistics of times: how much faster one backend is than another, and how certain that is.

A time that reaches its limit is known to be at least that. It is never left out: in ratios and restricted means it
counts as the limit, in PAR-2 as twice the limit, so what is compared is the time up to the limit. Puzzles are what is
drawn at random: intervals come from the bootstrap over puzzles, studentized, which keeps its level for skewed times.
After Efron, "Bootstrap methods: another look at the jackknife" (1979), and Hall, "Theoretical comparison of bootstrap
confidence intervals" (1988). All functions take arrays of raw times, so that other tools can repeat them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from math import ceil, exp, inf, log
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...encoders.naming.optional_packages import statistics_numpy as np
from ...encoders.naming.optional_packages import stats

if TYPE_CHECKING:
    from numpy.typing import NDArray


LEAST = 8
"""Puzzles below which nothing is claimed."""

MARGIN = 1.1
"""The ratio within which two backends count as equally fast."""

_SAMPLES, _DRAWN = 2000, 2 * 10**7
"""Samples of the bootstrap, and values in all of them together: more puzzles need fewer samples."""

Times: TypeAlias = "NDArray[np.float64]"
"""Seconds, one for each puzzle: a puzzle that was not settled has its limit."""


class Interval(NamedTuple):
    """A mean, and the interval that holds the true one with 95 % certainty."""

    mean: float
    low: float
    high: float


class Compared(StrEnum):
    """What is known of two backends."""

    FASTER = "faster"
    SLOWER = "slower"
    EQUAL = "equal"
    """Within the margin."""
    NOT_KNOWN = "not known"


class Ratio(NamedTuple):
    """How many times as long one backend takes as another, with the interval."""

    ratio: float
    low: float
    high: float
    puzzles: int
    by_limits: bool = False
    """Whether the interval is narrow only because both backends reach the limit on some of the puzzles."""

    @property
    def verdict(self) -> Compared:
        """What the interval says of the first backend; nothing is claimed of fewer than 8 puzzles."""
        if self.high < 1:
            return Compared.FASTER
        if self.low > 1:
            return Compared.SLOWER
        return Compared.NOT_KNOWN if self.by_limits or not self._equal else Compared.EQUAL

    @property
    def _equal(self) -> bool:
        return self.low >= 1 / MARGIN and self.high <= MARGIN

    @property
    def needed(self) -> int | None:
        """About how many puzzles would tell, if the ratio is as it seems: None where that is known already."""
        if self.verdict is not Compared.NOT_KNOWN or (self.by_limits and self._equal):
            return None
        if self.puzzles < LEAST:
            return LEAST
        # The half of the interval that has to become shorter, to exclude 1 or to come within the margin.
        half = log(self.ratio / self.low) if self.ratio > 1 else log(self.high / self.ratio)
        distance = abs(log(self.ratio))
        wanted = max(distance, abs(log(MARGIN) - distance))
        return max(self.puzzles + 1, ceil(self.puzzles * (half / wanted) ** 2))


def compared(ratio: Callable[[Times, Times], Ratio], times: Times, others: Times, open_: NDArray[np.bool_]) -> Ratio:
    """Returns one of the two ratios below; backends are not equal because of puzzles on which both reach the limit."""
    solved = ratio(times[~open_], others[~open_])
    return ratio(times, others)._replace(by_limits=bool(open_.any()) and solved.verdict is not Compared.EQUAL)


def paired_ratio(times: Times, others: Times, seed: int = 0) -> Ratio:
    """Returns the geometric mean of the ratios of two backends' times on the same puzzles, which weigh the same."""
    differences = np.log(times) - np.log(others)
    if len(differences) < LEAST:
        return Ratio(exp(differences.mean()) if len(differences) else 1.0, 0.0, inf, len(differences))
    mean, low, high = mean_interval(differences, seed)
    return Ratio(exp(mean), exp(low), exp(high), len(differences))


def total_ratio(times: Times, others: Times, seed: int = 0) -> Ratio:
    """Returns the ratio of the sums of the times of two backends on the same puzzles: hard puzzles weigh most.

    A few puzzles may take most of the time. Then the studentized bootstrap is too sure, and its ends are far away; the
    percentiles of the logarithm, widened for few puzzles, hold the truth more often (Hesterberg, "What teachers should
    know about the bootstrap", 2015).
    """
    count = len(times)
    if count < LEAST:
        return Ratio(float(times.sum() / others.sum()) if count else 1.0, 0.0, inf, count)
    ratio = float(times.mean() / others.mean())
    drawn = _samples(count, seed)
    low, high = np.quantile(np.log(times[drawn].mean(axis=1) / others[drawn].mean(axis=1) / ratio), (0.025, 0.975))
    wider = (count / (count - 1)) ** 0.5 * stats.t.ppf(0.975, count - 1) / stats.norm.ppf(0.975)
    return Ratio(ratio, ratio * exp(wider * min(0.0, low)), ratio * exp(wider * max(0.0, high)), count)


def _samples(count: int, seed: int) -> NDArray[np.int64]:
    """Returns the places of the values of each sample of the bootstrap."""
    return np.random.default_rng(seed).integers(count, size=(min(_SAMPLES, _DRAWN // count), count))


def mean_interval(values: Times, seed: int = 0) -> Interval:
    """Returns the mean of values and its interval: of times a restricted mean, with twice the limits PAR-2."""
    count, mean = len(values), float(values.mean())
    error = float(values.std(ddof=1)) / count**0.5 if count > 1 else inf
    if not 0 < error < inf:
        return Interval(mean, mean - error, mean + error)
    drawn = values[_samples(count, seed)]
    errors = drawn.std(axis=1, ddof=1) / count**0.5
    vary = errors > error * 1e-6  # a sample of equal values says nothing of the spread
    low, high = np.quantile((drawn.mean(axis=1) - mean)[vary] / errors[vary], (0.025, 0.975))
    # With few different values, as where both backends reach their limits, the bootstrap alone is too narrow.
    least = float(stats.t.ppf(0.975, count - 1))
    return Interval(mean, mean - max(least, float(high)) * error, mean - min(-least, float(low)) * error)


def best_of(times: Mapping[str, Times]) -> Times:
    """Returns the times of the virtual best solver: of each puzzle the least time of any backend."""
    return np.asarray(np.min(np.array(list(times.values())), axis=0), np.float64)


def shares(times: Mapping[str, Times]) -> dict[str, float]:
    """Returns the share of puzzles on which each backend is the fastest; those that are equal share a puzzle."""
    every = np.array(list(times.values()))
    fastest = every == every.min(axis=0)
    return dict(zip(times, (fastest / fastest.sum(axis=0)).mean(axis=1).tolist(), strict=True))


def contributions(times: Mapping[str, Times]) -> dict[str, float]:
    """Returns how much longer the virtual best solver takes, as a ratio of sums, without each backend."""
    whole = best_of(times).sum()
    without = {name: {other: of for other, of in times.items() if other != name} for name in times}
    return {name: float(best_of(rest).sum() / whole) if rest else inf for name, rest in without.items()}
