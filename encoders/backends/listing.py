"""The list of backends: which there are, the packages they come from, and what to install for the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...reference.capabilities import Capabilities
from ...reference.errors import BackendUnavailable
from .registry import ENTRY_POINTS, ROWS, FamilyRow, find_backend

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


def backends() -> list[Listing]:
    """Returns every backend: the built-in ones in the order of the registry, then those of other packages by name.

    A family whose package is missing has one entry, with the form of its names.
    """
    from importlib.metadata import entry_points

    built_in = [listing for row in ROWS for listing in _built_in(row)]
    heads = {row.name for row in ROWS}
    others = {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in heads}
    return [*built_in, *(_other(others[name]) for name in sorted(others))]


def installed_backends() -> list[str]:
    """Returns the names of the backends that can be used here."""
    return [listing.name for listing in backends() if listing.installed]


def versions_of(names: Iterable[str]) -> dict[str, str]:
    """Returns package to version for all packages that the backends of these names run on, unitdoku itself first."""
    from importlib.metadata import entry_points

    names = list(names)
    used: list[tuple[str, str | None]] = []
    for row in ROWS:
        own = [name for name in names if name.partition(":")[0] == row.name]
        used += [_package(row)] if own else []
        used += [_origin(row, name) for name in own if row.is_installed]
    used += [_origin_of_point(point) for point in entry_points(group=ENTRY_POINTS) if point.name in names]
    found = {"unitdoku": version_of("unitdoku") or "not installed"}
    found.update({package: version for package, version in used if version is not None})
    return found


def version_of(distribution: str) -> str | None:
    """Returns the version of an installed package; None where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _built_in(row: FamilyRow) -> Iterator[Listing]:
    try:
        for name in row.names():
            yield Listing(name, *_origin(row, name), None, find_backend(name).capabilities)
    except BackendUnavailable as error:
        advice = row.requires.missing() if row.requires is not None else None
        yield Listing(row.shown, _package(row)[0], None, advice or str(error), Capabilities())


def _package(row: FamilyRow) -> tuple[str, str | None]:
    distribution = row.requires.distribution if row.requires is not None else "unitdoku"
    return distribution, version_of(distribution)


def _origin(row: FamilyRow, name: str) -> tuple[str, str | None]:
    """Returns the package of a backend, the family's unless its variant comes from elsewhere, and the version."""
    origin = row.load().origin(name.partition(":")[2].partition(":")[0])
    return _package(row) if origin is None else (origin, version_of(origin))


def _other(point: EntryPoint) -> Listing:
    package, version = _origin_of_point(point)
    try:
        return Listing(point.name, package, version, None, find_backend(point.name).capabilities)
    except BackendUnavailable as error:
        return Listing(point.name, package, None, str(error), Capabilities())


def _origin_of_point(point: EntryPoint) -> tuple[str, str | None]:
    return (point.dist.name, point.dist.version) if point.dist is not None else ("?", None)
