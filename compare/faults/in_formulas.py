"""Faults in what is told to a SAT solver about a layout: variables, families of clauses, givens."""

from __future__ import annotations

from ...encoders.cnf import encodings, full
from .fault import MINIMAL, entry, line

EXTENDED = "sat:minisat22"
_EFFICIENT = "sat:minisat22:encoding=efficient"
_WITH_AUXILIARIES = f"{MINIMAL}:at-most-one=ladder"

_WRITE = "encoders.cnf.full:write"
_GIVENS = "encoders.cnf.givens:given_literals"
_CLAUSES = "encoders.cnf.clauses:Clauses"

_VARIABLES = (
    line(
        "variables are one off, the last of a cell wraps",
        "encoders.cnf.variables:VariableMap.literal",
        "self.layout.size + value",
        "self.layout.size + value % self.layout.size + 1",
    ),
    line(
        "two cells share a variable",
        "encoders.cnf.variables:VariableMap.literal",
        "cell * self.layout.size",
        "cell * (self.layout.size - 1)",
    ),
    line(
        "variables are counted value by value",
        "encoders.cnf.variables:VariableMap.literal",
        "cell * self.layout.size + value",
        "(value - 1) * self.layout.cell_count + cell + 1",
    ),
)

_FAMILIES = (
    line(
        "cells may stay without a value",
        _WRITE,
        "clauses.at_least_one(literals)\n        if families.cells_at_most_one",
        "if families.cells_at_most_one",
    ),
    line("the last cell has no clauses", _WRITE, "range(layout.cell_count)", "range(layout.cell_count - 1)"),
    line("the last value has no variables", _WRITE, "range(1, layout.size + 1)", "range(1, layout.size)"),
    line("the first unit is left out", _WRITE, "in layout.units:", "in layout.units[1:]:"),
    line("the last unit is left out", _WRITE, "in layout.units:", "in layout.units[:-1]:"),
    line("a unit loses its first cell", _WRITE, "for cell in unit.cells)", "for cell in unit.cells[1:])"),
    line("only complete units forbid a value twice", _WRITE, "in layout.units:", "in layout.complete_units:"),
    line(
        "an incomplete unit is to hold every value",
        _WRITE,
        "families.units_at_least_one and layout.is_complete(unit)",
        "families.units_at_least_one",
        EXTENDED,
    ),
    line(
        "a unit that is one cell short counts as complete",
        _WRITE,
        "layout.is_complete(unit)",
        "len(unit) >= layout.size - 1",
        EXTENDED,
    ),
    line("cells in no complete unit may hold two values", _WRITE, " or cell in loose:", ":"),
    line(
        "cells in an incomplete unit count as tied",
        "encoders.cnf.full:loose_cells",
        "layout.complete_units",
        "layout.units",
    ),
    line(
        "a pair of cells may be equal, larger sets not", _CLAUSES + ".at_most_one", "len(group) < 2", "len(group) < 3"
    ),
    line(
        "two sets that begin alike are taken for one",
        _CLAUSES + ".at_most_one",
        "group in self._distinct_groups",
        "group[:2] in {known[:2] for known in self._distinct_groups}",
    ),
    line(
        "every set has the same auxiliary variable",
        _CLAUSES + "._fresh",
        "self._last += 1",
        "self._last = self._variables.count + 1",
        _WITH_AUXILIARIES,
    ),
    line(
        "sets left to the solver are lost",
        _CLAUSES + ".formula",
        "tuple(self._groups)",
        "()",
        "sat:minicard:encoding=minimal:at-most-one=native",
    ),
    line(
        "a solver's own at-most-one is told two",
        "encoders.backends.pysat.solver:PySatSolver.__init__",
        "add_atmost(list(group), 1)",
        "add_atmost(list(group), 2)",
        "sat:minicard:encoding=minimal:at-most-one=native",
    ),
)

_TOLD = (
    line("lists of candidates are not told", _GIVENS, "literals += [", "continue\n            literals += ["),
    line("candidates are told as ruled out", _GIVENS, "values_in(everything & ~mask)", "values_in(mask)"),
    line("ruled-out values are told as held", _GIVENS, "[-literal(cell, value)", "[literal(cell, value)"),
    line("every given is told as 1", _GIVENS, "mask.bit_length()", "mask.bit_count()"),
    line(
        "givens are told of the next cell", _GIVENS, "enumerate(puzzle.candidates)", "enumerate(puzzle.candidates, 1)"
    ),
    line("the last cell's given is not told", _GIVENS, "(puzzle.candidates)", "(puzzle.candidates[:-1])"),
)

_REDUNDANT = (
    entry(
        "extended without its at-least-one of units",
        "encoders.cnf.encodings:ENCODINGS",
        lambda: encodings.ENCODINGS,
        "extended",
        encodings.ENCODINGS["extended"]._replace(families=full.EFFICIENT),
        EXTENDED,
        shows_in_answers=False,
    ),
    entry(
        "extended without its at-most-one of cells",
        "encoders.cnf.encodings:ENCODINGS",
        lambda: encodings.ENCODINGS,
        "extended",
        encodings.ENCODINGS["extended"]._replace(families=full.EXTENDED._replace(cells_at_most_one=False)),
        EXTENDED,
        shows_in_answers=False,
    ),
    entry(
        "efficient is minimal",
        "encoders.cnf.encodings:ENCODINGS",
        lambda: encodings.ENCODINGS,
        "efficient",
        encodings.ENCODINGS["minimal"],
        _EFFICIENT,
        shows_in_answers=False,
    ),
    entry(
        "minimal is efficient",
        "encoders.cnf.encodings:ENCODINGS",
        lambda: encodings.ENCODINGS,
        "minimal",
        encodings.ENCODINGS["efficient"],
        shows_in_answers=False,
    ),
    line(
        "the cells of a unit are not sorted",
        _WRITE,
        "sorted(variables.literal(cell, value) for cell in unit.cells)",
        "[variables.literal(cell, value) for cell in unit.cells]",
        shows_in_answers=False,
    ),
    line(
        "clauses that are there already are kept",
        _CLAUSES + ".__init__",
        "[] if keep_duplicates else None",
        "[]",
        shows_in_answers=False,
    ),
    line(
        "every other auxiliary variable is skipped",
        _CLAUSES + "._fresh",
        "self._last += 1",
        "self._last += 2",
        _WITH_AUXILIARIES,
        shows_in_answers=False,
    ),
    line(
        "variables of cells are counted as auxiliary once more",
        _CLAUSES + ".formula",
        "self._last - self._variables.count",
        "self._last",
        shows_in_answers=False,
    ),
    line(
        "a given is told as all other values ruled out",
        _GIVENS,
        "if mask & (mask - 1):",
        "if mask:",
        shows_in_answers=False,
    ),
    line(
        "the size of a formula forgets cells in no complete unit",
        "encoders.cnf.size:full_size",
        "else len(loose_cells(layout))",
        "else 0",
        shows_in_answers=False,
    ),
    line(
        "givens are not written into files",
        "encoders.cnf.encodings:encode",
        "for literal in given_literals(subject, variables):",
        "for literal in ():",
        shows_in_answers=False,
    ),
)

FAULTS = (*_VARIABLES, *_FAMILIES, *_TOLD, *_REDUNDANT)
