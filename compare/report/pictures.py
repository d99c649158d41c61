"""The pictures of a report, and what all of them share."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import combinations
from math import ceil, inf, isfinite
from typing import Any, NamedTuple

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure

from ..races.columns import seconds_text
from ..races.tables import VIRTUAL_BEST, Contest

# What all pictures share: colours, axes, and the text of files.
#
# A picture is drawn in the light colours. In a page, which declares a light and a dark set of variables, these take
# the place of the colours.

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


# The cactus plot: how many puzzles each backend solves in a given time each, and the best of them together.

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


# The performance profile: how often each backend was within some factor of the best one.
#
# Dolan and More, "Benchmarking optimization software with performance profiles" (2002).

_POINTS = 200


def ratios(group: Sequence[Contest]) -> dict[str, list[float]]:
    """Returns each backend's time over the best one's, for each puzzle of all contests that all were asked.

    A ratio is infinite where the puzzle was not solved. A backend that is disqualified in a contest is left out of all.
    """
    left_out = {summary.entry.backend for contest in group for summary in contest.summaries if summary.disqualified}
    found: dict[str, list[float]] = {}
    for contest in group:
        times = {one.entry.backend: one.times for one in contest.summaries if one.entry.backend not in left_out}
        common = set.intersection(*map(set, times.values())) if times else set()
        for puzzle in sorted(common):
            best = min(own[puzzle] for own in times.values())
            for backend, own in times.items():
                found.setdefault(backend, []).append(_ratio(own[puzzle], best))
    return found


def profile(anchor: str, group: Sequence[Contest], numbers: Mapping[str, int]) -> Iterator[Picture]:
    """Yields the picture of contests with the same question and mode; `numbers` gives each backend its style."""
    ordered = {backend: sorted(values) for backend, values in ratios(group).items()}
    subject = group[0].asked
    title = f"Performance profile: {subject}"
    best = ", ".join(f"{backend} {_share(values, 1.0):.0%}" for backend, values in ordered.items())
    alt = f"Performance profile of {subject}. Fastest, or as fast as the fastest: {best}."

    most = max([10.0, *(value for values in ordered.values() for value in values if value < inf)])
    factors = [most ** (step / (_POINTS - 1)) for step in range(_POINTS)]
    shares = {backend: [_share(values, factor) for factor in factors] for backend, values in ordered.items()}

    def draw(axes: Axes) -> None:
        for backend, own in shares.items():
            add_line(axes, factors, own, backend, style_of(numbers[backend]))
        axes.set(xscale="log", ylim=(-0.02, 1.02), xlim=(1, most))
        axes.set_xlabel("times as long as the fastest on the same puzzle")
        axes.set_ylabel("share of puzzles")
        axes.xaxis.set_major_formatter(lambda factor, _: f"{factor:g}")
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")

    rows = [(backend, *point) for backend, own in shares.items() for point in zip(factors, own, strict=True)]
    yield Picture(f"{anchor}-profile", title, alt, draw, ("backend", "factor", "share of puzzles"), rows)


def _ratio(seconds: float, best: float) -> float:
    if seconds <= best < inf:
        return 1.0
    return seconds / best if isfinite(seconds) and best > 0 else inf


def _share(ordered: Sequence[float], factor: float) -> float:
    return bisect_right(ordered, factor) / len(ordered) if ordered else 0.0


# The scatter plot: two backends, puzzle by puzzle, unsolved puzzles on the rims.

_RASTER_FROM = 2000
"""Points from which on a picture holds them as one image: as single elements they would make the page heavy."""

_MOST_BACKENDS = 4
"""Backends of which every pair gets a picture."""

Points = Mapping[str, Sequence[tuple[int, float, float]]]
"""Corpus to its puzzles by number, with the times of two backends, infinite where one did not solve the puzzle."""


def scatter(anchor: str, group: Sequence[Contest], numbers: Mapping[str, int]) -> Iterator[Picture]:
    """Yields a picture for each pair of the first few backends that are qualified."""
    qualified = {summary.entry.backend for contest in group for summary in contest.qualified}
    chosen = [backend for backend in numbers if backend in qualified][:_MOST_BACKENDS]
    for number, (across, up) in enumerate(combinations(chosen, 2), start=1):
        points = {}
        for contest in group:
            named = {summary.entry.backend: summary for summary in contest.qualified}
            if across in named and up in named:
                times = named[up].times
                points[contest.first.corpus.name] = [
                    (puzzle, seconds, times[puzzle])
                    for puzzle, seconds in named[across].times.items()
                    if puzzle in times
                ]
        limit = group[0].summaries[0].limit
        yield scatter_picture(f"{anchor}-scatter-{number}", group[0].asked, across, up, points, limit)


def scatter_picture(name: str, subject: str, across: str, up: str, points: Points, limit: float | None) -> Picture:
    """Returns the picture of the times of backend `across` and backend `up` for the same puzzles."""
    title = f"{up} against {across}: {subject}"
    every = [times for corpus in points.values() for _, *times in corpus]
    faster = sum(x < y for x, y in every)
    slower = sum(x > y for x, y in every)
    missed = [sum(pair[index] == inf for pair in every) for index in (0, 1)]
    alt = (
        f"Scatter plot of {subject}: of {len(every):,} puzzles {across} was faster on {faster:,}, {up} on {slower:,}; "
        f"{across} left {missed[0]:,} unsolved, {up} {missed[1]:,}."
    )

    def draw(axes: Axes) -> None:
        finite = [seconds for pair in every for seconds in pair if isfinite(seconds)] or [1.0]
        low = min(finite) / 1.6
        rim = 1.6 * max(limit or 0.0, max(finite))
        for number, (corpus, own) in enumerate(points.items()):
            axes.plot(
                [min(x, rim) for _, x, _ in own],
                [min(y, rim) for _, _, y in own],
                label=corpus,
                markersize=3.5,
                alpha=0.65,
                rasterized=len(every) > _RASTER_FROM,
                **{**style_of(number), "linestyle": "none"},
            )
        axes.plot([low, rim], [low, rim], color=LIGHT["muted"], linewidth=0.8)
        for line in (axes.axhline, axes.axvline):
            line(limit or rim, color=LIGHT["muted"], linewidth=0.8, linestyle="--")
        axes.set(xscale="log", yscale="log", xlim=(low, 1.5 * rim), ylim=(low, 1.5 * rim), aspect="equal")
        axes.set_xlabel(f"{across} (beyond the dashed lines: unsolved)")
        axes.set_ylabel(up)
        log_seconds(axes.xaxis)
        log_seconds(axes.yaxis)

    headings = ("corpus", "puzzle", f"{across} seconds", f"{up} seconds")
    rows = [(corpus, *point) for corpus, own in points.items() for point in own]
    return Picture(name, title, alt, draw, headings, rows, height=4.6, legend_columns=3)
