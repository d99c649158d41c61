"""Tables and messages on narrow terminals, and on those without some characters."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from commands import run
from corpora import HARD

from unitdoku.command.main import main
from unitdoku.command.terminal import echo_wrapped, print_table
from unitdoku.puzzles.pictures.text_table import columns_of

ENCODINGS = ("utf-8", "ascii", "cp932", "koi8-r", "cp1252")
NAME = "数独-ü.txt"
# Commands whose output follows from files, and those that measure anew.
SHOWING = ("results", "results show 1", "backends", "bench --corpora")
MEASURING = (
    "check puzzles.txt --layout classic:4 --seconds 1 --no-bundles --backends reference,reference:twins",
    "bench puzzles.txt --layout classic:4 --backends reference,reference:twins --db other.sqlite",
    "solve puzzles.txt --layout classic:4 --picture",
)


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("terminal")
    for name in (NAME, "puzzles.txt"):
        (folder / name).write_text("1..............2\n1..............3\n11..............\n")
    racing = f"bench {NAME} top95 --layout classic:4 --puzzles 1 --modes warm,cold --seconds 2 --backends "
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for _ in range(2):
            assert ran(racing + "reference,sat:cadical195").exit_code == 0
    return folder


def ran(command: str, width: int = 1000, encoding: str = "utf-8", path: str = "") -> Result:
    """What the command does, with a path in place of PATH; no error but those that it says leaves it."""
    pytest.importorskip("pysat")
    words = [word.replace("PATH", path) for word in command.split()]
    ended = CliRunner(charset=encoding).invoke(main, words, env={"COLUMNS": str(width)})
    assert ended.exception is None or isinstance(ended.exception, SystemExit), ended.exception
    return ended


def numbers(text: str) -> Counter[str]:
    return Counter(word.replace("µ", "u") for word in text.split() if re.search(r"\d", word))


@pytest.mark.parametrize(
    ("command", "width", "encoding"),
    [
        *((command, *how) for command in SHOWING for how in zip((60, 80, 120, 60, 80), ENCODINGS, strict=True)),
        # These take a second each.
        *((command, *how) for command in MEASURING for how in ((60, "utf-8"), (80, "ascii"), (120, "cp932"))),
    ],
)
def test_tables_fit_and_no_number_is_cut(
    command: str, width: int, encoding: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    shown = ran(command, width, encoding)
    assert "Traceback" not in shown.output
    for line in shown.stdout.splitlines():
        assert columns_of(line) <= width or line.startswith("# "), line  # a comment is no table
    assert "…" not in shown.stdout
    if command in SHOWING:
        assert not numbers(ran(command).stdout.replace(NAME, "")) - numbers(shown.stdout)
    if encoding == "ascii":
        assert shown.stdout.isascii()


@pytest.mark.parametrize(("encoding", "turn"), [*zip(ENCODINGS, range(5), strict=True)])
def test_paths_and_arguments_with_characters_that_the_terminal_lacks(encoding: str, turn: int, tmp_path: Path) -> None:
    names = ("数独 µ.txt".encode(), b"bytes-\xff\xfe.txt", b"new\nline.txt", b"bytes-\xff.txt")
    paths = [os.fsdecode(os.path.join(os.fsencode(tmp_path), name)) for name in names]
    for path in paths:
        Path(path).write_text("1...............\n1x\n")
    commands = (
        *("solve PATH --layout classic:4", "solve PATH --layout classic:4 --json", "solve PATH --layout PATH"),
        *("results --db PATH", "encode PATH --layout classic:4 --to lp -o PATH/x", "PATH"),
        "solve 1............... --layout classic:4 --backend PATH",
        "bench PATH --layout classic:4 --backends reference --db PATH.db",
        "check PATH --layout classic:4 --backends reference --bundles PATH",
    )
    for number, command in enumerate(commands[: 9 if encoding in ("ascii", "cp932") else 6]):
        ended = ran(command, 80, encoding, paths[(number + turn) % 4])
        assert ended.exit_code in (0, 2), ended.output


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("arguments", [["solve", HARD], ["--help"], ["solve", "1x"]])
def test_streams_that_are_full(arguments: list[str]) -> None:
    """Where standard error is full too, there is no place for the sentence."""
    both = arguments == ["solve", "1x"]
    command = [sys.executable, "-m", "unitdoku", *arguments]
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(command, stdout=full, stderr=full if both else subprocess.PIPE, check=False)
    assert ended.returncode == 2, ended
    assert both or re.fullmatch(rb"error: standard output: No space left on device\n", ended.stderr)


def test_control_characters_in_cells_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("name", "number"), [("", ""), ("a\x1b[31mb\rc", "")])
    assert "a\\x1b[31mb\\rc" in capsys.readouterr().out


def test_a_paragraph_is_wrapped_by_columns_and_its_words_are_not_cut(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    words = ["数独" * 4, "a" * 50, "one", *("数" * 10,) * 6, "数独-ü.txt", "e\u0301" * 30, "end"]
    echo_wrapped("Known: " + " ".join(words), "  ")
    shown = capsys.readouterr().out.splitlines()
    assert " ".join(shown).split() == ["Known:", *words]
    assert [line for line in shown if columns_of(line) > 40] == [f"  {'a' * 50}"]
    assert all(line.startswith("  ") for line in shown[1:])
    assert all(columns_of(f"{line} {following.split()[0]}") > 40 for line, following in pairwise(shown))


ESCAPES = "\x1b]0;title\x07\x1b[31m"
"""A title and a colour for a terminal, as the name of a file may have them."""


@pytest.mark.skipif(os.name != "posix", reason="has no such names of files")
@pytest.mark.parametrize("puzzles", ["1...............\n", "1..x............\n", None])
def test_names_of_files_do_not_reach_the_terminal_raw(puzzles: str | None, here: Path) -> None:
    name, layout = f"a{ESCAPES}.txt", ("--layout", "classic:4")
    if puzzles is not None:
        Path(name).write_text(puzzles)
    Path("none.txt").write_text("none\nnone\n")
    backends = ("--backends", "reference,native")
    lines = [
        *((command, name, *layout) for command in ("solve", "draw", "explain", "replay", "certify")),
        ("recommend", name, *layout, *backends, "--seconds", "1"),
        ("convert", name, *layout, "--to", "json"),
        ("convert", name, *layout, "-o", f"no{ESCAPES}/a.csv"),
        ("convert", name, *layout, "-o", f"a{ESCAPES}.png"),
        ("audit", name, *layout),
        ("audit", "--markdown", "--split", f"{ESCAPES}={name}"),
        ("check", name, *layout, *backends, "--no-bundles"),
        ("check", name, *layout, "--backends", "python:json:dumps", "--bundles", f"b{ESCAPES}"),
        ("check", "none.txt", "--bundles", f"{name}/b"),
        ("check", "--score", name, *layout, "--answers", "none.txt"),
        ("check", "--score", "none.txt", "--answers", name),
        ("check", "--solver", ESCAPES),
        ("bench", name, *layout, *backends, "--db", f"{ESCAPES}.sqlite", "--no-control-puzzles"),
        ("results", "--db", f"{ESCAPES}.sqlite"),
        ("results", "export", "--db", f"{ESCAPES}.sqlite", "-o", f"{ESCAPES}.csv"),
        ("results", "show", "--db", name),
        ("generate", *layout, "--count", "2", "-o", f"{ESCAPES}.csv"),
        ("decode", name, "--for", "1...", "--layout", "latin:2"),
        ("verify", name),
        ("solve", "1...", "--layout", f"@{name}"),
        ("solve", "none.txt", name),
    ]
    for line in lines:
        shown = run(*line, color=True)
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", shown.output), line


def test_keys_of_answers_do_not_reach_the_terminal_raw(tmp_path: Path) -> None:
    puzzles, answers = tmp_path / "a.txt", tmp_path / "a.jsonl"
    puzzles.write_text("1...............\n")
    answers.write_text(json.dumps({ESCAPES: 1}) + "\n")
    shown = run("check", "--score", puzzles, "--answers", answers, "--layout", "classic:4")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "there are \\x1b]0;title\\x07\\x1b[31m" in shown.stderr
