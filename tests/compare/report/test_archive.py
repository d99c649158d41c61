"""An archive of a run holds all that its page is made of, and what is none is refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from commands import run
from raced import run_of, small

from unitdoku.compare.races.plan import UNIQUE, RacePlan
from unitdoku.compare.races.reading import DatabaseError
from unitdoku.compare.report.archive import RESULTS, opened

for package in ("matplotlib", "jinja2", "pandas"):
    pytest.importorskip(package, reason=f"{package} is not installed: pip install 'unitdoku[report]'")

FILES = {"README.txt", "results.sqlite", "rows.csv", "report/index.html", "report/tables.md"}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three runs, of which the second one is archived."""
    path = tmp_path_factory.mktemp("archive") / "results.sqlite"
    for name in ("first", "second", "third"):
        run_of(path, RacePlan((small(name),), ("reference", "reference:twins"), (UNIQUE,)))
    return path


@pytest.fixture(scope="module")
def archive(database: Path) -> Path:
    path = database.with_name("race.zip")
    result = run("results", "report", "2", "--db", database, "--archive", path)
    assert result.exit_code == 0, result.output
    return path


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_is_made_from_an_archive_is_what_is_in_it(archive: Path, tmp_path: Path) -> None:
    with ZipFile(archive) as file:
        assert {name for name in file.namelist() if "s/" not in name} == FILES
        file.extractall(tmp_path / "in")
    assert run("results", "report", "--db", archive, "-o", tmp_path / "again").exit_code == 0
    assert run("results", "--db", archive, "export", "-o", tmp_path / "rows.csv").exit_code == 0
    assert content(tmp_path / "again") == content(tmp_path / "in/report")
    assert (tmp_path / "rows.csv").read_bytes() == (tmp_path / "in/rows.csv").read_bytes()
    assert "second, uniqueness, warm" in run("results", "show", "--db", archive).output


def test_an_archive_has_one_run_and_is_the_same_each_time(archive: Path, tmp_path: Path) -> None:
    again = tmp_path / archive.name
    assert run("results", "report", "--db", archive, "--archive", again).exit_code == 0
    assert again.read_bytes() == archive.read_bytes()
    with opened(archive) as results:
        assert [one.id for one in results.runs()] == [2]
        assert [corpus.name for corpus in results.run().corpora] == ["second"]
        assert results.row("SELECT count(*) FROM corpus")[0] == 1
        assert results.row("SELECT count(DISTINCT run) FROM result")[0] == 1


def test_the_readme_says_how_it_was_measured_and_how_it_is_made_again(archive: Path) -> None:
    with ZipFile(archive) as file:
        text = file.read("README.txt").decode()
    for fact in ("unitdoku results report --db race.zip -o again", "processor", "governor", "load", "matplotlib"):
        assert fact in text
    assert str(archive.parent) not in text


def _cut(path: Path, archive: Path) -> None:
    path.write_bytes(archive.read_bytes()[:-2000])


def _foreign(path: Path, archive: Path) -> None:
    with ZipFile(path, "w") as file:
        file.writestr("README.txt", "of something else")


def _text(path: Path, archive: Path) -> None:
    path.write_text("no archive")


def _changed(path: Path, archive: Path) -> None:
    data = bytearray(archive.read_bytes())
    data[data.index(RESULTS.encode()) + 2000] ^= 255
    path.write_bytes(data)


def _without_pages(path: Path, archive: Path) -> None:
    with ZipFile(archive) as whole, ZipFile(path, "w") as file:
        file.writestr(RESULTS, whole.read(RESULTS)[:5000])


def _bad_plan(path: Path, archive: Path) -> None:
    database = path.with_suffix(".sqlite")
    with ZipFile(archive) as whole:
        database.write_bytes(whole.read(RESULTS))
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE run SET plan = '[]'")
    with ZipFile(path, "w") as file:
        file.write(database, RESULTS)


def _packed_otherwise(path: Path, archive: Path) -> None:
    with ZipFile(path, "w", ZIP_LZMA) as file:
        file.writestr(RESULTS, bytes(2**24))


def _growing(path: Path, archive: Path) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED) as file:
        file.writestr(RESULTS, bytes(2**24))


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (_cut, "not a zip file"),
        (_foreign, "no item named 'results.sqlite'"),
        (_text, "not a database"),
        (_changed, ""),
        (_without_pages, "malformed"),
        (_bad_plan, ""),
        (_packed_otherwise, "neither stored nor deflated"),
        (_growing, "no real file does that"),
    ],
)
def test_broken_archives_are_refused(
    broken: Callable[[Path, Path], None], said: str, archive: Path, tmp_path: Path
) -> None:
    path = tmp_path / "broken.zip"
    broken(path, archive)
    with pytest.raises(DatabaseError) as caught, opened(path) as results:
        results.run()
    assert str(caught.value).startswith(f"{path} cannot be used")
    assert said in str(caught.value)
    assert run("results", "--db", path).exit_code == 2


@pytest.mark.parametrize("more", [("-o", "page"), ("--backend", "reference")])
def test_an_archive_has_the_whole_run(more: tuple[str, ...], database: Path, tmp_path: Path) -> None:
    result = run("results", "report", "--db", database, "--archive", tmp_path / "race.zip", *more)
    assert (result.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert run("results", "report", "--db", database, "--archive", tmp_path / "race.sqlite").exit_code == 2
