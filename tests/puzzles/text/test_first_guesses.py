"""What users type first: each guess does the right thing, or gets a sentence that says what would."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from corpora import PRINTED as LINE
from corpora import PRINTED_GRID as GRID  # noqa: F401 - the files of guesses name it

import unitdoku
from unitdoku import Layout, classic
from unitdoku.puzzles.text.any_puzzle import any_puzzle

ROWS = [[int(c.replace(".", "0")) for c in LINE[i : i + 9]] for i in range(0, 81, 9)]
PUZZLE = unitdoku.parse_puzzle(LINE)
FLAT = [value for row in ROWS for value in row]
DIGITS = Layout(3, (), ((0, 0), (0, 1), (0, 2)), first_value=0)
OPEN_WORDS: list[object] = [None, 0, ".", "-", "", " ", "0", "_", "*", "?", float("nan"), "nan"]


@pytest.mark.parametrize("cell", OPEN_WORDS, ids=repr)
def test_open_cells(cell: object) -> None:
    rows = [[value or cell for value in row] for row in ROWS]
    flat = [value or cell for value in FLAT]
    for form in (rows, flat, dict(zip(classic().labels, flat, strict=True))):
        assert any_puzzle(form, "classic") == PUZZLE


def lines_of(file: str) -> list[str]:
    """Returns the lines of a file here below its comment."""
    return Path(__file__).with_name(file).read_text(encoding="utf-8").partition("\n\n")[2].splitlines()


NAMES = {name: getattr(unitdoku, name) for name in (*unitdoku.__all__, *unitdoku.MODULES)} | globals()


@pytest.mark.parametrize("guess", lines_of("first_guesses.txt"))
def test_first_guesses(guess: str) -> None:
    assert eval(guess, NAMES) is True


MISTAKES = lines_of("mistakes.txt")


@pytest.mark.parametrize(("guess", "sentence"), [*zip(MISTAKES[::2], MISTAKES[1::2], strict=True)])
def test_mistakes_get_a_sentence(guess: str, sentence: str) -> None:
    error = TypeError if "a class:" in sentence or "a plan" in sentence else unitdoku.UnitdokuError
    with pytest.raises(error) as caught:
        eval(guess, NAMES)
    assert re.fullmatch(".*".join(map(re.escape, sentence.strip().split("..."))), str(caught.value))
