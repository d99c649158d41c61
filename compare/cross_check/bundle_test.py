"""The test of a bundle: it shows the finding again, wherever the bundle lies, or says what it misses."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path

from ...puzzles.text.json_lines import write_json_line
from .shrink import ShrunkFinding, is_of_module, is_program

_HEAD = """{what}

import os
from pathlib import Path

import pytest

from unitdoku import UnitdokuError, classic, find_backend, read_puzzles
from unitdoku.check import cross_check

LINES = [
    {lines},
]
BACKENDS = {backends!r}
# Functions and backend objects that the check got as such: import or write them here.
OBJECTS = {{{objects}}}
# Programs and modules of the backends are found from here; UNITDOKU_FOLDER names another folder.
FOLDER = Path(os.environ.get("UNITDOKU_FOLDER") or {folder})
FILES = {files!r}


def test_{name}(monkeypatch: pytest.MonkeyPatch) -> None:
    for file in [".", *FILES]:
        if not (FOLDER / file).exists():
            pytest.skip(f"there is no {{FOLDER / file}}; UNITDOKU_FOLDER names the folder in which the check ran")
    monkeypatch.chdir(FOLDER)
    for name, found in OBJECTS.items():
        if found is None:
            pytest.skip(f"{{name}} was an object of the check: put it into OBJECTS")
    for name in BACKENDS:
        try:
            find_backend(name)
        except UnitdokuError as error:
            pytest.skip(f"{{error}}; UNITDOKU_FOLDER names the folder in which the check ran")
    puzzles = [entry.puzzle for entry in read_puzzles(LINES, classic())]
    report = cross_check(puzzles, [*BACKENDS, *OBJECTS.values()], {limits}, jobs=1)
    assert report.agree, "; ".join(str(found) for found in report.disagreements)
"""


def written_test(case: ShrunkFinding, target: Path, lines: Sequence[str]) -> str:
    """Returns the test for a bundle in the folder `target`, with the puzzles in these lines of JSON.

    It holds no path of this machine: the folder of the check is found from that of the bundle if it is above it.
    """
    finding = case.finding
    limits = ", ".join(f"{name}={value!r}" for name, value in case.limits._asdict().items())
    folder = "Path(__file__).parent"
    if any(map(depends_on_folder, case.backends)):
        way = os.path.relpath(Path.cwd(), target.resolve())
        above = set(Path(way).parts) <= {"..", "."}
        folder = f"Path(__file__).parent / {Path(way).as_posix()!r}" if above else '"."'
    objects = [name for name, backend in case.backends.items() if not isinstance(backend, str)]
    return _HEAD.format(
        what=json.dumps(f"{finding}."),
        lines=",\n    ".join(map(repr, lines)),
        backends=[name for name in case.backends if name not in objects],
        objects=", ".join(f"{name!r}: None" for name in objects),
        folder=folder,
        files=sorted({file for name in case.backends for file in _files(name)}),
        name=f"{file_word(finding.backend)}_{file_word(finding.kind.value)}",
        limits=limits,
    )


def _files(backend: str) -> list[str]:
    """Returns the files of the current folder that the name of a backend leads to."""
    _, _, rest = backend.partition(":")
    words = [word for part in rest.split(":") for word in part.split()]
    if is_of_module(backend):
        words = [rest.partition(":")[0].replace(".", "/") + ".py"]
    return [word for word in words if not Path(word).is_absolute() and Path(word).is_file()]


def puzzle_lines(case: ShrunkFinding) -> list[str]:
    """Returns the puzzles that show the finding as lines of JSON, in the order in which they are asked."""
    return [write_json_line(puzzle) for puzzle in case.shrunk.puzzles]


def depends_on_folder(backend: str) -> bool:
    """Whether a backend may be found from the folder only in which the check ran."""
    return is_program(backend) or is_of_module(backend) or (backend.startswith("dimacs:") and "/" in backend)


def file_word(text: str) -> str:
    """Returns a name as a word of letters, digits and underscores, for files and functions."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")[:60]
