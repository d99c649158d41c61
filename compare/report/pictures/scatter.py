"""The scatter plot: two backends, puzzle by puzzle, unsolved puzzles on the rims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import inf, isfinite
from typing import TYPE_CHECKING

from ...races.tables import Contest
from ..drawing import LIGHT, Picture, log_seconds, style_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_RASTER_FROM = 2000
"""Points from which on a picture holds them as one image: as single elements they would make the page heavy."""

_MOST_BACKENDS = 4
"""Backends of which every pair gets a picture."""

Points = Mapping[str, Sequence[tuple[int, float, float]]]
"""Corpus to its puzzles by number, with the times of two backends, infinite where one did not solve the puzzle."""


def scatter(anchor: str, group: Sequence[Contest], numbers: Mapping[str, int]) -> Iterator[Picture]:
    """Yields a picture for each pair of the first few backends that are qualified."""
    qualified = {summary.entry.backend for contest in group for summary in contest.qualified}
    chosen = [backend for backend in numbers if backend in qualified][:_MOST_BACKENDS]
    for number, (across, up) in enumerate(combinations(chosen, 2), start=1):
        points = {}
        limit = None
        for contest in group:
            named = {summary.entry.backend: summary for summary in contest.qualified}
            if across in named and up in named:
                times = named[up].times
                points[contest.first.corpus.name] = [
                    (puzzle, seconds, times[puzzle])
                    for puzzle, seconds in named[across].times.items()
                    if puzzle in times
                ]
                limit = named[across].limit
        yield scatter_picture(f"{anchor}-scatter-{number}", group[0].asked, across, up, points, limit)


def scatter_picture(name: str, subject: str, across: str, up: str, points: Points, limit: float | None) -> Picture:
    """Returns the picture of the times of backend `across` and backend `up` for the same puzzles."""
    title = f"{up} against {across}: {subject}"
    every = [times for corpus in points.values() for _, *times in corpus]
    faster = sum(x < y for x, y in every)
    slower = sum(x > y for x, y in every)
    missed = [sum(pair[index] == inf for pair in every) for index in (0, 1)]
    alt = (
        f"Scatter plot of {subject}: of {len(every):,} puzzles {across} was faster on {faster:,}, {up} on {slower:,}; "
        f"{across} left {missed[0]:,} unsolved, {up} {missed[1]:,}."
    )

    def draw(axes: Axes) -> None:
        finite = [seconds for pair in every for seconds in pair if isfinite(seconds)] or [1.0]
        low = min(finite) / 1.6
        rim = 1.6 * max(limit or 0.0, max(finite))
        for number, (corpus, own) in enumerate(points.items()):
            axes.plot(
                [min(x, rim) for _, x, _ in own],
                [min(y, rim) for _, _, y in own],
                label=corpus,
                markersize=3.5,
                alpha=0.65,
                rasterized=len(every) > _RASTER_FROM,
                **{**style_of(number), "linestyle": "none"},
            )
        axes.plot([low, rim], [low, rim], color=LIGHT["muted"], linewidth=0.8)
        for line in (axes.axhline, axes.axvline):
            line(limit or rim, color=LIGHT["muted"], linewidth=0.8, linestyle="--")
        axes.set(xscale="log", yscale="log", xlim=(low, 1.5 * rim), ylim=(low, 1.5 * rim), aspect="equal")
        axes.set_xlabel(f"{across} (beyond the dashed lines: unsolved)")
        axes.set_ylabel(up)
        log_seconds(axes.xaxis)
        log_seconds(axes.yaxis)

    headings = ("corpus", "puzzle", f"{across} seconds", f"{up} seconds")
    rows = [(corpus, *point) for corpus, own in points.items() for point in own]
    return Picture(name, title, alt, draw, headings, rows, height=4.6, legend_columns=3)
