"""What is typed wrongly: options, commands, numbers and names of files get a sentence with what would work."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from unitdoku.command.main import COMMANDS, main

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def ran(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), input="")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("solv", "no command 'solv': did you mean solve?"),
        ("nonsense", "no command 'nonsense': there are solve, convert, draw, check"),
        ("help", "no command 'help': it is unitdoku --help"),
        (HARD, "for a puzzle or a file, it is unitdoku solve 4....."),
        (f"solve --timeout 5 {HARD}", "no option --timeout: did you mean --seconds?"),
        (f"convert {HARD} --to cvs", "Invalid value for '--to': 'cvs' is not one of"),
        (f"convert {HARD} --to cvs", "'jigsaw'; did you mean csv?"),
        (f"convert {HARD} --to nothing-like-it", "'csv', 'jigsaw'."),
        (f"draw {HARD} --theme drak", "'dark'; did you mean dark?"),
        ("completion zhs", "'fish'; did you mean zsh?"),
        (f"solve --solver native {HARD}", "no option --solver: did you mean --backend?"),
        (f"solve --backends native {HARD}", "no option --backends: did you mean --backend?"),
        (f"solve --threads 5 {HARD}", "no option --threads: there are --layout, --symbols, --alphabet, --format"),
        (f"solve --limt 5 {HARD}", "no option --limt: did you mean --limit?"),
        ("bench --backend native", "no option --backend: did you mean --backends?"),
        ("check --timeout 5", "no option --timeout: did you mean --seconds?"),
        ("check --threads 5", "no option --threads: did you mean --jobs?"),
        (f"encode {HARD} --format lp", "'lp' is no format;"),
        ("results show --database x", "no option --database: did you mean --db?"),
        ("solve missing.txt", "error: there is no file 'missing.txt'\n"),
        ("solve /nodir/nofile", "error: there is no file '/nodir/nofile'\n"),
        ("draw x.csv.gz", "error: there is no file 'x.csv.gz'\n"),
        ("convert missing.csv --format csv --to line", "error: there is no file 'missing.csv'\n"),
        ("certify .", "error: '.' is a folder: name a file in it\n"),
        ("encode https://example.com/ --to lp", "a link of no known site; known are f-puzzles.com and SudokuPad"),
        ("solve https://sudokupad.app/abc", "it may be a link with the number of a puzzle on a server"),
        ('solve {"layout":"@a/b.json"}', "is no file, and as a puzzle: a JSON object needs a key named puzzle"),
        ("solve 1/2/3/4", "'1/2/3/4' is no file, and as a puzzle: 7 cells"),
        ("bench 17clues", "'17clues' is neither a file nor a built-in corpus; did you mean 17clue? known: easy50,"),
        ("bench nonsense", "'nonsense' is neither a file nor a built-in corpus; known: easy50,"),
        ("solve 1 2 3 4", "put quotes around a puzzle with blanks"),
        (f"check {HARD}", "is no file: for one puzzle, pipe it to unitdoku check -"),
        (f"solve {HARD} --layout 16x16", "did you mean classic:16?"),
        (f"solve {HARD} --layout sudoku", "did you mean classic?"),
        (f"solve {HARD} --layout clasic", "'clasic' is no known layout; did you mean classic?"),
        (f"solve {HARD} --layout Classic+diagonl", "'diagonl' is nothing to add to a layout; did you mean diagonal?"),
        (f"solve {HARD} --layout x-sudoku", "did you mean diagonal?"),
        (f"solve {HARD} --backend refrence", "unknown backend 'refrence'; did you mean reference?"),
        (f"solve {HARD} --layout classic:16", "81 cells, but the layout classic:16 has 256"),
        (f"solve {'.' * 256} --layout classic:16", "(--symbols on the command line, symbols= of solve and"),
        (f"solve {'.' * 369}", "369 cells, but the layout classic has 81; the layout samurai has 369"),
        ("solve 1....4....2....3", "16 cells, but the layout classic has 81; the layout classic:4 has 16"),
        (f"solve {HARD} --json --picture", "--json and --picture exclude each other"),
    ],
)
def test_a_sentence_names_what_would_work(typed: str, said: str) -> None:
    result = ran(*typed.split())
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_backends_without_their_family() -> None:
    pytest.importorskip("pysat")
    for name in ("minisat22", "cadical"):
        assert f"unknown backend {name!r}; did you mean sat:" in ran("solve", HARD, "--backend", name).stderr


NUMBERS = {
    "solve": ("--limit", "--seconds"),
    "encode": ("--most-clauses",),
    "check": ("--limit", "--seconds", "--jobs", "--memory", "--seed"),
    "bench": ("--puzzles", "--seconds", "--memory", "--seed", "--batch", "--jobs", "--resume"),
}


@pytest.mark.parametrize(("command", "option"), [(name, one) for name, options in NUMBERS.items() for one in options])
def test_numbers_that_do_not_fit(command: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for value in ("", "-1", "nan", "x", "1e", "9" * 5000, "-" + "9" * 20, "-inf"):
        if value == "9" * 5000 and option == "--seconds":
            continue  # that is no limit
        if option == "--resume" and value.startswith("-"):
            continue  # click takes that for another option
        result = ran(command, f"{option}={value}", HARD)
        assert result.exit_code == 2, (value, result.output)
        assert f"Invalid value for '{option}': " in result.stderr, (value, result.stderr)
        assert len(result.stderr) < 400
    assert os.listdir() == []


def test_large_amounts_of_time_are_no_limit() -> None:
    for seconds in ("1e300", "inf", "9" * 300, "100000000"):
        for backend in ("reference", "native"):
            assert ran("solve", HARD, "--seconds", seconds, "--backend", backend).exit_code == 0


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (f"solve {HARD} -o x.png", "'x.png' would not be a .png file: this command takes .jsonl, .ndjson, .json, and"),
        (f"solve {HARD} -o x.txt.gz", "'x.txt.gz' would not be a .gz file"),
        (f"solve {HARD} -o x.CSV", "'x.CSV' would not be a .csv file"),
        (f"solve {HARD} -o x.json --picture", "the ending .json names json, but picture is asked for"),
        (f"encode {HARD} -o x.png", "'x.png' would not be a .png file: this command takes .cnf, .opb, .lp"),
        (f"encode {HARD} --to lp -o x.cnf", "the ending .cnf names dimacs, but lp is asked for"),
        (f"encode {HARD} -o x.txt", "name a format: --to dimacs|opb"),
        (
            f"certify {HARD} -o x.svg",
            "'x.svg' would not be a .svg file: this command takes .jsonl, .ndjson, .json, .gz",
        ),
        ("results export -o x.json", "'x.json' would not be a .json file: this command takes .csv, .parquet"),
        ("results export -o x.csv --format parquet", "the ending .csv names csv, but parquet is asked for"),
        (
            "results report -o x.html",
            "'x.html' would not be a .html file: this command takes a name without such an ending",
        ),
        ("bench --db x.csv", "'x.csv' would not be a .csv file: this command takes .sqlite, .sqlite3, .db"),
    ],
)
def test_names_that_promise_another_form_are_refused(
    typed: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = ran(*typed.split())
    assert result.exit_code == 2
    assert said in result.stderr
    assert os.listdir() == []


def test_the_ending_of_a_name_chooses_the_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, start in (("a.jsonl", '{"line": 1'), ("a.txt", "4173"), ("a", "4173"), ("a.out", "4173")):
        assert ran("solve", HARD, "-o", name).exit_code == 0
        assert Path(name).read_text().startswith(start)
    assert ran("encode", HARD, "-o", "a.LP").exit_code == 0


def test_every_command_lists_its_own_options_for_one_that_it_lacks() -> None:
    for name in COMMANDS:
        result = ran(name, "--zzzzzz")
        assert result.exit_code == 2
        assert "no option --zzzzzz: there are --" in result.stderr
