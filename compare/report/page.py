"""Writes a report: one page that needs nothing else, and its pictures and tables as files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ...reference.errors import UnitdokuError
from ..results import overview, table
from .drawing import inline
from .material import Material
from .palette import DARK, LIGHT, coloured, css

if TYPE_CHECKING:
    from jinja2 import Template

_MOST_WRONG = 100
"""Rows of what went wrong that a page shows."""

PAGE = "index.html"


class ReportError(UnitdokuError, RuntimeError):
    """A report cannot be made; the message says why."""


def check_packages() -> None:
    """Raises `ReportError`, which says what to install, where a package for reports is missing."""
    try:
        import jinja2
        import matplotlib
    except ImportError as error:
        raise ReportError(f"a report needs Jinja2 and matplotlib ({error}): pip install 'unitdoku[report]'") from error
    del jinja2, matplotlib


def write_report(material: Material, folder: Path) -> Path:
    """Writes `index.html`, `tables.md` and `pictures/*.svg`, `pictures/*.png`; the path of the page.

    Files of the same names are replaced, others left alone. OSError where that is not possible.
    """
    check_packages()
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    drawn: dict[str, str] = {}
    for section in material.sections:
        for picture in section.pictures:
            svg = picture.svg()
            (pictures / f"{picture.name}.svg").write_text(coloured(svg), encoding="utf-8")
            (pictures / f"{picture.name}.png").write_bytes(picture.png())
            drawn[picture.name] = inline(svg)
    (folder / "tables.md").write_text(tables_text(material), encoding="utf-8")
    page = folder / PAGE
    page.write_text(_page_text(material, drawn), encoding="utf-8")
    return page


def tables_text(material: Material) -> str:
    """All tables in Markdown."""
    parts = []
    for section in material.sections:
        if section.overview is not None:
            parts.append(f"{section.overview.title}:\n\n{overview.markdown(section.overview)}")
        if section.contest is not None:
            parts.append(f"{section.title}:\n\n{table.markdown(section.contest)}")
    return "\n".join(parts)


def _page_text(material: Material, drawn: Mapping[str, str]) -> str:
    """The page; `drawn` has the element of each picture by its name."""
    from importlib.metadata import version

    from markupsafe import Markup

    return _template().render(
        run=material.run,
        corpora={entry.corpus for entry in material.run.entries},
        sentences=material.sentences,
        sections=material.sections,
        # The pictures are our own, and what they hold of others was escaped when they were drawn.
        drawn={name: Markup(element) for name, element in drawn.items()},  # noqa: S704
        wrong=material.wrong,
        most_wrong=_MOST_WRONG,
        columns=table.COLUMNS,
        facts=list(_facts(material)),
        light=css(LIGHT),
        dark=css(DARK),
        version=version("unitdoku"),
    )


def _facts(material: Material) -> Iterator[tuple[str, str]]:
    """How and where it was measured."""
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
    for corpus in dict.fromkeys(entry.corpus for entry in run.entries):
        told = f"{corpus.puzzles:,} puzzles, SHA-256 {corpus.digest}"
        source = "; ".join(part for part in (corpus.about.source, corpus.about.licence) if part)
        yield f"corpus {corpus.name}", f"{told}; from {source}" if source else told
    for loss in material.losses:
        yield "lost worker", loss


def _template() -> Template:
    from importlib.resources import files

    from jinja2 import Environment, FunctionLoader

    def source(name: str) -> str:
        return (files(__package__) / "templates" / name).read_text(encoding="utf-8")

    environment = Environment(loader=FunctionLoader(source), autoescape=True, trim_blocks=True)
    environment.filters["capital"] = lambda text: text[:1].upper() + text[1:]
    return environment.get_template("page.html")
