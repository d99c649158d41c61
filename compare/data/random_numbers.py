"""Random numbers for many puzzles at a time that are the same on every machine, with every version of NumPy."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...encoders.naming.optional_packages import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class RandomNumbers:
    """Draws from the stream of PCG64 (O'Neill, 2014), which NumPy never changes, unlike the methods of `Generator`."""

    def __init__(self, seed: Sequence[int]) -> None:
        self._stream = np.random.PCG64(np.random.SeedSequence(list(seed)))

    def orders(self, rows: int, items: int) -> NDArray[np.int64]:
        """Returns a random order of the numbers from 0 up to, but without, `items`, one a row."""
        return np.argsort(self._numbers(rows, items), axis=1, kind="stable")

    def any_of(self, marked: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Returns for each row one of the columns that are marked, at random; 0 where none is."""
        drawn = np.where(marked, self._numbers(*marked.shape) | np.uint64(1), np.uint64(0))
        return np.asarray(drawn.argmax(axis=1), np.int64)

    def between(self, least: int, most: int, rows: int) -> NDArray[np.int64]:
        """Returns numbers from `least` to `most`, one a row."""
        return (least + (self._numbers(rows, 1)[:, 0] >> np.uint64(11)) % np.uint64(most - least + 1)).astype(np.int64)

    def python(self) -> random.Random:
        """Returns a generator of Python, seeded by the next number."""
        return random.Random(int(self._stream.random_raw()))  # noqa: S311 - no secret

    def _numbers(self, rows: int, columns: int) -> NDArray[np.uint64]:
        return np.asarray(self._stream.random_raw(rows * columns), np.uint64).reshape(rows, columns)
