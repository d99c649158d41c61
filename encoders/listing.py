"""What backends there are, which packages they come from, and what to install for the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..reference.contract import Capabilities
from ..reference.errors import BackendUnavailable
from .registry import ALIASES, ENTRY_POINTS, ROWS, Row, find_backend

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# importlib.metadata takes longer to import than all of this package: the functions that need it import it.


class Listing(NamedTuple):
    """A backend as `unitdoku backends` shows it; `version` is None and `advice` says what to do where it is missing."""

    name: str
    package: str
    version: str | None
    advice: str | None
    capabilities: Capabilities

    @property
    def installed(self) -> bool:
        """Whether the backend can be used."""
        return self.advice is None


def listings() -> list[Listing]:
    """Every backend: the built-in ones in the order of the registry, then those of other packages by name."""
    from importlib.metadata import entry_points

    known = {row.name for row in ROWS}
    others = {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in known}
    return [*map(_built_in, ROWS), *(_other(others[name]) for name in sorted(others))]


def installed_backends() -> list[str]:
    """The names of the backends that can be used here."""
    return [listing.name for listing in listings() if listing.installed]


def versions_of(backends: Iterable[str]) -> dict[str, str]:
    """Package to version for all packages that these backends run on, unitdoku itself first."""
    from importlib.metadata import entry_points

    names = {ALIASES.get(name, name) for name in backends}
    used = [_built_in(row) for row in ROWS if row.name in names]
    names -= {listing.name for listing in used}
    used += [_other(point) for point in entry_points(group=ENTRY_POINTS) if point.name in names]
    found = {"unitdoku": _version("unitdoku") or "not installed"}
    found.update({listing.package: listing.version for listing in used if listing.version is not None})
    return found


def _built_in(row: Row) -> Listing:
    requirement = row.requires
    if requirement is None:
        return Listing(row.name, "unitdoku", _version("unitdoku"), None, row.capabilities)
    advice = None if requirement.installed else requirement.advice
    installed = None if advice else _version(requirement.distribution)
    return Listing(row.name, requirement.distribution, installed, advice, row.capabilities)


def _other(point: EntryPoint) -> Listing:
    package = point.dist.name if point.dist is not None else "?"
    installed = point.dist.version if point.dist is not None else None
    try:
        return Listing(point.name, package, installed, None, find_backend(point.name).capabilities)
    except BackendUnavailable as error:
        return Listing(point.name, package, None, str(error), Capabilities())


def _version(distribution: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None
