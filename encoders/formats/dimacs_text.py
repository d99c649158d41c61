"""DIMACS: formulas as text for other programs, and what such programs answer.

A formula is a header `p cnf VARIABLES CLAUSES` and a line a clause that ends in 0; comments begin with `c`. There are
two styles of answers, both read by `read_answer`:

    SAT competition     a line `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`, and literals up to 0 in lines `v ...`
    MiniSat's file      a line `SAT`, `UNSAT` or `INDET`, and behind it nothing but literals up to 0
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...reference.errors import OptionError
from ..cnf.formula import Formula


def write_dimacs(formula: Formula, comments: Iterable[str] = ()) -> Iterator[str]:
    """The lines of a formula, each with its newline: the comments, the header, the clauses in their order.

    `OptionError`, before the first line, for a formula with at-most-one constraints that are no clauses.
    """
    if formula.at_most_ones:
        raise OptionError("DIMACS has clauses only: at-most-one constraints cannot be left to the solver (native)")
    return _lines(formula, comments)


def _lines(formula: Formula, comments: Iterable[str]) -> Iterator[str]:
    for comment in comments:
        for line in comment.splitlines() or [""]:
            yield f"c {line}\n" if line else "c\n"
    yield header(formula.variable_count, len(formula.clauses))
    yield from map(clause_line, formula.clauses)


def header(variables: int, clauses: int) -> str:
    """The line that says how large a formula is."""
    return f"p cnf {variables} {clauses}\n"


def clause_line(clause: Sequence[int]) -> str:
    """The line of a clause, its 0 and its newline at the end."""
    return " ".join(map(str, clause)) + " 0\n" if clause else "0\n"


class Answer(NamedTuple):
    """What a solver said."""

    satisfiable: bool | None
    """Whether there is an assignment; None where the solver does not know, or says nothing of it."""
    literals: tuple[int, ...] | None
    """The assignment as it was written, without the 0; None where there is none."""


_STATUSES = {
    "SATISFIABLE": True,
    "UNSATISFIABLE": False,
    "UNKNOWN": None,
    "INDETERMINATE": None,
}
_FILE_STATUSES = {"SAT": True, "UNSAT": False, "INDET": None}

_LITERAL = re.compile("-?[1-9][0-9]{0,17}")


def read_answer(text: str) -> Answer:
    """The answer in a solver's output or result file; lines that belong to no answer are passed over.

    A status may stand without its `s`. ValueError, which says what is wrong, for two statuses, a word that is no
    literal, an assignment without its 0 or beyond it, one that contradicts itself, and one without the status
    SATISFIABLE. An answer SATISFIABLE may lack its assignment.
    """
    said: list[bool | None] = []
    assignment = _Assignment()
    in_file = False
    for line in text.splitlines():
        word, *rest = line.split(None, 1) or ["c"]
        words = " ".join(rest).rstrip()
        alone = None if words else word
        if word == "c":
            continue
        if not said and not assignment.begun and alone in _FILE_STATUSES:
            in_file = True
            said.append(_FILE_STATUSES[alone])
        elif word == "s":
            said.append(_status(words))
        elif alone in _STATUSES:
            said.append(_STATUSES[alone])
        elif word == "v":
            assignment.read(words)
        elif in_file:
            assignment.read(line)
    if len(set(said)) > 1:
        raise ValueError("two statuses contradict each other")
    satisfiable = said[0] if said else None
    literals = assignment.literals()
    if literals is not None and not satisfiable:
        raise ValueError("there is an assignment without the status SATISFIABLE")
    return Answer(satisfiable, literals)


def _status(words: str) -> bool | None:
    if words not in _STATUSES:
        raise ValueError(f"{_shown(words)} is no status")
    return _STATUSES[words]


class _Assignment:
    """Literals as they come, line by line."""

    def __init__(self) -> None:
        self._literals: list[int] = []
        self._ended = False
        self.begun = False

    def read(self, line: str) -> None:
        """Adds the literals of a line; ValueError for anything else."""
        self.begun = True
        for word in line.split():
            if self._ended:
                raise ValueError(f"{_shown(word)} stands behind the 0 that ends the assignment")
            if word == "0":
                self._ended = True
            elif _LITERAL.fullmatch(word):
                self._literals.append(int(word))
            else:
                raise ValueError(f"{_shown(word)} is no literal")

    def literals(self) -> tuple[int, ...] | None:
        """All of them, None if there was no line at all; ValueError for half an assignment, or a contradiction."""
        if not self.begun:
            return None
        if not self._ended:
            raise ValueError("the assignment does not end in 0")
        distinct = set(self._literals)
        both = next((literal for literal in self._literals if -literal in distinct), None)
        if both is not None:
            raise ValueError(f"the assignment has both {abs(both)} and {-abs(both)}")
        return tuple(self._literals)


def _shown(text: str) -> str:
    """Some of a text from outside, in quotes."""
    return repr(text if len(text) <= 40 else f"{text[:40]}...")
