"""Packages that only some functions need: each is imported when a function uses it, not with the module.

A module writes `from ...encoders.naming.optional_packages import numpy as np` instead of `import numpy as np`. Without
the package the module still loads, and the function raises `PackageMissing` with the extra to install.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from ...reference.contract.errors import PackageMissing, install_advice

__all__ = ["igraph", "numpy", "parquet", "pyarrow", "require", "statistics_numpy", "stats"]


class _Later:
    """A package that is imported when one of its names is looked up; found names are kept as attributes."""

    def __init__(self, name: str, extra: str) -> None:
        self._name, self._extra = name, extra

    def __getattr__(self, attribute: str) -> object:
        try:
            found = getattr(import_module(self._name), attribute)
        except ImportError as error:
            raise PackageMissing(f"{self._name} is missing ({error}): {install_advice(self._extra)}") from error
        setattr(self, attribute, found)
        return found


def require(*packages: ModuleType) -> None:
    """Imports packages of this module now, before long work; raises `PackageMissing` for the first that is missing."""
    for package in packages:
        package.__name__  # noqa: B018 - to look it up imports it


if TYPE_CHECKING:
    import igraph
    import numpy
    import numpy as statistics_numpy
    import pyarrow
    from pyarrow import parquet
    from scipy import stats
else:
    igraph = _Later("igraph", "data")
    numpy = _Later("numpy", "data")
    statistics_numpy = _Later("numpy", "statistics")
    pyarrow = _Later("pyarrow", "parquet")
    parquet = _Later("pyarrow.parquet", "parquet")
    stats = _Later("scipy.stats", "statistics")
