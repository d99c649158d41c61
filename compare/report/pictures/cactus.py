"""The cactus plot: how many puzzles each backend solves in a given time each, and the best of them together."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isfinite
from typing import TYPE_CHECKING

from ...races.amounts import seconds_text
from ...races.tables import VIRTUAL_BEST, Contest
from ..drawing import DASHES, LIGHT, Picture, add_line, log_seconds, style_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_POINTS = 400
"""Of a line: more of them cannot be seen."""


def cactus(name: str, contest: Contest, numbers: Mapping[str, int]) -> Picture:
    """Returns the picture of a contest, without disqualified backends; `numbers` gives each backend its style."""
    times = {one.entry.backend: one.times for one in contest.qualified if one.settled}
    best: dict[int, float] = {}
    for own in times.values():
        best |= {puzzle: min(seconds, best.get(puzzle, inf)) for puzzle, seconds in own.items()}
    if len(times) > 1:
        times[VIRTUAL_BEST] = best
    lines = {backend: sorted(filter(isfinite, own.values())) for backend, own in times.items()}
    solved_within = ", ".join(
        f"{backend} {len(own):,} of {contest.summaries[0].count:,} within {seconds_text(own[-1])} each"
        for backend, own in lines.items()
    )
    alt = f"Cactus plot of {contest.title}: puzzles solved against time. {solved_within or 'Nothing was solved'}."

    def draw(axes: Axes) -> None:
        from matplotlib.ticker import MaxNLocator

        for backend, own in lines.items():
            most = min(len(own), _MOST_POINTS)
            # The first and the last one included.
            solved = [1 + index * (len(own) - 1) // max(1, most - 1) for index in range(most)]
            virtual = {"color": LIGHT["ink"], "linestyle": DASHES[1], "zorder": 3}
            style = virtual if backend == VIRTUAL_BEST else style_of(numbers[backend])
            add_line(axes, solved, [own[count - 1] for count in solved], backend, style)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axes.set_xlabel("puzzles solved")
        axes.set_ylabel("time for each")
        axes.set_yscale("log")
        log_seconds(axes.yaxis)

    rows = [(backend, solved, each) for backend, own in lines.items() for solved, each in enumerate(own, start=1)]
    return Picture(
        name, f"Cactus plot: {contest.title}", alt, draw, ("backend", "puzzles solved", "seconds for each"), rows
    )
