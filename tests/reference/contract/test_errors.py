"""How messages show a value of another program, and how they list words."""

from __future__ import annotations

import pytest

from unitdoku import PuzzleError
from unitdoku.reference.contract.errors import joined, shown


class Broken:
    def __repr__(self) -> str:
        raise RuntimeError("its own fault")


def test_a_value_is_shown_in_one_line_of_bounded_length() -> None:
    assert shown("x" * 98) == repr("x" * 98)
    assert shown("x" * 99) == f"'{'x' * 96}..."
    assert shown([1, "a\tb"], 8) == "[1, '..."
    assert shown("1  2\n") == r"'1 2\n'"
    assert shown(Broken()) == "a Broken"


@pytest.mark.parametrize(
    ("words", "text"),
    [(["A1"], "A1"), (["A1", "A2"], "A1 and A2"), (["A1", "A2", "A3", "A4"], "A1, A2, A3 and A4")],
)
def test_words_are_joined(words: list[str], text: str) -> None:
    assert joined(words, "and") == text


def test_the_place_of_an_error_comes_first() -> None:
    error = PuzzleError("is wrong", cell="A1", line=3)
    assert (error.message, error.cell, error.line) == ("is wrong", "A1", 3)
    assert str(error) == "line 3, cell A1: is wrong"
    error.index = 7
    assert str(error) == "puzzles[7], line 3, cell A1: is wrong"
