"""The performance profile: how often each backend was within some factor of the best one.

Dolan and More, "Benchmarking optimization software with performance profiles" (2002).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..drawing import Picture, add_legend, new_axes
from ..palette import Palette, style_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_POINTS = 200


def profile(name: str, title: str, ratios: Mapping[str, Sequence[float]], numbers: dict[str, int]) -> Picture:
    """The picture; `ratios` has each backend's time over the best one's for each puzzle, infinite if unsolved."""
    ordered = {backend: sorted(values) for backend, values in ratios.items()}
    told = ", ".join(f"{backend} {_share(values, 1.0):.0%}" for backend, values in ordered.items())
    alt = f"Performance profile of {title}. Fastest, or as fast as the fastest: {told}."

    def draw(palette: Palette) -> Figure:
        figure, axes = new_axes(palette, f"Performance profile: {title}")
        finite = [value for values in ordered.values() for value in values if value < float("inf")]
        most = max(10.0, *finite) if finite else 10.0
        factors = [most ** (step / (_POINTS - 1)) for step in range(_POINTS)]
        for backend, values in ordered.items():
            style = style_of(numbers[backend], palette)
            axes.plot(
                factors,
                [_share(values, factor) for factor in factors],
                label=backend,
                linewidth=1.4,
                markersize=3.5,
                markevery=_POINTS // 8,
                **style,  # type: ignore[arg-type]  # colour, dashes and marker
            )
        axes.set(xscale="log", ylim=(-0.02, 1.02), xlim=(1, most))
        axes.set_xlabel("times as long as the fastest on the same puzzle")
        axes.set_ylabel("share of puzzles")
        axes.xaxis.set_major_formatter(lambda factor, _: f"{factor:g}")
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        add_legend(axes, palette)
        return figure

    return Picture(name, f"Performance profile: {title}", alt, draw)


def _share(ordered: Sequence[float], factor: float) -> float:
    return bisect_right(ordered, factor) / len(ordered) if ordered else 0.0
