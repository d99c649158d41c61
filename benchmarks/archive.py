"""Archives of the study: one file for each run, with its results, its page, and how both were made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from unitdoku.compare.races.reading import TABLES, VERSION, ResultsFile, StoredRun, connected, in_words
from unitdoku.compare.races.summary import write_csv
from unitdoku.compare.report.page import facts_of, write_report
from unitdoku.encoders.naming.listing import version_of
from unitdoku.puzzles.text.part_file import complete_file

RESULTS = "results.sqlite"

_KEPT = {
    "result": "run = ? ORDER BY entry, puzzle",
    "run": "id = ?",
    "corpus": "id IN (SELECT value FROM run, json_each(plan, '$.corpora') WHERE run.id = ?) ORDER BY id",
}
"""The rows of each table that belong to a run. The results are read first: one that is measured meanwhile is left out,
and may not lack its machine."""

_README = """\
Run {run.id} of unitdoku, started {run.started}, {finished}: {run.results:,} of {run.plan.results:,} results.

results.sqlite  the results, the puzzles and all circumstances of this run
rows.csv        a line for each result: times in seconds, memory in bytes
report/         index.html, a page with all tables and pictures; each table as CSV and LaTeX, each picture as SVG, and
                as CSV with the numbers that are drawn

To make all tables and pictures again, with unitdoku {unitdoku} and its extra `report`, without any solver:

    unitdoku results report --db results.sqlite -o again

Here matplotlib {matplotlib} drew the pictures, pandas {pandas} wrote the tables, numpy {numpy} and scipy {scipy}
computed the intervals. Other versions may write the same numbers in other bytes.

{facts}
"""


@contextmanager
def opened(path: Path) -> Iterator[ResultsFile]:
    """Opens a file of results for reading, or the one in an archive."""
    if path.suffix != ".zip":
        with ResultsFile(path) as results:
            yield results
        return
    with TemporaryDirectory() as folder:
        with ZipFile(path) as archive:
            inside = archive.extract(RESULTS, folder)
        with ResultsFile(Path(inside), name=path) as results:
            yield results


def write_archive(results: ResultsFile, run: StoredRun, path: Path) -> Path:
    """Writes a run as one file, and returns its path; the same run gives the same bytes.

    Raises what `write_report` raises.
    """
    with TemporaryDirectory() as parent:
        folder = Path(parent)
        _copy(results, run.id, folder / RESULTS)
        # All else is made of the copy: a race may go on in the file of results.
        with ResultsFile(folder / RESULTS, name=results.path) as copy:
            run = copy.run(run.id)
            write_csv(copy, run, folder / "rows.csv")
            write_report(copy, run, folder / "report")
        (folder / "README.txt").write_text(_readme(run, facts_of(run)), encoding="utf-8")
        with complete_file(path) as file, ZipFile(file, "w") as archive:
            for each in sorted(each for each in folder.rglob("*") if each.is_file()):
                name = ZipInfo(each.relative_to(folder).as_posix())  # with the same date each time, in 1980
                archive.writestr(name, each.read_bytes(), ZIP_DEFLATED)
    return path


def _copy(results: ResultsFile, run: int, path: Path) -> None:
    """Writes a file of results that has one run of another file."""
    with in_words(path), closing(connected(str(path))) as connection:
        connection.executescript(f"{TABLES} PRAGMA user_version = {VERSION}; BEGIN;")
        for table, kept in _KEPT.items():
            for row in results.query(f"SELECT * FROM {table} WHERE {kept}", run):
                connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", tuple(row))
        connection.execute("COMMIT")


def _readme(run: StoredRun, facts: Iterable[tuple[str, str]]) -> str:
    return _README.format(
        run=run,
        finished=f"finished {run.finished}" if run.finished else "not finished",
        facts="\n".join(f"{fact}: {value}" for fact, value in facts),
        **{package: version_of(package) for package in ("unitdoku", "matplotlib", "pandas", "numpy", "scipy")},
    )
