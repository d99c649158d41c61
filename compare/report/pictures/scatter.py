"""The scatter plot: two backends, puzzle by puzzle, time-outs on the rims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, isfinite
from typing import TYPE_CHECKING

from ..drawing import Picture, add_legend, log_seconds, new_axes
from ..palette import LIGHT, MARKERS, Palette

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_RASTER_FROM = 2000
"""Points from which a picture holds them as one image: each on its own would make the page heavy."""


def scatter(
    name: str, title: str, across: str, up: str, pairs: Mapping[str, Sequence[tuple[float, float]]], limit: float | None
) -> Picture:
    """The picture: times of backend `across` and backend `up` for the same puzzles, by corpus; infinite if unsolved."""
    every = [pair for corpus in pairs.values() for pair in corpus]
    faster = sum(x < y for x, y in every)
    slower = sum(x > y for x, y in every)
    missed = [sum(pair[index] == inf for pair in every) for index in (0, 1)]
    alt = (
        f"Scatter plot of {title}: of {len(every):,} puzzles {across} was faster on {faster:,}, {up} on {slower:,}; "
        f"{across} left {missed[0]:,} unsolved, {up} {missed[1]:,}."
    )

    def draw(palette: Palette) -> Figure:
        # An image within the picture keeps its colours, whatever the page does with all others.
        image = len(every) > _RASTER_FROM
        colours = LIGHT.series if image else palette.series
        figure, axes = new_axes(palette, f"{up} against {across}: {title}", 4.6)
        finite = [seconds for pair in every for seconds in pair if isfinite(seconds)] or [1.0]
        low = min(finite) / 1.6
        rim = 1.6 * max(limit or 0.0, max(finite))
        for number, (corpus, points) in enumerate(pairs.items()):
            axes.plot(
                [min(x, rim) for x, _ in points],
                [min(y, rim) for _, y in points],
                linestyle="none",
                marker=MARKERS[(number + number // len(colours)) % len(MARKERS)],
                markersize=3.5,
                alpha=0.65,
                markeredgewidth=0,
                color=colours[number % len(colours)],
                label=corpus,
                rasterized=image,
            )
        axes.plot([low, rim], [low, rim], color=palette.muted, linewidth=0.8)
        for line in (axes.axhline, axes.axvline):
            line(limit or rim, color=palette.muted, linewidth=0.8, linestyle="--")
        axes.set(xscale="log", yscale="log", xlim=(low, 1.5 * rim), ylim=(low, 1.5 * rim), aspect="equal")
        axes.set_xlabel(f"{across} (beyond the dashed lines: unsolved)")
        axes.set_ylabel(up)
        log_seconds(axes.xaxis)
        log_seconds(axes.yaxis)
        add_legend(axes, palette, 3)
        return figure

    return Picture(name, f"{up} against {across}: {title}", alt, draw)
