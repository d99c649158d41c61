"""Small races for tests, and their results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from unitdoku import Puzzle, classic
from unitdoku.compare.corpora.corpus import Corpus, Provenance, built_in
from unitdoku.compare.races.judging import Batch
from unitdoku.compare.races.plan import UNIQUE, Question, RacePlan, RaceSettings
from unitdoku.compare.races.race import race
from unitdoku.compare.races.reading import ResultsFile
from unitdoku.compare.races.recording import new_run
from unitdoku.compare.races.summary import Summary, summaries
from unitdoku.encoders.workers.limits import CHECK_GRACE_SECONDS, Limits
from unitdoku.reference.contract.session import AnyBackend

FOUR = classic(4)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a file of results may be made."""
    return tmp_path / "results.sqlite"


# The second and the third are those on which bad backends misbehave.
PUZZLES = (
    Puzzle.from_givens({"A1": 1}, FOUR),
    Puzzle.from_givens({"A1": 1, "D4": 2}, FOUR),
    Puzzle.from_givens({"A1": 1, "D4": 3}, FOUR),
    Puzzle.from_givens({"A1": 2}, FOUR),
)


def batch(backend: str, puzzles: tuple[Puzzle, ...] = PUZZLES, **changed: object) -> Batch:
    """A batch of warm questions for two solutions each; fields of it or of its limits may be changed."""
    limits = Limits(20.0, 20.0, CHECK_GRACE_SECONDS, 400 << 20)
    limits = limits._replace(**{name: changed.pop(name) for name in Limits._fields if name in changed})  # type: ignore[arg-type]
    whole: dict[str, object] = {"entry": 0, "number": 0, "backend": backend, "made_by": backend, "cold": False}
    whole |= {"limit": 2, "limits": limits, "puzzles": puzzles, "numbers": tuple(range(len(puzzles)))}
    return Batch(**{**whole, **changed})  # type: ignore[arg-type]


def small(name: str = "small", count: int = 12) -> Corpus:
    """Puzzles of 4x4 with one to three givens."""
    givens = [{"A1": value} for value in range(1, 5)]
    givens += [{"A1": value, "B3": other} for value in range(1, 5) for other in (1, 2)]
    return Corpus(name, tuple(Puzzle.from_givens(one, FOUR) for one in givens[:count]), Provenance("small ones"))


def plan(
    *backends: AnyBackend,
    questions: tuple[Question, ...] = (UNIQUE,),
    corpora: tuple[Corpus, ...] = (),
    modes: tuple[str, ...] = ("warm",),
    **settings: Any,
) -> RacePlan:
    """These corpora, or the small one and some hard puzzles; without control puzzles unless these are asked for."""
    corpora = corpora or (small(), built_in("top95").sample(20))
    settings = {"control_every": 0, **settings}
    return RacePlan(corpora, backends or ("reference",), questions, modes, RaceSettings(**settings))


def run_of(path: Path, what: RacePlan, **how: Any) -> int:
    """Races a plan, and returns the number of the run."""
    with new_run(path, what) as recording:
        race(recording, **how)
        return recording.run


def stopped(path: Path, what: RacePlan, after: int) -> int:
    """Stops a run by an error once it has so many results, and returns its number.

    A message brings up to a batch of results, which are recorded together: some more can be there.
    """
    with pytest.raises(ZeroDivisionError), new_run(path, what) as recording:
        race(recording, after_each=lambda *_: 1 // (recording.done() < after))
    return recording.run


def summaries_in(path: Path, run: int | None = None) -> list[Summary]:
    """Returns the summaries of a run, by default of the last one."""
    with ResultsFile(path) as results:
        return summaries(results, results.run(run))


def made_unfinished(path: Path) -> None:
    """Removes all results from a file, as if its runs had been interrupted before the first."""
    with ResultsFile(path, writing=True) as results:
        results.connection.executescript("DELETE FROM result; UPDATE run SET finished = NULL")


def rows(path: Path, run: int | None = None) -> list[list[tuple[object, ...]]]:
    """Returns the results of a run without times, memory and machine: by entry, then by puzzle."""
    kept = "puzzle, batch, found, exhausted, digest, guesses, conflicts, decisions, propagations, failure"
    with ResultsFile(path) as results:
        found = results.run(run)
        asked = f"SELECT {kept} FROM result WHERE (run, entry) = (?, ?) ORDER BY puzzle"
        return [list(map(tuple, results.query(asked, found.id, entry.number))) for entry in found.entries]
