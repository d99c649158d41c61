from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from shutil import which

import pytest
from commands import run
from corpora import HARD
from corpora import HARD_GRID as SOLVED
from places import ROOT

from unitdoku.encoders.cnf.encodings import ENCODINGS
from unitdoku.encoders.formats.formats import FORMATS

# The only solution has a 1 in A2.
UNSOLVABLE = "46" + HARD[2:]
LATIN = ("--layout", "latin:2")


def encoded(path: Path, *arguments: str, puzzle: str = HARD) -> Path:
    result = run("encode", puzzle, "-o", path, *arguments)
    assert (result.exit_code, result.output) == (0, "")
    return path


def decodes(answer: str | Path, puzzle: str, *arguments: str) -> None:
    """The right answer is decoded from a file, or from text on standard input."""
    source, text = (answer, None) if isinstance(answer, Path) else ("-", answer)
    result = run("decode", source, "--for", puzzle, *arguments, text=text)
    if puzzle == HARD:
        assert (result.exit_code, result.output) == (0, f"{SOLVED}\n"), answer
    else:
        assert (result.exit_code, result.output[:8]) == (3, "# UNSAT:"), answer


def needs(*names: str) -> pytest.MarkDecorator:
    missing = [name for name in names if which(name) is None]
    return pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)} is not installed")


# The ending of a solver's file and its options; FILE is the file, ANSWER what some write instead of printing it.
SOLVERS = {
    "minisat": (".cnf", "FILE ANSWER"),
    "cadical": (".cnf", "-q FILE"),
    "picosat": (".cnf", "FILE"),
    "cryptominisat5": (".cnf", "FILE"),
    "cbc": (".lp", "FILE solve solution ANSWER"),
    "glpsol": (".lp", "--lp FILE -o ANSWER"),
    "clasp": (".opb", "FILE"),
    "minisat+": (".opb", "FILE"),
    "minizinc": (".mzn", "FILE"),
}
# Encodings of SAT alone.
ASKED = [("--encoding", encoding, "--at-most-one", one) for encoding in ENCODINGS for one in ("pairwise", "product")]


@pytest.mark.parametrize(
    ("solver", "options"),
    [
        pytest.param(name, options, marks=needs(name))
        for name, (ending, _) in SOLVERS.items()
        for options in (ASKED if ending == ".cnf" else [()])
    ],
)
@pytest.mark.parametrize("puzzle", [HARD, UNSOLVABLE], ids=["one", "none"])
def test_solvers(solver: str, options: tuple[str, ...], puzzle: str, tmp_path: Path) -> None:
    ending, typed = SOLVERS[solver]
    formula, answer = encoded(tmp_path / f"p{ending}", *options, puzzle=puzzle), tmp_path / "answer"
    words = [{"FILE": formula, "ANSWER": answer}.get(word, word) for word in typed.split()]
    # Solvers end with all kinds of statuses.
    printed = subprocess.run([solver, *words], capture_output=True, text=True, timeout=60, check=False).stdout
    assert solver != "glpsol" or "warning" not in printed
    decodes(answer if answer in words else printed, puzzle, *options[:2])


@needs("cadical")
def test_the_example_of_the_documents(tmp_path: Path) -> None:
    page = (ROOT / "docs/other-solvers.md").read_text()
    (block,) = [block for block in re.findall("```sh\n(.*?)```", page, re.DOTALL) if "unitdoku decode" in block]
    (tmp_path / "puzzle.txt").write_text(HARD)
    lines = block.replace("unitdoku ", f"{sys.executable} -m unitdoku ")
    done = subprocess.run(["/bin/sh", "-c", lines], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{SOLVED}\n", "")


@pytest.mark.parametrize("to", FORMATS)
def test_standard_output_and_files_hold_the_same(to: str, tmp_path: Path) -> None:
    path = tmp_path / f"p{FORMATS[to].suffix}"
    printed = run("encode", "1...", *LATIN, "--to", to)
    assert printed.exit_code == 0
    assert run("encode", "-", *LATIN, "--to", to, "-o", "-", text="1...\n").stdout == printed.stdout
    path.write_text("before")
    path.chmod(0o640)
    assert encoded(path, *LATIN, puzzle="1...").read_text() == printed.stdout
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == [path.name]


def test_pictures_and_symbols(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text("A . . .\n. . . .\n. . . .\n. . . .\n")
    here = ("--layout", "classic:4", "--symbols", "ABCD")
    assert "c puzzle 1..............." in run("encode", path, "--to", "dimacs", *here).stdout
    answer = "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n----------\n"
    result = run("decode", "-", "--for", path, *here, "--picture", text=answer)
    assert result.exit_code == 0
    assert result.stdout.split("\n")[:4] == ["+-----+-----+", "| 1 2 | 3 4 |", "| 3 4 | 1 2 |", "+-----+-----+"]


def test_a_puzzle_may_bring_its_layout() -> None:
    line = '{"layout": "latin:2", "puzzle": "1..."}'
    assert run("encode", line, "--to", "lp").stdout == run("encode", "1...", *LATIN, "--to", "lp").stdout
    assert run("decode", "-", "--for", line, text="1 4 6 7").stdout == "1221\n"


def test_one_puzzle_is_written_and_answered() -> None:
    for typed in (("encode", "1...\n2...", "--to", "lp"), ("decode", "-", "--for", "1...\n1...")):
        result = run(*typed, *LATIN, text="1 4 6 7")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "line 2: a second puzzle, where one is expected" in result.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk() -> None:
    result = run("encode", HARD, "--to", "dimacs", "-o", "/dev/full")
    assert (result.exit_code, result.stderr) == (2, "error: /dev/full: No space left on device\n")
    assert not os.path.isfile("/dev/full")


@pytest.mark.parametrize(
    ("answer", "status", "message"),
    [
        ("s UNSATISFIABLE\n", 3, "# UNSAT: the solver reports that there is no solution\n"),
        ("s UNKNOWN\n", 3, "# UNKNOWN: the solver found no solution, and does not report that there is none\n"),
        ("1 3 6 8", 1, "error: standard input: the solver returned a grid that is no solution: unit row A: 1 stands"),
        ("1 -2 -3 4 5", 1, "error: standard input: incomplete answer: variable 7, B2=1, is missing"),
        ("\ufeffs UNSATISFIABLE\n", 3, "# UNSAT: the solver reports that there is no solution\n"),
        ("\ufeff", 2, "error: standard input: no assignment found: there is no text\n"),
        ("", 2, "error: standard input: no assignment found: there is no text\n"),
        (b"\xff\xfe\x00", 2, "error: standard input: the text is UTF-16: save it as UTF-8\n"),
        (b"\x07\x80 x86 -64\0", 2, "error: standard input: the file is no text: it is binary\n"),
    ],
)
def test_answers_that_are_no_solution(answer: str | bytes, status: int, message: str) -> None:
    result = run("decode", "-", "--for", "1...", *LATIN, text=answer)
    assert result.exit_code == status
    assert result.output.startswith(message)
    assert bool(result.stdout) == (status == 3)


@pytest.mark.skipif(os.name != "posix", reason="has no /dev/zero")
def test_an_answer_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("unitdoku.command.decode"), "_MOST_BYTES", 1000)
    result = run("decode", "/dev/zero", "--for", "1...", *LATIN)
    assert result.exit_code == 2
    assert result.output == "error: /dev/zero: has more than 1000 bytes, which no answer takes\n"
