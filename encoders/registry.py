"""Every backend by its name: a row each, and nothing imported until a backend is asked for.

A new backend of this package is a file and a row in `ROWS`. Other packages add theirs by the entry-point group
`unitdoku.backends`: the name of the entry point is the name of the backend, and it loads to a `Backend` or to a
callable without arguments that returns one. Entry points are looked up only for names that are not built in, since
finding them means reading the metadata of every installed package.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from ..reference.backend import CAPABILITIES
from ..reference.contract import Backend, Capabilities
from ..reference.errors import BackendUnavailable, UnknownBackend

ENTRY_POINTS = "unitdoku.backends"


class Requirement(NamedTuple):
    """A package that a backend needs: its name on the package index, the module to import, and our extra for it."""

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


PYSAT = Requirement("python-sat", "pysat", "sat")
ORTOOLS = Requirement("ortools", "ortools", "cpsat")


class Row(NamedTuple):
    """How to make a backend: the module within this package, the name in it to call, and with what beside the name."""

    name: str
    module: str
    make: str
    options: Mapping[str, Any] = MappingProxyType({})
    requires: Requirement | None = None
    capabilities: Capabilities = Capabilities()

    def build(self) -> Backend:
        """The backend; `BackendUnavailable` where its package is missing or does not load."""
        if self.requires is not None and not self.requires.installed:
            raise BackendUnavailable(
                f"backend {self.name} needs {self.requires.distribution}, which is not installed: "
                f"{self.requires.advice}"
            )
        try:
            module = import_module(self.module, __package__)
        except ImportError as error:
            advice = f": {self.requires.advice}" if self.requires else ""
            raise BackendUnavailable(f"backend {self.name} cannot be loaded ({error}){advice}") from error
        backend = getattr(module, self.make)(self.name, self.capabilities, **self.options)
        return cast(Backend, backend)


_CADICAL = Capabilities(incremental=True, conflict_budget=True, proof=True, cores=True)
_GLUCOSE = Capabilities(incremental=True, interrupt=True, conflict_budget=True, proof=True, cores=True)
_MINISAT = Capabilities(incremental=True, interrupt=True, conflict_budget=True, cores=True)
_CPSAT = Capabilities(incremental=True, interrupt=True)

ROWS = (
    Row("reference", "..reference.backend", "ReferenceBackend", {}, None, CAPABILITIES),
    Row("reference:twins", "..reference.backend", "ReferenceBackend", {"naked_twins": True}, None, CAPABILITIES),
    Row("sat:cadical195", ".sat", "SatBackend", {"solver": "cadical195"}, PYSAT, _CADICAL),
    Row("sat:cadical153", ".sat", "SatBackend", {"solver": "cadical153"}, PYSAT, _CADICAL),
    Row("sat:glucose4", ".sat", "SatBackend", {"solver": "glucose4"}, PYSAT, _GLUCOSE),
    Row("sat:minisat22", ".sat", "SatBackend", {"solver": "minisat22"}, PYSAT, _MINISAT),
    Row("cpsat", ".cpsat", "CpSatBackend", {}, ORTOOLS, _CPSAT),
    Row("cpsat:all-different", ".cpsat", "CpSatBackend", {"all_different": True}, ORTOOLS, _CPSAT),
)
"""The built-in backends, in the order in which they are listed and compared."""

ALIASES = {"sat": "sat:cadical195"}
"""Short names: `sat` alone is its default solver."""

_BY_NAME = {row.name: row for row in ROWS}


def find_backend(name: str) -> Backend:
    """The backend of this name, its package imported.

    Raises `UnknownBackend`, which lists what there is, and `BackendUnavailable`, which says what to install.
    """
    row = _BY_NAME.get(ALIASES.get(name, name))
    return row.build() if row is not None else _from_entry_point(name)


def _from_entry_point(name: str) -> Backend:
    from importlib.metadata import entry_points

    points = entry_points(group=ENTRY_POINTS)
    if name not in points.names:
        raise UnknownBackend(name, [*_BY_NAME, *ALIASES, *sorted(points.names - set(_BY_NAME))])
    try:
        loaded = points[name].load()
        backend = loaded() if callable(loaded) else loaded
    except Exception as error:
        # Code of another package: whatever it raises, the name of the backend belongs into the message.
        raise BackendUnavailable(f"backend {name} of another package cannot be loaded: {error!r}") from error
    if not isinstance(backend, Backend):
        raise BackendUnavailable(f"backend {name} of another package is a {type(backend).__name__}, not a backend")
    return backend
