"""Two forms of a layout as constraints of CP-SAT, and the parameters of the solver by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from itertools import combinations
from types import MappingProxyType
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

from ...reference.contract.errors import OptionError
from ...reference.layouts.names import rules_in_python
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from ...reference.model.rules import COMPARISONS, Sum
from ..cnf.variables import VariableMap, given_literals

# Two forms of a layout as constraints of CP-SAT; a puzzle only changes variable domains.
#
#     form            variables               a complete unit                   another unit
#     ExactlyOne      a Boolean a candidate   exactly one cell for each value   at most one cell for each value
#     AllDifferent    an integer a cell       AllDifferent                      AllDifferent
#
# Values that may repeat in a unit are left out of its constraints; in the second form such a unit is a table of
# forbidden pairs of equal values for each two cells. A sum is a linear constraint in both forms. A pair is a table of
# the allowed values in the second form; in the first, a clause for each value of either cell: it does not hold that
# value, or the other cell holds one that may stand beside it.
#
# CP-SAT's presolve turns the second form into the first, again for every puzzle: `ExactlyOne` does this once. The
# `parameters` of a form are those of CP-SAT that were measured to be best for it; docs/study compares them with
# others.


class ExactlyOne:
    """Booleans in the order of the variable map."""

    # Presolve would produce these Booleans.
    parameters: Mapping[str, str] = MappingProxyType(
        {"cp_model_presolve": "false", "symmetry_level": "0", "linearization_level": "0"}
    )

    def __init__(self, layout: Layout) -> None:
        self._variables = VariableMap(layout)
        self.constraints = constraints = cp_model.CpModel()
        size = layout.size
        held = [[constraints.new_bool_var("") for _ in range(size)] for _ in layout.positions]
        for literals in held:
            constraints.add_exactly_one(literals)
        for unit in layout.units:
            for index in range(size):
                if index + 1 in unit.repeatable:
                    continue
                literals = [held[cell][index] for cell in unit.cells]
                if layout.is_complete(unit):
                    constraints.add_exactly_one(literals)
                elif len(unit) > 1:
                    constraints.add_at_most_one(literals)
        for each in layout.value_sums:
            terms = [(held[cell][index], times * (index + 1)) for cell, times in each.terms for index in range(size)]
            _add_sum(constraints, each, [literal for literal, _ in terms], [weight for _, weight in terms])
        for pair in layout.pairs:
            for cell, other, supports in pair.supports(size):
                for literal, values in zip(held[cell], supports, strict=True):
                    constraints.add_bool_or([~literal, *(held[other][value - 1] for value in values_in(values))])
        self._domains = [variable.domain for variable in constraints.proto.variables]
        self._changed: list[int] = []

    def write(self, puzzle: Puzzle) -> None:
        """Sets every domain, after any earlier puzzle: a given is at least 1, a value ruled out at most 0."""
        while self._changed:
            self._domains[self._changed[-1]][0] = 0
            self._domains[self._changed[-1]][1] = 1
            self._changed.pop()
        for literal in given_literals(puzzle):
            # Noted before it is changed: after an interruption in between, the next puzzle still restores it.
            self._changed.append(abs(literal) - 1)
            if literal > 0:
                self._domains[literal - 1][0] = 1
            else:
                self._domains[-literal - 1][1] = 0

    def forbid(self, constraints: cp_model.CpModel, grid: Grid, cells: Sequence[int]) -> None:
        """Adds to a copy of the constraints that one of these cells differs from the grid."""
        held = (self._variables.literal(cell, grid[cell]) for cell in cells)
        constraints.add_bool_or([~constraints.get_bool_var_from_proto_index(variable - 1) for variable in held])

    def grid(self, solution: Sequence[int], backend: str) -> Grid:
        """Returns the grid of the Booleans that are 1 in a solution, which has a number for each variable."""
        return self._variables.grid([index for index, held in enumerate(solution, start=1) if held], backend)


class AllDifferent:
    """An integer a cell."""

    parameters: Mapping[str, str] = MappingProxyType({"symmetry_level": "0", "linearization_level": "0"})

    def __init__(self, layout: Layout) -> None:
        self.constraints = cp_model.CpModel()
        cells = [self.constraints.new_int_var(1, layout.size, label) for label in layout.labels]
        for unit in layout.units:
            if unit.repeatable:
                # No two cells of it have the same value, unless that may repeat.
                equal = [(value, value) for value in range(1, layout.size + 1) if value not in unit.repeatable]
                for two in combinations(unit.cells, 2) if equal else ():
                    self.constraints.add_forbidden_assignments([cells[cell] for cell in two], equal)
            elif len(unit) > 1:
                self.constraints.add_all_different([cells[cell] for cell in unit.cells])
        for each in layout.value_sums:
            _add_sum(self.constraints, each, *zip(*((cells[cell], times) for cell, times in each.terms), strict=True))
        for pair in layout.pairs:
            self.constraints.add_allowed_assignments([cells[cell] for cell in pair.cells], sorted(pair.allowed))
        self._domains = [variable.domain for variable in self.constraints.proto.variables]
        self._written = [layout.all_values] * layout.cell_count

    def write(self, puzzle: Puzzle) -> None:
        """Sets the domains that differ from those of the puzzle before."""
        for cell, mask in enumerate(puzzle.candidates):
            if mask != self._written[cell]:
                # No puzzle has the mask 0: after an interruption, the next puzzle writes the domain again.
                self._written[cell] = 0
                self._domains[cell].clear()
                self._domains[cell].extend(intervals(mask))
                self._written[cell] = mask

    def forbid(self, constraints: cp_model.CpModel, grid: Grid, cells: Sequence[int]) -> None:
        """Adds to a copy of the constraints that one of these cells differs from the grid."""
        variables = [constraints.get_int_var_from_proto_index(cell) for cell in cells]
        constraints.add_forbidden_assignments(variables, [[grid[cell] for cell in cells]])

    def grid(self, solution: Sequence[int], backend: str) -> Grid:  # noqa: ARG002 - each cell has one value
        """Returns the grid of a solution, which has a number for each variable."""
        return tuple(solution)


CpSatForm: TypeAlias = "AllDifferent | ExactlyOne"


def _add_sum(
    constraints: cp_model.CpModel, each: Sum, variables: Sequence[cp_model.IntVar], weights: Sequence[int]
) -> None:
    added = cp_model.LinearExpr.weighted_sum(variables, weights)
    constraints.add(COMPARISONS[each.relation](added, each.total))


def intervals(mask: int) -> list[int]:
    """Returns a candidate set as a domain of CP-SAT: first and last value of each run, ascending."""
    found: list[int] = cp_model.Domain.from_values(list(values_in(mask))).flattened_intervals()
    return found


# Sets any parameter of CP-SAT by its name, with its value as text.

KEPT = frozenset(
    {
        "enumerate_all_solutions",
        "max_time_in_seconds",
        "catch_sigint_signal",
        "num_workers",
        "num_search_workers",
        "interleave_search",
        "random_seed",
    }
)
"""Parameters that a session sets itself, or that have an option of the backend."""


def set_parameter(parameters: Any, name: str, text: str) -> None:
    """Sets the parameter, `-` or `_` in its name; raises `OptionError` for an unknown name or a value of another kind.

    `parameters` is a `SatParameters` of CP-SAT. It reports errors on standard error only, so the name is checked first.
    """
    field = name.replace("-", "_")
    if field in KEPT:
        raise OptionError(f"cpsat: {field} is set by the session; see the options workers and seed")
    known = [word.removeprefix("clear_") for word in dir(parameters) if word.startswith("clear_")]
    if field not in known:
        near = get_close_matches(field, known, n=8) or sorted(known)
        raise OptionError(
            f"cpsat has no option {name!r};{rules_in_python(name)} known: workers, seed and the {len(known)} "
            f"parameters of CP-SAT, such as {', '.join(near)}"
        )
    try:
        setattr(parameters, field, _value(text, getattr(parameters, field)))
    except (ValueError, TypeError, KeyError) as error:
        kind = _kind(getattr(parameters, field))
        raise OptionError(f"cpsat: {text!r} is no value for {field}, which is {kind}") from error


def _value(text: str, example: object) -> object:
    """Returns the text as a value of the kind of the example; raises ValueError, TypeError or KeyError."""
    if isinstance(example, bool):
        return {"true": True, "1": True, "false": False, "0": False}[text.lower()]
    if isinstance(example, (int, float, str)):
        return type(example)(text)
    return type(example).__members__[text.upper()]  # type: ignore[attr-defined]  # an enumeration of CP-SAT


def _kind(example: object) -> str:
    members = getattr(type(example), "__members__", None)
    if members is not None:
        return "one of " + ", ".join(members)
    kinds = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
    return kinds.get(type(example), "a list and cannot be set by name")
