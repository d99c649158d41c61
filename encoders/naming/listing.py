"""The list of backends: which there are, the packages they come from, and what to install for the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...reference.contract.capabilities import Capabilities
from ...reference.contract.errors import BackendUnavailable
from .families import ROWS, FamilyRow
from .find import entry_points, find_backend

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


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
    """Returns every backend: the built-in ones in the order of the table, then those of other packages by name.

    A family whose package is missing has one entry, with the form of its names.
    """
    built_in = [listing for row in ROWS for listing in _built_in(row)]
    return [*built_in, *map(_of_other_package, entry_points().values())]


def installed_backends() -> list[str]:
    """Returns the names of the backends that can be used here."""
    return [listing.name for listing in backends() if listing.installed]


def versions_of(names: Iterable[str]) -> dict[str, str]:
    """Returns package to version for all packages that the backends of these names run on, unitdoku itself first."""
    names = list(names)
    used: list[tuple[str, str | None]] = []
    for row in ROWS:
        own = [name for name in names if name.partition(":")[0] == row.name]
        used += [_package(row)] if own else []
        used += [_origin(row, name) for name in own if row.is_installed]
    used += [_origin_of_point(point) for name, point in entry_points().items() if name in names]
    found = {"unitdoku": version_of("unitdoku") or "not installed"}
    found.update({package: version for package, version in used if version is not None})
    return found


def version_of(distribution: str) -> str | None:
    """Returns the version of an installed package; None where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version  # here, as it takes long to import

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _built_in(row: FamilyRow) -> Iterator[Listing]:
    try:
        for name in row.names():
            yield Listing(name, *_origin(row, name), None, find_backend(name).capabilities)
    except BackendUnavailable as error:
        yield Listing(row.shown, _package(row)[0], None, row.requires.missing() or str(error), Capabilities())


def _package(row: FamilyRow) -> tuple[str, str | None]:
    return row.requires.distribution, version_of(row.requires.distribution)


def _origin(row: FamilyRow, name: str) -> tuple[str, str | None]:
    """Returns the package of a backend, the family's unless its variant comes from elsewhere, and the version."""
    origin = row.load().origin(name.partition(":")[2].partition(":")[0])
    return _package(row) if origin is None else (origin, version_of(origin))


def _of_other_package(point: EntryPoint) -> Listing:
    package, version = _origin_of_point(point)
    try:
        return Listing(point.name, package, version, None, find_backend(point.name).capabilities)
    except BackendUnavailable as error:
        return Listing(point.name, package, None, str(error), Capabilities())


def _origin_of_point(point: EntryPoint) -> tuple[str, str | None]:
    return (point.dist.name, point.dist.version) if point.dist is not None else ("?", None)
