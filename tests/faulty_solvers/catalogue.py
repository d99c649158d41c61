"""Solvers with one fault each, of the kinds that people write, and the honest solvers that they are variants of.

`honest/` has five programs, and `faults.txt` the faults: blank lines separate entries. An entry that begins with `[`
names a file; every other one is a fault in that file. Lines with `-` are the text to replace, which occurs once; the
lines with `+` replace it, and there may be several such pairs. `layout:` names a layout on which the fault shows, where
it does not show on the classic one.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from shutil import which
from typing import Any

from unitdoku import Layout, from_units
from unitdoku.check import CheckReport, check_solver
from unitdoku.layouts import layout_named

HERE = Path(__file__).parent
TAKES = {
    "dictionary_search.py": "text",
    "dancing_links.py": "puzzle",
    "bit_masks.py": "rows",
    "sat_by_hand.py": "puzzle",
    "program.c": "text",
}
"""The honest solvers, and the form in which each takes a puzzle."""

# 4 values; two rows of four cells, units of three cells across them, and cells in one unit only.
SPARSE = from_units(4, [(0, 1, 2, 3), (4, 5, 6, 7), (0, 4, 8), (1, 5, 9), (2, 6), (3, 7, 8)], (2, 5))


@dataclass(frozen=True)
class Fault:
    """One faulty solver: the file, and the texts that are replaced."""

    name: str
    file: str
    changes: tuple[tuple[str, str], ...]
    layout_name: str = "classic"

    def __str__(self) -> str:
        return f"{self.file.partition('.')[0]}: {self.name}"

    @property
    def is_honest(self) -> bool:
        """Whether this is the program without a fault."""
        return not self.changes

    @property
    def takes(self) -> str:
        """The form of a puzzle."""
        return TAKES[self.file]

    @property
    def layout(self) -> Layout:
        """The layout on which the fault shows."""
        return SPARSE if self.layout_name == "sparse" else layout_named(self.layout_name)

    @property
    def source(self) -> str:
        """The program with the fault; raises ValueError where a text does not occur exactly once."""
        text = (HERE / "honest" / self.file).read_text(encoding="utf-8")
        for old, new in self.changes:
            if text.count(old) != 1:
                raise ValueError(f"{self}: {old!r} occurs {text.count(old)} times")
            text = text.replace(old, new)
        return text


HONEST = tuple(Fault("honest", file, ()) for file in TAKES)


def faults() -> Iterator[Fault]:
    """Yields the faults in the order of the file."""
    file = ""
    for entry in (HERE / "faults.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        lines = entry.splitlines()
        if lines[0].startswith("["):
            file = lines[0].strip("[]")
            continue
        layouts = [line.removeprefix("layout: ") for line in lines[1:] if line[0] not in "-+"]
        signed = groupby((line for line in lines[1:] if line[0] in "-+"), key=itemgetter(0))
        old_and_new = ["\n".join(line[2:] for line in part) for _, part in signed]
        changes = tuple(zip(old_and_new[::2], old_and_new[1::2], strict=True))
        yield Fault(lines[0], file, changes, *layouts)


def made(fault: Fault, folder: Path) -> Callable[[Any], object]:
    """Returns a solver; a program of C is compiled into `folder`."""
    source = fault.source
    if fault.file.endswith(".py"):
        names: dict[str, Any] = {"__name__": "solver"}
        exec(compile(source, str(fault), "exec"), names)
        solve: Callable[[Any], object] = names["solve"]
        return solve
    program = folder / f"{abs(hash(source))}"
    text = program.with_suffix(".c")
    text.write_text(source, encoding="utf-8")
    subprocess.run(["gcc", "-O2", "-w", "-o", str(program), str(text)], check=True)

    def ask(line: str) -> str | None:
        """Runs the program for a puzzle, as a caller of a foreign solver does."""
        answer = subprocess.run([str(program), line], capture_output=True, text=True, check=True).stdout.strip()
        return None if answer == "none" else answer

    return ask


def checked(fault: Fault, solve: Callable[[Any], object], **options: Any) -> CheckReport:
    """Returns the report of `check_solver` on a solver, up to the first finding."""
    return check_solver(solve, fault.layout, takes=fault.takes, stop_after=1, raise_on_findings=False, **options)


def can_make(fault: Fault) -> bool:
    """Whether this machine has what the solver needs."""
    return fault.file.endswith(".py") or (which("gcc") is not None and sys.platform != "win32")
