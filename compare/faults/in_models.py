"""Faults in 0/1 programs and in CP-SAT."""

from __future__ import annotations

from .fault import line

_ILP = "ilp:highs"
_CPSAT = "cpsat"
_INTEGERS = "cpsat:all-different"

_ROWS = "encoders.linear.rows:_unit_rows"
_PROGRAM = "encoders.backends.ilp_session:IlpSession"
_BOOLEANS = "encoders.cpsat.forms:ExactlyOne"
_CELLS = "encoders.cpsat.forms:AllDifferent"
_SESSION = "encoders.backends.cpsat:CpSatSession"

_PROGRAMS = (
    line("rows: an incomplete unit is to hold every value", _ROWS, "int(complete)", "1", _ILP),
    line(
        "rows: cells may stay without a value",
        "encoders.linear.rows:_cell_rows",
        "_values(layout)), 1, 1)",
        "_values(layout)), 0, 1)",
        _ILP,
    ),
    line("rows: pairs of cells are passed over", _ROWS, "len(unit) < 2", "len(unit) < 3", _ILP),
    line(
        "rows: lists of candidates are passed over",
        "encoders.linear.rows:bounds",
        "fixed[variables.literal(cell, value)] = (0, 0)",
        "pass",
        _ILP,
    ),
    line("rows: complete units need not hold every value", _ROWS, "int(complete)", "0", shows_in_answers=False),
    line(
        "program: rows that forbid solutions stay",
        _PROGRAM + "._write",
        "del model.constraint[self._row_count :]",
        "pass",
        _ILP,
    ),
    line(
        "program: bounds of the puzzle before stay",
        _PROGRAM + "._write",
        "entry.lower_bound, entry.upper_bound = 0, 1",
        "pass",
        _ILP,
    ),
    line("program: a solution is not forbidden", _PROGRAM + "._forbid", "len(cells) - 1)", "len(cells))", _ILP),
    line(
        "program: a solution is forbidden together with its like", _PROGRAM + "._forbid", "len(cells) - 1)", "0)", _ILP
    ),
)

_CP = (
    line(
        "CP-SAT: a unit that is one cell short is complete",
        _BOOLEANS + ".__init__",
        "if layout.is_complete(unit):",
        "if len(unit) >= layout.size - 1:",
        _CPSAT,
    ),
    line(
        "CP-SAT: incomplete units say nothing",
        _BOOLEANS + ".__init__",
        "constraints.add_at_most_one(literals)",
        "pass",
        _CPSAT,
    ),
    line(
        "CP-SAT: givens of the puzzle before stay",
        _BOOLEANS + ".write",
        "self._domains[self._changed[-1]][0] = 0",
        "pass",
        _CPSAT,
    ),
    line(
        "CP-SAT: candidates of the puzzle before stay",
        _BOOLEANS + ".write",
        "self._domains[self._changed[-1]][1] = 1",
        "pass",
        _CPSAT,
    ),
    line(
        "CP-SAT: Booleans are one off",
        _BOOLEANS + ".write",
        "cell * self._layout.size - 1",
        "cell * self._layout.size - 2",
        _CPSAT,
    ),
    line(
        "CP-SAT: all is claimed with the limit reached",
        _SESSION + "._exhausted",
        "return found < limit",
        "return True",
        _CPSAT,
    ),
    line(
        "CP-SAT: not asked for all solutions",
        _SESSION + "._search",
        "enumerate_all_solutions = limit > 1",
        "enumerate_all_solutions = False",
        _CPSAT,
    ),
    line(
        "CP-SAT: no time left is taken for a no",
        _SESSION + "._search",
        "return Found()",
        "return Found(exhausted=True)",
        _CPSAT,
    ),
    line(
        "all-different: units of two are passed over",
        _CELLS + ".__init__",
        "if len(unit) > 1:",
        "if len(unit) > 2:",
        _INTEGERS,
    ),
    line(
        "all-different: domains only ever shrink",
        _CELLS + ".write",
        "if mask != self._written[cell]:",
        "if mask < self._written[cell]:",
        _INTEGERS,
    ),
    line(
        "all-different: gaps between candidates are filled",
        "encoders.cpsat.forms:intervals",
        "ends[-1] == value - 1",
        "ends[-1] < value",
        _INTEGERS,
    ),
)

FAULTS = (*_PROGRAMS, *_CP)
