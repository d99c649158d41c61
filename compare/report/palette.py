"""The colours of pictures: fixed ones for files, and ones that a page with a light and a dark side chooses itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Palette(NamedTuple):
    """Colours as matplotlib takes them."""

    ink: str
    muted: str
    line: str
    paper: str
    series: tuple[str, ...]


# Okabe and Ito, "Color universal design" (2008), in an order in which neighbours differ most; lighter in the dark.
LIGHT = Palette(
    "#1b1f24",
    "#57606a",
    "#d0d7de",
    "#ffffff",
    ("#0072b2", "#d55e00", "#009e73", "#a64d86", "#b07d00", "#3a8fc0", "#6b6b00", "#4d4d4d"),
)
DARK = Palette(
    "#e6edf3",
    "#9aa4af",
    "#3a424c",
    "#12161b",
    ("#58b0ea", "#ff9447", "#3ddbab", "#e79fc8", "#f0c04c", "#a5d8f7", "#d0d060", "#c8c8c8"),
)

CHANGING = Palette(
    "#010203",
    "#010204",
    "#010205",
    "#010206",
    tuple(f"#0103{number:02x}" for number in range(len(LIGHT.series))),
)
"""What stands for colours until the picture is text; they occur in no other role."""

_NAMES = Palette("ink", "muted", "line", "paper", tuple(f"series-{number}" for number in range(len(LIGHT.series))))

DASHES = ("solid", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


def style_of(number: int, palette: Palette) -> dict[str, object]:
    """Colour, dashes and marker of the backend with this number: no two alike, for a good while."""
    each = len(palette.series)
    return {
        "color": palette.series[number % each],
        "linestyle": DASHES[(number // each) % len(DASHES)],
        "marker": MARKERS[(number + number // each) % len(MARKERS)],
    }


def with_variables(svg: str) -> str:
    """A picture in the changing colours, whose colours are then the variables of the page."""
    return _replaced(svg, [f"var(--{name})" for name in _flat(_NAMES)])


def coloured(svg: str, palette: Palette = LIGHT) -> str:
    """A picture in the changing colours, whose colours are then these."""
    return _replaced(svg, _flat(palette))


def _replaced(svg: str, colours: Iterable[str]) -> str:
    for placeholder, colour in zip(_flat(CHANGING), colours, strict=True):
        svg = svg.replace(placeholder, colour)
    return svg


def css(palette: Palette) -> str:
    """The declarations of the variables."""
    return " ".join(f"--{name}: {colour};" for name, colour in zip(_flat(_NAMES), _flat(palette), strict=True))


def _flat(palette: Palette) -> list[str]:
    return [*palette[:4], *palette.series]
