from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from bad import bad as bad
from commands import run
from corpora import DIAGONAL, DIAGONAL_GRID, HARD
from corpora import HARD_GRID as SOLVED

from unitdoku.command.main import COMMANDS, main
from unitdoku.encoders.naming.families import is_installed
from unitdoku.encoders.naming.listing import installed_backends

FILE = f"{HARD}\nxyz\n{HARD[:-1]}\n{HARD}\n"


@pytest.mark.parametrize("arguments", [(), *((name,) for name in COMMANDS)])
def test_help_has_examples(arguments: tuple[str, ...]) -> None:
    for flag in ("--help", "-h"):
        result = run(*arguments, flag)
        assert result.exit_code == 0
        assert "Examples:\n    unitdoku" in result.stdout


def test_without_a_command_three_things_to_try_are_shown_and_they_work() -> None:
    assert run("--version").stdout.startswith("unitdoku 0.")
    result = run()
    assert result.exit_code == 0
    assert all(len(line) <= 80 for line in result.stdout.splitlines())
    tried = [line.split()[1:] for line in result.stdout.splitlines() if line.startswith("  unitdoku ")]
    assert [words[0] for words in tried] == ["solve", "check", "backends"]
    assert run(*tried[0]).stdout.startswith("# SAT, unique\n")
    # All backends take more than a minute.
    assert tried[1][1:4] == ["--seconds", "1", "--backends"]
    names = ("reference", "native", "sat:cadical195", "cpsat")
    assert tried[1][4] == ",".join(filter(is_installed, names))
    for words in tried:
        assert run(*words, "--help").exit_code == 0


def test_an_answer_as_json() -> None:
    result = run("solve", DIAGONAL, "--layout", "diagonal", "--backend", "reference", "--json")
    answer = json.loads(result.stdout)
    assert answer.pop("seconds").keys() == {"encode", "load", "solve"}
    assert answer.pop("statistics").keys() == {"nodes", "guesses"}
    same = {"line": 1, "layout": "diagonal", "backend": "reference"}
    found = {"verdict": "SAT", "solutions": [DIAGONAL_GRID], "exhausted": True, "unique": True, "reason": None}
    assert answer == same | found


@pytest.mark.parametrize(
    ("puzzle", "limit", "words"),
    [
        ("....", "1", ["SAT, at least 1 solution"]),
        ("....", "5", ["SAT, 2 solutions"] * 2),
        ("11..", "2", ["UNSAT: no solution: 1 stands twice in row A: A1 and A2"]),
        ("1...", "2", ["SAT, unique"]),
    ],
)
def test_verdicts_in_words(puzzle: str, limit: str, words: list[str]) -> None:
    result = run("solve", puzzle, "--layout", "latin:2", "--limit", limit)
    assert result.exit_code == 0
    assert [line.split("# ")[1] for line in result.stdout.splitlines()] == words


def test_the_output_can_be_read_again() -> None:
    first = run("solve", "....", "--layout", "latin:2", "--limit", "9").stdout
    second = run("solve", "-", "--layout", "latin:2", text=first)
    assert [line.split()[0] for line in second.stdout.splitlines()] == [line.split()[0] for line in first.splitlines()]


def test_a_file_with_bad_lines_is_answered_all_the_same(tmp_path: Path) -> None:
    path = str(tmp_path / "puzzles.txt")
    Path(path).write_text(FILE)
    for source, name in ((path, path), ("-", "standard input")):
        result = run("solve", source, "--json", text=FILE)
        assert result.exit_code == 2
        assert [json.loads(line)["line"] for line in result.stdout.splitlines()] == [1, 4]
        said = [f"error: {name}: line {line}: {cells} cells, but" for line, cells in ((2, 3), (3, 80))]
        assert [line[: len(said[0]) + at] for at, line in enumerate(result.stderr.splitlines())] == said
    assert run("solve", text=HARD).stdout.startswith(SOLVED)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("",), "the text is empty: give a puzzle"),
        (("# nothing",), "the text holds no puzzle"),
        ((f"{HARD}\nxx\n",), "error: puzzle: line 2: 2 cells"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], message: str) -> None:
    result = run("solve", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("command", ["solve", "check"])
def test_files_that_hold_no_text_or_nothing(command: str, tmp_path: Path) -> None:
    path = tmp_path / "f"
    limited = ("--backends", "reference") if command == "check" else ()
    for content, message in ((b"# nothing\n\n", "holds no puzzle"), (b"\xff\xfe1\x00\n", "line 1: the text is UTF-16")):
        path.write_bytes(content)
        result = run(command, str(path), *limited)
        assert (result.exit_code, message in result.stderr) == (2, True), result.output
        assert result.stdout == ("No puzzle was read, so nothing was compared.\n" if command == "check" else "")


def test_an_unknown_verdict() -> None:
    result = run("solve", HARD, "--seconds", "0", "--json")
    assert result.exit_code == 3
    assert {"verdict": "UNKNOWN", "unique": None, "exhausted": False}.items() <= json.loads(result.stdout).items()
    assert run("solve", HARD, "--seconds", "0").stdout == "# UNKNOWN: not settled in time\n"
    assert run("solve", "-", "--seconds", "0", text=FILE).exit_code == 2


def test_a_missing_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unitdoku.encoders.naming.families.find_spec", lambda name: None)
    result = run("solve", HARD, "--backend", "cpsat")
    assert result.exit_code == 2
    assert "pip install 'unitdoku[cpsat]'" in result.stderr
    assert "pip install 'unitdoku[sat]'" in run("backends").stdout
    assert run("check", "-", "--backends", "sat", text=HARD).exit_code == 2
    # Without names the others are enough.
    assert run("check", "-", "--layout", "latin:2", text="1...").exit_code == 0


@pytest.mark.parametrize(("platform", "count"), [("linux", 0), ("darwin", 2), ("win32", 2)])
def test_backends_names_the_limits_that_a_platform_cannot_keep(
    monkeypatch: pytest.MonkeyPatch, platform: str, count: int
) -> None:
    # The platform as this module sees it: Python's own functions look at it too, and would look for Windows.
    monkeypatch.setattr("unitdoku.encoders.workers.limits.sys", SimpleNamespace(platform=platform))
    assert run("backends").stdout.count("On this system: ") == count


def test_backends_as_json() -> None:
    found = json.loads(run("backends", "--json").stdout)
    assert [entry["name"] for entry in found if entry["installed"]] == installed_backends()
    assert found[0]["capabilities"]["incremental"] is True
    shown = run("backends").stdout
    assert all(entry["name"] in shown for entry in found)


def test_check_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{HARD}\n11{'.' * 79}\n")
    result = run("check", str(path), "--backends", "reference, reference:twins")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "All agree: 4 answers to 2 puzzles by 2 backends." in result.stdout
    assert "none: proven to have no solution" in result.stdout
    result = run("check", "-", "--backends", "reference", text=FILE)
    assert result.exit_code == 2
    assert "line 3: 80 cells" in result.stderr
    assert "Nothing was compared, as no puzzle was settled by two backends: 2 answers to 2" in result.stdout


def test_check_shows_how_many_answers_were_not_settled() -> None:
    # No machine finds a million solutions of the open grid in a tenth of a second by the reference solver.
    arguments = ("--backends", "reference,reference:twins", "--limit", "1000000", "--seconds", "0.1")
    result = run("check", "-", *arguments, text=f"{HARD}\n11{'.' * 79}\n{'.' * 81}\n")
    assert result.exit_code == 3, result.output
    assert "open: no verdict within 0.1 s" in result.stdout
    assert re.search(r"^All agree: \d answers to 3 puzzles by \d backends; \d not settled\.$", result.stdout, re.M)
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_a_backend_that_declined_all_is_not_counted_as_asked() -> None:
    names = "reference,reference:twins,sat:encoding=reduced"
    shown = run("check", "-", "--layout", "magic-square:3", "--backends", names, text="276......\n").stdout
    assert "declined 1 of 1 puzzle: sat:cadical195:encoding=reduced takes no sums" in shown
    assert "All agree: 2 answers to 1 puzzle by 2 backends." in shown


CHECK_BAD = ("check", "-", "--layout", "latin:2", "--backends", "reference,bad:says-none")


@pytest.mark.usefixtures("bad")
def test_a_disagreement_is_shown_in_full() -> None:
    """The others of its kind are counted."""
    result = run(*CHECK_BAD, "--no-bundles", text="....\n..1.\n..1.\n..1.\n")
    assert result.exit_code == 1
    parts = """DISAGREEMENT at standard input: line 2|layout  latin:2|puzzle  ..1.|
    wrong  bad:says-none says that there is no solution, but reference found one|
    reference: SAT, 1 found, exhausted: True|2112|bad:says-none: UNSAT, 0 found, exhausted: True|bad-backends 1|
    bad:says-none: wrong (says none) on 2 more puzzles; --json shows all.|THEY DISAGREE on 3 of 4 puzzles:"""
    assert [part for part in parts.split("|") if part.strip() not in result.stdout] == []
    assert result.stdout.count("DISAGREEMENT at") == 1


@pytest.mark.usefixtures("bad")
def test_a_check_in_lines_of_json(tmp_path: Path) -> None:
    folder = tmp_path / "found"
    result = run(*CHECK_BAD, "--json", "--bundles", str(folder), text="....\n..1.\n..2.\n")
    assert result.exit_code == 1
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["type"] for line in lines] == ["finding", "finding", "backend", "backend", "check", "bundle"]
    assert lines[0]["findings"][0]["class"] == "wrong"
    assert lines[0]["results"]["reference"]["solutions"] == [[2, 1, 1, 2]]
    assert (lines[3]["name"], lines[3]["failures"], lines[3]["answers"]) == ("bad:says-none", {"wrong": 2}, 1)
    assert (lines[4]["puzzles"], lines[4]["answers"], lines[4]["agree"]) == (3, 4, False)
    assert Path(lines[5]["path"]).parent == folder


@pytest.mark.usefixtures("bad")
def test_a_check_that_ends_after_a_finding() -> None:
    result = run(*CHECK_BAD, "--no-bundles", "--stop-after", "1", text="..1.\n" * 80)
    assert result.exit_code == 1
    assert "Ended after 1 different finding, as asked." in result.stdout
    assert "THEY DISAGREE on 1 of 1 puzzle:" in result.stdout
    assert run(*CHECK_BAD, "--stop-after", "0", text="..1.\n").exit_code == 2


def test_the_module_and_a_broken_pipe() -> None:
    command = [sys.executable, "-m", "unitdoku", "solve", "-", "--layout", "latin:2", "--limit", "2"]
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(command, input=b"....\n" * 5000, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert b"Traceback" not in ran.stderr


def test_a_layout_that_a_file_overrides_is_noted(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text('{"layout": "latin:4", "puzzle": "1..............."}\n' * 2)
    said = "states its own rules, latin:4, from line 1 on: --layout windoku is not used there"
    assert run("solve", str(file), "--layout", "windoku").stderr == f"note: {file} {said}\n"
    assert run("solve", str(file)).stderr == run("solve", str(file), "--layout", "latin:4").stderr == ""


def test_answers_have_the_name_of_their_puzzle() -> None:
    line = '{"puzzle": "1...", "layout": "latin:2", "name": "one"}'
    for words, shown in (((line,), "# one: SAT"), (("-",), "# line 1, one: SAT"), (("-", "--json"), '"name": "one"')):
        assert shown in run("solve", *words, text=line).stdout


def test_layouts_in_files_that_a_puzzle_names_are_read_where_that_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "units.json").write_text('[["A1", "A2"], ["B1", "B2"]]')
    line = json.dumps({"layout": f"@{tmp_path / 'units.json'}", "puzzle": "1..."})
    for typed in (["solve", line], ["encode", line, "--to", "dimacs"], ["check", "-", "--backends", "reference"]):
        refused = run(*typed, text=line)
        assert (refused.exit_code, "--allow-files" in refused.stderr) == (2, True)
        assert run(*typed, "--allow-files", text=line).exit_code == 0
    # What the caller names is another matter.
    assert run("solve", "1...", "--layout", f"@{tmp_path / 'units.json'}").exit_code == 0


def test_answers_are_in_the_symbols_that_were_asked_for() -> None:
    named = ("solve", "ab............cd", "--layout", "classic:4", "--symbols", "abcd", "--limit", "1")
    assert re.match("ab[abcd]{12}cd ", run(*named).stdout)
    assert "\x1b[1ma\x1b" in run(*named, "--picture", "--color", "always").stdout
    lines = run("solve", "-", "--layout", "latin:2", "--symbols", "21", text="1...\n" * 3).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["1221"] * 3


def test_a_command_without_files_says_that_standard_input_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{HARD}\n")
    pipe, writing = os.pipe()
    os.close(writing)
    for words, stream, times in (
        ("check", file, 1),
        ("bench", pipe, 1),
        ("bench", os.devnull, 0),
        ("check -", file, 0),
    ):
        with open(stream) as opened, monkeypatch.context() as patched:
            patched.setattr(sys, "stdin", opened)
            # A backend that there is not ends both commands early.
            with pytest.raises(SystemExit, match="2"):
                main([*words.split(), "--backends", "no-such"])
        note = "note: standard input is not read; name the file - to read it\n"
        assert capsys.readouterr().err.count(note) == times
