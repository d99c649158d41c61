"""What notebooks show of puzzles, results, grids, layouts, entries and races."""

from __future__ import annotations

import pickle
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from raced import FOUR, plan, run_of

from unitdoku import (
    Puzzle,
    PuzzleEntry,
    Result,
    Unit,
    classic,
    draw,
    jigsaw,
    latin,
    layout_named,
    read_puzzles,
    samurai,
    solve,
    thermometer,
)
from unitdoku.compare.races.run_number import RunNumber
from unitdoku.compare.results.tables import html_table

SVG = "{http://www.w3.org/2000/svg}"
NAME = "<script>alert(1)</script>"
SAMPLE = "......4..3..1..2"


def parsed(html: object) -> ET.Element:
    assert isinstance(html, str)
    return ET.fromstring(html)


def texts(html: object, kind: str) -> list[str]:
    return [each.text or "" for each in parsed(html).iter(f"{SVG}text") if each.get("class") == kind]


def words(html: object) -> list[str]:
    return [each.text or "" for each in parsed(html).iter("p")]


def test_puzzles_and_results() -> None:
    result = solve(SAMPLE, layout="classic:4", limit=2)
    assert result.puzzle is not None
    assert texts(result.puzzle._repr_html_(), "given") == ["4", "3", "1", "2"]
    shown = result._repr_html_()
    assert len(texts(shown, "found")) == 12
    assert words(shown) == ["SAT, unique"]
    assert words(solve("11..............")._repr_html_()) == ["UNSAT: no solution: 1 stands twice in row 1: A1 and A2"]
    without = Result(((1, 2),), True)._repr_html_()
    assert words(f"<div>{without}</div>") == ["1 2", "SAT, unique"]


def test_what_tables_would_not_show() -> None:
    assert 'class="mark"' in str(Puzzle.empty(thermometer(classic(4), "C1 C2 C3"))._repr_html_())
    assert str(Puzzle.empty(layout_named("windoku"))._repr_html_()).count("hsl(") == 36
    hues = re.findall(r"hsl\((\d+)", str(layout_named("windoku")._repr_svg_()))
    assert sorted(set(map(int, hues))) == [0, 90, 180, 270]


def test_shapes() -> None:
    for layout in (latin(1), jigsaw("AABBAABBCCDDCCDD"), samurai(), layout_named("classic:16+diagonal")):
        assert parsed(Puzzle.empty(layout)._repr_html_()).tag == "div"


def test_grids_are_drawn_by_draw() -> None:
    grid = solve(SAMPLE, layout="classic:4").solution
    shown = draw(grid)
    assert len(texts(shown._repr_svg_(), "given")) == 16
    assert repr(shown).startswith("<Picture: ")
    assert str(shown) == shown == shown._repr_svg_()


def test_entries_with_names_and_errors() -> None:
    (entry,) = read_puzzles([f'{{"name": "{NAME}", "puzzle": "{SAMPLE}", "layout": "classic:4"}}'])
    assert words(entry._repr_html_()) == [NAME]
    (bad,) = read_puzzles([f'{{"name": "x", "puzzle": "{SAMPLE}", "layout": "{NAME}"}}'])
    assert "<script" not in str(bad._repr_html_())
    assert PuzzleEntry(1)._repr_html_() is not None


def test_names_are_escaped_everywhere() -> None:
    layout = replace(classic(4), name=NAME) + [Unit(NAME, (0, 6, 9))]
    puzzle = Puzzle.from_givens({0: 1, 6: 1}, layout)
    result = solve(puzzle)
    assert NAME in result.summary
    for shown in (puzzle._repr_html_(), result._repr_html_(), layout._repr_svg_(), draw(result)._repr_svg_()):
        assert "<script" not in str(shown)
    assert NAME in words(result._repr_html_())[0]
    assert "<script" not in html_table(["backend", "time"], [[NAME, NAME]])


def test_very_large_layouts_are_text() -> None:
    large = latin(101)
    assert large._repr_svg_() is None
    assert Puzzle.empty(large)._repr_html_() is None
    assert Result((), False, puzzle=Puzzle.empty(large))._repr_html_() is None


def test_colours_follow_the_page() -> None:
    shown = str(Puzzle.empty(FOUR)._repr_html_())
    for page in ('[data-jp-theme-light="false"] .unitdoku-page', ".vscode-dark .unitdoku-page"):
        assert page in shown
    assert "prefers-color-scheme: dark" in shown


@pytest.mark.parametrize("name", [NAME, "small"])
def test_races(name: str, tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    small = plan("reference", "reference:twins")
    corpora = tuple(replace(corpus, name=name) if corpus.name == "small" else corpus for corpus in small.corpora)
    run = RunNumber(run_of(path, replace(small, corpora=corpora)), path)
    shown = run._repr_html_()
    root = parsed(shown)
    assert len(list(root.iter("table"))) == 2
    assert [row.find("td") is not None for row in root.iter("tr")].count(True) == 4
    assert words(shown)[1].startswith(name)
    assert (run, pickle.loads(pickle.dumps(run)).database) == (1, path)
    path.unlink()
    assert run._repr_html_() is None
