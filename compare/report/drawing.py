"""What all pictures share: colours, axes, and the text of files.

A picture is drawn in the light colours. In a page, which declares a light and a dark set of variables, these take the
place of the colours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from math import ceil
from typing import Any, NamedTuple

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure

WIDTH = 4.8
"""Inches: a phone shows a picture at about its own size, a wide screen has two in a row."""

_DECADES = 200
"""The ratio of the ends of an axis from which on the powers of ten are enough to read it."""

_LEGEND_INCHES, _SHORT_LEGEND = 0.17, 4
"""The height of a row of a legend, and the rows for which a picture has room."""


def _palette(ink: str, muted: str, line: str, paper: str, series: str) -> dict[str, str]:
    """Returns colours by the names of a page's variables."""
    named = {"ink": ink, "muted": muted, "line": line, "paper": paper}
    return named | {f"series-{number}": colour for number, colour in enumerate(series.split())}


# The first seven: Okabe and Ito, "Color universal design" (2008). Neighbours differ most; lighter in the dark.
LIGHT = _palette(
    *("#1b1f24", "#57606a", "#d0d7de", "#ffffff"),
    "#0072b2 #d55e00 #009e73 #a64d86 #b07d00 #3a8fc0 #6b6b00 #4d4d4d "
    "#8c1c13 #00565b #5e3c99 #d81b60 #7a4a2a #2e8b20 #1a237e #8a6fd0",
)
DARK = _palette(
    *("#e6edf3", "#9aa4af", "#3a424c", "#12161b"),
    "#58b0ea #ff9447 #3ddbab #e79fc8 #f0c04c #a5d8f7 #d0d060 #c8c8c8 "
    "#ff6b6b #26a69a #b39ddb #ff5fa2 #c49a6c #8fd14f #7b8cff #e0b0ff",
)

DASHES = ("solid", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))
FILLED, HOLLOW, THIN = ("o", "s", "^", "D", "v", "*", "<", ">"), ("o", "s", "^", "D", "v", "<"), ("+", "x")
MARKS: Sequence[Mapping[str, Any]] = [
    *({"marker": mark, "markeredgewidth": 0.5} for mark in FILLED),
    *({"marker": mark, "markeredgewidth": 0.9, "markerfacecolor": LIGHT["paper"]} for mark in HOLLOW),
    *({"marker": mark, "markeredgewidth": 1.1} for mark in THIN),
]
"""A mark for each colour, distinct at a size of 4 points."""

_NO_XML = dict.fromkeys({*range(32), 0xFFFE, 0xFFFF} - {*b"\t\n\r"}, "\ufffd")
"""Characters that XML does not have, as a name of a file may, to the one that replaces them."""


class Picture(NamedTuple):
    """A picture, which is drawn when its text is asked for."""

    name: str
    """Of its files."""
    title: str
    alt: str
    """The picture in words, for readers that cannot see it."""
    draw: Callable[[Axes], object]
    headings: Sequence[str]
    rows: Sequence[Sequence[str | float | None]]
    """What is drawn: times in seconds, infinite where a puzzle was not solved."""
    height: float = 3.4
    """Inches."""
    legend_columns: int = 2
    """Columns of the legend, which lists what has a label."""

    def svg(self) -> str:
        """Returns the text of an SVG file; `inline` makes an element of a page of it."""
        out = StringIO()
        settings: Any = {
            "svg.fonttype": "none",
            "svg.hashsalt": self.name,  # the same text each time, and no two pictures of a page share an id
            "font.family": "sans-serif",
            "text.parse_math": False,  # names of backends may hold a $
            "axes.unicode_minus": False,
        }
        with rc_context(settings):
            self._figure().savefig(
                out, format="svg", facecolor=LIGHT["paper"], metadata={"Date": None, "Creator": None}
            )
        return out.getvalue().translate(_NO_XML)

    def _figure(self) -> Figure:
        figure = Figure(figsize=(WIDTH, self.height), layout="constrained")
        axes = figure.add_subplot()
        axes.set_facecolor("none")
        axes.set_title(self.title, color=LIGHT["ink"], fontsize=9.5, loc="left", wrap=True)
        axes.tick_params(colors=LIGHT["muted"], which="both", labelsize=8)
        for spine in ("top", "right"):
            axes.spines[spine].set_visible(False)
        for spine in ("bottom", "left"):
            axes.spines[spine].set_color(LIGHT["line"])
        axes.grid(color=LIGHT["line"], linewidth=0.6, alpha=0.7)
        axes.set_axisbelow(True)
        for axis in (axes.xaxis, axes.yaxis):
            axis.label.set_color(LIGHT["muted"])
            axis.label.set_fontsize(8.5)
        self.draw(axes)
        handles, labels = axes.get_legend_handles_labels()
        if handles:
            columns = self.legend_columns if max(map(len, labels)) < 26 else 1
            more = ceil(len(labels) / columns) - _SHORT_LEGEND
            figure.set_figheight(self.height + max(0, more) * _LEGEND_INCHES)
            figure.legend(
                handles,
                labels,
                loc="outside lower center",
                ncols=columns,
                fontsize=8,
                frameon=False,
                markerscale=1.4,
                labelcolor=LIGHT["ink"],
            )
        return figure


def inline(svg: str) -> str:
    """Returns an `svg` element in the variables of a page, without metadata, size and ids."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?(?:</metadata>|\Z)", "", svg, flags=re.DOTALL)
    head, _, rest = svg.partition(">")
    head = re.sub(r' (width|height|version)="[^"]*"', "", head)
    rest = re.sub(r'<g id="[^"]*">', "<g>", rest)
    svg = f'{head} aria-hidden="true" focusable="false">{rest}'
    for name, colour in LIGHT.items():
        svg = svg.replace(colour, f"var(--{name})")
    return svg


def css(palette: Mapping[str, str]) -> str:
    """Returns the declarations of a page's variables."""
    return " ".join(f"--{name}: {colour};" for name, colour in palette.items())


def style_of(number: int) -> dict[str, Any]:
    """Returns colour, dashes and mark of the backend with this number.

    The first 16 have a colour and a mark of their own; the next ones have the same again with other dashes.
    """
    turn, place = divmod(number, len(MARKS))
    return {"color": LIGHT[f"series-{place}"], "linestyle": DASHES[turn % len(DASHES)], **MARKS[place]}


def add_line(axes: Axes, x: Sequence[float], y: Sequence[float], label: str, style: Mapping[str, Any]) -> None:
    """Adds a line with eight markers or so."""
    axes.plot(x, y, label=label, linewidth=1.4, markersize=4, markevery=max(1, len(x) // 8), **style)


def log_seconds(axis: Axis) -> None:
    """Labels a logarithmic axis of seconds like `10 ms`; to be called when everything is drawn."""
    from matplotlib.ticker import EngFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    # Powers of ten alone would leave a short axis with one mark or none.
    axis.set_major_locator(LogLocator(10, subs=(1,) if high > _DECADES * low else (1, 2, 5), numticks=8))
    axis.set_major_formatter(EngFormatter("s"))
    axis.set_minor_formatter(NullFormatter())
