"""Every backend by its name: a row for each family, and nothing imported until one of it is asked for.

A name is the family, then the variant where it has some, then options, with colons between them: `reference`,
`sat:glucose4`, `sat:glucose4:encoding=minimal`. A new family of this package is a module with a `FAMILY` and a row in
`ROWS`. Other packages add backends by the entry-point group `unitdoku.backends`: the name of the entry point is the
whole name of the backend, and it loads to a `Backend` or to a callable without arguments that returns one. Entry
points are looked up only for names that are not built in, since finding them means reading the metadata of every
installed package.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, Protocol, cast

from ...reference.contract import Backend
from ...reference.errors import BackendUnavailable, OptionError, UnknownBackend
from ...reference.native.loading import missing as kernel_missing
from .options import Options

ENTRY_POINTS = "unitdoku.backends"

_NOT_IN_OPTIONS = frozenset(" \t'\"")
"""What tells a command with arguments from the name of an option."""


class Requirement(NamedTuple):
    """A package that a family needs: its name on the package index, the module to import, and our extra for it."""

    distribution: str
    module: str
    extra: str

    @property
    def installed(self) -> bool:
        """Whether the module can be found; it is not imported."""
        return find_spec(self.module) is not None

    @property
    def advice(self) -> str:
        """What to type to get it."""
        return f"pip install 'unitdoku[{self.extra}]'"

    @property
    def lack(self) -> str:
        """What to say where it is missing."""
        return f"{self.distribution}, which is not installed: {self.advice}"


class CompiledKernel(NamedTuple):
    """The kernel of the native backend, which is compiled when unitdoku is installed, where that is possible."""

    distribution: str = "unitdoku"

    @property
    def installed(self) -> bool:
        """Whether there is a build of it for this processor."""
        return kernel_missing() is None

    @property
    def advice(self) -> str:
        """Why it is missing, and what to do."""
        return kernel_missing() or ""

    @property
    def lack(self) -> str:
        """What to say where it is missing."""
        return f"its kernel: {self.advice}"


PYSAT = Requirement("python-sat", "pysat", "sat")
ORTOOLS = Requirement("ortools", "ortools", "cpsat")


class Family(Protocol):
    """Backends that share a module. The variant of a name is what follows the first colon, empty without one.

    Where some variants come from elsewhere than the family's package, `origin(variant)` names that: a package, or None.
    """

    def variants(self) -> Sequence[str]:
        """The variants that can be used here, the default one first."""
        ...

    def make(self, variant: str, options: Options) -> Backend | None:
        """The backend; None where there is no such variant. Takes the options that it knows."""
        ...


class Row(NamedTuple):
    """A family: the first word of its names, the module with its `FAMILY`, what it needs, and what answers there."""

    name: str
    module: str
    requires: Requirement | CompiledKernel | None
    shown: str
    """How a name of the family looks: for lists and errors where the variants cannot be listed."""

    @property
    def is_installed(self) -> bool:
        """Whether what the family needs can be found; nothing is imported."""
        return self.requires is None or self.requires.installed

    def load(self) -> Family:
        """The family; `BackendUnavailable` where its package is missing or does not load."""
        if self.requires is not None and not self.is_installed:
            raise BackendUnavailable(f"backend {self.shown} needs {self.requires.lack}")
        try:
            return cast(Family, import_module(self.module, __package__).FAMILY)
        except ImportError as error:
            advice = f": {self.requires.advice}" if self.requires and self.requires.advice else ""
            raise BackendUnavailable(f"backend {self.shown} cannot be loaded ({error}){advice}") from error

    def names(self) -> list[str]:
        """The full names of the variants that can be used here."""
        return [f"{self.name}:{variant}" if variant else self.name for variant in self.load().variants()]


ROWS = (
    Row("reference", ".reference_family", None, "reference"),
    Row("native", ".native_family", CompiledKernel(), "native"),
    Row("sat", ".sat", PYSAT, "sat:SOLVER"),
    Row("cpsat", ".cpsat", ORTOOLS, "cpsat"),
    Row("ilp", ".ilp", ORTOOLS, "ilp:SOLVER"),
    Row("dimacs", ".dimacs", None, "dimacs:COMMAND"),
    Row("program", ".program", None, "program:COMMAND"),
    Row("auto", ".auto", None, "auto"),
)
"""The built-in families, in the order in which they are listed and compared."""

_BY_NAME = {row.name: row for row in ROWS}


def find_backend(name: str, **options: object) -> Backend:
    """The backend of this name, its package imported; options as in the name, `encoding="minimal"`.

    Raises `UnknownBackend`, which lists what there is, `BackendUnavailable`, which says what to install, and
    `OptionError`, which lists the options or their values.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a backend is text, not {name!r}")
    for option, value in options.items():
        if ":" in str(value):
            # It would be part of the backend's name, and there a colon is the end of it.
            raise OptionError(f"{name}: {option} cannot be {value!r}: no colon in an option")
    head, *rest = name.split(":")
    row = _BY_NAME.get(head)
    if row is None:
        return _from_entry_point(name)
    in_name, variant = _options_in(rest)
    chosen = Options(":".join([head, *variant]), {**in_name, **options})
    family = row.load()
    backend = family.make(":".join(variant), chosen)
    if backend is None:
        raise UnknownBackend(name, row.names() or [row.shown])
    chosen.finish()
    return backend


def is_installed(name: str) -> bool:
    """Whether the package that a built-in backend needs can be found; nothing is imported."""
    row = _BY_NAME.get(name.partition(":")[0])
    return row is not None and row.is_installed


def known_names() -> list[str]:
    """All names that can be used here, those of other packages last; of a missing family, what its names look like."""
    from importlib.metadata import entry_points

    names: list[str] = []
    for row in ROWS:
        try:
            names += row.names()
        except BackendUnavailable:
            names.append(row.shown)
    return names + sorted(point for point in entry_points(group=ENTRY_POINTS).names if point not in _BY_NAME)


def _options_in(parts: Iterable[str]) -> tuple[Mapping[str, str], list[str]]:
    """The options at the end of a name, and what stands before them."""
    variant: list[str] = []
    options: dict[str, str] = {}
    for part in parts:
        word, is_option, value = part.partition("=")
        if is_option and word[:1].isalpha() and not set(word) & _NOT_IN_OPTIONS:
            if word in options:
                raise OptionError(f"option {word} is given twice, as {options[word]!r} and {value!r}")
            options[word] = value
        elif options:
            # A value with a colon in it.
            last = next(reversed(options))
            options[last] += f":{part}"
        else:
            variant.append(part)
    return options, variant


def _from_entry_point(name: str) -> Backend:
    from importlib.metadata import entry_points

    points = entry_points(group=ENTRY_POINTS)
    if name not in points.names:
        raise UnknownBackend(name, known_names())
    try:
        loaded = points[name].load()
        backend = loaded() if callable(loaded) else loaded
    except Exception as error:
        # Code of another package: whatever it raises, the name of the backend belongs into the message.
        raise BackendUnavailable(f"backend {name} of another package cannot be loaded: {error!r}") from error
    if not isinstance(backend, Backend):
        raise BackendUnavailable(f"backend {name} of another package is a {type(backend).__name__}, not a backend")
    return backend
