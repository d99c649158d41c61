"""Writes a report: one page that needs no network and no other file, with its pictures and tables beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ...reference.errors import UnitdokuError
from ..results.tables import TABLE_COLUMNS, markdown
from .drawing import DARK, LIGHT, coloured, css, inline
from .material import Material

if TYPE_CHECKING:
    from jinja2 import Template

_MOST_ERRORS = 100
"""Errors that a page lists."""

PAGE = "index.html"


class ReportError(UnitdokuError, RuntimeError):
    """A report that cannot be made; the message says why."""


def check_packages() -> None:
    """Raises `ReportError`, which says what to install, where a package for reports is missing."""
    try:
        import jinja2
        import matplotlib
    except ImportError as error:
        raise ReportError(f"a report needs Jinja2 and matplotlib ({error}): pip install 'unitdoku[report]'") from error
    del jinja2, matplotlib


def write_report(material: Material, folder: Path) -> Path:
    """Writes `index.html`, `tables.md` and `pictures/*.svg`, `pictures/*.png`, and returns the path of the page.

    Files of the same names are replaced, others stay. Raises OSError where a file cannot be written.
    """
    check_packages()
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    elements: dict[str, str] = {}
    for section in material.sections:
        for picture in section.pictures:
            svg = picture.svg()
            (pictures / f"{picture.name}.svg").write_text(coloured(svg), encoding="utf-8")
            (pictures / f"{picture.name}.png").write_bytes(picture.png())
            elements[picture.name] = inline(svg)
    (folder / "tables.md").write_text(tables_text(material), encoding="utf-8")
    page = folder / PAGE
    page.write_text(_page_text(material, elements), encoding="utf-8")
    return page


def tables_text(material: Material) -> str:
    """Returns all tables in Markdown."""
    tables = []
    for section in material.sections:
        if section.overview is not None:
            tables.append((section.overview.title, section.overview.headings, section.overview.rows))
        if section.contest is not None:
            tables.append((section.title, [column.heading for column in TABLE_COLUMNS], section.contest.rows))
    return "\n".join(f"{title}:\n\n{markdown(headings, rows)}" for title, headings, rows in tables)


def _page_text(material: Material, elements: Mapping[str, str]) -> str:
    """Returns the page; `elements` has the `svg` element of each picture by its name."""
    from importlib.metadata import version

    from markupsafe import Markup

    return _template().render(
        run=material.run,
        sentences=material.sentences,
        sections=material.sections,
        # The pictures are our own, and names in them were escaped when they were drawn.
        drawn={name: Markup(element) for name, element in elements.items()},  # noqa: S704
        errors=material.errors,
        most_errors=_MOST_ERRORS,
        columns=TABLE_COLUMNS,
        facts=list(_facts(material)),
        light=css(LIGHT),
        dark=css(DARK),
        version=version("unitdoku"),
    )


def _facts(material: Material) -> Iterator[tuple[str, str]]:
    """Yields how and where the run was measured: a name, and text."""
    run = material.run
    for machine in material.machines:
        yield "machine", "; ".join(f"{name} {value}" for name, value in machine.items())
    for name, value in run.environment.items():
        if isinstance(value, dict):
            yield name, ", ".join(f"{package} {version}" for package, version in value.items())
        elif value is not None:
            yield name, str(value)
    for name, value in run.settings.items():
        shown = f"{value >> 20} MiB" if name == "memory" and value is not None else value
        yield name.replace("_", " "), "none" if value is None else str(shown)
    for corpus in run.corpora:
        puzzles = f"{corpus.puzzles:,} puzzles, SHA-256 {corpus.digest}"
        source = "; ".join(part for part in (corpus.about.source, corpus.about.licence) if part)
        yield f"corpus {corpus.name}", f"{puzzles}; from {source}" if source else puzzles
    for loss in material.losses:
        yield "lost worker", str(loss)


def _template() -> Template:
    from importlib.resources import files

    from jinja2 import Environment, FunctionLoader

    def source(name: str) -> str:
        return (files(__package__) / "templates" / name).read_text(encoding="utf-8")

    environment = Environment(loader=FunctionLoader(source), autoescape=True, trim_blocks=True)
    environment.filters["capital"] = lambda text: text[:1].upper() + text[1:]
    return environment.get_template("page.html")
