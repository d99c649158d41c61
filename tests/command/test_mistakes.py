"""What is typed wrongly: options, commands, numbers and names of files get a sentence with what would work."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from commands import run

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("solv", "no command 'solv'; did you mean solve?"),
        ("nonsense", "; there are solve, convert, draw, check"),
        (HARD, " puzzles and files are for `unitdoku solve`;"),
        (f"solve --limt 5 {HARD}", "--limit"),
        (f"solve --timeout=-1 {HARD}", "'--seconds' / '--timeout'"),
        (f"convert {HARD} --to cvs", "'csv'"),
        (f"solve {HARD} --layout clasic", "'clasic' is no known layout; did you mean classic?"),
        ("solve missing.txt", "error: there is no file 'missing.txt'\n"),
        ("draw x.csv.gz", "error: there is no file 'x.csv.gz'\n"),
        ("convert missing.csv --format csv --to line", "error: there is no file 'missing.csv'\n"),
        ("certify .", "error: '.' is a folder: name a file in it\n"),
        ("encode https://example.com/ --to lp", "a link of no known site; known are f-puzzles.com and SudokuPad"),
        ('solve {"layout":"@a/b.json"}', "is no file, and as a puzzle: a JSON object needs a key named puzzle"),
        ("solve 1/2/3/4", "'1/2/3/4' is no file, and as a puzzle: 7 cells"),
        ("bench 17clues", "'17clues' is neither a file nor a built-in corpus; did you mean 17clue? known: easy50,"),
        (f"check {HARD}", "is no file: for one puzzle, pipe it to unitdoku check -"),
        (f"solve {HARD} --backend refrence", "unknown backend 'refrence'; did you mean reference?"),
        (f"solve {'.' * 369}", "369 cells, but the layout classic has 81; the layout samurai has 369"),
        (f"solve {HARD} --json --picture", "--json and --picture exclude each other"),
    ],
)
def test_a_sentence_names_what_would_work(typed: str, said: str) -> None:
    result = run(*typed.split())
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("solve", "--limit --seconds"),
        ("encode", "--most-clauses"),
        ("check", "--limit --seconds --jobs --memory --seed"),
        ("bench", "--puzzles --seconds --memory --seed --batch --jobs --resume"),
    ],
)
def test_numbers_that_do_not_fit(command: str, options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for option in options.split():
        for value in ("", "nan", "x", "1e", "-" + "9" * 20, "-1", "-inf", "9" * 20)[: 4 if option == "--resume" else 8]:
            if value == "9" * 20 and option == "--seconds":
                continue  # that is no limit
            result = run(command, f"{option}={value}", HARD)
            assert result.exit_code == 2, (option, value, result.output)
            assert f"Invalid value for '{option}'" in result.stderr, (option, value)
    assert os.listdir() == []


def test_large_amounts_of_time_are_no_limit() -> None:
    for seconds in ("1e300", "inf", "100000000"):
        assert run("solve", HARD, "--seconds", seconds).exit_code == 0


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (f"solve {HARD} -o x.png", "'x.png' would not be a .png file: this command takes .jsonl, .ndjson, .json, and"),
        (f"solve {HARD} -o x.txt.gz", "'x.txt.gz' would not be a .gz file"),
        (f"solve {HARD} -o x.json --picture", "the ending .json names json, but picture is asked for"),
        (f"encode {HARD} --to lp -o x.cnf", "the ending .cnf names dimacs, but lp is asked for"),
        (f"encode {HARD} -o x.txt", "name a format: --to dimacs|opb"),
        ("results export -o x.json", "'x.json' would not be a .json file: this command takes .csv, .parquet"),
        ("results export -o x.csv --format parquet", "the ending .csv names csv, but parquet is asked for"),
        ("bench --db x.csv", "'x.csv' would not be a .csv file: this command takes .sqlite, .sqlite3, .db"),
    ],
)
def test_names_that_promise_another_form_are_refused(
    typed: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*typed.split())
    assert result.exit_code == 2
    assert said in result.stderr
    assert os.listdir() == []


def test_the_ending_of_a_name_chooses_the_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, start in (("a.jsonl", '{"line": 1'), ("a.txt", "4173"), ("a", "4173"), ("a.out", "4173")):
        assert run("solve", HARD, "-o", name).exit_code == 0
        assert Path(name).read_text().startswith(start)
    assert run("encode", HARD, "-o", "a.LP").exit_code == 0
