"""Backends whose answers in bulk are wrong for puzzles with a 1 given in the first cell; alone they are right."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from unitdoku import BulkAnswers, Layout
from unitdoku.reference.native.backend import NativeBackend, NativeSession

view: Any = memoryview  # arrays are buffers, though no type says so

Change = Callable[[BulkAnswers, Any], BulkAnswers]


class BadBulkSession(NativeSession):
    """Changes the answers."""

    change: Change

    def solve_bulk(self, puzzles: object, *arguments: Any, **options: Any) -> BulkAnswers:
        answers = super().solve_bulk(puzzles, *arguments, **options)
        first = np.asarray(memoryview(puzzles)).reshape(-1, self.layout.cell_count)[:, 0]  # type: ignore[arg-type]
        chosen = (first == 1) & (self.layout.size > 1)
        return self.change(answers, chosen) if chosen.any() else answers


class BadBulk(NativeBackend):
    """A backend with such sessions."""

    def __init__(self, name: str, change: Change) -> None:
        super().__init__(name)
        self._change = change

    def open(self, layout: Layout) -> NativeSession:
        session = BadBulkSession(layout, self.name, 1)
        session.change = self._change
        return session


def says_none(answers: BulkAnswers, chosen: Any) -> BulkAnswers:
    """No solution, for the chosen puzzles."""
    counts = np.where(chosen, 0, np.asarray(answers.counts)).astype(np.uint64)
    exhausted = np.where(chosen, 1, np.asarray(answers.exhausted)).astype(np.uint8)
    grids = answers.grids
    if grids is not None:
        kept = np.repeat(~chosen, np.asarray(answers.counts, int))
        grids = view(np.ascontiguousarray(np.asarray(grids)[kept]))
    return replace(answers, counts=view(counts), exhausted=view(exhausted), grids=grids)


def crashes(answers: BulkAnswers, chosen: Any) -> BulkAnswers:
    os._exit(3)


def hangs(answers: BulkAnswers, chosen: Any) -> BulkAnswers:
    time.sleep(3600)
    return answers


def raises(answers: BulkAnswers, chosen: Any) -> BulkAnswers:
    raise ZeroDivisionError("on purpose")


SAYS_NONE = BadBulk("bad:bulk-says-none", says_none)
CRASHES = BadBulk("bad:bulk-crashes", crashes)
HANGS = BadBulk("bad:bulk-hangs", hangs)
RAISES = BadBulk("bad:bulk-raises", raises)
