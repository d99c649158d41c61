"""The performance profile: how often each backend was within some factor of the best one.

Dolan and More, "Benchmarking optimization software with performance profiles" (2002).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from math import inf, isfinite
from typing import TYPE_CHECKING

from ...races.tables import Contest
from ..drawing import Picture, add_line, style_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_POINTS = 200


def ratios(group: Sequence[Contest]) -> dict[str, list[float]]:
    """Returns each backend's time over the best one's, for each puzzle of all contests that all were asked.

    A ratio is infinite where the puzzle was not solved. A backend that is disqualified in a contest is left out of all.
    """
    left_out = {summary.entry.backend for contest in group for summary in contest.summaries if summary.disqualified}
    found: dict[str, list[float]] = {}
    for contest in group:
        times = {one.entry.backend: one.times for one in contest.summaries if one.entry.backend not in left_out}
        common = set.intersection(*map(set, times.values())) if times else set()
        for puzzle in sorted(common):
            best = min(own[puzzle] for own in times.values())
            for backend, own in times.items():
                found.setdefault(backend, []).append(_ratio(own[puzzle], best))
    return found


def profile(anchor: str, group: Sequence[Contest], numbers: Mapping[str, int]) -> Iterator[Picture]:
    """Yields the picture of contests with the same question and mode; `numbers` gives each backend its style."""
    ordered = {backend: sorted(values) for backend, values in ratios(group).items()}
    subject = group[0].asked
    title = f"Performance profile: {subject}"
    best = ", ".join(f"{backend} {_share(values, 1.0):.0%}" for backend, values in ordered.items())
    alt = f"Performance profile of {subject}. Fastest, or as fast as the fastest: {best}."

    most = max([10.0, *(value for values in ordered.values() for value in values if value < inf)])
    factors = [most ** (step / (_POINTS - 1)) for step in range(_POINTS)]
    shares = {backend: [_share(values, factor) for factor in factors] for backend, values in ordered.items()}

    def draw(axes: Axes) -> None:
        for backend, own in shares.items():
            add_line(axes, factors, own, backend, style_of(numbers[backend]))
        axes.set(xscale="log", ylim=(-0.02, 1.02), xlim=(1, most))
        axes.set_xlabel("times as long as the fastest on the same puzzle")
        axes.set_ylabel("share of puzzles")
        axes.xaxis.set_major_formatter(lambda factor, _: f"{factor:g}")
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")

    rows = [(backend, *point) for backend, own in shares.items() for point in zip(factors, own, strict=True)]
    yield Picture(f"{anchor}-profile", title, alt, draw, ("backend", "factor", "share of puzzles"), rows)


def _ratio(seconds: float, best: float) -> float:
    if seconds <= best < inf:
        return 1.0
    return seconds / best if isfinite(seconds) and best > 0 else inf


def _share(ordered: Sequence[float], factor: float) -> float:
    return bisect_right(ordered, factor) / len(ordered) if ordered else 0.0
