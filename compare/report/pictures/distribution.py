"""The distribution of times: quartiles, the outer 5 % and extremes for each backend, and what was not solved."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING

from ...results.amounts import seconds_text
from ...results.summary import nearest_rank
from ...results.tables import Contest
from ..drawing import Palette, Picture, colour_of, log_seconds

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def distribution(name: str, contest: Contest, numbers: Mapping[str, int]) -> Picture:
    """Returns the picture of a contest: a line from 5 to 95 %, a bar from 25 to 75 %, the median, dots for extremes."""
    field = contest.qualified
    title = f"Distribution of times: {contest.title}"
    height = 1.35 + 0.34 * len(field)
    marks_in_words = ", ".join(
        f"{summary.entry.backend} median {seconds_text(summary.median, summary.limit)}, "
        f"95 % {seconds_text(summary.percentile(95), summary.limit)}"
        for summary in field
    )

    def draw(axes: Axes, palette: Palette) -> None:
        for row, summary in enumerate(reversed(field)):
            times = sorted(filter(isfinite, summary.times))
            colour = colour_of(numbers[summary.entry.backend], palette)
            if times:
                marks = {part: nearest_rank(times, part) for part in (5, 25, 50, 75, 95)}
                axes.plot([marks[5], marks[95]], [row, row], color=colour, linewidth=1.2)
                axes.plot(
                    [marks[25], marks[75]], [row, row], color=colour, linewidth=8, solid_capstyle="butt", alpha=0.55
                )
                axes.plot([marks[50]], [row], marker="|", markersize=13, color=palette.ink, markeredgewidth=1.6)
                axes.plot([times[0], times[-1]], [row, row], linestyle="none", marker=".", markersize=4, color=colour)
            unsolved = summary.count - summary.settled
            if unsolved:
                axes.annotate(
                    f"{unsolved:,} unsolved" if times else "nothing solved",
                    (1.0, row),
                    xycoords=("axes fraction", "data"),
                    xytext=(-2, 7),
                    textcoords="offset points",
                    ha="right",
                    fontsize=7.5,
                    color=palette.muted,
                )
        axes.set_yticks(range(len(field)), [summary.entry.backend for summary in reversed(field)])
        axes.set_ylim(-0.6, len(field) - 0.3)
        axes.grid(visible=False, axis="y")
        if any(summary.settled for summary in field):
            axes.set_xscale("log")
            log_seconds(axes.xaxis)
        axes.set_xlabel("time of solved puzzles\n(stroke: median, bar: 25 to 75 %, line: 5 to 95 %)")

    return Picture(name, title, f"Distribution of times on {contest.title}: {marks_in_words}.", draw, height)
