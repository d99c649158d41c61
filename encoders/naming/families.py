"""The table of backends: a row for each family, whose module is imported only when it is asked for; and their options.

A name is the family, then the variant where it has some, then options, with colons between them: `reference`,
`sat:glucose4`, `sat:glucose4:encoding=minimal`. A new family is a module in `encoders/backends/` with a `Family`, and a
row in `ROWS`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ...reference.contract.errors import BackendUnavailable, LayoutError, OptionError, install_advice
from ...reference.contract.session import Backend
from ...reference.native.loading import missing as missing_kernel
from ..backends.pysat_table import TABLE

if TYPE_CHECKING:
    from ..cnf.encodings import CnfOptions


# The options of a backend, behind its name or as arguments: `encoding=minimal`, `workers=4`.

MOST = 2**31 - 1
"""The largest whole number that solvers accept."""

_OTHERS = "; arguments for all backends: backend, limit, seconds, layout, symbols, and processes of solve_many"
"""The end of the error for an unknown option: other programs have other words for these."""


_Value = TypeVar("_Value")


class Options:
    """Options as they were given, as text or values; each is taken once, and `finish` refuses the rest.

    All errors are `OptionError`, and list what is known. `suffix` is the end of the backend's own name: the options
    that were taken and differ from their defaults, each after a colon, in the order of their taking.
    """

    def __init__(self, backend: str, given: Mapping[str, object]) -> None:
        self._backend = backend
        self._given = {name.replace("_", "-"): value for name, value in given.items()}
        self._written = {name.replace("_", "-"): name for name in given}
        self._known: list[str] = []
        self.suffix = ""

    def choice(self, name: str, known: Collection[str], default: str) -> str:
        """Takes one of the known words."""
        value = str(self._take(name, default))
        if value not in known:
            raise OptionError(f"{self._backend}: {name} {value!r} is unknown; known: {', '.join(known)}")
        return self._noted(name, value, default)

    def text(self, name: str, default: str) -> str:
        """Takes any text."""
        return self._noted(name, str(self._take(name, default)), default)

    def layout(self) -> str:
        """Takes the name of a layout; returns an empty text where none is given."""
        value = self._take("layout", "")
        if value:
            from ...reference.layouts.names import layout_named  # here, since most backends take any layout

            try:
                layout_named(str(value))
            except LayoutError as error:
                raise OptionError(f"{self._backend}: layout: {error}") from error
        return self._noted("layout", str(value), "")

    def whole(self, name: str, default: int, least: int = 0, most: int = MOST) -> int:
        """Takes a whole number from `least` to `most`."""
        value = self._take(name, default)
        try:
            number = int(str(value))
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise OptionError(f"{self._backend}: {name} is a whole number from {least} to {most}, not {value!r}")
        return self._noted(name, number, default)

    def cnf(self) -> CnfOptions:
        """Takes the options of a formula, those of `CnfOptions`."""
        from ..cnf.encodings import CNF_NAMES, CnfOptions  # here, since most backends have no formulas

        default = CnfOptions()
        chosen: dict[str, Any] = {name: self.text(name.replace("_", "-"), getattr(default, name)) for name in CNF_NAMES}
        cnf = CnfOptions(**chosen, most_clauses=self.whole("most-clauses", default.most_clauses, 1, 10**12))
        cnf.check()
        return cnf

    def rest(self) -> dict[str, object]:
        """Takes all options that were not taken."""
        left, self._given = self._given, {}
        for name, value in left.items():
            self._noted(name, value, None)
        return left

    def finish(self) -> None:
        """Raises `OptionError` for an option that was not taken."""
        for name in self._given:
            from ...reference.layouts.names import rules_in_python  # here, as it imports every builder

            known = f"{rules_in_python(name)} known: {', '.join(self._known) or 'none'}{_OTHERS}"
            raise OptionError(f"{self._backend} has no option {self._written[name]!r};{known}")

    def _noted(self, name: str, value: _Value, default: object) -> _Value:
        if value != default:
            self.suffix += f":{name}={value}"
        return value

    def _take(self, name: str, default: object) -> object:
        self._known.append(name)
        return self._given.pop(name, default)


class Family(NamedTuple):
    """What a module offers. The variant of a name is what follows the first colon, empty without one."""

    make: Callable[[str, Options], Backend | None]
    """Returns the backend of a variant, and takes the options that it knows; None where there is no such variant."""
    variants: Callable[[], Sequence[str]] | None = None
    """Returns the variants that can be used here, the default one first; None where all of the row can."""
    origin: Callable[[str], str | None] = lambda _: None
    """Returns the package or program of a variant that does not come with the family's package."""


class Requirement(NamedTuple):
    """What a family needs: the distribution that has it, what is missing without it, and what to do then."""

    distribution: str
    lack: str
    missing: Callable[[], str | None]
    """Returns what to do where it is missing, None where it is there; imports nothing."""
    advice: str = ""
    """What to do where it is there and fails to load."""
    module: str = "unitdoku"
    """The module that it is imported as."""


def package(distribution: str, module: str, extra: str) -> Requirement:
    """Returns a package by its name on the package index, the module to import, and our extra for it."""
    advice = f": {install_advice(extra)}"
    lack = f"{distribution}, which is not installed"
    return Requirement(distribution, lack, lambda: None if has_module(module) else advice[2:], advice, module)


@cache
def has_module(name: str) -> bool:
    """Returns whether a module can be found; it is not imported, and looked for once."""
    return find_spec(name) is not None


NOTHING = Requirement("unitdoku", "", lambda: None)
KERNEL = Requirement("unitdoku", "its kernel", missing_kernel)
"""The kernel of the native backend, which is compiled when unitdoku is installed, where that is possible."""
PYSAT = package("python-sat", "pysat", "sat")
ORTOOLS = package("ortools", "ortools", "cpsat")
CLINGO = package("clingo", "clingo", "asp")
HIGHSPY = package("highspy", "highspy", "highs")
XCOVER = package("xcover", "xcover", "cover")
Z3 = package("z3-solver", "z3", "smt")


class FamilyRow(NamedTuple):
    """A family: the first word of its names, its module, what it needs, and how its names look."""

    name: str
    module: str
    requires: Requirement
    shown: str
    """A name of the family, for lists and errors where the variants cannot be listed."""
    variants: Sequence[str] = ("",)
    """All variants, also those that cannot be used here, the default one first; empty where there may be any."""
    family: str = "FAMILY"
    """The name of the `Family` in the module."""
    names_backends: bool = False
    """Whether the rest of a name is a list of other backends, whose options are their own."""
    runs_code: bool = False
    """Whether the rest of a name is a program to start or a module to import."""
    compared: Sequence[str] = ()
    """Names that are compared by default, for a quick look the first one; empty for families that are left out."""
    candidates: Sequence[str] = ()
    """Names that `recommend` tries by default as well."""

    @property
    def is_installed(self) -> bool:
        """Whether what the family needs can be found; nothing is imported."""
        return self.requires.missing() is None

    def load(self) -> Family:
        """Returns the family; raises `BackendUnavailable` where its package is missing or fails to load."""
        if (advice := self.requires.missing()) is not None:
            raise BackendUnavailable(f"backend {self.shown} needs {self.requires.lack}: {advice}")
        try:
            family: Family = getattr(import_module(f"..backends.{self.module}", __package__), self.family)
        except Exception as error:  # z3 raises its own error if its library does not load
            raise BackendUnavailable(
                f"backend {self.shown} cannot be loaded ({error}){self.requires.advice}"
            ) from error
        return family

    def all_names(self) -> list[str]:
        """Returns the full names of all variants; nothing is imported."""
        return self._named(self.variants)

    def names(self) -> list[str]:
        """Returns the full names of the variants that can be used here; imports the family."""
        usable = self.load().variants
        return self._named(self.variants if usable is None else usable())

    def _named(self, variants: Sequence[str]) -> list[str]:
        return [f"{self.name}:{variant}" if variant else self.name for variant in variants]


ROWS = (
    FamilyRow("reference", "own_solvers", NOTHING, "reference", ("", "twins"), "REFERENCE", compared=("reference",)),
    FamilyRow("native", "own_solvers", KERNEL, "native", family="NATIVE", compared=("native",)),
    FamilyRow("sat", "sat", PYSAT, "sat:SOLVER", tuple(TABLE), compared=("sat:cadical195", "sat:minisat22")),
    FamilyRow("cpsat", "cpsat", ORTOOLS, "cpsat", ("", "all-different"), compared=("cpsat",)),
    FamilyRow("ilp", "ilp", ORTOOLS, "ilp:SOLVER", ("scip", "cbc")),
    FamilyRow("highs", "highs", HIGHSPY, "highs", candidates=("highs",)),
    FamilyRow("smt", "smt", Z3, "smt:z3", ("z3",), candidates=("smt:z3",)),
    FamilyRow("asp", "asp", CLINGO, "asp:clingo", ("clingo",), candidates=("asp:clingo",)),
    FamilyRow("cover", "cover", XCOVER, "cover:xcover", ("xcover",)),
    FamilyRow("dimacs", "dimacs", NOTHING, "dimacs:COMMAND", (), runs_code=True),
    FamilyRow("program", "program", NOTHING, "program:COMMAND", (), runs_code=True),
    FamilyRow("python", "python", NOTHING, "python:MODULE:FUNCTION", (), runs_code=True),
    FamilyRow("portfolio", "portfolio", NOTHING, "portfolio:NAME,NAME,...", (), "PORTFOLIO", names_backends=True),
    FamilyRow("auto", "portfolio", NOTHING, "auto", family="AUTO"),
)
"""The built-in families, in the order of listings and comparisons."""

BY_NAME = {row.name: row for row in ROWS}


def compared_by_default() -> list[Sequence[str]]:
    """Returns the `compared` names of each family that has some and is installed; nothing is imported."""
    return [row.compared for row in ROWS if row.compared and row.is_installed]


def is_installed(name: str) -> bool:
    """Returns whether the package that a built-in backend needs can be found; nothing is imported."""
    row = BY_NAME.get(name.partition(":")[0])
    return row is not None and row.is_installed


def runs_code(name: str) -> bool:
    """Returns whether a name leads to a program or a module of its choice: a name from a file must not be used then.

    The whole text is searched, as `portfolio:` names other backends. So it may be true of a harmless name.
    """
    return any(f"{row.name}:" in name for row in ROWS if row.runs_code)
