"""A finding written to a folder, with everything needed to see it again and to look into it."""

from __future__ import annotations

import json
import platform
import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from ...encoders.workers.limits import LEAST_MEMORY_MIB
from ...puzzles.text.json_lines import write_json_line
from ...puzzles.text.part_file import write_complete
from ...reference.contract.result import Result
from .finding import Answer, Finding
from .shrink import ShrunkFinding, is_program


def write_bundle(case: ShrunkFinding, folder: Path) -> Path:
    """Writes the files of a bundle to a new folder in `folder`, and returns its path.

    The name of the new folder has a number, the class of the finding and the backend.
    """
    name = re.sub(r"[^a-z0-9]+", "-", f"{case.finding.kind}-{case.finding.backend}".lower()).strip("-")[:60]
    folder.mkdir(parents=True, exist_ok=True)
    latest = max((int(found[0]) for path in folder.iterdir() if (found := re.match(r"\d+", path.name))), default=0)
    for number in count(latest + 1):
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


_TEST = """{what}

# To see it again, where the check ran: {command}
# The last line of puzzle.jsonl is the puzzle that shows it. Lines before it are asked first, on the same session.
# report.json has all answers and versions, the puzzle of the check, and whether the finding was reproduced.

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
    """Returns a test for pytest, which fails as long as the finding is there."""
    return _TEST.format(
        what=json.dumps(f"{case.finding}."),
        command=command.replace("\n", "\n# "),
        backends=[each if isinstance(each, str) else None for each in case.backends.values()],
        limits=", ".join(f"{name}={value!r}" for name, value in case.limits._asdict().items()),
    )


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
