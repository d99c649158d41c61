"""Time over size: medians of puzzles of the same size, and the power of it that they follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..drawing import Picture, add_legend, log_seconds, new_axes
from ..palette import Palette, style_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Growth(NamedTuple):
    """The medians of a backend by number of cells, and the fitted power law `factor * cells ** exponent`."""

    medians: Sequence[tuple[int, float]]
    exponent: float | None
    factor: float = 0.0


def growth(name: str, title: str, grown: Mapping[str, Growth], numbers: dict[str, int]) -> Picture:
    """The picture: a line for each backend, dashed where it is the fit."""
    told = ", ".join(
        f"{backend} grows with the power {one.exponent:.1f}" if one.exponent is not None else f"{backend} has no fit"
        for backend, one in grown.items()
    )

    def draw(palette: Palette) -> Figure:
        figure, axes = new_axes(palette, f"Time over size: {title}")
        for backend, one in grown.items():
            style = style_of(numbers[backend], palette)
            fitted = "" if one.exponent is None else f", cells^{one.exponent:.1f}"
            cells = [count for count, _ in one.medians]
            axes.plot(
                cells,
                [seconds for _, seconds in one.medians],
                label=f"{backend}{fitted}",
                color=str(style["color"]),
                marker=str(style["marker"]),
                markersize=4.5,
                linestyle="none",
            )
            if one.exponent is not None:
                line = [one.factor * count**one.exponent for count in cells]
                axes.plot(cells, line, color=str(style["color"]), linewidth=1, linestyle="--")
        axes.set(xscale="log", yscale="log")
        axes.set_xlabel("cells")
        axes.set_ylabel("median time")
        sizes = sorted({count for one in grown.values() for count, _ in one.medians})
        axes.set_xticks(sizes, [f"{count:,}" for count in sizes])
        axes.set_xticks([], minor=True)
        log_seconds(axes.yaxis)
        add_legend(axes, palette)
        return figure

    return Picture(name, f"Time over size: {title}", f"Median time against number of cells, {title}: {told}.", draw)
