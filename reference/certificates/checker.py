"""The checker: it derives clauses from the rules of a puzzle, and checks a proof against them step by step.

It shares nothing with a solver or an encoder. Variable `cell * size + value` says that the cell (from 0) holds the
value (from 1). The variables after these each say that a cage has one set of values. Read `RuleClauses`, what the rules
mean, then `Propagation`, what follows at once, then `check`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Protocol

from ..contract.deadline import Deadline
from ..contract.errors import InvalidCertificate, shown
from .statement import Cells, Rules, Statement, SumRule, check_grid, read_statement

MOST_SETS = 1_000_000
"""Sets of values that the cages of a puzzle may have; they are counted before any is listed."""

MOST_SUMMED = 50_000_000
"""Sets of values, of any total, that are looked through for the cages of a puzzle."""

MOST_CONFLICTS = 50_000_000
"""The most conflicts of a puzzle: the sum of the squared sizes of its units, and the squared number of values for each
pair."""

_KEPT_RIVALS = 1_000_000
"""Entries of the lists of rivals that are kept."""

Look = Callable[[], object]
"""It is called at every piece of work that is bounded, and raises where the time is over."""

_STEP = re.compile(r"[ \t]*+(d[ \t])?[-0-9 \t]*")


def _nothing() -> None:
    pass


class RuleClauses:
    """What rules say, as clauses over any candidates.

    Most of them are of two negated literals, "not both"; these are not listed but computed by `rivals`.
    """

    def __init__(self, rules: Rules, look: Look = _nothing) -> None:
        self.size = size = rules.size
        if sum(len(unit) ** 2 for unit in rules.units) + len(rules.pairs) * size**2 > MOST_CONFLICTS:
            raise InvalidCertificate("its units and pairs are too many to derive their clauses")
        self.held = self.variables = rules.cell_count * size
        """The variables of cells and values, and all of them."""
        peers: list[set[int]] = [set() for _ in range(rules.cell_count)]
        for unit in rules.units:
            for cell in unit:
                look()
                peers[cell].update(unit)
        self._peers = [sorted(other * size for other in others - {cell}) for cell, others in enumerate(peers)]
        self._excluded: dict[int, list[int]] = {}
        for first, second, allowed in rules.pairs:
            for one in range(1, size + 1):
                look()
                for other in range(1, size + 1):
                    if (one, other) not in allowed:
                        self._excluded.setdefault(first * size + one, []).append(second * size + other)
                        self._excluded.setdefault(second * size + other, []).append(first * size + one)
        self._rivals: dict[int, list[int]] = {}
        self._room = _KEPT_RIVALS
        # A cell holds one of the values.
        self.long = [[cell * size + value for value in range(1, size + 1)] for cell in range(rules.cell_count)]
        """The clauses that are not "not both"."""
        for unit in rules.units:
            if len(unit) == size:
                # All values differ, and there are as many cells: each value is in one of them.
                self.long += [[cell * size + value for cell in unit] for value in range(1, size + 1)]
        self._summed = 0
        for number, each in enumerate(rules.sums):
            self._add_cage(number, each, rules, look)

    def rivals(self, variable: int) -> list[int]:
        """Returns the variables that cannot be true with that of a cell and a value.

        They are of other values of the cell, of the value in cells that share a unit with it, and of pairs.
        """
        found = self._rivals.get(variable)
        if found is None:
            cell, value = divmod(variable - 1, self.size)
            own = range(cell * self.size + 1, (cell + 1) * self.size + 1)
            others = [each for each in own if each != variable]
            others += [peer + value + 1 for peer in self._peers[cell]]
            found = others + self._excluded.get(variable, [])
            if self._room > 0:
                self._room -= len(found)
                self._rivals[variable] = found
        return found

    def _add_cage(self, number: int, each: SumRule, rules: Rules, look: Look) -> None:
        """Adds a variable for each set of different values with the total of a cage.

        One of them is true. Each value of a true one is in one of the cells; a value in a cell is in a true one. Raises
        `InvalidCertificate` for a sum that is no cage.
        """
        cells, size = set(each.cells), rules.size
        plain = each.least == each.most is not None and set(each.coefficients) == {1}
        if not plain or not any(cells.issubset(unit) for unit in rules.units):
            raise InvalidCertificate(
                f"sum {number} is not a total of different values, and clauses of other sums are not derived"
            )
        self._summed += comb(size, len(cells))
        if self._summed > MOST_SUMMED or self.variables - self.held + comb(size, len(cells)) > MOST_SETS:
            raise InvalidCertificate(f"the cages up to sum {number} have more than {MOST_SETS:,} sets of values")
        sets = []
        for values in combinations(range(1, size + 1), len(cells)):
            look()
            if sum(values) == each.most:
                sets.append(values)
        chosen = range(self.variables + 1, self.variables + len(sets) + 1)
        self.variables += len(sets)
        self.long.append(list(chosen))
        for variable, values in zip(chosen, sets, strict=True):
            self.long += [[-variable, *(cell * size + value for cell in each.cells)] for value in values]
        for value in range(1, size + 1):
            look()
            having = [variable for variable, values in zip(chosen, sets, strict=True) if value in values]
            self.long += [[-(cell * size + value), *having] for cell in each.cells]


_last: tuple[Rules, RuleClauses] | None = None


def clauses_of(rules: Rules, look: Look = _nothing) -> RuleClauses:
    """Returns the clauses of rules, and keeps them for the next call: the puzzles of a file often share them."""
    global _last
    last = _last
    if last is None or last[0] != rules:
        _last = last = (rules, RuleClauses(rules, look))
    return last[1]


class Propagation:
    """What clauses imply at once: unit propagation, with two watched literals for each clause.

    The trimming of proofs, in `encoders/certificates/drup.py`, is built on it, and reads the reasons that it keeps.
    Moskewicz, Madigan, Zhao, Zhang and Malik, "Chaff: engineering an efficient SAT solver" (2001).
    """

    def __init__(self, clauses: RuleClauses, look: Look = _nothing) -> None:
        self._clauses = clauses
        self._look = look
        # By literal, 0 unless it is true, and otherwise why: a clause whose other literals are all false, the variable
        # whose rival it negates, or the literal itself where it was assumed. Python counts negative indices from the
        # end: each literal has its own place.
        self._true: list[int | Sequence[int]] = [0] * (2 * clauses.variables + 1)
        self._trail: list[int] = []  # the true literals, in order
        self._seen = 0  # those whose consequences are drawn
        self._watching: dict[int, list[list[int]]] = {}
        self.refuted = False
        """Whether propagation has shown that the clauses contradict each other."""
        for clause in clauses.long:
            look()
            if len(clause) > 1:
                self._watch(clause.copy())
        # Last: a clause that watches a literal after the consequences of its falsity were drawn would miss them.
        for clause in clauses.long:
            if len(clause) < 2:
                self.add(clause)

    def add(self, clause: Sequence[int]) -> None:
        """Adds a clause, and draws the consequences."""
        true = self._true
        if self.refuted or any(true[literal] for literal in clause):
            return
        free = [literal for literal in dict.fromkeys(clause) if not true[-literal]]
        if len(free) > 1:
            self._watch(free)
        else:
            self.refuted = not free or self._imply(free) is not None

    def remove(self, clause: Sequence[int]) -> None:
        """Removes a clause of two literals or more, if there is one with these literals; its consequences stay."""
        wanted = sorted(set(clause))
        for literal in wanted:
            for found in self._watching.get(literal, []):
                if sorted(found) == wanted:
                    self._unwatch(found)
                    return

    def implies(self, clause: Sequence[int]) -> bool:
        """Whether propagation refutes the negation of a clause, as Goldberg and Novikov (2003) check proofs."""
        mark = len(self._trail)
        refuted = self._imply([-literal for literal in clause]) is not None
        self._undo(mark)
        return refuted

    def _undo(self, mark: int) -> None:
        """Takes back what became true after the first `mark` literals."""
        for literal in self._trail[mark:]:
            self._true[literal] = 0
        del self._trail[mark:]
        self._seen = mark

    def _watch(self, clause: list[int]) -> None:
        for literal in clause[:2]:
            self._watching.setdefault(literal, []).append(clause)

    def _unwatch(self, clause: list[int]) -> None:
        for literal in clause[:2]:
            # Not list.remove, which takes the first equal clause.
            self._watching[literal] = [each for each in self._watching.get(literal, []) if each is not clause]

    def _imply(self, literals: Sequence[int]) -> Sequence[int] | None:
        """Makes literals true and draws the consequences; returns a clause that is false then, None without one."""
        true, trail, held = self._true, self._trail, self._clauses.held
        for literal in literals:
            if true[-literal]:
                return (literal,)
            if not true[literal]:
                true[literal] = literal
                trail.append(literal)
        while self._seen < len(trail):
            self._look()
            literal = trail[self._seen]
            self._seen += 1
            if 0 < literal <= held:
                for rival in self._clauses.rivals(literal):
                    if true[rival]:
                        return -literal, -rival
                    if not true[-rival]:
                        true[-rival] = literal
                        trail.append(-rival)
            if -literal in self._watching and (conflict := self._visit(-literal)) is not None:
                return conflict
        return None

    def _visit(self, false: int) -> Sequence[int] | None:
        """Looks at the clauses that watch a literal, now false; returns one whose literals are all false, or None."""
        true, trail = self._true, self._trail
        clauses = self._watching.pop(false)
        kept = self._watching[false] = []
        for index, clause in enumerate(clauses):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            other = clause[0]
            if true[other]:
                kept.append(clause)
                continue
            for place in range(2, len(clause)):
                if not true[-clause[place]]:
                    clause[1], clause[place] = clause[place], false
                    self._watching.setdefault(clause[1], []).append(clause)
                    break
            else:
                kept.append(clause)
                if true[-other]:
                    kept += clauses[index + 1 :]
                    return clause
                true[other] = clause
                trail.append(other)
        return None


def given_clauses(statement: Statement) -> Iterator[Cells]:
    """Yields the clauses that hold besides those of the rules: of the candidates, and those that forbid the grids."""
    size = statement.rules.size
    for cell, candidates in enumerate(statement.candidates):
        for value in sorted({*range(1, size + 1)}.difference(candidates)):
            yield (-(cell * size + value),)
    for grid in statement.grids:
        yield tuple(-(cell * size + value) for cell, value in enumerate(grid))


def check(text: str, look: Look = _nothing) -> Statement:
    """Returns the statement of a certificate whose claim is proved; raises `InvalidCertificate` with the reason.

    The claim "one" needs a proof that the rules, the candidates and a clause that forbids the grid contradict each
    other; "none" one without that clause; "several" none.
    """
    statement = read_statement(text)
    for grid in statement.grids:
        check_grid(grid, statement)
    if statement.claim == "several":
        if statement.grids[0] == statement.grids[1]:
            raise InvalidCertificate("both grids are the same")
        return statement
    rules = statement.rules
    clauses = clauses_of(rules, look)
    propagation = Propagation(clauses, look)
    for clause in given_clauses(statement):
        propagation.add(clause)
    # Not splitlines, which takes more characters than ends of lines in DRUP.
    lines = statement.proof.replace("\r\n", "\n").removesuffix("\n").split("\n")
    for number, line in enumerate(lines if statement.proof else [], start=1):
        if propagation.refuted:
            return statement
        look()
        deleted, literals = _step(line, number, clauses.variables)
        if deleted:
            propagation.remove(literals)
        elif not propagation.implies(literals):
            raise InvalidCertificate(f"step {number} of the proof, {shown(line)}, does not follow by unit propagation")
        else:
            propagation.add(literals)
    if not propagation.refuted:
        raise InvalidCertificate("the proof ends without a contradiction")
    return statement


def _step(line: str, number: int, variables: int) -> tuple[bool, Cells]:
    """Returns whether a step deletes a clause, and the literals of the clause."""
    # int takes more than literals: underscores, a plus, digits of any script.
    words = line.split() if _STEP.fullmatch(line) else []
    deleted = words[:1] == ["d"]
    try:
        literals = [int(word) if len(word) < 12 else 0 for word in words[deleted:-1]]
    except ValueError:
        words, literals = [], []
    if words[-1:] != ["0"] or 0 in literals or any(abs(literal) > variables for literal in literals):
        wrong = f"not literals up to {variables} and a 0"
        raise InvalidCertificate(f"step {number} of the proof is {shown(line)}, {wrong}")
    return deleted, tuple(literals)


# `verify`: the statement of a certificate, checked within a time.


class HasText(Protocol):
    """What `certify` returns, for one."""

    @property
    def text(self) -> str:
        """A certificate as text."""


def verify(certificate: str | HasText, seconds: float | None = None) -> Statement:
    """Returns the statement of a certificate, whose claim is true; see `Statement`.

    The certificate is a text, or what `certify` returns, of which only the text is read. Everything is derived from the
    rules in it: no solver takes part, and nothing but the standard library is needed. Raises `InvalidCertificate` with
    the place and the reason for a certificate that is malformed or proves nothing, and TimeoutError when the time is
    over.
    """
    text = getattr(certificate, "text", certificate)
    if not isinstance(text, str):
        raise InvalidCertificate(f"a certificate is a text, not a {type(certificate).__name__}")
    if not text.lstrip().startswith("{") and text.strip().endswith((".json", ".jsonl", ".gz")):
        raise InvalidCertificate(f"{shown(text)} is a path: verify_file(path) checks the certificates of a file")
    return check(text, Deadline(seconds).check)
