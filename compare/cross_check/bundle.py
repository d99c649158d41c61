"""A finding written to a folder, with everything needed to see it again and to look into it."""

from __future__ import annotations

import json
import platform
import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from ...encoders.certificates.certify import certify
from ...encoders.formats.formats import encode
from ...encoders.workers.limits import LEAST_MEMORY_MIB
from ...reference.errors import FormulaTooLarge, UnitdokuError
from ...reference.layouts.from_units import content_of
from ...reference.result import Result
from ...reference.text.json_lines import write_json_line
from ...reference.text.part_file import write_complete
from .bundle_test import depends_on_folder, file_word, puzzle_lines, written_test
from .certified import KNOWN
from .finding import Answer, Finding
from .shrink import ShrunkFinding, is_program

MOST_CLAUSES = 2_000_000
"""The largest formula in a bundle; of a larger one only the number of clauses is written."""


_CERTIFICATE_SECONDS = 10.0


def write_bundle(case: ShrunkFinding, folder: Path) -> Path:
    """Writes the files of a bundle to a new folder in `folder`, and returns its path.

    The name of the new folder has a number, the class of the finding and the backend.
    """
    name = file_word(f"{case.finding.kind}-{case.finding.backend}").replace("_", "-")
    folder.mkdir(parents=True, exist_ok=True)
    number = max((int(found[0]) for path in folder.iterdir() if (found := re.match(r"\d+", path.name))), default=0)
    while True:
        number += 1
        target = folder / f"{number:04d}-{name}"
        with suppress(FileExistsError):  # another process may write there too
            target.mkdir()
            break
    for file, (_, text_of) in _FILES.items():
        write_complete(target / file, text_of(case, target))
    write_complete(target / "README.md", _readme(case, target))
    return target


def try_folder(folder: Path) -> None:
    """Raises OSError where a folder cannot be written to or, if it does not exist, cannot be made."""
    with TemporaryDirectory(dir=next(path for path in (folder, *folder.parents) if path.exists())):
        pass


def command_of(case: ShrunkFinding, file: str = "puzzle.jsonl") -> str:
    """Returns the command that shows the finding again."""
    limits = case.limits
    programs = [name for name in case.backends if is_program(name)]
    words = ["unitdoku", "check", file, "--limit", str(limits.limit)]
    words += ["--backends", ",".join(name for name in case.backends if name not in programs) or "reference"]
    for name in programs:
        words += ["--solver", name.partition(":")[2]]
    words += ["--seconds", "inf" if limits.seconds is None else f"{limits.seconds:g}"]
    if limits.memory is not None:
        words += ["--memory", str(max(LEAST_MEMORY_MIB, limits.memory >> 20))]
    return shlex.join([*words, "--jobs", "1", "--no-bundles"])


def finding_as_json(finding: Finding) -> dict[str, object]:
    """Returns the finding as an object for JSON."""
    kind, backend, way, _, against = finding
    content: dict[str, object] = {"class": kind.value, "backend": backend, "way": way, "text": str(finding)}
    return content if against is None else {**content, "against": against}


def answers_as_json(answers: Mapping[str, Answer]) -> dict[str, object]:
    """Returns an object for JSON: the name of each backend with verdict, exhausted and solutions, or with its error."""
    return {name: _answer(answer) for name, answer in answers.items()}


def _answer(answer: Answer) -> dict[str, object]:
    if not isinstance(answer, Result):
        return {"error": type(answer).__name__, "text": str(answer)}
    # Values of a malformed grid can be of any type.
    grids = [[value if isinstance(value, (int, str)) else repr(value) for value in grid] for grid in answer.solutions]
    return {"verdict": answer.verdict.value, "exhausted": answer.exhausted, "solutions": grids}


def counted(number: int, what: str) -> str:
    """Returns a number with its noun: `1 cell`, `2,000 cells`."""
    return f"{number:,} {what}" + "s" * (number != 1)


def _puzzles(case: ShrunkFinding, _: Path) -> str:
    return "".join(line + "\n" for line in puzzle_lines(case))


def _formula(case: ShrunkFinding, _: Path) -> str:
    try:
        return "".join(encode(case.puzzle, "dimacs", most_clauses=MOST_CLAUSES))
    except FormulaTooLarge as error:
        return f"c not written: {error}\n"


def _certificate(case: ShrunkFinding, _: Path) -> str:
    """Returns a certificate, whose solutions the reference solver finds: the finding may be one about any other."""
    try:
        made = certify(case.puzzle, "reference", _CERTIFICATE_SECONDS)
    except UnitdokuError:
        return ""
    return "" if made is None else f"{made.text}\n"


def _report(case: ShrunkFinding, target: Path) -> str:  # noqa: ARG001 - alike in any folder
    original, (_, reproduced, minimal, tries) = case.original, case.shrunk
    content = {
        "finding": finding_as_json(case.finding),
        "command": command_of(case),
        "place": original.place,
        **case.limits._asdict(),
        "reproduced": reproduced,
        "minimal": minimal,
        "tries": tries,
        "results": answers_as_json(case.answers),
        "original": {
            "findings": [finding_as_json(finding) for finding in original.findings],
            "results": answers_as_json(original.results),
        },
        "versions": original.versions,
        "python": platform.python_version(),
        "platform": platform.platform(),
    }
    return json.dumps(content, indent=1) + "\n"


_FILES = {
    "puzzle.jsonl": ("the shrunk puzzle with its units, in the last line", _puzzles),
    "original.jsonl": ("the puzzle of the check", lambda case, _: write_json_line(case.original.puzzle) + "\n"),
    "units.json": (
        "the units of the shrunk puzzle, for `--layout @units.json`",
        lambda case, _: json.dumps(content_of(case.puzzle.layout), indent=1) + "\n",
    ),
    "formula.cnf": ("its CNF, extended encoding; of a very large one only the number of clauses", _formula),
    "certificate.jsonl": (
        "how many solutions it has, with a proof: `unitdoku verify certificate.jsonl`; empty if none is made",
        _certificate,
    ),
    "report.json": ("every answer, versions, limits", _report),
    "test_finding.py": (
        "a test for pytest that fails as long as the finding is there; it runs from any folder, or says what it misses",
        lambda case, target: written_test(case, target, puzzle_lines(case)),
    ),
}
"""Name to content in words, and content, of every file but README.md."""


def _readme(case: ShrunkFinding, target: Path) -> str:
    where, file = "in this folder", "puzzle.jsonl"
    if any(map(depends_on_folder, case.backends)):
        # A relative path leads to the program from that folder only, and a module is found there.
        where, file = "where the check ran", str(target / file)
    versions = ", ".join(f"{name} {version}" for name, version in case.original.versions.items())
    lines = [f"# {case.finding.kind}: {case.finding.backend}", "", f"{case.finding}.", "", _how_small(case), ""]
    if (before := len(case.shrunk.puzzles) - 1) > 0:
        lines += [f"It needs {counted(before, 'puzzle')} before it on the same session.", ""]
    lines += [f"To see it again, {where}:", "", f"    {command_of(case, file)}", ""]
    lines += [f"Found at {case.original.place}." if case.original.place else ""]
    lines += [f"Python {platform.python_version()}, {versions}.", "", "| file | content |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| {name} | {content} |" for name, (content, _) in _FILES.items())]) + "\n"


def _how_small(case: ShrunkFinding) -> str:
    puzzle, shrunk = case.puzzle, case.shrunk
    if case.finding.backend in KNOWN:
        return "Not shrunk: the known answer belongs to this very puzzle."
    if not shrunk.reproduced and case.finding.against in KNOWN:
        asked = " and ".join(case.backends)
        return (
            f"The {case.finding.against} of the puzzle refutes it, see report.json. **{asked} alone do not show it.**"
        )
    if not shrunk.reproduced:
        return "**It was not seen again** when the puzzle was asked anew, alone and after the puzzles before it."
    givens = sum(mask & (mask - 1) == 0 for mask in puzzle.candidates)
    layout = puzzle.layout
    parts = ((layout.cell_count, "cell"), (layout.size, "value"), (len(layout.units), "unit"), (givens, "given"))
    end = "nothing more can be removed" if shrunk.minimal else "the time was over before every removal was tried"
    return f"Shrunk to {', '.join(counted(*part) for part in parts)} in {shrunk.tries} tries; {end}."
