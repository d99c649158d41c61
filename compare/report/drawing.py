"""From a drawing to the text and bytes of a picture, alike for all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any, NamedTuple

from .palette import CHANGING, LIGHT, Palette, with_variables

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

WIDTH = 4.8
"""Inches: on a phone a picture is shown at about its own size, on a wide screen there are two in a row."""

_DOTS = 150

_DECADES = 200
"""The ratio of its ends from which on the powers of ten are enough to read an axis."""


class Picture(NamedTuple):
    """A picture that is drawn when it is asked for, in the colours that are asked for."""

    name: str
    """Of its files."""
    title: str
    alt: str
    """What there is to see, for those who do not."""
    draw: Callable[[Palette], Figure]

    def svg(self) -> str:
        """The text of an SVG file in changing colours: `inline` and `coloured` make something of it."""
        with _settings(self.name):
            out = StringIO()
            self.draw(CHANGING).savefig(
                out, format="svg", facecolor=CHANGING.paper, metadata={"Date": None, "Creator": None}
            )
            return out.getvalue()

    def png(self) -> bytes:
        """A PNG file."""
        with _settings(self.name):
            out = BytesIO()
            self.draw(LIGHT).savefig(out, format="png", dpi=_DOTS, facecolor=LIGHT.paper, metadata={"Software": None})
            return out.getvalue()


def inline(svg: str) -> str:
    """An `svg` element for a page that declares the colours, without what a page has no use for."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    head, _, rest = svg.partition(">")
    head = re.sub(r' (width|height|version)="[^"]*"', "", head)
    rest = re.sub(r'<g id="[^"]*">', "<g>", rest)
    return with_variables(f'{head} aria-hidden="true" focusable="false">{rest}')


def new_axes(palette: Palette, title: str, height: float = 3.4) -> tuple[Figure, Axes]:
    """A figure with one pair of axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.add_subplot()
    axes.set_facecolor("none")
    axes.set_title(title, color=palette.ink, fontsize=9.5, loc="left", wrap=True)
    axes.tick_params(colors=palette.muted, which="both", labelsize=8)
    for spine in ("top", "right"):
        axes.spines[spine].set_visible(False)
    for spine in ("bottom", "left"):
        axes.spines[spine].set_color(palette.line)
    axes.grid(color=palette.line, linewidth=0.6, alpha=0.7)
    axes.set_axisbelow(True)
    for axis in (axes.xaxis, axes.yaxis):
        axis.label.set_color(palette.muted)
        axis.label.set_fontsize(8.5)
    return figure, axes


def add_legend(axes: Axes, palette: Palette, columns: int = 2) -> None:
    """A legend below the axes."""
    handles, labels = axes.get_legend_handles_labels()
    if handles:
        axes.figure.legend(
            handles,
            labels,
            loc="outside lower center",
            ncols=columns if max(map(len, labels)) < 26 else 1,
            fontsize=8,
            frameon=False,
            markerscale=1.4,
            labelcolor=palette.ink,
        )


def log_seconds(axis: Axis) -> None:
    """Has a logarithmic axis of seconds written as `10 ms`; to be called when all is drawn."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    from ..results.amounts import tick_text

    low, high = axis.get_view_interval()
    # Powers of ten alone would leave a short axis with one mark or none.
    axis.set_major_locator(LogLocator(10, subs=(1,) if high > _DECADES * low else (1, 2, 5), numticks=8))
    axis.set_major_formatter(FuncFormatter(lambda seconds, _: tick_text(seconds)))
    axis.set_minor_formatter(NullFormatter())


@contextmanager
def _settings(name: str) -> Iterator[None]:
    from matplotlib import rc_context

    chosen: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": name,  # the same text each time, and no two pictures of a page share an id
        "font.family": "sans-serif",
        "text.parse_math": False,  # names of backends may hold a $
        "axes.unicode_minus": False,
    }
    with rc_context(chosen):
        yield
