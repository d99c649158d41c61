"""What the checks of one run share: the seed, who is asked, and the questions, drawn before anything is planted."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import NamedTuple

from .questions import Question


class Material(NamedTuple):
    """Questions and the names of those who answer them."""

    seed: int
    backends: tuple[str, ...]
    drawn: bytes
    """The questions, pickled."""

    @classmethod
    def of(cls, seed: int, backends: tuple[str, ...], questions: list[Question]) -> Material:
        """The material of these."""
        return cls(seed, backends, pickle.dumps(questions, pickle.HIGHEST_PROTOCOL))

    def questions(self) -> list[Question]:
        """The questions on layouts that are made anew: what these derive of themselves, they derive under the fault."""
        questions: list[Question] = pickle.loads(self.drawn)  # noqa: S301 - our own
        return questions


_SLOW = ("ilp:", "sat:kissat404")


def is_slow(backend: str) -> bool:
    """Whether it begins anew for each solution, and takes tens of milliseconds over it: so it is asked for few."""
    return backend.startswith(_SLOW)


Findings = Iterator[str | None]
"""What a check found, puzzle by puzzle: None where all is well."""
