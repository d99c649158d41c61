"""The journal of a campaign: its settings and the cases that are done, in a database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ..results.database import Database, DatabaseError, Schema, damage_in_words, open_for_writing
from .cases import CASE_KINDS

_TABLES = """
CREATE TABLE campaign (settings TEXT NOT NULL); -- one row, JSON
CREATE TABLE done_case (
    number INTEGER PRIMARY KEY, -- from 0; there may be gaps, as batches end in any order
    layout TEXT NOT NULL, -- the kind of layout
    kind TEXT NOT NULL, -- of puzzle
    size INTEGER, -- number of values; NULL where there is no puzzle of the kind on the layout that was drawn
    answers INTEGER NOT NULL, -- in full, over all backends
    said TEXT NOT NULL, -- JSON: SAT, UNSAT, UNKNOWN or a class of findings, to the backends with that answer
    findings TEXT NOT NULL, -- JSON: sentences
    bulk TEXT NOT NULL DEFAULT '{}' -- JSON: backend to the number of its answers in full, and right, to images
);
"""

_STEPS = (("ALTER TABLE done_case ADD COLUMN bulk TEXT NOT NULL DEFAULT '{}'",),)

CAMPAIGN = Schema(0x756E6361, "a campaign", _TABLES, _STEPS)
"""The schema of journals; its application is `unca`."""

_BEFORE = {"images": 0, "case_kinds": 7}
"""The values of settings that journals of earlier versions lack."""


@dataclass(frozen=True)
class CampaignSettings:
    """What a campaign is about: a journal can be resumed with the same settings only."""

    seed: int
    backends: list[str]
    limit: int
    seconds: float | None
    memory: int | None = None
    images: int = 0
    """The largest number of images of each puzzle that backends with answers in bulk are asked."""
    case_kinds: int = len(CASE_KINDS)
    """Kinds of layouts that are drawn in turn: the number of a case stands for another puzzle where this differs."""


@dataclass(frozen=True)
class DoneCase:
    """A case that is done; see the table `done_case`."""

    number: int
    layout: str
    kind: str
    size: int | None = None
    answers: int = 0
    said: Mapping[str, Sequence[str]] = field(default_factory=dict)
    findings: Sequence[str] = ()
    bulk: Mapping[str, int] = field(default_factory=dict)


class Journal(Database):
    """The cases of a campaign that are done, in a file that one campaign at a time uses; a context manager.

    A missing or empty file begins a campaign. Raises `DatabaseError` where the file is of a campaign with other
    settings, holds anything else, is in use or cannot be written; it is then left as it is. A journal of an earlier
    version is of a campaign without sums and pairs, and is refused.
    """

    def __init__(self, path: Path, settings: CampaignSettings) -> None:
        super().__init__(path, open_for_writing(path, CAMPAIGN))
        try:
            self.lock("lock", "another campaign is using it")
            stored = self.row("SELECT settings FROM campaign")
            if stored is None:
                self.insert("campaign", {"settings": json.dumps(asdict(settings))})
                return
            new = asdict(settings)
            with damage_in_words(path, "the campaign"):
                old = {**_BEFORE, **json.loads(stored["settings"])}
            differences = [f"{name} was {old.get(name)}, not {new[name]}" for name in new if old.get(name) != new[name]]
            if differences:
                raise DatabaseError(f"{path} is the journal of another campaign: {'; '.join(differences)}")
        except BaseException:
            self.close()
            raise

    def done(self) -> Iterator[DoneCase]:
        """Yields the cases that are done, in order."""
        with damage_in_words(self.path, "a case"):
            for row in self.query("SELECT * FROM done_case ORDER BY number"):
                said, findings = dict(json.loads(row["said"])), list(json.loads(row["findings"]))
                bulk = dict(json.loads(row["bulk"]))
                if not all(isinstance(row[name], int | None) for name in ("number", "size", "answers")):
                    raise TypeError(f"numbers are {tuple(row)}")
                if not all(isinstance(number, int) for number in bulk.values()):
                    raise TypeError(f"numbers are {tuple(bulk.values())}")
                yield DoneCase(**{**row, "said": said, "findings": findings, "bulk": bulk})

    def add(self, done: DoneCase) -> None:
        """Writes a case that is done; it then stays, however the program ends. Raises `DatabaseError` for a second."""
        row = asdict(done)
        row.update({name: json.dumps(row[name]) for name in ("said", "findings", "bulk")})
        self.insert("done_case", row)

    def add_all(self, cases: Iterable[DoneCase]) -> None:
        """Writes cases that are done, all of them or none."""
        with self.transaction():
            for done in cases:
                self.add(done)
