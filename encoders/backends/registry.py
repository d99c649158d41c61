"""Every backend by its name: a row for each family, which is imported only when it is asked for.

A name is the family, then the variant where it has some, then options, with colons between them: `reference`,
`sat:glucose4`, `sat:glucose4:encoding=minimal`. A new family of this package is a module with a `Family` and a row in
`ROWS`. Other packages add backends by the entry-point group `unitdoku.backends`: the name of the entry point is the
whole name of the backend, and it loads to a `Backend` or to a callable without arguments that returns one. Entry
points are looked up only for names that are not built in, since finding them means reading the metadata of every
installed package.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from ...reference.contract import Backend, Session
from ...reference.errors import BackendUnavailable, OptionError, UnknownBackend
from ...reference.layout import Layout
from ...reference.native.loading import missing as missing_kernel
from .options import Options

ENTRY_POINTS = "unitdoku.backends"

_NOT_IN_OPTIONS = frozenset(" \t'\"")
"""These distinguish a command with arguments from the name of an option."""


class Family(NamedTuple):
    """Backends that share a module. The variant of a name is what follows the first colon, empty without one."""

    make: Callable[[str, Options], Backend | None]
    """Returns the backend of a variant, and takes the options that it knows; None where there is no such variant."""
    variants: Callable[[], Sequence[str]] = lambda: ("",)
    """Returns the variants that can be used here, the default one first."""
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


def package(distribution: str, module: str, extra: str) -> Requirement:
    """Returns a package by its name on the package index, the module to import, and our extra for it."""
    advice = f"pip install 'unitdoku[{extra}]'"
    lack = f"{distribution}, which is not installed"
    return Requirement(distribution, lack, lambda: None if has_module(module) else advice, advice)


@cache
def has_module(name: str) -> bool:
    """Returns whether a module can be found; it is not imported, and looked for once."""
    return find_spec(name) is not None


PYSAT = package("python-sat", "pysat", "sat")
ORTOOLS = package("ortools", "ortools", "cpsat")
KERNEL = Requirement("unitdoku", "its kernel", missing_kernel)
"""The kernel of the native backend, which is compiled when unitdoku is installed, where that is possible."""


class FamilyRow(NamedTuple):
    """A family: the first word of its names, its module, what it needs, and how its names look."""

    name: str
    module: str
    requires: Requirement | None
    shown: str
    """A name of the family, for lists and errors where the variants cannot be listed."""
    family: str = "FAMILY"
    """The name of the `Family` in the module."""
    names_backends: bool = False
    """Whether the rest of a name is a list of other backends, whose options are their own."""
    runs_code: bool = False
    """Whether the rest of a name is a program to start or a module to import."""

    @property
    def is_installed(self) -> bool:
        """Whether what the family needs can be found; nothing is imported."""
        return self.requires is None or self.requires.missing() is None

    def load(self) -> Family:
        """Returns the family; raises `BackendUnavailable` where its package is missing or fails to load."""
        needed = self.requires
        if needed is not None and (advice := needed.missing()) is not None:
            raise BackendUnavailable(f"backend {self.shown} needs {needed.lack}: {advice}")
        try:
            family: Family = getattr(import_module(self.module, __package__), self.family)
        except ImportError as error:
            advice = f": {needed.advice}" if needed is not None and needed.advice else ""
            raise BackendUnavailable(f"backend {self.shown} cannot be loaded ({error}){advice}") from error
        return family

    def names(self) -> list[str]:
        """Returns the full names of the variants that can be used here."""
        return [f"{self.name}:{variant}" if variant else self.name for variant in self.load().variants()]


ROWS = (
    FamilyRow("reference", ".own_solvers", None, "reference", "REFERENCE"),
    FamilyRow("native", ".own_solvers", KERNEL, "native", "NATIVE"),
    FamilyRow("sat", ".sat", PYSAT, "sat:SOLVER"),
    FamilyRow("cpsat", ".cpsat", ORTOOLS, "cpsat"),
    FamilyRow("ilp", ".ilp", ORTOOLS, "ilp:SOLVER"),
    FamilyRow("dimacs", ".dimacs", None, "dimacs:COMMAND", runs_code=True),
    FamilyRow("program", ".program", None, "program:COMMAND", runs_code=True),
    FamilyRow("python", ".python", None, "python:MODULE:FUNCTION", runs_code=True),
    FamilyRow("portfolio", ".portfolio", None, "portfolio:NAME,NAME,...", "PORTFOLIO", names_backends=True),
    FamilyRow("auto", ".portfolio", None, "auto", "AUTO"),
)
"""The built-in families, in the order of listings and comparisons."""

_BY_NAME = {row.name: row for row in ROWS}


def find_backend(name: str, **options: object) -> Backend:
    """Returns the backend of this name, its package imported; options as in the name, `encoding="minimal"`.

    Raises `UnknownBackend`, which lists the known names, `BackendUnavailable`, with what to install, and `OptionError`,
    which lists the options or their values.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a backend is text, not {name!r}")
    for option, value in options.items():
        if ":" in str(value):
            # It becomes part of the backend's name, where a colon ends it.
            raise OptionError(f"{name}: {option} cannot be {value!r}: no colon in an option")
    head, *rest = name.split(":")
    row = _BY_NAME.get(head)
    if row is None:
        other = _from_entry_point(name)
        # Its options are unknown here, and to drop them would answer another question.
        Options(name, options).finish()
        return other
    in_name, variant = ({}, rest) if row.names_backends else _options_in(rest)
    chosen = Options(":".join([head, *variant]), {**in_name, **options})
    backend = row.load().make(":".join(variant), chosen)
    if backend is None:
        raise UnknownBackend(name, row.names() or [row.shown])
    chosen.finish()
    return backend


def is_installed(name: str) -> bool:
    """Returns whether the package that a built-in backend needs can be found; nothing is imported."""
    row = _BY_NAME.get(name.partition(":")[0])
    return row is not None and row.is_installed


def is_family(name: str) -> bool:
    """Returns whether a built-in family has this name."""
    return name in _BY_NAME


def runs_code(name: str) -> bool:
    """Returns whether a name leads to a program or a module of its choice: a name from a file must not be used then.

    The whole text is searched, as `portfolio:` names other backends. So it may be true of a harmless name.
    """
    return any(f"{row.name}:" in name for row in ROWS if row.runs_code)


def known_names() -> list[str]:
    """Returns all names that can be used here, those of other packages last; of a missing family one form of names."""
    from importlib.metadata import entry_points

    names: list[str] = []
    for row in ROWS:
        try:
            names += row.names()
        except BackendUnavailable:
            names.append(row.shown)
    return names + sorted(point for point in entry_points(group=ENTRY_POINTS).names if point not in _BY_NAME)


def _options_in(parts: Iterable[str]) -> tuple[Mapping[str, str], list[str]]:
    """Returns the options at the end of a name, and the parts before them."""
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
        # Code of another package may raise anything; the message has to name the backend.
        raise BackendUnavailable(f"backend {name} of another package cannot be loaded: {error!r}") from error
    if not isinstance(backend, Backend):
        raise BackendUnavailable(f"backend {name} of another package is a {type(backend).__name__}, not a backend")
    return backend


class Sessions:
    """The open sessions of one backend: opened for each new layout, and kept for the `most` layouts used last.

    Each may hold a large formula, so not all are kept.
    """

    def __init__(self, backend: Backend, most: int = 4) -> None:
        self._backend = backend
        self._most = most
        self._open: OrderedDict[Layout, Session] = OrderedDict()

    def on(self, layout: Layout) -> Session:
        """Returns the session for this layout."""
        if layout not in self._open:
            if len(self._open) == self._most:
                self.drop(next(iter(self._open)))
            self._open[layout] = self._backend.open(layout)
        self._open.move_to_end(layout)
        return self._open[layout]

    def __contains__(self, layout: Layout) -> bool:
        """Whether a session for this layout is open."""
        return layout in self._open

    def drop(self, layout: Layout) -> None:
        """Closes the session for this layout, if there is one; the next puzzle gets a new one."""
        session = self._open.pop(layout, None)
        if session is not None:
            session.close()

    def close(self) -> None:
        """Closes all sessions."""
        for layout in list(self._open):
            self.drop(layout)

    def __enter__(self) -> Sessions:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
