"""What notebooks show of puzzles, results, grids, layouts, entries and races."""

from __future__ import annotations

import copy
import pickle
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

from corpora import FOUR as SAMPLE
from corpora import HARD as ONE
from raced import FOUR, plan, run_of

from unitdoku import (
    Layout,
    Puzzle,
    Result,
    Unit,
    candidates,
    certify,
    classic,
    count,
    draw,
    explain,
    is_solution,
    latin,
    read_puzzles,
    solve,
    verify,
)
from unitdoku.backend import as_backend
from unitdoku.check import cross_check, symmetries
from unitdoku.compare.races.tables import RaceRun, RaceTable
from unitdoku.io import PuzzleEntry, cnf
from unitdoku.proofs import OneSolution, SeveralSolutions, prove

SVG = "{http://www.w3.org/2000/svg}"
NAME = "<script>alert(1)</script>"


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
    assert words(solve("11..............")._repr_html_()) == ["UNSAT: no solution: 1 stands twice in row A: A1 and A2"]
    without = Result(((1, 2),), True)._repr_html_()
    assert words(f"<div>{without}</div>") == ["1 2", "SAT, unique"]


def test_grids_are_drawn_by_draw() -> None:
    grid = solve(SAMPLE, layout="classic:4").solution
    shown = draw(grid)
    assert len(texts(shown._repr_svg_(), "given")) == 16
    assert repr(shown).startswith("<SvgText: ")
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
    for shown in (puzzle._repr_html_(), result._repr_html_(), layout._repr_html_(), draw(result)._repr_svg_()):
        assert "<script" not in str(shown)
    assert NAME in words(result._repr_html_())[0]
    assert "<script" not in RaceTable(NAME, "", ["backend", "time"], [[NAME, NAME]]).markdown


def test_very_large_layouts_are_text() -> None:
    large = Puzzle.empty(latin(101))
    assert large.layout._repr_html_() is large._repr_html_() is Result((), False, puzzle=large)._repr_html_() is None


def test_colours_follow_the_page() -> None:
    shown = str(Puzzle.empty(FOUR)._repr_html_())
    for page in ('[data-jp-theme-light="false"]', ".vscode-dark"):
        assert re.search(rf":is\([^)]*{re.escape(page)}[^)]*\) \.unitdoku-auto \.given", shown)
    assert "prefers-color-scheme: dark" in shown


def test_races(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    small = plan("reference", "reference:twins")
    corpora = tuple(replace(corpus, name=NAME) if corpus.name == "small" else corpus for corpus in small.corpora)
    run = RaceRun(run_of(path, replace(small, corpora=corpora)), path)
    shown = str(run._repr_markdown_())
    assert [line.startswith("| ---") for line in shown.splitlines()].count(True) == 2
    assert [line.startswith("| reference") for line in shown.splitlines()].count(True) == 4
    assert "<script" not in shown
    path.unlink()
    assert run._repr_markdown_() is None


def pretty(shown: object) -> str:
    """What IPython prints: its printer has these and other methods."""
    pieces: list[str] = []
    printer = SimpleNamespace(text=pieces.append, break_=partial(pieces.append, "\n"))
    shown._repr_pretty_(printer, False)  # type: ignore[attr-defined]
    return "".join(pieces)


NO = f"44{ONE[2:]}"
SEVERAL = f"{ONE[:8]}.{ONE[9:]}"


def test_a_solution_is_a_grid_and_a_picture() -> None:
    result = solve(SAMPLE, layout="classic:4", limit=2)
    solution = result.solution
    assert solution == result.solutions[0]
    assert hash(solution) == hash(result.solutions[0])
    assert type(pickle.loads(pickle.dumps(solution))) is tuple
    assert len(texts(solution._repr_html_(), "found")) == 12  # type: ignore[attr-defined]
    assert pretty(solution) == str(result).rpartition("\n")[0]
    assert is_solution(solution, result.puzzle)
    # It is no puzzle with four givens, but a grid of sixteen.
    assert count(solution, layout="classic:4") == 1


def test_candidates_are_sets_and_a_picture() -> None:
    found = candidates("................", layout="classic:4")
    assert found == (frozenset({1, 2, 3, 4}),) * 16
    assert type(copy.deepcopy(found)) is tuple
    assert len(texts(found._repr_html_(), "small")) == 64  # type: ignore[attr-defined]
    assert pretty(found).count("┃ 1 2") == 8
    assert str(found) == pretty(found)
    none = candidates("11..............", layout="classic:4")
    assert words(f"<div>{none._repr_html_()}</div>") == [pretty(none)] == ["no values: there is no solution"]  # type: ignore[union-attr]
    wide = candidates(Puzzle.empty(Layout(2, (), tuple((0, column) for column in range(30)))))
    assert pretty(wide) == str(wide)
    assert max(map(len, str(wide).splitlines())) > 80


def test_explanations_are_pictures_with_steps() -> None:
    none, one, several = explain(NO), explain(ONE), explain(SEVERAL)
    assert isinstance(several, SeveralSolutions)
    differing = len(several.differing)
    for shown, first, marked in (
        (none, "No solution: ", 2),
        (one, "One solution.", 0),
        (several, "Several ", differing),
    ):
        html = parsed(shown._repr_html_())  # type: ignore[union-attr]
        assert (html.find("p").text or "").startswith(first)  # type: ignore[union-attr]
        assert len([each for each in html.iter(f"{SVG}rect") if each.get("class") == "marked"]) == marked
        assert pretty(shown) == str(shown)
    assert isinstance(one, OneSolution)
    assert parsed(one._repr_html_()).findtext("details/pre") == str(one.derivation)


def test_what_questions_return_is_short_at_a_prompt() -> None:
    made = certify(ONE)
    assert made is not None
    shown = [explain(NO), explain(ONE), explain(SEVERAL), explain(ONE).derivation, made, verify(made)]  # type: ignore[union-attr]
    shown += [symmetries(classic()), cross_check([ONE, NO], ["native", "reference"], isolated=False)]
    for each in shown:
        assert len(repr(each)) < 120, each
        assert "\n" not in repr(each)
    for each, fact in ((made, f"{len(made.text):,} bytes"), (shown[0], "2 givens"), (verify(made), "81 cells")):
        assert fact in repr(each)
    printed = [each for each in shown if hasattr(each, "_repr_pretty_")]
    assert [pretty(each) for each in printed] == list(map(str, printed))
    for each in (prove(ONE), cnf(ONE)):
        assert "729 variables" in repr(each)


def test_a_report_as_text() -> None:
    report = cross_check([ONE, NO], ["native", as_backend(lambda puzzle: None, name="none")], isolated=False)
    first, *tallies, disagreement = str(report).splitlines()
    assert first == "THEY DISAGREE on 1 of 2 puzzles: 3 answers to 2 puzzles by 2 backends"
    assert [line.split(",")[0].split() for line in tallies] == [["native", "2", "answered"], ["none", "1", "answered"]]
    assert disagreement == "puzzle 1: none says that there is no solution, but native found one"
    one_grid = as_backend(lambda puzzle: solve(puzzle).solution, name="mine")
    report = cross_check([ONE], ["native", "reference", one_grid], isolated=False)
    assert report.summary.endswith("; mine answered nothing in full")
    assert repr(cross_check([], ["native"])).startswith("<CrossCheckReport: Nothing was compared")
