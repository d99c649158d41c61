"""The number of a run, which notebooks show as its tables."""

from __future__ import annotations

from html import escape
from pathlib import Path

from .reading import ResultsFile
from .summary import summaries
from .tables import contests, html_table


class RunNumber(int):
    """The number of a run in a database, a whole number; a notebook shows the tables of the run."""

    def __new__(cls, number: int, database: str | Path) -> RunNumber:
        """Returns the number of a run in this file."""
        made = super().__new__(cls, number)
        made.database = Path(database).absolute()
        return made

    database: Path
    """The file of the results."""

    def __reduce__(self) -> tuple[type[RunNumber], tuple[int, Path]]:
        return RunNumber, (int(self), self.database)

    def _repr_html_(self) -> str | None:
        """Returns a table of each contest for notebooks, the best backend first; None where the file is gone."""
        if not self.database.exists():
            return None
        with ResultsFile(self.database) as results:
            found = contests(summaries(results, results.run(int(self))))
        tables = (f"<p>{escape(contest.title)}</p>{html_table(*contest.shown)}" for contest in found)
        return f"<div><p>run {int(self)} in {escape(self.database.name)}</p>{''.join(tables)}</div>"
