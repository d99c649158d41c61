"""What backends there are, which packages they come from, and what to install for the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...reference.contract import Capabilities
from ...reference.errors import BackendUnavailable
from .registry import ENTRY_POINTS, ROWS, Row, find_backend

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
    """Every backend: the built-in ones in the order of the registry, then those of other packages by name.

    A family whose package is missing has one entry, by what its names look like.
    """
    from importlib.metadata import entry_points

    built_in = [listing for row in ROWS for listing in _built_in(row)]
    heads = {row.name for row in ROWS}
    others = {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in heads}
    return [*built_in, *(_other(others[name]) for name in sorted(others))]


def installed_backends() -> list[str]:
    """The names of the backends that can be used here."""
    return [listing.name for listing in listings() if listing.installed]


def versions_of(backends: Iterable[str]) -> dict[str, str]:
    """Package to version for all packages that these backends run on, unitdoku itself first."""
    from importlib.metadata import entry_points

    names = list(backends)
    heads = {name.partition(":")[0] for name in names}
    used = [_package(row) for row in ROWS if row.name in heads]
    for row in ROWS:
        variants = [name for name in names if name.partition(":")[0] == row.name and row.is_installed]
        used += [origin for origin in (_origin_of_variant(row, name) for name in variants) if origin is not None]
    used += [_origin(point) for point in entry_points(group=ENTRY_POINTS) if point.name in names]
    found = {"unitdoku": _version("unitdoku") or "not installed"}
    found.update({package: version for package, version in used if version is not None})
    return found


def _built_in(row: Row) -> Iterator[Listing]:
    package, version = _package(row)
    try:
        for name in row.names():
            origin = _origin_of_variant(row, name)
            yield Listing(name, *(origin or (package, version)), None, find_backend(name).capabilities)
    except BackendUnavailable as error:
        advice = str(error) if row.requires is None or row.requires.installed else row.requires.advice
        yield Listing(row.shown, package, None, advice, Capabilities())


def _package(row: Row) -> tuple[str, str | None]:
    distribution = row.requires.distribution if row.requires is not None else "unitdoku"
    return distribution, _version(distribution)


def _origin_of_variant(row: Row, name: str) -> tuple[str, str | None] | None:
    """The package of a variant and its version, where it is not the family's."""
    origin = getattr(row.load(), "origin", None)
    found = origin(name.partition(":")[2].partition(":")[0]) if origin is not None else None
    return (found, _version(found)) if found is not None else None


def _other(point: EntryPoint) -> Listing:
    package, version = _origin(point)
    try:
        return Listing(point.name, package, version, None, find_backend(point.name).capabilities)
    except BackendUnavailable as error:
        return Listing(point.name, package, None, str(error), Capabilities())


def _origin(point: EntryPoint) -> tuple[str, str | None]:
    return (point.dist.name, point.dist.version) if point.dist is not None else ("?", None)


def _version(distribution: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None
