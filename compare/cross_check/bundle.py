"""A finding as a folder: everything that somebody else needs to see it again, and to look into it."""

from __future__ import annotations

import json
import platform
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ...encoders.cnf.encodings import size_of
from ...encoders.formats.formats import export
from ...reference.layouts.from_units import content_of
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ...reference.text.json_lines import write_json_line
from ..generators.constructions import CONSTRUCTION
from .agreement import Answer
from .finding import Disagreement, Finding

MOST_CLAUSES = 2_000_000
"""Of the formula in a bundle; of a larger one only the size is told."""


class Circumstances(NamedTuple):
    """How backends were asked, as far as it takes to ask them again."""

    limit: int
    seconds: float | None
    memory: int | None = None
    place: str = ""
    """Where the puzzle came from: a file and line, or a seed and number."""


class Case(NamedTuple):
    """A finding, reduced: what a bundle is made of."""

    finding: Finding
    original: Disagreement
    backends: tuple[str, ...]
    """Those whose answers show it."""
    puzzles: tuple[Puzzle, ...]
    """The last of them shows it, after the others."""
    answers: Mapping[str, Answer]
    """To the last of the puzzles."""
    reproduced: bool
    minimal: bool
    tries: int

    @property
    def puzzle(self) -> Puzzle:
        """The reduced puzzle."""
        return self.puzzles[-1]


def write_bundle(case: Case, how: Circumstances, folder: Path) -> Path:
    """The new folder, in `folder`, with all files of the bundle; its name has a number, the class and the backend."""
    target = _new_folder(folder, f"{case.finding.kind}-{case.finding.backend}")
    for name, lines in _files(case, how, target):
        (target / name).write_text("".join(lines), encoding="utf-8")
    return target


def command_of(case: Case, how: Circumstances, file: str = "puzzle.jsonl") -> str:
    """The command that shows the finding again."""
    programs = [name for name in case.backends if is_program(name)]
    words = ["unitdoku", "check", file, "--limit", str(how.limit)]
    words += ["--backends", ",".join(name for name in case.backends if name not in programs) or "reference"]
    for name in programs:
        words += ["--solver", name.partition(":")[2]]
    words += ["--seconds", "inf" if how.seconds is None else f"{how.seconds:g}"]
    if how.memory is not None:
        words += ["--memory", str(how.memory >> 20)]
    return shlex.join([*words, "--jobs", "1", "--no-bundles"])


def is_program(backend: str) -> bool:
    """Whether it is a program that knows one layout only."""
    return backend.partition(":")[0] == "program"


def _is_found_by_path(backend: str) -> bool:
    """Whether it is called by a path, or may have one among its arguments, that leads on from one folder only."""
    return is_program(backend) or (backend.partition(":")[0] == "dimacs" and "/" in backend)


def _files(case: Case, how: Circumstances, target: Path) -> Iterator[tuple[str, Sequence[str]]]:
    yield "puzzle.jsonl", [write_json_line(puzzle) + "\n" for puzzle in case.puzzles]
    yield "original.jsonl", [write_json_line(case.original.puzzle) + "\n"]
    yield "units.json", [json.dumps(content_of(case.puzzle.layout), indent=1) + "\n"]
    size = size_of(case.puzzle.layout).clauses
    if size <= MOST_CLAUSES:
        yield "formula.cnf", list(export(case.puzzle, "dimacs"))
    yield "report.json", [json.dumps(_report(case, how), indent=1) + "\n"]
    yield "test_finding.py", [_test(case, how)]
    yield "README.md", [_readme(case, how, size, target)]


def _report(case: Case, how: Circumstances) -> dict[str, object]:
    return {
        "finding": finding_as_json(case.finding),
        "command": command_of(case, how),
        "place": how.place,
        "limit": how.limit,
        "seconds": how.seconds,
        "memory": how.memory,
        "reproduced": case.reproduced,
        "minimal": case.minimal,
        "tries": case.tries,
        "results": answers_as_json(case.answers),
        "original": {
            "findings": [finding_as_json(finding) for finding in case.original.findings],
            "results": answers_as_json(case.original.results),
        },
        "versions": case.original.versions,
        "python": platform.python_version(),
        "platform": platform.platform(),
    }


def finding_as_json(finding: Finding) -> dict[str, object]:
    """The finding as an object for JSON."""
    told: dict[str, object] = {
        "class": finding.kind.value,
        "backend": finding.backend,
        "way": finding.way,
        "text": str(finding),
    }
    if finding.against is not None:
        told["against"] = finding.against
    return told


def answers_as_json(answers: Mapping[str, Answer]) -> dict[str, object]:
    """Name to verdict, exhausted and solutions, or to the error, for JSON."""
    return {name: _answer(answer) for name, answer in answers.items()}


def _answer(answer: Answer) -> dict[str, object]:
    if isinstance(answer, Result):
        return {
            "verdict": answer.verdict.value,
            "exhausted": answer.exhausted,
            "solutions": [list(map(_plain, grid)) for grid in answer.solutions],
        }
    return {"error": type(answer).__name__, "text": str(answer)}


def _plain(value: object) -> object:
    """The value, or what it looks like: in a grid that is no grid there may be anything."""
    return value if isinstance(value, (int, str)) else repr(value)


def _test(case: Case, how: Circumstances) -> str:
    lines = ",\n    ".join(repr(write_json_line(puzzle)) for puzzle in case.puzzles)
    more = "" if how.memory is None else f", memory={how.memory >> 20} << 20"
    return f"""{json.dumps(f"{case.finding}.")}

from unitdoku import classic, cross_check, read_puzzles

LINES = [
    {lines},
]


def test_{_word(case.finding.backend)}_{_word(case.finding.kind.value)}() -> None:
    puzzles = [entry.puzzle for entry in read_puzzles(LINES, classic())]
    report = cross_check(puzzles, {list(case.backends)!r}, limit={how.limit}, seconds={how.seconds}{more}, jobs=1)
    assert report.agree, "; ".join(str(found) for found in report.disagreements)
"""


def _readme(case: Case, how: Circumstances, clauses: int, target: Path) -> str:
    there = any(map(_is_found_by_path, case.backends))
    where, file = ("where the check ran", str(target / "puzzle.jsonl")) if there else ("in this folder", "puzzle.jsonl")
    versions = ", ".join(f"{name} {version}" for name, version in case.original.versions.items())
    lines = [f"# {case.finding.kind}: {case.finding.backend}", "", f"{case.finding}.", "", _how_small(case)]
    if len(case.puzzles) > 1:
        lines += ["", f"It takes {counted(len(case.puzzles) - 1, 'puzzle')} before it on the same session."]
    lines += ["", f"To see it again, {where}:", "", f"    {command_of(case, how, file)}", ""]
    lines += [f"Found at {how.place}." if how.place else "", f"Python {platform.python_version()}, {versions}.", ""]
    lines += ["| file | what it is |", "| --- | --- |"]
    meanings = {**_MEANINGS, "test_finding.py": _MEANINGS["test_finding.py"] + _ONLY_THERE * there}
    lines += [f"| {name} | {meaning} |" for name, meaning in meanings.items()]
    if clauses > MOST_CLAUSES:
        lines += [f"| (no formula.cnf) | it would have {clauses:,} clauses |"]
    return "\n".join(lines) + "\n"


_MEANINGS = {
    "puzzle.jsonl": "the reduced puzzle with its units, the last line",
    "original.jsonl": "the puzzle that it was found with",
    "units.json": "the units of the reduced puzzle, for `--layout @units.json`",
    "formula.cnf": "its CNF, extended encoding",
    "report.json": "every answer, versions, limits",
    "test_finding.py": "a test for pytest that fails as long as the finding is there",
}
_ONLY_THERE = " (run where the check ran)"


def _how_small(case: Case) -> str:
    if case.finding.backend == CONSTRUCTION:
        return "Not reduced: it is a matter of what is known of this very puzzle."
    if not case.reproduced and case.finding.against == CONSTRUCTION:
        asked = " and ".join(case.backends)
        return (
            f"What refutes it is known from how the puzzle was made, see report.json. **{asked} alone do not show it.**"
        )
    if not case.reproduced:
        return "**It was not seen again** when the puzzle was asked anew, alone or after those before it."
    layout = case.puzzle.layout
    givens = sum(mask & (mask - 1) == 0 for mask in case.puzzle.candidates)
    parts = ((layout.cell_count, "cell"), (layout.size, "value"), (len(layout.units), "unit"), (givens, "given"))
    shape = ", ".join(counted(*part) for part in parts)
    end = "no more can go" if case.minimal else "there was no time to try whether more can go"
    return f"Reduced to {shape} in {case.tries} tries; {end}."


def counted(number: int, what: str) -> str:
    """So many of it, in words: `1 cell`, `2 cells`."""
    return f"{number:,} {what}" + "s" * (number != 1)


def _word(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")[:60]


def _new_folder(folder: Path, name: str) -> Path:
    """A folder with the next free number."""
    folder.mkdir(parents=True, exist_ok=True)
    taken = [int(found[0]) for found in (re.match(r"\d+", path.name) for path in folder.iterdir()) if found]
    number = max(taken, default=0)
    while True:
        number += 1
        target = folder / f"{number:04d}-{_word(name).replace('_', '-')}"
        try:
            target.mkdir()
        except FileExistsError:
            continue
        return target
