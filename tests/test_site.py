"""The site of the documentation: each page has its place, notebooks show what they do, the build has no warning."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from browser import CHROMIUM, needed_widths
from cells import VARIES, code_cells, kept_text, notebooks, page_with_pictures, run, run_notebook
from links import problems
from make_site import build
from pages import DOCS, ELSEWHERE, MADE, NAVIGATION, ROOT, sources, with_links_of_the_site
from reference_pages import WHOLE, api_pages, commands_page, public_names, text_below

import unitdoku
from unitdoku.command import results
from unitdoku.command.main import COMMANDS
from unitdoku.encoders.naming.families import has_module


def test_every_page_has_one_place_in_the_navigation() -> None:
    """A new page of `docs/` gets a row in `NAVIGATION` of `docs/site/pages.py`."""
    listed = ["index", *(page for pages in NAVIGATION.values() for page in pages)]
    assert sorted(listed) == sorted(sources().keys() | MADE)
    assert all((ROOT / file).exists() for file in ELSEWHERE)


def test_links_of_the_repository_lead_to_the_same_pages_in_the_site() -> None:
    def moved(text: str, page: str, file: str) -> str:
        return with_links_of_the_site(text, page, ROOT / file)

    assert moved("[a](backends.md#lanes)", "solving", "docs/solving.md") == "[a](backends.md#lanes)"
    assert moved("[a](../CONTRIBUTING.md#to-add)", "solving", "docs/solving.md") == "[a](contributing.md#to-add)"
    assert moved("[a](../README.md)", "solving", "docs/solving.md") == "[a](index.md)"
    assert moved("[a](docs/races.md)", "contributing", "CONTRIBUTING.md") == "[a](races.md)"
    assert moved("[a](../backends.md)", "notebooks/x", "docs/notebooks/x.ipynb") == "[a](../backends.md)"
    assert moved("[a](notebooks/test-your-solver.ipynb)", "a", "docs/a.md") == "[a](notebooks/test-your-solver.md)"
    for other in ("[a](https://example.org/x.md)", "[a](#here)", "[a](nowhere.md)", "![a](study/figures/q4-work.svg)"):
        assert moved(other, "solving", "docs/solving.md") == other


def test_a_cell_shows_what_it_prints_and_the_value_of_its_last_line() -> None:
    variables: dict[str, object] = {}
    assert run("", variables, "cell") == ("", None)
    cells = {"# nothing": "", "x = 1": "", "print(x)\nx + 1": "1\n2\n", "print(x)": "1\n", "[1].pop() + x": "2\n"}
    for cell, shown in cells.items():
        assert run(cell, variables, "cell").text == shown
    with pytest.raises(ZeroDivisionError):
        run("x / 0", variables, "cell")


def test_a_page_has_pictures_below_blocks_whose_last_line_has_one() -> None:
    plain = "```python\nprint(1)\n```\n"
    assert page_with_pictures(plain, "page") == plain
    solved = "```python\nimport unitdoku\nunitdoku.solve('1...', layout='latin:2')\n```\n"
    page = page_with_pictures(f"before\n{solved}after\n{plain}", "page")
    assert page.startswith(f"before\n{solved}")
    assert page.count('<div class="picture">') == page.count("<svg") == 1


@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
def test_notebooks_show_what_happens(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Run `python docs/site/cells.py` after a change of a notebook."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for needed, module in (("import numpy", "numpy"), ("unitdoku.data", "igraph"), ("sat:", "pysat")):
        if needed in path.read_text(encoding="utf-8"):
            pytest.importorskip(module)
    cells = code_cells(notebook)
    assert cells
    assert all(cell["outputs"] for cell in cells if "print(" in "".join(cell["source"]))
    for cell, shown in zip(cells, run_notebook(notebook, path.name), strict=True):
        if VARIES not in cell["metadata"].get("tags", []):
            assert shown.text == kept_text(cell)


def test_the_api_has_every_public_name_once() -> None:
    pages = dict(api_pages())
    names = public_names()
    assert len(pages) == 1 + len(names) + len(WHOLE)
    assert set(unitdoku.__all__) <= {name for listed in names.values() for name in listed}
    text = "".join(pages.values())
    for module, listed in names.items():
        for name in listed:
            path = f"unitdoku.{name}" if name in unitdoku.__all__ else f"{module}.{name}"
            assert text.count(f":: {path}\n") == 1


def test_names_of_types_have_the_text_below_them() -> None:
    """Their own docstrings are those of `tuple` and `str`."""
    assert text_below("Grid", "unitdoku.reference.model.grid") == "One value (from 1) for each cell, in reading order."
    pages = dict(api_pages())
    assert "One value (from 1) for each cell" in pages["api/unitdoku"]
    assert "What `explain` returns: " in pages["api/proofs"]
    with pytest.raises(LookupError, match="no text stands below PRIVATE"):
        text_below("PRIVATE", "unitdoku.reference.model.grid")


def test_the_page_of_commands_has_all_of_them() -> None:
    page = commands_page()
    names = [*COMMANDS, *(f"results {name}" for name in results.command.commands)]
    for name in names:
        assert f"\n## {name}\n" in page
        help_text = page.partition(f"Usage: unitdoku {name} ")[2].partition("```")[0]
        # The stand-ins of the group have nothing but --help.
        others = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", help_text, re.M)) - {"--help"}
        assert others, name
    assert page.count("  -h, --help ") == len(names)


def titles(text: str) -> set[tuple[str, str]]:
    """Returns title and year of each paper that a text names."""
    return set(re.findall(r'"([A-Z][^"]{8,120})",? \(?(\d{4})\)', re.sub(r"\s+(?:# )?", " ", text)))


def test_the_glossary_has_the_papers_that_the_code_names() -> None:
    folders = ("reference", "puzzles", "encoders", "compare")
    named = {
        paper for folder in folders for path in (ROOT / folder).rglob("*.py") for paper in titles(path.read_text())
    }
    assert len(named) > 20
    assert titles((DOCS / "glossary.md").read_text().partition("## Papers")[2]) == named


def test_dead_links_are_found(tmp_path: Path) -> None:
    good = {
        "a": '<p id="here"><a href="#here"></a><a href="b.html#x%20y"></a>',
        "b": '<a name="x y" href="https://example.org/"></a><a href="mailto:a@b"></a>',
    }
    bad = {
        "c": '<a href="d.html"></a><a href="a.html#there"></a><img src="e.png">',
        "f": '<script src="https://example.org/x.js"></script><link href="//example.org/y">',
    }
    for name, page in (good | bad).items():
        (tmp_path / f"{name}.html").write_text(page)
    found = [said.split()[0] + " " + said.split()[-1 if "loads" in said else 3] for said in problems(tmp_path)]
    targets = ["c.html d.html,", "c.html a.html#there,", "c.html e.png,"]
    assert found == [*targets, "f.html https://example.org/x.js", "f.html //example.org/y"]


FEW = ("index", "gallery", "races")
"""Pages with code, with pictures and with plots."""

ODD = ("~", "<factory>", "<function", "<Layout", "Built-in immutable", "str(object=", "``", "Alias for field number")
"""What Sphinx shows of things that have no text of their own."""


@pytest.mark.long
@pytest.mark.skipif(not all(map(has_module, ("sphinx", "myst_parser", "furo"))), reason="needs the extra docs")
def test_the_site_is_built_without_warnings_and_dead_links(tmp_path: Path) -> None:
    assert build(tmp_path) == []
    site = tmp_path / "html"
    assert all((site / f"{page}.html").exists() for page in sources().keys() | MADE)
    assert 'class="picture"' in (site / "gallery.html").read_text()
    assert 'id="unitdoku.solve"' in (site / "api/unitdoku.html").read_text()
    assert "<blockquote" not in (site / "api/strategies.html").read_text()
    shown = {path.stem: unescape(re.sub("<[^>]*>", "", path.read_text())) for path in (site / "api").glob("*.html")}
    assert [(page, odd) for page, text in shown.items() for odd in ODD if odd in text] == []
    assert "whose name ends in .svg" in shown["io"]
    assert "layout: Layout = CLASSIC" in shown["classroom"]
    if CHROMIUM is not None:
        asked = [(site / f"{name}.html", width) for name in FEW for width in (500, 800, 1024, 1280)]
        for (page, width), needed in zip(asked, needed_widths(asked, tmp_path), strict=True):
            assert needed <= width, page
