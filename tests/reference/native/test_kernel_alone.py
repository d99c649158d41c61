"""The kernel compiled alone, for AArch64 with its NEON registers and for the thread sanitizer, answers as here."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from native_cases import Case, cases, rows
from places import ROOT

from unitdoku import Puzzle, latin
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.generators.rule_puzzles import RULE_RECIPES, draw_rule_puzzle
from unitdoku.reference.native.backend import NativeBackend
from unitdoku.reference.native.loading import available_levels
from unitdoku.reference.native.rules import implied_by, kernel_rules

KERNEL = ROOT / "reference/native/kernel"
CROSS, EMULATOR = "aarch64-linux-gnu-g++", "qemu-aarch64"
CROSSES = bool(shutil.which(CROSS) and shutil.which(EMULATOR))

pytestmark = pytest.mark.skipif(not available_levels(), reason="the kernel was not compiled")


def listed(item: object) -> str:
    """Returns a number as it is; a list as its length and its items; a tuple, of known length, as its items."""
    if isinstance(item, (list, tuple)):
        return " ".join([str(len(item))] * isinstance(item, list) + [listed(each) for each in item])
    return str(item)


def asked(case: Case) -> Iterator[str]:
    layout = case.layout
    rules = kernel_rules(layout)
    cages = [(list(cells), list(sets)) for cells, sets in rules["cages"]]
    sums = [(list(cells), list(coefficients), *bounds) for cells, coefficients, *bounds in rules["sums"]]
    supports = [(first, second, list(beside)) for first, second, beside in rules["supports"]]
    units = [list(unit) for unit in (*(unit.cells for unit in layout.units), *implied_by(layout).units)]
    yield listed((layout.size, layout.cell_count, case.limit, units, cages, sums, supports, len(case.puzzles)))
    yield from (" ".join(map(str, puzzle.candidates)) for puzzle in case.puzzles)


def answered(case: Case) -> Iterator[str]:
    for lanes in (1, 64):
        with NativeBackend(threads=2, lanes=lanes).open(case.layout) as session:
            answers = session.solve_bulk(session.masks(case.puzzles), case.limit)
        for count, exhausted, guesses, rounds, grids in rows(answers):
            yield f"{count}"
            if lanes == 1 or count < case.limit:
                yield f"{exhausted} {guesses} {rounds}"
                yield from (" ".join(map(str, grid)) for grid in grids)


def compiled(compiler: str, folder: Path, *flags: str) -> str:
    program = folder / "answers"
    source = Path(__file__).with_name("kernel_answers.cpp")
    command = [compiler, "-std=c++20", "-pthread", f"-I{KERNEL}", *flags, str(source), "-o", str(program)]
    subprocess.run(command, check=True, timeout=300)
    return str(program)


def hold_against_this_processor(command: list[str]) -> None:
    drawn = [case for case in cases(200, seed=19, each=8) if case.puzzles]
    assert {case.layout.size for case in drawn} >= {4, 9, 18}  # masks of 16 and of 32 bits
    open_rows = [0 if row < 5 else (row + column) % 33 + 1 for row in range(33) for column in range(33)]
    drawn.append(Case(latin(33), 1, [Puzzle.from_values(open_rows, latin(33))], []))  # and of 64 bits
    rng = random.Random(19)
    ruled = [draw_rule_puzzle(name, Kind.UNIQUE, rng, 6).puzzle for name in 3 * list(RULE_RECIPES)]
    assert all(any(kernel_rules(puzzle.layout)[kind] for puzzle in ruled) for kind in ("cages", "sums", "supports"))
    drawn += [Case(puzzle.layout, 5, [puzzle, Puzzle.empty(puzzle.layout)], []) for puzzle in ruled]
    question = "\n".join(line for case in drawn for line in asked(case))
    ran = subprocess.run(command, input=question, capture_output=True, text=True, check=False, timeout=300)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == [line for case in drawn for line in answered(case)]


@pytest.mark.long
@pytest.mark.skipif(not CROSSES, reason=f"needs {CROSS} and {EMULATOR}")
def test_aarch64_answers_as_this_processor(tmp_path: Path) -> None:
    hold_against_this_processor([EMULATOR, compiled(CROSS, tmp_path, "-static", "-O2")])


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
def test_threads_do_not_race(tmp_path: Path) -> None:
    # The thread sanitizer ends the program with status 66 if two threads meet. It needs memory where it was linked for.
    program = compiled("g++", tmp_path, "-fsanitize=thread", "-g", "-O2")
    hold_against_this_processor(["setarch", "--addr-no-randomize", program])
