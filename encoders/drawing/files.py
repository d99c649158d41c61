"""Pictures as files: SVG by itself, PNG by resvg, PDF by svglib and reportlab (extra `draw`)."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

from ...reference.drawing.picture import Picture
from ...reference.drawing.svg import SHRINKS, svg
from ...reference.errors import BackendUnavailable, OptionError
from ...reference.layout import Layout
from .subject import subject_of

_MISSING = "{} needs {}, which is not installed: pip install 'unitdoku[draw]'"
_ZOOM = 2
"""Pixels of a PNG for each unit of the SVG."""


def draw(
    puzzle: object,
    path: str | os.PathLike[str] | None = None,
    *,
    layout: Layout | str | None = None,
    solution: object = None,
    candidates: bool = False,
    theme: str = "auto",
    symbols: str | None = None,
) -> Picture:
    """Returns a picture of a puzzle as SVG text, and writes it to a file whose ending says the form.

    In a notebook the text shows itself as a picture.
    The puzzle has any form that `solve` takes, or is a layout, or a result of `solve`: its first solution is shown with
    the givens in bold. Endings are `.svg`, and with the extra `draw` `.png` and `.pdf`. `solution` is a grid whose
    values stand in the open cells, `candidates` shows what these may hold, `theme` is `light`, `dark` or `auto`, which
    follows the page; PNG and PDF are light then. `symbols` has one character for each value, in text and picture.
    An existing file is replaced. Raises `OptionError` for another ending or theme, `PuzzleError` for what is no puzzle,
    for more than 10,000 cells and for another number of symbols, `BackendUnavailable` without the extra, and OSError
    where the file cannot be written.
    """
    found, grid = subject_of(puzzle, layout, solution, symbols)
    written = as_svg if path is None else form_of(path)
    theme = "light" if theme == "auto" and written is not as_svg else theme
    text = svg(found, grid, candidates=candidates, theme=theme, symbols=symbols)
    if path is None:
        return Picture(text)
    Path(path).write_bytes(written(text))
    return Picture(text)


def form_of(path: str | os.PathLike[str]) -> Callable[[str], bytes]:
    """Returns the function that turns SVG text into the form that the ending of a path names."""
    ending = os.path.splitext(os.fspath(path))[1].lower()
    if ending not in FORMS:
        raise OptionError(f"{os.fspath(path)!r} names no form of picture; endings are {', '.join(FORMS)}")
    return FORMS[ending]


def as_svg(text: str) -> bytes:
    """Returns the text in UTF-8."""
    return text.encode()


def as_png(text: str) -> bytes:
    """Returns a PNG of two pixels for each unit."""
    if find_spec("resvg_py") is None:
        raise BackendUnavailable(_MISSING.format("PNG", "resvg-py"))
    import resvg_py

    matplotlib = find_spec("matplotlib")
    fonts: list[str] = []
    if matplotlib is not None and matplotlib.submodule_search_locations:
        # It brings fonts; a system without any would show no text.
        fonts = [os.path.join(matplotlib.submodule_search_locations[0], "mpl-data", "fonts", "ttf")]
    return bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=_ZOOM, font_dirs=fonts))


def as_pdf(text: str) -> bytes:
    """Returns a PDF of one page of the size of the picture; svglib knows no height of `auto`."""
    if find_spec("svglib") is None:
        raise BackendUnavailable(_MISSING.format("PDF", "svglib"))
    from reportlab.graphics import renderPDF  # type: ignore[import-untyped]  # it has no type hints
    from svglib.svglib import svg2rlg

    return bytes(renderPDF.drawToString(svg2rlg(StringIO(text.replace(SHRINKS, "")))))


FORMS: dict[str, Callable[[str], bytes]] = {".svg": as_svg, ".png": as_png, ".pdf": as_pdf}
"""Ending to the function that makes the bytes of such a file: a new form is a function and a row."""
