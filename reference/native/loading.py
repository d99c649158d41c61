"""Which build of the compiled kernel to take: the best for this processor, or the one that is forced."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from ..errors import BackendUnavailable

FORCE = "UNITDOKU_NATIVE_LEVEL"
"""The environment variable that names a level, or `none`, for tests."""

LEVELS = ("v4", "v3", "v2", "baseline")
"""Instruction sets, best first: those of x86-64 (with AVX-512, AVX2, SSE4.2), and what a compiler takes elsewhere."""


class CompiledLayout(Protocol):
    """A layout made ready for the kernel."""

    @property
    def mask_bytes(self) -> int:
        """Bytes of a candidate mask: 2, 4 or 8."""
        ...


class KernelJob(Protocol):
    """Puzzles on their way through the kernel; see `kernel/job.hpp`."""

    @property
    def begun(self) -> int:
        """How many puzzles have been begun, or are the next of some thread."""
        ...

    def first_bad_item(self) -> int:
        """The index of the first item that is no value, or a mask that is empty or too large; -1 where all are good."""
        ...

    def run(self, seconds: float) -> bool:
        """Works for so long, without the interpreter lock; True when all is answered."""
        ...

    def take(self) -> bytes:
        """The grids of a stream since the last call, a byte a cell."""
        ...

    def answers(self) -> tuple[bytes, bytes, bytes, bytes, bytes]:
        """Counts, guesses, rounds (64 bits each), finished, exhausted (8 bits), one of each a puzzle."""
        ...

    def grids(self) -> bytes:
        """All grids, puzzle after puzzle, a byte a cell."""
        ...


class Kernel(Protocol):
    """A build of the kernel."""

    no_limit: int

    def Program(self, values: int, cell_count: int, units: list[tuple[int, ...]]) -> CompiledLayout:  # noqa: N802 - a class
        """Makes a layout ready."""
        ...

    def no_grids(self, cell_count: int) -> memoryview:
        """A table of bytes with rows of so many, and none of them."""
        ...

    def Job(  # noqa: N802 - a class
        self,
        program: CompiledLayout,
        puzzles: object,
        *,
        as_values: bool,
        limit: int,
        seconds: float,
        threads: int,
        grids: bool,
        stream: int,
    ) -> KernelJob:
        """Puzzles to be answered; a negative number of seconds is no limit."""
        ...


def available_levels() -> list[str]:
    """The levels that were built and can run here, best first."""
    if find_spec("._processor", __package__) is None:
        return []
    try:
        runnable = import_module("._processor", __package__).levels()
    except ImportError:
        return []  # a damaged file, an older C++ library than it was built with
    return [level for level in LEVELS if level in runnable and _was_built(level)]


def _was_built(level: str) -> bool:
    return find_spec(f"._kernel_{level}", __package__) is not None


def missing() -> str | None:
    """Why there is no kernel, and what to do about it; None where there is one."""
    forced = os.environ.get(FORCE)
    levels = available_levels()
    if forced:
        return None if forced in levels else f"{FORCE} is {forced}; here are: {', '.join(levels) or 'none'}"
    if levels:
        return None
    if not any(map(_was_built, LEVELS)):
        return "it was not compiled: install a C++20 compiler (GCC 11, Clang 14 or newer), then unitdoku once more"
    return "none of its builds runs here: install unitdoku once more on this machine, with a C++20 compiler"


def level() -> str:
    """The level that is taken; `BackendUnavailable` says why there is none."""
    why = missing()
    if why is not None:
        raise BackendUnavailable(f"the native kernel is missing: {why}")
    return os.environ.get(FORCE) or available_levels()[0]


def kernel() -> Kernel:
    """The build of that level; several may be loaded in one process."""
    return _load(level())


@cache
def _load(name: str) -> Kernel:
    try:
        return cast(Kernel, import_module(f"._kernel_{name}", __package__))
    except ImportError as error:
        raise BackendUnavailable(f"the native kernel cannot be loaded: {error}") from error
