"""Faults in what is read of solvers' answers, and in the files that are written for them."""

from __future__ import annotations

from ...encoders.formats import dimacs_text
from .fault import entry, line, value

_LITERALS = "encoders.formats.literal_reply:read"
_MPS = "encoders.formats.mps:write"

_ANSWERS = (
    line(
        "values of variables are one off",
        "encoders.cnf.variables:VariableMap.values",
        "(variable - 1) % size + 1",
        "variable % size + 1",
    ),
    line(
        "values are counted from 0",
        "encoders.cnf.variables:VariableMap._values",
        "range(1, self.layout.size + 1)",
        "range(self.layout.size)",
    ),
    line(
        "auxiliary variables are taken for cells",
        "encoders.backends.pysat.sessions:grid_of",
        "[: formula.variables.count]",
        "",
        "sat:minisat22:encoding=minimal:at-most-one=ladder",
    ),
    line(
        "of two values in a cell the first counts",
        "encoders.formats.decoding:only_values",
        "len(found) != 1",
        "not found",
    ),
    line(
        "opposite literals are read as one",
        _LITERALS,
        "if 0 < literal <= variables.count",
        "if abs(literal) <= variables.count",
    ),
    line("auxiliary literals are decoded", _LITERALS, "if 0 < literal <= variables.count", "if 0 < literal"),
    line(
        "an assignment without its 0 is accepted",
        "encoders.formats.dimacs_text:_Assignment.literals",
        "if not self._ended:",
        "if self._ended is None:",
    ),
    line(
        "literals behind the 0 are read on",
        "encoders.formats.dimacs_text:_Assignment.read",
        "if self._ended:",
        "if self.begun is None:",
    ),
    line(
        "contradictory literals are accepted",
        "encoders.formats.dimacs_text:_Assignment.literals",
        "if -literal in distinct",
        "if literal not in distinct",
    ),
    entry(
        "UNKNOWN is read as a no",
        "encoders.formats.dimacs_text:_STATUSES",
        lambda: dimacs_text._STATUSES,
        "UNKNOWN",
        False,
    ),
    entry(
        "INDET is read as a yes",
        "encoders.formats.dimacs_text:_FILE_STATUSES",
        lambda: dimacs_text._FILE_STATUSES,
        "INDET",
        True,
    ),
    line("0.99999999 is read as 0", "encoders.formats.named_reply:truth", "number > 0.5", "number >= 1"),
    value("0.5 is read as a whole number", "encoders.formats.named_reply:_TOLERANCE", 0.5),
    line(
        "dual values are read over the values",
        "encoders.formats.named_reply:read",
        'held.setdefault(numbers[name], truth(name, match["value"]))',
        'held[numbers[name]] = truth(name, match["value"])',
    ),
    line(
        "GLPK's columns are counted from 0",
        "encoders.formats.glpk_reply:read",
        "variables.values(column for",
        "variables.values(column + 1 for",
    ),
    line(
        "GLPK's undefined is read as a no",
        "encoders.formats.glpk_reply:read",
        'status is None or status["status"] == "u"',
        "status is None",
    ),
    line(
        "CP-SAT's UNKNOWN is read as a no",
        "encoders.formats.cpsat_reply:read",
        'return NO if status["status"] == "INFEASIBLE" else OPEN',
        "return NO",
    ),
    line(
        "MiniZinc's further solutions are read on",
        "encoders.formats.minizinc_reply:read",
        "text[: rule.start()]",
        "text",
    ),
    line("a grid that breaks a rule is accepted", "encoders.formats.read_assignment:_checked", "if told:", "if more:"),
)

_FILES = (
    line(
        "the header counts a clause too many",
        "encoders.formats.dimacs_text:_lines",
        "len(formula.clauses)",
        "len(formula.clauses) + 1",
        shows_in_answers=False,
    ),
    line(
        "clauses end without a 0",
        "encoders.formats.dimacs_text:clause_line",
        '" 0\\n" if clause',
        '"\\n" if clause',
        shows_in_answers=False,
    ),
    line(
        "comments name the value below",
        "encoders.cnf.variables:VariableMap.cell_and_value",
        "return cell, index + 1",
        "return cell, index",
        shows_in_answers=False,
    ),
    line(
        "OPB: at most one is written as at least one",
        "encoders.formats.opb:_constraint",
        "{-row.upper}",
        "{row.upper}",
        shows_in_answers=False,
    ),
    line(
        "LP: incomplete units hold every value",
        "encoders.formats.lp:_constraint",
        "row.lower == row.upper",
        "row.lower <= row.upper",
        shows_in_answers=False,
    ),
    line("MPS: fixed variables stay free", _MPS, '"UP" if lower < upper else "FX"', '"UP"', shows_in_answers=False),
    line(
        "MPS: rows have no right-hand side",
        _MPS,
        "row.name, row.upper)",
        "row.name, row.lower)",
        shows_in_answers=False,
    ),
    line(
        "MiniZinc: cells are counted from 0",
        "encoders.formats.minizinc:write",
        "cell[{index + 1}]",
        "cell[{index}]",
        shows_in_answers=False,
    ),
    line(
        "names of variables count values from 0",
        "encoders.formats.names:variable_names",
        "range(1, layout.size + 1)",
        "range(layout.size)",
    ),
)

FAULTS = (*_ANSWERS, *_FILES)
