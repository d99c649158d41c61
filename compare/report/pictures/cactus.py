"""The cactus plot: how many puzzles each backend solves when every one may take so long."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from ...results.amounts import seconds_text
from ...results.summary import Summary
from ..drawing import Picture, add_legend, log_seconds, new_axes
from ..palette import Palette, style_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_POINTS = 400
"""Of a line: more of them cannot be seen."""


def cactus(name: str, title: str, field: Sequence[Summary], numbers: dict[str, int]) -> Picture:
    """The picture for a contest; `numbers` gives each backend its colour. Who is disqualified is left out."""
    shown = [summary for summary in field if not summary.disqualified and summary.settled]
    told = ", ".join(
        f"{summary.entry.backend} {summary.settled:,} of {summary.count:,} within "
        f"{seconds_text(max(filter(isfinite, summary.times)))} each"
        for summary in shown
    )
    alt = f"Cactus plot of {title}: puzzles solved against time. {told or 'Nothing was solved'}."

    def draw(palette: Palette) -> Figure:
        from matplotlib.ticker import MaxNLocator

        figure, axes = new_axes(palette, f"Cactus plot: {title}")
        for summary in shown:
            times = sorted(filter(isfinite, summary.times))
            solved = _thinned(list(range(1, len(times) + 1)))
            style = style_of(numbers[summary.entry.backend], palette)
            axes.plot(
                solved,
                [times[count - 1] for count in solved],
                label=summary.entry.backend,
                linewidth=1.4,
                markersize=3.5,
                markevery=max(1, len(solved) // 8),
                **style,  # type: ignore[arg-type]  # colour, dashes and marker
            )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axes.set_xlabel("puzzles solved")
        axes.set_ylabel("time for each")
        axes.set_yscale("log")
        log_seconds(axes.yaxis)
        add_legend(axes, palette)
        return figure

    return Picture(name, f"Cactus plot: {title}", alt, draw)


def _thinned(counts: list[int]) -> list[int]:
    """At most some hundred of them, the first and the last included."""
    if len(counts) <= _MOST_POINTS:
        return counts
    return [counts[index * (len(counts) - 1) // (_MOST_POINTS - 1)] for index in range(_MOST_POINTS)]
