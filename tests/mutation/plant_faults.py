"""Plants each fault of a catalogue in a copy of the package, and shows which test catches it.

    python tests/mutation/plant_faults.py [--jobs N] [--only TEXT] [--list]

A fault is a deliberate slip: one text in one file of the package is replaced by another. It is caught when one of its
tests fails. The tests that caught a fault have to pass on an unchanged copy.

The catalogue is a folder of text files. Blank lines separate entries. An entry that begins with `[` names a file of the
package; every other entry is a fault in that file:

    [encoders/cnf/variables.py]
    tests: encoders/cnf/test_encodings.py

    two cells share a variable
    - cell * self.layout.size
    + cell * (self.layout.size - 1)

The lines with `-` are the text to replace. It has to occur exactly once in the file. The lines with `+` replace it.
Further lines of a fault, or of all faults of a file:

    tests: PATH[::TEST] ...   the tests, below `tests/`
    needs: PACKAGE ...        the fault is planted only where these packages are installed
    may: crash                tests that are ended by a signal count as having caught it
    may: hang                 tests that do not end count as having caught it

Exit status: 0 if all faults are caught that can be planted. 1 if one is not caught, if none can be planted, if a test
fails on the unchanged copy, or if an entry does not fit the code.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from queue import Queue
from shutil import copy2
from time import perf_counter
from typing import NamedTuple

from package_copy import PYTEST, ROOT, Ran, bound_processes, copied, run

CATALOGUE = Path(__file__).parent / "faults"
SECONDS, HANG_SECONDS = 60.0, 20.0
"""Time limits of the tests of one fault: of all others, and of those that may hang."""
TIMES_UNCHANGED = 4
"""Tests that do not end in time run again with so many times what they take on the unchanged copy, where that is more:
beside other work they are slow without any fault."""
CPU_SECONDS = 900
"""The most CPU time of one process: a fault that does not end would otherwise outlive a killed runner."""
CRASH, HANG = "crash", "hang"
FAILED = re.compile(r"^(?:FAILED|ERROR) tests/(\S+?\.py(?:::[^\[\n]*?(?:\[.*?\])?)?)(?: - .*)?$", re.MULTILINE)
"""A line of pytest's summary: the test, whose parameters may contain the " - " that comes before the message."""
SOME_FAILED = (1, 2)
"""Exit statuses of pytest: a test failed, or a file of tests could not be imported."""


class Fault(NamedTuple):
    """One slip, with the tests that should catch it."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    needs: tuple[str, ...]
    may: str

    @property
    def missing(self) -> list[str]:
        """The packages that have to be installed before the fault can be planted."""
        return [name for name in self.needs if find_spec(name) is None]


class Outcome(NamedTuple):
    """What the tests of one fault did."""

    caught_by: tuple[str, ...]
    """The tests that failed; all tests of the fault where it ended them. Empty where the fault was not caught."""
    text: str
    seconds: float = 0.0


def read(catalogue: Path) -> Iterator[Fault]:
    """Yields the faults of all files of the folder, in the order of file names and lines."""
    for path in sorted(catalogue.glob("*.txt")):
        file, of_file = "", dict[str, str]()
        for entry in re.split(r"\n\n+", path.read_text(encoding="utf-8").strip("\n")):
            first, *lines = entry.split("\n")
            settings = dict(line.split(": ", 1) for line in lines if line[0] not in "-+")
            if settings.keys() - {"tests", "needs", "may"} or settings.get("may", CRASH) not in (CRASH, HANG):
                raise ValueError(f"{path.name}: {first}: the settings {settings} are not understood")
            if first.startswith("["):
                file, of_file = first.strip("[]"), settings
                continue
            settings = of_file | settings
            old, new = ("\n".join(line[2:] for line in lines if line[0] == sign) for sign in "-+")
            tests, needs = (tuple(settings.get(name, "").split()) for name in ("tests", "needs"))
            yield Fault(first, file, old, new, tests, needs, settings.get("may", ""))


def changed(fault: Fault) -> str:
    """Returns the text of the file with the fault; raises ValueError or SyntaxError if the entry does not fit."""
    path = ROOT / fault.file
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    found = text.count(fault.old) if fault.old else 0
    if found != 1:
        raise ValueError(f"{fault.file} contains {fault.old!r} {found} times, not once")
    for test in fault.tests or [""]:
        name, _, function = test.partition("::")
        tests = ROOT / "tests" / name
        if not tests.is_file() or f"def {function.partition('[')[0]}" not in tests.read_text(encoding="utf-8"):
            raise ValueError(f"there is no test {test}")
    text = text.replace(fault.old, fault.new)
    compile(text, fault.file, "exec", dont_inherit=True)
    return text


def misfits(faults: list[Fault]) -> Iterator[str]:
    """Yields a line for each entry that does not fit the code, and for each name that occurs twice."""
    seen = set[str]()
    for fault in faults:
        try:
            changed(fault)
        except (ValueError, SyntaxError) as error:
            yield f"DOES NOT FIT: {fault.name}: {error}"
        if fault.name in seen:
            yield f"DOES NOT FIT: {fault.name}: the name occurs more than once"
        seen.add(fault.name)


class Copies:
    """Copies of the package, of which each is used by one thread at a time."""

    def __init__(self, folder: Path, count: int) -> None:
        self._free: Queue[Path] = Queue()
        for number in range(count):
            self._free.put(copied(folder / str(number)))

    @contextmanager
    def one(self) -> Iterator[Path]:
        """Lends a copy, as soon as one is free."""
        copy = self._free.get()
        try:
            yield copy
        finally:
            self._free.put(copy)

    def plant(self, fault: Fault) -> Outcome:
        """Runs the tests of a fault; where they do not end in time, for longer if they are slow without it as well."""
        if fault.missing:
            return Outcome((), f"not planted: {' and '.join(fault.missing)} not installed")
        with self.one() as copy:
            started = perf_counter()
            limit = HANG_SECONDS if fault.may == HANG else SECONDS
            status, output = run_with(fault, copy, limit)
            if status is None:
                began = perf_counter()
                run(pytest_on(fault.tests), copy)
                longer = TIMES_UNCHANGED * (perf_counter() - began)
                if longer > limit:
                    limit = longer
                    status, output = run_with(fault, copy, limit)
            seconds = perf_counter() - started
        failed = tuple(FAILED.findall(output)) if status in SOME_FAILED else ()
        how = HANG if status is None else CRASH if status < 0 else ""
        if failed:
            return Outcome(failed, ", ".join(failed), seconds)
        if status is None:
            text = f"the tests did not end within {limit:.0f} s"
        elif status < 0:
            text = f"the tests were ended by signal {-status}"
        else:
            text = "no test failed" if status == 0 else f"pytest ended with {status}: {output[-2000:]}"
        if how and how == fault.may:
            return Outcome(fault.tests, text, seconds)
        return Outcome((), f"NOT CAUGHT: {text}", seconds)

    def failure(self, tests: list[str]) -> str:
        """Returns the output of pytest if one of the tests fails on an unchanged copy; otherwise an empty text."""
        with self.one() as copy:
            status, output = run(pytest_on(tests), copy) if tests else (0, "")
        return "" if status == 0 else f"ON THE UNCHANGED COPY pytest ended with {status}: {output[-3000:]}"


def run_with(fault: Fault, copy: Path, limit: float) -> Ran:
    """Runs the tests of a fault on a copy with the fault, and takes the fault back."""
    (copy / fault.file).write_text(changed(fault), encoding="utf-8")
    try:
        return run(pytest_on(fault.tests), copy, limit)
    finally:
        copy2(ROOT / fault.file, copy / fault.file)


def pytest_on(tests: list[str] | tuple[str, ...]) -> list[str]:
    """Returns the command that runs tests, given by their paths below `tests/`."""
    return [*PYTEST, "-rfE", *(f"tests/{test}" for test in tests)]


def plant_all(faults: list[Fault], jobs: int) -> bool:
    """Plants the faults, prints a line for each and a summary; returns whether all went as it should."""
    started = perf_counter()
    caught_by: dict[str, None] = {}
    planted = [fault for fault in faults if not fault.missing]
    missed = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        copies = Copies(Path(folder), jobs)
        try:
            for fault, outcome in zip(faults, pool.map(copies.plant, faults), strict=True):
                print(f"{outcome.seconds:5.1f} s  {fault.name}: {outcome.text}", flush=True)
                caught_by.update(dict.fromkeys(outcome.caught_by))
                if not outcome.caught_by and fault in planted:
                    missed.append(fault)
            tests = list(caught_by)
            failures = list(filter(None, pool.map(copies.failure, (tests[part::jobs] for part in range(jobs)))))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    for text in failures:
        print(text)
    for fault in missed:
        print(f"NOT CAUGHT: {fault.name} ({fault.file}: {fault.old!r} -> {fault.new!r})")
    print(
        f"{len(planted) - len(missed)} of {len(planted)} faults caught, {len(faults) - len(planted)} not planted; the"
        f" {len(tests)} tests {'FAIL' if failures else 'pass'} on the unchanged copy; {perf_counter() - started:.0f} s"
    )
    return bool(planted) and not missed and not failures


def main() -> None:
    """Reads the command line, and plants the faults."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--jobs", type=int, default=2, metavar="N", help="how many copies are tested at a time")
    arguments.add_argument("--only", default="", metavar="TEXT", help="only faults with this in their name or file")
    arguments.add_argument("--list", action="store_true", help="check and show the faults, and plant none")
    chosen = arguments.parse_args()
    wanted = chosen.only.lower()
    faults = [fault for fault in read(CATALOGUE) if wanted in f"{fault.name} {fault.file}".lower()]
    if wrong := list(misfits(faults)):
        sys.exit("\n".join(wrong))
    if not faults:
        sys.exit("There is no such fault.")
    if chosen.list:
        for fault in faults:
            print(f"{fault.name} ({fault.file}): {fault.old!r} -> {fault.new!r}; {' '.join(fault.tests)}")
        return
    bound_processes(CPU_SECONDS)
    sys.exit(0 if plant_all(faults, chosen.jobs) else 1)


if __name__ == "__main__":
    main()
