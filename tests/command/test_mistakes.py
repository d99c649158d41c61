"""What is typed wrongly: options, commands, numbers and names of files get a sentence with what would work."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from commands import run
from corpora import HARD

_, MISTAKES = Path(__file__).with_name("mistakes.txt").read_text(encoding="utf-8").split("\n\n")


@pytest.mark.parametrize(("typed", "said"), re.findall("(.+)\n    (.+)\n", MISTAKES))
def test_a_sentence_names_what_would_work(typed: str, said: str, here: Path) -> None:
    result = run(*typed.replace("PUZZLE", HARD).replace("LONG", "." * 369).split())
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output
    assert os.listdir() == []


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("solve", "--limit --seconds"),
        ("encode", "--most-clauses"),
        ("check", "--limit --seconds --jobs --memory --seed"),
        ("bench", "--puzzles --seconds --memory --seed --batch --jobs --resume"),
    ],
)
def test_numbers_that_do_not_fit(command: str, options: str, here: Path) -> None:
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


def test_the_ending_of_a_name_chooses_the_form(here: Path) -> None:
    for name, start in (("a.jsonl", '{"line": 1'), ("a.txt", "4173"), ("a", "4173"), ("a.out", "4173")):
        assert run("solve", HARD, "-o", name).exit_code == 0
        assert Path(name).read_text().startswith(start)
    assert run("encode", HARD, "-o", "a.LP").exit_code == 0
