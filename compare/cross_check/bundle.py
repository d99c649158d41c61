"""A finding written to a folder, with everything needed to see it again and to look into it."""

from __future__ import annotations

import json
import platform
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from ...encoders.workers.limits import LEAST_MEMORY_MIB
from ...puzzles.text.json_lines import write_json_line
from ...puzzles.text.part_file import write_complete
from ...reference.result import Result
from .certified import KNOWN
from .finding import Answer, Finding
from .shrink import ShrunkFinding, is_program


def write_bundle(case: ShrunkFinding, folder: Path) -> Path:
    """Writes the files of a bundle to a new folder in `folder`, and returns its path.

    The name of the new folder has a number, the class of the finding and the backend.
    """
    name = re.sub(r"[^a-z0-9]+", "-", f"{case.finding.kind}-{case.finding.backend}".lower()).strip("-")[:60]
    folder.mkdir(parents=True, exist_ok=True)
    number = max((int(found[0]) for path in folder.iterdir() if (found := re.match(r"\d+", path.name))), default=0)
    while True:
        number += 1
        target = folder / f"{number:04d}-{name}"
        with suppress(FileExistsError):  # another process may write there too
            target.mkdir()
            break
    file = target / "puzzle.jsonl"
    command = command_of(case, str(file))
    write_complete(file, "".join(f"{write_json_line(puzzle)}\n" for puzzle in case.shrunk.puzzles))
    write_complete(target / "report.json", json.dumps(_report(case, command), indent=1) + "\n")
    write_complete(target / "test_finding.py", _test(case, command))
    return target


def try_folder(folder: Path) -> None:
    """Raises OSError where a folder cannot be written to or, if it does not exist, cannot be made."""
    with TemporaryDirectory(dir=next(path for path in (folder, *folder.parents) if path.exists())):
        pass


def command_of(case: ShrunkFinding, file: str) -> str:
    """Returns the command that shows the finding again, from where the check ran."""
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


_TEST = """{what}

{about}

from pathlib import Path

from unitdoku import read_puzzles
from unitdoku.check import cross_check

# None stands for a function or an object of the check: import it, and put it there.
# A program and a module are found from the folder in which the check ran.
BACKENDS = {backends!r}


def test_finding() -> None:
    puzzles = [entry.puzzle for entry in read_puzzles(Path(__file__).with_name("puzzle.jsonl"))]
    report = cross_check(puzzles, BACKENDS, {limits}, jobs=1)
    assert report.agree, str(report)
"""


def _test(case: ShrunkFinding, command: str) -> str:
    """Returns a test for pytest, which fails as long as the finding is there, and says in comments what is known."""
    return _TEST.format(
        what=json.dumps(f"{case.finding}."),
        about="\n".join(f"# {line}" for said in _about(case, command) for line in said.splitlines()),
        backends=[each if isinstance(each, str) else None for each in case.backends.values()],
        limits=", ".join(f"{name}={value!r}" for name, value in case.limits._asdict().items()),
    )


def _about(case: ShrunkFinding, command: str) -> Iterator[str]:
    yield _how_small(case)
    if (before := len(case.shrunk.puzzles) - 1) > 0:
        yield f"It needs {counted(before, 'puzzle')} before it on the same session: those in puzzle.jsonl."
    yield f"To see it again, where the check ran: {command}"
    if case.original.place:
        yield f"Found at {case.original.place}. All answers and the puzzle of the check are in report.json."
    versions = ", ".join(f"{name} {version}" for name, version in case.original.versions.items())
    yield f"Python {platform.python_version()}, {versions}."


def _report(case: ShrunkFinding, command: str) -> dict[str, object]:
    original, (_, reproduced, minimal, tries) = case.original, case.shrunk
    return {
        "finding": finding_as_json(case.finding),
        "command": command,
        "place": original.place,
        **case.limits._asdict(),
        "reproduced": reproduced,
        "minimal": minimal,
        "tries": tries,
        "results": answers_as_json(case.answers),
        "original": {
            **json.loads(write_json_line(original.puzzle)),
            "findings": [finding_as_json(finding) for finding in original.findings],
            "results": answers_as_json(original.results),
        },
        "versions": original.versions,
        "python": platform.python_version(),
        "platform": platform.platform(),
    }


def _how_small(case: ShrunkFinding) -> str:
    puzzle, shrunk = case.puzzle, case.shrunk
    if case.finding.backend in KNOWN:
        return "Not shrunk: the known answer belongs to this very puzzle."
    if not shrunk.reproduced and case.finding.against in KNOWN:
        asked = " and ".join(case.backends)
        return f"The {case.finding.against} of the puzzle refutes it, see report.json. {asked} alone do not show it."
    if not shrunk.reproduced:
        return "It was not seen again when the puzzle was asked anew, alone and after the puzzles before it."
    givens = sum(mask & (mask - 1) == 0 for mask in puzzle.candidates)
    layout = puzzle.layout
    parts = ((layout.cell_count, "cell"), (layout.size, "value"), (len(layout.units), "unit"), (givens, "given"))
    end = "nothing more can be removed" if shrunk.minimal else "the time was over before every removal was tried"
    return f"Shrunk to {', '.join(counted(*part) for part in parts)} in {shrunk.tries} tries; {end}."
