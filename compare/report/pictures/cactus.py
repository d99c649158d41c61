"""The cactus plot: how many puzzles each backend solves with a given time for each puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING

from ...races.amounts import seconds_text
from ...races.tables import Contest
from ..drawing import Picture, add_line, log_seconds, style_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_POINTS = 400
"""Of a line: more of them cannot be seen."""


def cactus(name: str, contest: Contest, numbers: Mapping[str, int]) -> Picture:
    """Returns the picture of a contest, without disqualified backends; `numbers` gives each backend its style."""
    shown = [summary for summary in contest.qualified if summary.settled]
    title = f"Cactus plot: {contest.title}"
    solved_within = ", ".join(
        f"{summary.entry.backend} {summary.settled:,} of {summary.count:,} within "
        f"{seconds_text(max(filter(isfinite, summary.times.values())))} each"
        for summary in shown
    )
    alt = f"Cactus plot of {contest.title}: puzzles solved against time. {solved_within or 'Nothing was solved'}."

    def draw(axes: Axes) -> None:
        from matplotlib.ticker import MaxNLocator

        for summary in shown:
            times = sorted(filter(isfinite, summary.times.values()))
            most = min(len(times), _MOST_POINTS)
            # The first and the last one included.
            solved = [1 + index * (len(times) - 1) // max(1, most - 1) for index in range(most)]
            backend = summary.entry.backend
            style = style_of(numbers[backend])
            add_line(axes, solved, [times[count - 1] for count in solved], backend, style)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axes.set_xlabel("puzzles solved")
        axes.set_ylabel("time for each")
        axes.set_yscale("log")
        log_seconds(axes.yaxis)

    return Picture(name, title, alt, draw)
