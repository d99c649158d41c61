"""Names that were probably meant."""

from __future__ import annotations

import pytest

from unitdoku.reference.contract.errors import did_you_mean

BACKENDS = ["reference", "reference:twins", "sat:cadical195", "sat:cadical300", "cpsat", "cpsat:all-different"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        *((nothing, "") for nothing in ("", "x", "zzzzzzzz")),
        ("refrence", " did you mean reference?"),
        *((cpsat, " did you mean cpsat?") for cpsat in (" CPSAT ", "ortools")),
        *((cadical, " did you mean sat:cadical195?") for cadical in ("cadical", "sat:cadcial")),
        ("cadical300", " did you mean sat:cadical300?"),
        ("alldifferent", " did you mean cpsat:all-different?"),
    ],
)
def test_the_closest_name_is_proposed(name: str, meant: str) -> None:
    assert did_you_mean(name, BACKENDS, other_words={"ortools": "cpsat"}) == meant


def test_nothing_is_known() -> None:
    assert did_you_mean("reference", []) == ""
    assert did_you_mean("7", ["7:", "8"]) == " did you mean 7:?"


def test_several_are_proposed_the_closest_first() -> None:
    assert did_you_mean("slove", ["solve", "above", "bench"], most=2) == " did you mean solve or above?"
    assert did_you_mean("slove", ["solve", "above", "bench"]) == " did you mean solve?"
