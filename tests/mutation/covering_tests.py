"""Which tests run a line of the code: measured once with coverage.py, then asked for each mutant.

    python tests/mutation/covering_tests.py TABLE

The working directory is a copy of the repository in which cosmic-ray has changed a line. Runs the tests that run this
line, the fastest first, as many as take `SECONDS` together, and exits with the status of pytest.
"""

from __future__ import annotations

import ast
import json
import os
import re
import sys
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from package_copy import PYTEST, ROOT, run

SECONDS = 20.0
"""Of the tests for one mutant, as they took when they were measured."""
ASKED = ("tests/reference", "tests/puzzles/text", "tests/encoders", "tests/truths", "tests/compare/cross_check")
LEFT_OUT = (
    "tests/encoders/workers",
    "tests/encoders/naming/test_kept_sessions.py",
    "tests/puzzles/text/test_part_file.py",
)
"""Tests that fork their process or limit its files, which coverage.py does not survive."""


class Table(NamedTuple):
    """What was measured."""

    tests: list[tuple[str, float]]
    """Each test and the seconds that it takes, the fastest first."""
    running: dict[str, dict[str, list[int]]]
    """File and line to the tests that run the line, by their index, ascending."""


def measured(copy: Path) -> Table:
    """Runs the tests of the core in a copy, and returns what they run."""
    from coverage import CoverageData  # here, as the tests for a mutant do without it

    own = [f"--cov={folder}" for folder in ("reference", "puzzles", "encoders", "compare")]
    asked = [*ASKED, *(f"--ignore={path}" for path in LEFT_OUT)]
    command = [part for part in PYTEST if part != "-x"]
    command += ["-n", "2", *own, "--cov-context=test", "--cov-report=", "--durations=0", "--durations-min=0", *asked]
    ran = run(command, copy)
    if ran.status != 0:
        raise RuntimeError(ran.output[-2000:])
    seconds: dict[str, float] = {}
    for took, test in re.findall(r"^ *([0-9.]+)s (?:call|setup) +(.*)$", ran.output, re.MULTILINE):
        seconds[test] = seconds.get(test, 0.0) + float(took)
    tests = sorted(seconds.items(), key=lambda each: each[::-1])
    index = {test: number for number, (test, _) in enumerate(tests)}
    data = CoverageData(str(copy / ".coverage"))
    data.read()
    running: dict[str, dict[str, list[int]]] = {}
    for file in data.measured_files():
        lines = running[Path(file).relative_to(copy).as_posix()] = {}
        for number, contexts in data.contexts_by_lineno(file).items():
            if own_tests := {context.rpartition("|")[0] for context in contexts} & index.keys():
                lines[str(number)] = sorted(index[test] for test in own_tests)
    return Table(tests, running)


def chosen(table: Table, copy: Path) -> list[str]:
    """Returns the tests for the change in a copy, the fastest first."""
    running = [table.tests[index] for index in _running_the_change(table, copy)]
    together = accumulate(seconds for _, seconds in running)
    return [test for (test, _), seconds in zip(running, together, strict=True) if seconds <= SECONDS]


def _running_the_change(table: Table, copy: Path) -> Iterable[int]:
    for module, lines in table.running.items():
        before, after = ((folder / module).read_text(encoding="utf-8") for folder in (ROOT, copy))
        if before != after:
            pairs = zip(before.splitlines(), after.splitlines(), strict=False)
            changed = next(number for number, (one, other) in enumerate(pairs, 1) if one != other)
            own = {test for number in _statement_at(changed, before) for test in lines.get(str(number), ())}
            return sorted(own or {test for tests in lines.values() for test in tests})
    return range(len(table.tests))


def _statement_at(line: int, source: str) -> range:
    """Returns the lines of the smallest statement with this line; of a function where it is a decorator or the head."""
    spans = [
        range(min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))]), node.end_lineno + 1)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt) and node.end_lineno is not None
    ]
    return min((span for span in spans if line in span), key=len, default=range(0))


def main() -> None:
    """Runs the tests for the change in the working directory."""
    table = Table(*json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    listed = Path.cwd().parent / "tests.txt"
    listed.write_text("\n".join(chosen(table, Path.cwd())), encoding="utf-8")
    # In this process, which cosmic-ray kills when the time is over.
    os.execv(sys.executable, [*PYTEST, f"@{listed}"])


if __name__ == "__main__":
    main()
