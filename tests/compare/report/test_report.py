"""The page shows what the database holds, needs no other file, and escapes all names."""

from __future__ import annotations

import csv
import re
import sqlite3
from base64 import b64decode
from contextlib import closing
from io import BytesIO
from math import inf, isfinite
from pathlib import Path
from xml.etree import ElementTree

import pytest
from bad import make_known
from browser import CHROMIUM, cells_of_tables, screenshot, shown
from commands import run
from raced import FOUR, plan, run_of, small, summaries_in
from raced import path as path

from unitdoku import Puzzle
from unitdoku.compare.corpora.corpus import Corpus, Provenance, built_in
from unitdoku.compare.races.columns import RaceResult, seconds_text
from unitdoku.compare.races.plan import FIRST, UNIQUE, RaceEntry
from unitdoku.compare.races.reading import ResultsFile
from unitdoku.compare.races.recording import new_run
from unitdoku.compare.races.summary import Summary, summaries, waited
from unitdoku.compare.races.tables import TABLE_COLUMNS, Contest, contests, overview

pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'unitdoku[report]'")
pytest.importorskip("pandas", reason="pandas is not installed: pip install 'unitdoku[report]'")
pytest.importorskip("jinja2", reason="Jinja2 is not installed: pip install 'unitdoku[report]'")

from unitdoku.compare.report.page import Section, sections_of, tables_text, write_report
from unitdoku.compare.report.pictures import DARK, LIGHT, Picture, cactus, inline, ratios, scatter_picture, style_of

EVIL = "<script>alert(\"1\")</script> & $x$ | 'a' {{ 7*7 }}"

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


@pytest.fixture(scope="module")
def results_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A race with everything: time-outs, wrong answers, two questions, a name that is none."""
    pytest.importorskip("pysat")
    path = tmp_path_factory.mktemp("report") / "results.sqlite"
    puzzles = tuple(Puzzle.from_givens({"A1": 1, "D4": value}, FOUR) for value in (2, 3, 4))
    tricky = Corpus(EVIL, puzzles, Provenance(EVIL, EVIL, EVIL, EVIL))
    corpora = (built_in("top95").sample(6), tricky)
    backends = ("reference", "sat:minisat22", "bad:says-none")
    with pytest.MonkeyPatch.context() as patched:
        make_known(patched)
        run_of(path, plan(*backends, corpora=corpora, seconds=0.05, batch_puzzles=5, control_every=20))
    return path


@pytest.fixture(scope="module")
def page(results_file: Path) -> Path:
    folder = results_file.parent / "page"
    result = run("results", "report", "1", "-o", folder, "--db", results_file)
    assert result.exit_code == 0, result.output
    return folder / "index.html"


def test_the_page_is_whole_and_the_files_are_beside_it(page: Path) -> None:
    text = page.read_text()
    assert text.startswith("<!doctype html>")
    for outside in ("http://", "https://", "src=", "@import", "url("):
        assert outside not in text.replace("http://www.w3.org/", "").replace("url(#", "")
    svgs = sorted(page.parent.glob("pictures/*.svg"))
    assert len(svgs) == text.count("<svg") == text.count('<div role="img" aria-label="')
    for svg in svgs:
        ElementTree.fromstring(svg.read_text())
    links = sorted(page.parent / link for link in re.findall(r'href="([^#"]*/[^"]*)"', text))
    assert links == sorted(page.parent.glob("[pt]*s/*"))
    assert {link.suffix for link in links} == {".svg", ".csv", ".tex"}
    drawn = "".join(re.findall("<svg.*?</svg>", text, re.DOTALL))
    assert not any(colour in drawn for colour in LIGHT.values())
    assert all(said in text for said in ("prefers-color-scheme: dark", 'name="viewport"'))


def test_names_are_text_wherever_they_come_from(page: Path) -> None:
    text = page.read_text()
    assert "<script" not in text
    assert all(shown in text for shown in ("&lt;script&gt;alert(", "{{ 7*7 }}", "$x$"))


def test_the_tables_hold_what_the_database_holds(page: Path, results_file: Path, tables: list[Contest]) -> None:
    """The cells are computed here a second time, in another way; what is refuted is a test of its own."""
    shown = [
        table for table in cells_of_tables(page.read_text()) if table[0][0] == "backend" and table[0][1:2] == ["solved"]
    ]
    headings = [column.heading for column in TABLE_COLUMNS]
    assert shown == [[headings, *contest.table.rows] for contest in tables]
    asked = "SELECT found, exhausted, wall, guesses, failure, encode + load FROM result WHERE entry = ? AND puzzle >= 0"
    with closing(sqlite3.connect(results_file)) as connection:
        rows_of = [pair for each in tables for pair in zip(each.summaries, each.table.rows, strict=True)]
        for summary, row in rows_of:
            if summary.disqualified:
                continue
            cells = dict(zip(headings, row, strict=True))
            rows = connection.execute(asked, (summary.entry.number,)).fetchall()
            settled = [failure is None and (all_ or count >= 2) for count, all_, _, _, failure, _ in rows]
            assert cells["solved"] == f"{sum(settled)} / {len(rows)}"
            times = sorted(row[2] / 1e9 if ok else inf for row, ok in zip(rows, settled, strict=True))
            assert cells["median"] == seconds_text(times[(len(times) - 1) // 2], 0.05)
            if len(rows) == 3:  # on one layout, in one batch
                assert cells["set-up"] == seconds_text(sum(row[5] for row in rows) / 1e9)
            if summary.entry.backend == "reference":
                guesses = sum(row[3] for row, ok in zip(rows, settled, strict=True) if ok)
                assert cells["guesses"] == f"{guesses:,}"


def test_wrong_answers_stand_in_rows_of_their_own(page: Path) -> None:
    text = page.read_text()
    assert "bad:says-none (disqualified)" in text
    wrong = next(table for table in cells_of_tables(text) if table[0][-1] == "what")
    assert any("says that there is no solution, but" in row[-1] for row in wrong)
    assert all(row[0] == "bad:says-none" for row in wrong[1:] if "says that there is no solution" in row[-1])


def test_markdown_tables_are_those_of_the_page(page: Path, tables: list[Contest]) -> None:
    text = (page.parent / "tables.md").read_text()
    for contest in tables:
        assert contest.table.markdown in text
    assert "\\|" in text


def test_tables_are_written_for_other_programs(page: Path, sections: list[Section]) -> None:
    for section in sections:
        with (page.parent / f"tables/{section.anchor}.csv").open(newline="") as file:
            assert list(csv.reader(file)) == [list(row) for row in (section.table.headings, *section.table.rows)]
        text = (page.parent / f"tables/{section.anchor}.tex").read_text()
        assert text.count(r" \\") > len(section.table.rows)
        assert "$x" not in text.replace(r"\$", "")


def test_the_numbers_of_a_picture_are_beside_it(page: Path, sections: list[Section]) -> None:
    for picture in (picture for section in sections for picture in section.pictures):
        with (page.parent / f"pictures/{picture.name}.csv").open(newline="") as file:
            headings, *rows = csv.reader(file)
        assert headings == list(picture.headings)
        assert rows == [["" if value is None else str(value) for value in row] for row in picture.rows]
        assert set(map(len, rows)) == {len(headings)}


def test_the_virtual_best_solver_is_as_fast_as_the_best_backend_of_each_puzzle(tables: list[Contest]) -> None:
    contest = tables[1]
    times = [summary.times for summary in contest.qualified]
    assert len(times) > 1
    best = sorted(filter(isfinite, (min(own[puzzle] for own in times) for puzzle in times[0])))
    found = cactus("name", contest, {summary.entry.backend: 0 for summary in contest.summaries})
    virtual = [(solved, seconds) for backend, solved, seconds in found.rows if backend == "virtual best"]
    assert virtual == list(enumerate(best, start=1))


def test_the_overview_has_a_row_for_each_backend_and_a_star_in_each_column(tables: list[Contest]) -> None:
    table = overview(tables, ["reference", "sat:minisat22", "bad:says-none"])
    assert table.headings == ["backend", "top95 (6)", f"{EVIL} (3)"]
    assert [row[0] for row in table.rows] == ["reference", "sat:minisat22", "bad:says-none"]
    for column, contest in enumerate(tables, start=1):
        starred = [row[0] for row in table.rows if "*" in row[column]]
        most = max(summary.settled for summary in contest.qualified)
        medians = {one.entry.backend: one.median for one in contest.qualified if one.settled == most}
        assert starred == [backend for backend, median in medians.items() if median == min(medians.values()) < inf]


def test_a_report_is_the_same_each_time(sections: list[Section]) -> None:
    pictures = [picture for section in sections for picture in section.pictures]
    svg = pictures[0].svg()
    assert pictures[0].svg() == svg
    assert "<metadata>" not in inline(svg)
    assert len({picture.name for picture in pictures}) == len(pictures)


def sections_in(path: Path) -> list[Section]:
    with ResultsFile(path) as results:
        run = results.run()
        return sections_of(run, summaries(results, run))


@pytest.fixture
def sections(results_file: Path) -> list[Section]:
    return sections_in(results_file)


@pytest.fixture
def tables(results_file: Path) -> list[Contest]:
    return contests(summaries_in(results_file))


def test_ratios_are_over_the_best_on_the_same_puzzle(tables: list[Contest]) -> None:
    found = ratios(tables[:1])
    for puzzle in range(6):
        assert min(values[puzzle] for values in found.values()) == 1.0
    assert {len(values) for values in found.values()} == {6}


@pytest.mark.long
@needs_chromium
def test_in_a_browser(page: Path, tmp_path: Path) -> None:
    """No message on the console, no request to anywhere, the tables as they were written."""
    seen = shown(page, tmp_path)
    assert (seen.console, seen.requests) == ([], [])
    assert cells_of_tables(seen.text) == cells_of_tables(page.read_text())
    for width in (1280, 390):
        screenshot(page, tmp_path, tmp_path / "page.png", width, 900)
        assert (tmp_path / "page.png").stat().st_size > 20_000


@pytest.mark.parametrize(
    ("backend", "wall", "cpu", "said"),
    [
        ("native", 1.0, 0.9, ""),
        ("native", 1.0, 0.5, "Beware: native took 2.00 times its processor time"),
        ("native", 0.001, 0.0, ""),
        ("program:./mine:stream", 1.0, 0.5, "Beware: program:./mine:stream took 2.00 times"),
    ],
)
def test_a_backend_that_had_to_wait_for_the_processor(backend: str, wall: float, cpu: float, said: str) -> None:
    found = waited([summary_of(backend, wall, cpu)] * 40)
    assert found is None if not said else said in str(found)


def summary_of(backend: str, wall: float, cpu: float, mode: str = "warm") -> Summary:
    entry = RaceEntry(0, small(), FIRST, mode, backend)
    # What was spent on puzzles that were not settled does not count: of a stopped process it is not known.
    results = [RaceResult(0, found=1, wall=round(1e9 * wall), cpu=round(1e9 * cpu)), RaceResult(1, wall=10**12)]
    return Summary(entry, 1.0, results)


def test_one_warning_names_the_worst_backend_and_counts_the_others() -> None:
    shares = {"native": 1 / 2, "cpsat": 1 / 3, "reference": 1 / 2, "highs": 1}
    warning = waited(summary_of(name, 1.0, cpu, mode) for name, cpu in shares.items() for mode in ("cold", "warm"))
    assert "cpsat took 3.00 times" in str(warning)
    assert "2 more" in str(warning)
    assert "native" not in str(warning)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_sixteen_backends_have_colours_and_marks_of_their_own_that_can_be_seen(palette: dict[str, str]) -> None:
    def luminance(colour: str) -> float:
        parts = (int(colour[first : first + 2], 16) / 255 for first in (1, 3, 5))
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    series = {palette[f"series-{number}"] for number in range(16)}
    assert len({(style_of(number)["marker"], "markerfacecolor" in style_of(number)) for number in range(16)}) == 16
    assert len({str(style_of(number)) for number in range(64)}) == 64
    assert len({style_of(number)["color"] for number in range(16)}) == len(series) == 16
    for colour in series:
        darker, lighter = sorted((luminance(colour), luminance(palette["paper"])))
        assert (lighter + 0.05) / (darker + 0.05) >= 3, colour


def test_names_are_no_html_in_tables(path: Path) -> None:
    run_of(path, plan(corpora=(small("<img src=x onerror=alert(1)>\n# two"),)))
    text = tables_text(sections_in(path))
    assert "<" not in text
    assert "\n#" not in text


@pytest.mark.filterwarnings("ignore:Glyph")
def test_names_with_control_characters_are_in_pictures_that_are_xml(path: Path, tmp_path: Path) -> None:
    run_of(path, plan("reference", "reference:twins", corpora=(small("a\x1b[31m\x08b\uffff"),)))
    with ResultsFile(path) as results:
        write_report(results, results.run(), tmp_path / "page")
    svgs = [file.read_text(encoding="utf-8") for file in sorted(tmp_path.glob("page/pictures/*.svg"))]
    for svg in svgs:
        ElementTree.fromstring(svg)
    assert any("a\ufffd[31m\ufffdb\ufffd" in svg for svg in svgs)


def test_many_points_are_an_image_in_its_own_colours() -> None:
    pairs = {"many": [(number, 0.001 * (number % 50 + 1), 0.002) for number in range(3000)]}
    image = pytest.importorskip("matplotlib.image")
    svg = scatter_picture("many", "many", "a", "b", pairs, 1.0).svg()
    (encoded,) = re.findall(r"data:image/png;base64,([^\"]*)", svg)
    pixels = image.imread(BytesIO(b64decode(encoded)))
    drawn = pixels[pixels[..., 3] > 0.5][:, :3].max(axis=0)
    assert drawn[2] > 0.5  # the blue of the first series, not the black that stands for it elsewhere


def test_a_page_of_chosen_backends(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Picture, "svg", lambda picture: "<svg></svg>")  # to draw one takes a third of a second
    run_of(path, plan("reference", "reference:twins", corpora=(small(count=3),), questions=(FIRST, UNIQUE)))
    arguments = ("results", "report", "-o", tmp_path / "page", "--db", path)
    assert run(*arguments, "--question", "unique").exit_code == 0
    assert len(list((tmp_path / "page/pictures").glob("*scatter*.svg"))) == 1
    assert run(*arguments, "--backend", "cpsat").exit_code == 2


def test_a_run_without_results_has_a_page_too(path: Path, tmp_path: Path) -> None:
    with new_run(path, plan(corpora=(small(),))), ResultsFile(path) as results:
        write_report(results, results.run(), tmp_path / "page")
    assert "not finished: 0 of 12 results" in (tmp_path / "page/index.html").read_text()


def test_a_page_that_cannot_be_written(results_file: Path) -> None:
    result = run("results", "report", "--db", results_file, "-o", results_file / "below")
    assert (result.exit_code, "Not a directory" in result.stderr) == (2, True)
