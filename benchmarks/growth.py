"""How times of backends grow with the size of puzzles: fits, the table of them, and pictures, for the study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import exp, inf, log
from statistics import median
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray
from scipy import optimize, stats

from unitdoku.compare.races.columns import NONE
from unitdoku.compare.races.statistics import Interval, Times
from unitdoku.compare.races.summary import Summary
from unitdoku.compare.races.tables import Contest, RaceTable
from unitdoku.compare.report.pictures import Picture, log_seconds, style_of


class Growth(NamedTuple):
    """How times grow with size: seconds are `factor * base**size`, or `factor * size**base` for a power law."""

    law: str
    """`exponential`, `power`, or `not known` where both fit about as well."""
    exponential: Interval
    """By how much one size more multiplies the time."""
    power: Interval
    """The exponent."""
    seconds: Callable[[float], float]
    """Returns the typical time of a size by the law that fits better."""


def growth(sizes: Sequence[float], times: Times, open_: NDArray[np.bool_]) -> Growth:
    """Returns how times grow with size, fitted with those that reached their limit as known only to be longer.

    Logarithms of times are taken to be normal around a line over the size, or over its logarithm. After Tobin,
    "Estimation of relationships for limited dependent variables" (1958). The law that fits better by an Akaike
    difference of 4 holds.
    """
    each, whole = (_line(xs, np.log(times), open_) for xs in (np.array(sizes, float), np.log(sizes)))
    law = "not known" if abs(each.cost - whole.cost) < 2 else "exponential" if each.cost < whole.cost else "power"
    by = Interval(*map(exp, each.slope))
    seconds = each.seconds if each.cost < whole.cost else lambda size: whole.seconds(log(size))
    return Growth(law, by, whole.slope, seconds)


class _Line(NamedTuple):
    """A line for the logarithms of times, by a censored regression."""

    slope: Interval
    middle: float
    at: float
    """The height in the middle."""
    cost: float
    """The negative logarithm of the likelihood."""

    def seconds(self, x: float) -> float:
        """Returns the time on the line."""
        return exp(self.at + self.slope.mean * (x - self.middle))


def _line(xs: Times, ys: Times, open_: NDArray[np.bool_]) -> _Line:
    middle = xs.mean()

    def cost(parameters: Times) -> float:
        at, slope, spread = parameters[0], parameters[1], np.exp(parameters[2])
        off = (ys - at - slope * (xs - middle)) / spread
        return float(-np.where(open_, stats.norm.logsf(off), stats.norm.logpdf(off) - np.log(spread)).sum())

    slope, at = np.polyfit(xs - middle, ys, 1)
    found = optimize.minimize(
        cost, (at, slope, np.log(max((ys - at - slope * (xs - middle)).std(), 1e-3))), method="BFGS"
    )
    # The approximation that the minimizer keeps is poor where it began close to the end.
    information = optimize.approx_fprime(found.x, lambda at: optimize.approx_fprime(at, cost, 1e-5), 1e-4)
    slope, half = float(found.x[1]), 1.96 * float(np.linalg.inv(information)[1, 1]) ** 0.5
    return _Line(Interval(slope, slope - half, slope + half), float(middle), float(found.x[0]), float(found.fun))


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


def growth_pictures(anchor: str, group: Sequence[Contest], numbers: Mapping[str, int]) -> Iterator[Picture]:
    """Yields a picture for each contest with growth: dots for medians, and a dashed line for the fit of a backend."""
    for place, contest in enumerate(group, start=1):
        found = growths(contest)
        if found:
            yield _picture(f"{anchor}-growth-{place}", contest.title, found, numbers)


def _picture(name: str, subject: str, found: Mapping[str, MeasuredGrowth], numbers: Mapping[str, int]) -> Picture:
    title = f"Time over size: {subject}"

    def draw(axes: Axes) -> None:
        for backend, one in found.items():
            style = style_of(numbers[backend])
            sizes = [size for size, _ in one.medians]
            axes.plot(
                sizes,
                [seconds for _, seconds in one.medians],
                label=backend,
                markersize=4.5,
                **{**style, "linestyle": "none"},
            )
            if one.fit is not None:
                fitted = list(map(one.fit.seconds, sizes))
                axes.plot(sizes, fitted, color=style["color"], linewidth=1, linestyle="--")
        axes.set(xscale="log", yscale="log")
        axes.set_xlabel("size: number of values")
        axes.set_ylabel("median time")
        all_sizes = sorted({size for one in found.values() for size, _ in one.medians})
        axes.set_xticks(all_sizes, [str(size) for size in all_sizes])
        axes.set_xticks([], minor=True)
        log_seconds(axes.yaxis)

    rows = [
        (backend, size, seconds, one.fit and one.fit.seconds(size))
        for backend, one in found.items()
        for size, seconds in one.medians
    ]
    laws = ", ".join(f"{backend} {one.in_words}" for backend, one in found.items())
    alt = f"Median time against number of values, {subject}: {laws}."
    return Picture(name, title, alt, draw, ("backend", "size", "median seconds", "fitted seconds"), rows)
