"""Which backends a test asks, and for how much, so that `make test` stays quick; `make test-long` asks for all."""

from __future__ import annotations

import os
from functools import cache

import pytest

from unitdoku import find_backend
from unitdoku.encoders.naming.families import is_installed
from unitdoku.encoders.naming.listing import installed_backends

_SLOW = {"sat:maplecm", "sat:lingeling", "sat:cryptominisat", "highs"}
_IN_A_WORKER = {"sat:mergesat3"}
_LEARNING = {"sat", "cpsat", "ilp", "highs", "dimacs", "smt", "asp", "auto"}
_ALL_EXAMPLES = bool(os.environ.get("UNITDOKU_ALL_EXAMPLES"))


def is_slow(name: str) -> bool:
    """Whether a few hundred solutions take the backend seconds; so it is for all that begin anew for each."""
    return name in _SLOW or name.startswith("ilp:") or not find_backend(name).capabilities.incremental


def fewer(name: str, solutions: int, most: int) -> int:
    """So many solutions, or at most `most` for a slow backend."""
    return min(solutions, most) if is_slow(name) else solutions


def learns(name: str) -> bool:
    """Whether the backend is known to learn from clashes; a search that does not may take hours instead."""
    return name.partition(":")[0] in _LEARNING


def examples(number: int) -> int:
    """So many examples for Hypothesis in `make test-long`, a third of them otherwise."""
    return number if _ALL_EXAMPLES else -(-number // 3)


needs_kernel = pytest.mark.skipif(not is_installed("native"), reason="the kernel was not compiled")


@cache
def kinds_of_backends() -> list[tuple[str, list[pytest.MarkDecorator]]]:
    """Every backend's name, with the mark `long` but for the first of each kind: one family with the same abilities."""
    seen = set()
    marked = []
    for name in installed_backends():
        kind = (name.partition(":")[0], find_backend(name).capabilities, name in _IN_A_WORKER)
        marked.append((name, [pytest.mark.long] if kind in seen else []))
        seen.add(kind)
    return marked


def asked_together() -> list[str]:
    """Returns the backends for a test that asks several in one call: one of each kind, all in `make test-long`."""
    return installed_backends() if _ALL_EXAMPLES else [name for name, marks in kinds_of_backends() if not marks]


each_kind_of_backend = pytest.mark.parametrize(
    "name", [pytest.param(name, id=name, marks=marks) for name, marks in kinds_of_backends()]
)
