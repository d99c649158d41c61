"""Time over size: medians of puzzles of the same size, and the law that they follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ...races.growths import MeasuredGrowth, growths
from ...races.tables import Contest
from ..drawing import Picture, log_seconds, style_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def growth(anchor: str, group: Sequence[Contest], numbers: Mapping[str, int]) -> Iterator[Picture]:
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
