"""Set-up against solving: what each corpus cost each backend before it could solve, and then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ...results.amounts import seconds_text
from ...results.tables import Contest
from ..drawing import Palette, Picture, colour_of, log_seconds

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LEAST = 1e-6
"""Seconds: a shorter time is shown there."""


def setup(anchor: str, group: Sequence[Contest], numbers: Mapping[str, int]) -> Iterator[Picture]:
    """Yields the picture: by corpus and backend, a ring for the set-up and a dot for solving, all puzzles together."""
    fields = {contest.first.corpus.name: contest.qualified for contest in group}
    title = f"Set-up (ring) and solving (dot): {group[0].asked}"
    seconds = "; ".join(
        f"{corpus}: "
        + ", ".join(
            f"{s.entry.backend} {seconds_text(s.setup_seconds)} and {seconds_text(s.wall_seconds)}" for s in field
        )
        for corpus, field in fields.items()
    )
    backends = list(dict.fromkeys(s.entry.backend for field in fields.values() for s in field))
    height = 1.5 + len(fields) * (0.16 + 0.13 * len(backends))

    def draw(axes: Axes, palette: Palette) -> None:
        step = 0.8 / max(1, len(backends))
        unlabelled = set(backends)
        for row, field in enumerate(fields.values()):
            for summary in field:
                backend = summary.entry.backend
                at = -row + 0.4 - step * (backends.index(backend) + 0.5)
                colour = colour_of(numbers[backend], palette)
                ends = [max(_LEAST, summary.setup_seconds), max(_LEAST, summary.wall_seconds)]
                axes.plot(ends, [at, at], color=colour, linewidth=0.9, alpha=0.6)
                axes.plot(ends[:1], [at], marker="o", markersize=4.5, color=colour, markerfacecolor="none")
                label = backend if backend in unlabelled else None
                unlabelled.discard(backend)
                axes.plot(ends[1:], [at], marker="o", markersize=4.5, color=colour, linestyle="none", label=label)
        axes.set_yticks([-row for row in range(len(fields))], list(fields))
        axes.set_ylim(-len(fields) + 0.4, 0.6)
        axes.set_xscale("log")
        log_seconds(axes.xaxis)
        axes.set_xlabel("all puzzles of the corpus together")

    yield Picture(f"{anchor}-setup", title, f"Set-up and solving, {group[0].asked}. {seconds}.", draw, height)
