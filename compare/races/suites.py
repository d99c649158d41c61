"""Suites: races under a name, with all that belongs to them."""

from __future__ import annotations

from typing import NamedTuple

from .plan import WARM

_MAIN = ("reference", "native", "sat:cadical195", "sat:minisat22", "cpsat")


class Suite(NamedTuple):
    """What is raced unless told otherwise; of each corpus no more than so many puzzles."""

    what: str
    corpora: tuple[str, ...]
    backends: tuple[str, ...]
    questions: tuple[str, ...]
    modes: tuple[str, ...]
    puzzles: int | None
    seconds: float
    report: str | None = None
    """Where its report is written, if that is what it is for."""


SUITES = {
    "default": Suite(
        "a look at everything, in less than three minutes",
        (
            "easy50",
            "17clue",
            "top95",
            "hard375",
            "diagonal",
            "windoku",
            "pencil-mark",
            "jigsaw-solvable",
            "jigsaw-unsolvable",
            "16x16",
            "25x25",
            "latin-transition",
            "growing",
        ),
        _MAIN,
        ("unique",),
        (WARM,),
        20,
        1.0,
    ),
    "readme": Suite(
        "what the README shows",
        ("easy50", "17clue", "top95", "hard375", "diagonal", "windoku", "pencil-mark", "jigsaw-unsolvable", "16x16"),
        _MAIN,
        ("unique",),
        (WARM,),
        None,
        2.0,
        "unitdoku-readme",
    ),
    "full": Suite(
        "all puzzles of the package, both modes; hours",
        (),
        _MAIN,
        ("first", "unique", "count:100"),
        ("cold", WARM),
        None,
        60.0,
    ),
}
"""Name to suite; without corpora all built-in ones."""
