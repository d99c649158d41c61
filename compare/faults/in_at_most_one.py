"""Faults in the at-most-one encodings, one at least in each, and in the reduced encoding of single puzzles."""

from __future__ import annotations

from .fault import MINIMAL, line

_REDUCED = "sat:minisat22:encoding=reduced"
_OPEN = "encoders.cnf.reduced:OpenVariables.__init__"
_WRITE = "encoders.cnf.reduced:write"


def _with(at_most_one: str) -> str:
    return f"{MINIMAL}:at-most-one={at_most_one}"


_ENCODINGS = (
    line(
        "pairwise: neighbours only",
        "encoders.cnf.at_most_one.pairwise:encode_pairwise",
        "combinations(literals, 2)",
        "zip(literals, literals[1:])",
    ),
    line(
        "sequential counter: forgets what it has counted",
        "encoders.cnf.at_most_one.sequential_counter:encode_sequential_counter",
        "yield -before, after",
        "pass",
        _with("sequential-counter"),
    ),
    line(
        "ladder: rungs in any order",
        "encoders.cnf.at_most_one.ladder:encode_ladder",
        "yield -rung, below",
        "pass",
        _with("ladder"),
    ),
    line(
        "bitwise: a bit too few",
        "encoders.cnf.at_most_one.bitwise:bits_for",
        "max(count - 1, 0).bit_length()",
        "(count // 2).bit_length()",
        _with("bitwise"),
    ),
    line(
        "product: the rows twice, the columns never",
        "encoders.cnf.at_most_one.product:encode_product",
        "encode_product(columns, fresh)",
        "encode_product(rows, fresh)",
        _with("product"),
    ),
    line(
        "commander: a literal left over has none",
        "encoders.cnf.at_most_one.commander:encode_commander",
        "commanders.append(group[0])",
        "pass",
        _with("commander"),
    ),
    line(
        "bimander: two of a group together",
        "encoders.cnf.at_most_one.bimander:encode_bimander",
        "yield from encode_pairwise(group, fresh)",
        "pass",
        _with("bimander"),
    ),
    line(
        "totalizer: a bound of two",
        "encoders.cnf.at_most_one.totalizers:_renumbered",
        "bound=1",
        "bound=2",
        _with("totalizer"),
    ),
    line(
        "modulo totalizer: the last clause is lost",
        "encoders.cnf.at_most_one.totalizers:_renumbered",
        "in formula.clauses:",
        "in formula.clauses[:-1]:",
        _with("mtotalizer"),
    ),
    line(
        "bounded modulo totalizer: one auxiliary variable for all",
        "encoders.cnf.at_most_one.totalizers:_renumbered",
        "*(fresh() for _ in range(formula.nv - count))",
        "*[fresh()] * (formula.nv - count)",
        _with("kmtotalizer"),
    ),
    line(
        "ladder: a literal need not be where it ends",
        "encoders.cnf.at_most_one.ladder:encode_ladder",
        "yield literal, -below, rung",
        "pass",
        _with("ladder"),
        shows_in_answers=False,
    ),
    line(
        "commander: true without its group",
        "encoders.cnf.at_most_one.commander:encode_commander",
        "yield (-commander, *group)",
        "pass",
        _with("commander"),
        shows_in_answers=False,
    ),
    line(
        "sequential counter: a wrong number of clauses is told",
        "encoders.cnf.at_most_one.sequential_counter:size_sequential_counter",
        "3 * count - 4",
        "3 * count - 3",
        shows_in_answers=False,
    ),
)

_OF_ONE_PUZZLE = (
    line(
        "reduced: what givens rule out stays open",
        _OPEN,
        "values_in(mask & ~ruled_out[cell])",
        "values_in(mask)",
        _REDUCED,
    ),
    line(
        "reduced: lists of candidates are passed over",
        _OPEN,
        "values_in(mask & ~ruled_out[cell])",
        "values_in(self.layout.all_values & ~ruled_out[cell])",
        _REDUCED,
    ),
    line("reduced: givens that clash are not seen", _OPEN, "self.givens_clash |= ", "self.givens_clash &= ", _REDUCED),
    line(
        "reduced: a value that is given is asked for again",
        _WRITE,
        "values_in(layout.all_values & ~variables.given_in_unit[index])",
        "values_in(layout.all_values)",
        _REDUCED,
    ),
    line(
        "reduced: an incomplete unit is to hold every value",
        _WRITE,
        "if layout.is_complete(unit):",
        "if unit.cells:",
        _REDUCED,
    ),
    line(
        "reduced: a cell without candidates is passed over",
        "encoders.cnf.clauses:Clauses.at_least_one",
        "self._add([(nothing,), (-nothing,)])",
        "self._add([(nothing,)])",
        _REDUCED,
    ),
    line(
        "reduced: complete units need not hold every value",
        _WRITE,
        "if layout.is_complete(unit):",
        "if layout.is_complete(unit) and not literals_of:",
        _REDUCED,
        shows_in_answers=False,
    ),
)

FAULTS = (*_ENCODINGS, *_OF_ONE_PUZZLE)
