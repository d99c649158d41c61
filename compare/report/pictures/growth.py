"""Time over size: medians of puzzles of the same size, and the power of it that they follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import exp, isfinite, log
from statistics import linear_regression, median
from typing import TYPE_CHECKING, NamedTuple

from ...races.summary import Summary
from ...races.tables import Contest
from ..drawing import Picture, log_seconds, style_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEAST_SIZES, LEAST_EACH = 3, 3
"""Different sizes, and puzzles of each, from which on growth can be seen."""


class Growth(NamedTuple):
    """The medians of a backend by number of cells, and the fitted power law `factor * cells ** exponent`."""

    medians: Sequence[tuple[int, float]]
    exponent: float | None = None
    factor: float = 0.0


def growths(contest: Contest) -> dict[str, Growth]:
    """Returns the growth of each backend; empty where there are too few sizes, or puzzles of a size."""
    counts = Counter(_cells(contest.summaries[0]))
    if len(counts) < LEAST_SIZES or min(counts.values()) < LEAST_EACH:
        return {}
    return {summary.entry.backend: _growth(summary) for summary in contest.qualified}


def growth(anchor: str, group: Sequence[Contest], numbers: Mapping[str, int]) -> Iterator[Picture]:
    """Yields a picture for each contest with growth: dots for medians, and a dashed line for the fit of a backend."""
    for place, contest in enumerate(group, start=1):
        found = growths(contest)
        if found:
            yield _picture(f"{anchor}-growth-{place}", contest.title, found, numbers)


def _cells(summary: Summary) -> list[int]:
    """Returns the number of cells of each puzzle that has a time."""
    return [summary.entry.corpus.puzzles[number].layout.cell_count for number in summary.times]


def _growth(summary: Summary) -> Growth:
    """Returns the medians of the sizes of which half were solved, and their fit if there are enough."""
    sizes: dict[int, list[float]] = {}
    for cells, seconds in zip(_cells(summary), summary.times.values(), strict=True):
        sizes.setdefault(cells, []).append(seconds)
    medians = [(size, middle) for size, own in sorted(sizes.items()) if isfinite(middle := median(own)) and middle > 0]
    if len(medians) < LEAST_SIZES:
        return Growth(medians)
    fit = linear_regression([log(size) for size, _ in medians], [log(seconds) for _, seconds in medians])
    return Growth(medians, fit.slope, exp(fit.intercept))


def _picture(name: str, subject: str, found: Mapping[str, Growth], numbers: Mapping[str, int]) -> Picture:
    title = f"Time over size: {subject}"
    powers = ", ".join(
        f"{backend} grows with the power {one.exponent:.1f}" if one.exponent is not None else f"{backend} has no fit"
        for backend, one in found.items()
    )

    def draw(axes: Axes) -> None:
        for backend, one in found.items():
            style = style_of(numbers[backend])
            fitted = "" if one.exponent is None else f", cells^{one.exponent:.1f}"
            cells = [count for count, _ in one.medians]
            axes.plot(
                cells,
                [seconds for _, seconds in one.medians],
                label=f"{backend}{fitted}",
                markersize=4.5,
                **{**style, "linestyle": "none"},
            )
            if one.exponent is not None:
                line = [one.factor * count**one.exponent for count in cells]
                axes.plot(cells, line, color=style["color"], linewidth=1, linestyle="--")
        axes.set(xscale="log", yscale="log")
        axes.set_xlabel("cells")
        axes.set_ylabel("median time")
        sizes = sorted({count for one in found.values() for count, _ in one.medians})
        axes.set_xticks(sizes, [f"{count:,}" for count in sizes])
        axes.set_xticks([], minor=True)
        log_seconds(axes.yaxis)

    rows = [
        (backend, cells, seconds, None if one.exponent is None else one.factor * cells**one.exponent)
        for backend, one in found.items()
        for cells, seconds in one.medians
    ]
    alt = f"Median time against number of cells, {subject}: {powers}."
    return Picture(name, title, alt, draw, ("backend", "cells", "median seconds", "fitted seconds"), rows)
