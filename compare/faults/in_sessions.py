"""Faults in sessions of SAT solvers (enumeration, what one puzzle leaves to the next, limits) and in the harness."""

from __future__ import annotations

from .fault import CRASH, MINIMAL, line

_WITH_AUXILIARIES = f"{MINIMAL}:at-most-one=ladder"
_REDUCED = "sat:minisat22:encoding=reduced"

_LOADED = "encoders.backends.pysat.sessions:LoadedSession"
_COLLECT = _LOADED + "._collect"
_ONE_SHOT = "encoders.backends.pysat.sessions:OneShotSession._search"
_DIFFERENT = "encoders.cnf.givens:different"
_IS_SOLUTION = "reference.grid:is_solution"
_JUDGE = "compare.cross_check.agreement:findings"

_ENUMERATION = (
    line("a solution is forbidden cell by cell", _DIFFERENT, "if mask & (mask - 1)]", "if mask & (mask - 1)][:1]"),
    line("solutions are to differ in the givens", _DIFFERENT, "if mask & (mask - 1)]", "if not mask & (mask - 1)]"),
    line("a solution is asked for again", _DIFFERENT, "[-literal(", "[literal("),
    line("a solution is forbidden for all puzzles", _LOADED + "._forbid", "[-activation, *different(", "[*different("),
    line("what was forbidden stays so", _COLLECT, "solver.add([-activation])", "solver.add([activation])"),
    line(
        "an activation literal is used again", _LOADED + "._activate", "self._activations += 1", "self._activations = 1"
    ),
    line("what is forbidden is never in force", _COLLECT, "assumptions.append(activation)", "pass"),
    line(
        "an activation literal is an auxiliary variable",
        _LOADED + "._activate",
        "self._formula.variable_count + ",
        "self._formula.variables.count + ",
        _WITH_AUXILIARIES,
    ),
    line("a solver asked again is told nothing new", _ONE_SHOT, "solver.add(forbidden[-1])", "pass", _REDUCED),
    line(
        "a solver that answers once is asked again",
        _ONE_SHOT,
        "if self._capabilities.incremental:",
        "if forbidden:",
        "sat:kissat404",
        ends_in=CRASH,
    ),
    line(
        "formulas of the puzzle before are kept",
        _ONE_SHOT,
        "solver = None\n        exhausted = False",
        "solver = self.__dict__.setdefault('kept', self._load(formula, [], statistics))\n        exhausted = False",
        _REDUCED,
    ),
)

_LIMITS = (
    line("givens are not assumed", _COLLECT, "given_literals(puzzle, self._variables)", "[]"),
    line(
        "assumptions are dropped on the way", _COLLECT, "solver.ask(assumptions, deadline)", "solver.ask((), deadline)"
    ),
    line(
        "all is claimed with the limit reached",
        _COLLECT,
        "if len(solutions) == limit:\n                break",
        "if len(solutions) == limit:\n                return True",
    ),
    line("no answer is taken for a no", _COLLECT, "exhausted = answer is False", "exhausted = not answer"),
    line("a no is never taken for all", _COLLECT, "exhausted = answer is False", "exhausted = answer is None"),
    line(
        "one solution less than asked for",
        _COLLECT,
        "while len(solutions) < limit:",
        "while len(solutions) < limit - 1:",
    ),
    line(
        "a time-out is taken for a no",
        "encoders.backends.pysat.solver:PySatSolver.ask",
        "        return None\n",
        "        return False\n",
    ),
    line(
        "the session of another layout answers",
        "encoders.backends.sessions:Sessions.on",
        "return self._open[layout]",
        "return next(iter(self._open.values()))",
    ),
    line(
        "the layout of a session is not looked at",
        "encoders.backends.sessions:Sessions.on",
        "if layout not in self._open:",
        "if not self._open:",
    ),
)

_HARNESS = (
    line("solutions need not keep to the last unit", _IS_SOLUTION, "in layout.units:", "in layout.units[:-1]:"),
    line("solutions need not keep to candidates", _IS_SOLUTION, "not mask >> (value - 1) & 1", "value > layout.size"),
    line(
        "solutions may have any length", "reference.grid:is_grid", "len(values) == layout.cell_count and all(", "all("
    ),
    line(
        "who says that there is none is believed",
        _JUDGE,
        "if not result.exhausted or",
        "if not result.exhausted or not result.solutions or",
    ),
    line(
        "who says that it is the only one is believed",
        _JUDGE,
        "if not result.exhausted or",
        "if not result.exhausted or len(result.solutions) == 1 or",
    ),
    line("who ran out of time is called wrong", _JUDGE, "not result.exhausted or name in faulty", "name in faulty"),
    line(
        "wrong grids refute true answers",
        _JUDGE,
        "            if is_true:\n                finders",
        "            if True:\n                finders",
    ),
    line(
        "crashes are no findings",
        "compare.cross_check.finding:kind_of",
        "FindingKind.CRASHED)",
        "FindingKind.TIMED_OUT)",
    ),
)

FAULTS = (*_ENUMERATION, *_LIMITS, *_HARNESS)
