"""The runs of the study, after docs/study/plan.md, and what measures them."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from archive import opened

import unitdoku
from unitdoku import Puzzle
from unitdoku.compare.corpora.corpus import Corpus, Provenance, built_in
from unitdoku.compare.corpora.generated import partial_latin_square, pattern_puzzle
from unitdoku.compare.cross_check.shrink import without_rules
from unitdoku.compare.races.columns import RaceOutcome
from unitdoku.compare.races.plan import COLD, UNIQUE, WARM, RacePlan, RaceSettings
from unitdoku.compare.races.race import bench
from unitdoku.compare.races.reading import DatabaseError, StoredRun
from unitdoku.compare.races.summary import Summary, summaries
from unitdoku.io import write_line
from unitdoku.puzzles.text.any_puzzle import each_puzzle

STUDY = Path(__file__).parent.parent / "docs/study"

SAT = ("sat:cadical195", "sat:minisat22", "sat:glucose42")
ALL = (
    *("native", "reference", *SAT[:2], "cpsat", "highs", "smt:z3", "smt:z3:encoding=int", "asp:clingo", "cover:xcover"),
    "auto",
)
REDUCED = (*(f"{solver}:encoding=reduced" for solver in SAT[:2]), "sat:cadical195:encoding=reduced:mode=stable")
AT_MOST_ONE = ("sequential-counter", "ladder", "bitwise", "product", "commander", "bimander")
ENCODINGS = ("", ":encoding=minimal", ":encoding=efficient", ":encoding=reduced")
ENCODED = (
    *(solver + encoding for solver in SAT for encoding in ENCODINGS),
    *(f"{solver}:at-most-one={name}" for solver in SAT[:2] for name in AT_MOST_ONE),
)
WRITTEN = (
    *(SAT[0] + each for each in ENCODINGS[1:]),
    SAT[1] + ENCODINGS[-1],
    *(f"{SAT[0]}:at-most-one={name}" for name in AT_MOST_ONE),
)
"""Formulas that are compared with set-up too."""

USUAL = "cpsat:all-different:linearization_level=1:symmetry_level=2"
"""What a program with CP-SAT usually is: AllDifferent for each unit, parameters as they are by default; one worker."""

CPSAT = (
    *("cpsat", "cpsat:cp_model_presolve=true", "cpsat:linearization_level=1", "cpsat:linearization_level=2"),
    *("cpsat:symmetry_level=2", "cpsat:all-different", USUAL),
)

SHARES = (0.34, 0.38, 0.42, 0.44, 0.46, 0.48, 0.50, 0.52, 0.54, 0.58)
"""Of cells given in the Latin squares."""

IMPLIED = (0, 3, 6, 9, 12, 15)
"""Rows and columns of the classic layout that follow from its other units."""

GIVEN = (0.10, 0.20, 0.30, 0.35, 0.40, 0.45, 0.50, 0.55, 0.60, 0.65)
"""The same of the classic puzzles of one size."""

CLEAN, SMALL, LARGE, LATIN = "25x25, clean", "9x9 to 36x36", "16x16 to 81x81", "Latin 25x25"
BY_GIVENS = {"25x25, 10 to 65 % given": (5, 8), "36x36, 10 to 65 % given": (6, 4)}
"""Puzzles by their share of givens: the side of a block, and how many of each share."""
FLOOR, FEWER = "9x9, one cell open", "hard375, 21 units"


def puzzles_by_givens(side: int, of_each: int) -> list[Puzzle]:
    """Returns classic puzzles with each share of given cells."""
    return [pattern_puzzle(side, share, round(1000 * share) + n) for share in GIVEN for n in range(of_each)]


OWN: dict[str, Callable[[], list[Puzzle]]] = {
    CLEAN: lambda: list(each_puzzle(unitdoku.read_puzzles(STUDY / "25x25-clean.jsonl"))),
    SMALL: lambda: [pattern_puzzle(side, 0.6, 10 * side + n) for side in range(3, 7) for n in range(10)],
    LARGE: lambda: [pattern_puzzle(side, 0.7, 10 * side + n) for side in range(4, 10) for n in range(4)],
    LATIN: lambda: [partial_latin_square(25, share, f"{share}:{n}") for share in SHARES for n in range(20)],
    **{name: partial(puzzles_by_givens, *of) for name, of in BY_GIVENS.items()},
    FLOOR: lambda: [pattern_puzzle(3, 80 / 81, n) for n in range(20)],
    FEWER: lambda: [without_rules(puzzle, IMPLIED) for puzzle in corpus_of("hard375").sample(30).puzzles],
}
"""Corpora that the package does not have; docs/study/plan.md says where they come from."""

NINE = {"easy50": 40, "17clue": 40, "top95": 40, "hard375": 40, "diagonal": 40, "windoku": 40, "pencil-mark": 20}
JIGSAWS = {"jigsaw-solvable": 40, "jigsaw-unsolvable": 40}
SUMS = {"killers": 40, "kakuro": 40, "futoshiki": 40, "thermometers": 40, "hard-killers": 20}
BIG = {"16x16": 20, CLEAN: 42, SMALL: 40, LATIN: 40}


class Run(NamedTuple):
    """A race of the plan."""

    name: str
    corpora: Mapping[str, int]
    """Names, and the most puzzles of each."""
    backends: Sequence[str]
    seconds: float = 2.0
    modes: Sequence[str] = (WARM,)
    shuffles: int = 1
    times: int = 1


QUICK = {SMALL: 30, LARGE: 12}
"""Puzzles that a quick run takes, the smallest first: up to 25x25 and 36x36, as larger ones take minutes of set-up."""

LEFT_OUT = {
    "cold": ("hard375", "16x16", CLEAN, "killers"),
    "encodings": ("windoku", CLEAN),
    "luck": ("top95",),
    "givens": list(BY_GIVENS)[1:],
    "backends": (*list(NINE)[1:3], *list(NINE)[4:], "jigsaw-solvable", *list(SUMS)[1:], LATIN),
}
"""Corpora that a quick run leaves out: each starts a process for each backend."""

RUNS = (
    Run("large", {LARGE: 24}, ("native", *SAT[:2], *REDUCED, "cpsat", "asp:clingo", "auto"), seconds=5.0),
    Run(
        "cold",
        {"easy50": 20, "hard375": 20, "16x16": 8, CLEAN: 8, "killers": 20},
        (*ALL, *WRITTEN, USUAL),
        modes=(WARM, COLD),
    ),
    Run("encodings", {"17clue": 40, "hard375": 40, "windoku": 20, "16x16": 20, CLEAN: 20}, (*ENCODED, *CPSAT)),
    Run("luck", {"top95": 15, "hard375": 15}, (*ALL[:5], "smt:z3", "smt:z3:seed=1", "asp:clingo"), shuffles=8, times=2),
    Run("units", {"hard375": 30, FEWER: 30}, ALL),
    Run("transition", {LATIN: 200}, ("native", *SAT[:2], "cpsat", "asp:clingo", "cover:xcover")),
    Run("givens", {name: len(GIVEN) * each for name, (_, each) in BY_GIVENS.items()}, ("native", *SAT[:2], "cpsat")),
    Run("backends", {FLOOR: 20, **NINE, **JIGSAWS, **SUMS, **BIG}, ALL),
)


def corpus_of(name: str) -> Corpus:
    """Returns a corpus of the package, or one of the study's own."""
    about = Provenance("a corpus of the study", "docs/study/plan.md says how it was made")
    return Corpus(name, tuple(OWN[name]()), about) if name in OWN else built_in(name)


def measure(folder: Path, quick: bool, executor: Executor | None = None) -> None:
    """Runs what is missing of the plan; quick: fewer puzzles, and a sixteenth of the time for each."""
    folder.mkdir(parents=True, exist_ok=True)
    for run in RUNS:
        path = file_of(folder, run.name)
        corpora = []
        for name, most in run.corpora.items():
            if quick and name in LEFT_OUT.get(run.name, ()):
                continue
            corpus = corpus_of(name)
            if quick and name in QUICK:
                corpus = replace(corpus, puzzles=corpus.puzzles[: QUICK[name]])
            else:
                corpus = corpus.sample(8 if quick else most)
            corpora.append(corpus.repeated(min(run.shuffles, 3) if quick else run.shuffles, run.times))
        seconds = run.seconds / 16 if quick else run.seconds
        settings = RaceSettings(seconds=seconds, setup_seconds=60.0)
        plan = RacePlan(tuple(corpora), tuple(run.backends), (UNIQUE,), tuple(run.modes), settings)
        print(f"{run.name}: {plan.results:,} questions", flush=True)
        try:
            finished = read(path)[0].finished
        except DatabaseError:  # there is no run yet
            bench(plan, path, executor)
        else:
            if finished is None:
                bench(plan, path, executor, resume=True)
    for name, (head, made) in MEASURED.items():
        path = folder / f"{name}.csv"
        if not path.exists():
            print(name, flush=True)
            lines = [head, *made(quick)]
            with path.open("w", newline="", encoding="utf-8") as file:
                csv.writer(file, lineterminator="\n").writerows(lines)


def one(quick: bool) -> Iterator[tuple[object, ...]]:
    """Yields how long a new process takes that imports the package, or that also solves a 9x9 puzzle."""
    line = write_line(built_in("17clue").puzzles[0])
    asked = {"(none)": "", **{name: f"; unitdoku.solve({line!r}, {name!r}, limit=2)" for name in ALL}}
    for number in range(1 + (2 if quick else 7)):
        for name, solving in asked.items():
            started = perf_counter()
            subprocess.run([sys.executable, "-c", f"import unitdoku{solving}"], check=True)
            if number:  # the first time, files are read and xcover is compiled
                yield name, perf_counter() - started


def million(quick: bool) -> Iterator[tuple[object, ...]]:
    """Yields how long shuffles of the 17-clue puzzles take, in a buffer and as objects, one and two at a time.

    In full a buffer has a million puzzles; of objects there are as many as take some seconds.
    """
    lines = built_in("17clue").repeated(shuffles=100 if not quick else 10).puzzles
    values = b"".join(bytes(puzzle.values) for puzzle in lines)
    with unitdoku.find_backend("native").open(lines[0].layout) as session:
        for threads in (1, 2):
            started = perf_counter()
            session.solve_bulk(values * 50, limit=2, threads=threads)  # type: ignore[attr-defined]  # of this backend
            yield "native, from a buffer", threads, 50 * len(lines), perf_counter() - started
    for backend, share in {"native": 5.0, "reference": 0.2, "sat:minisat22": 0.2, "cpsat": 0.1}.items():
        unitdoku.solve(lines[0], backend)  # its package is imported
        for processes in (1, 2):
            asked = (lines * 5)[: round(share * len(lines))]
            started = perf_counter()
            for _ in unitdoku.solve_many(asked, backend, limit=2, processes=processes):
                pass
            yield backend, processes, len(asked), perf_counter() - started


def certificates(quick: bool) -> Iterator[tuple[object, ...]]:
    """Yields the seconds of the answer alone, of the answer with its certificate, and of checking it, and its size.

    Where there is no certificate after ten seconds, the last two are empty.
    """
    for name in ("17clue", "hard375", "jigsaw-unsolvable", "killers"):
        for number, puzzle in enumerate(corpus_of(name).sample(8 if quick else 20).puzzles):
            at = [perf_counter()]
            unitdoku.solve(puzzle, limit=2, seconds=10)
            at.append(perf_counter())
            certificate = unitdoku.certify(puzzle, seconds=10)
            at.append(perf_counter())
            size: object = ""
            if certificate is not None:
                unitdoku.verify(certificate)
                at.append(perf_counter())
                size = len(certificate.text)
            took = [after - before for before, after in pairwise(at)]
            yield (name, number, *took, *[""] * (3 - len(took)), size)


MEASURED = {
    "one": (("backend", "seconds"), one),
    "million": (("backend", "processes or threads", "puzzles", "seconds"), million),
    "certificates": (("corpus", "puzzle", "solved", "certified", "verified", "bytes"), certificates),
}
"""Files of other measurements than races, with their headings."""


def file_of(folder: Path, name: str) -> Path:
    """Returns the file of a run: its archive, if the folder has that, or its file of results."""
    archive = folder / f"{name}.zip"
    return archive if archive.exists() else archive.with_suffix(".sqlite")


def read(path: Path) -> tuple[StoredRun, list[Summary]]:
    """Returns the run of a file, and the summaries of its entries but those that declined a puzzle."""
    with opened(path) as results:
        run = results.run()
        return run, [one for one in summaries(results, run) if not one.outcomes[RaceOutcome.DECLINED]]
