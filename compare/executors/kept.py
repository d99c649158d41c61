"""What runs a batch in some process, and what such a process keeps for the next one: processes of backends."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any, NamedTuple, Protocol, TypeVar

_MOST_IDLE = 16
"""Idle processes that are kept; of more, the one that has waited longest is ended."""


class BatchOutcome(NamedTuple):
    """The new results of a batch, in order, and the facts of the machine that ran it."""

    results: list[Any]
    machine: Mapping[str, str]


class RunBatch(Protocol):
    """A function of a module that runs batches of one kind; it and they can be pickled for another machine."""

    def __call__(
        self,
        batch: Any,
        on_results: Callable[[list[Any]], object] | None = None,
        cpu: int | None = None,
        kept: KeptProcesses | None = None,
        owner: str = "",
    ) -> BatchOutcome:
        """Returns the results of a batch; `on_results` gets them as they come.

        `cpu` is the processor to run on, None for any. `kept` has the processes to run it with; without it, those of
        this process are used, which several owners may share: `owner` is the name of this one. Raises `WorkEnded` where
        the work of the owner is ended, or `kept` is closed, meanwhile.
        """


class WorkEnded(Exception):
    """The work is over: no batch runs any more."""


class Keepable(Protocol):
    """A process, or several, that can wait for the next batch."""

    @property
    def alive(self) -> bool:
        """Whether it can take a batch."""

    def kill(self) -> None:
        """Ends it; may be called twice."""


_Kept = TypeVar("_Kept", bound=Keepable)


class KeptProcesses:
    """Processes that wait for a batch, by what they are for; several threads may use them."""

    def __init__(self) -> None:
        self._idle: list[tuple[Hashable, Keepable]] = []
        self._lock = Lock()
        self._closed = False
        self._at_work: list[str] = []
        """The owner of each batch that is running."""
        self._over: set[str] = set()
        """Owners whose work has ended."""

    def take(self, key: Hashable, start: Callable[[], _Kept]) -> _Kept:
        """Returns an idle process that was given back under this key, else what `start` returns."""
        with self._lock:
            for index, (known, process) in enumerate(self._idle):
                if known == key:
                    del self._idle[index]
                    if process.alive:
                        return process  # type: ignore[return-value]  # a key is for one kind of process
                    process.kill()
                    break
        return start()

    def give_back(self, process: Keepable, key: Hashable) -> None:
        """Keeps a process that has done its batch, unless all is over."""
        with self._lock:
            self._idle.append((key, process))
            surplus = self._idle.pop(0)[1] if len(self._idle) > (0 if self._closed else _MOST_IDLE) else None
        if surplus is not None:
            surplus.kill()

    @contextmanager
    def at_work(self, owner: str) -> Iterator[None]:
        """Counts a batch of this owner as running; while one is, the end of another's work kills no idle process."""
        self._at_work.append(owner)
        try:
            yield
        finally:
            self._at_work.remove(owner)
            if owner in self._over and not self._at_work:
                self._end_idle()  # one may have been given back after the end

    def check(self, owner: str) -> None:
        """Raises `WorkEnded` after the end of this owner's work, and after `close`."""
        if self._closed or owner in self._over:
            raise WorkEnded

    def end(self, owner: str) -> None:
        """Makes what runs for this owner raise `WorkEnded`; ends the idle processes if no other owner is at work."""
        self._over.add(owner)
        if set(self._at_work) <= {owner}:
            self._end_idle()

    def close(self) -> None:
        """Ends the idle processes; threads that run a batch end theirs, and raise `WorkEnded`, within 0.1 s or so."""
        self._closed = True
        self._end_idle()

    def _end_idle(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for _, process in idle:
            process.kill()


_here: dict[int, KeptProcesses] = {}
"""Those of this process, by its number: a forked child has others."""


def kept_here() -> KeptProcesses:
    """Returns those that all batches in this process share."""
    return _here.setdefault(os.getpid(), KeptProcesses())


def end_work(owner: str) -> None:
    """Ends the work of an owner in this process, and its processes; others go on."""
    kept = _here.get(os.getpid())
    if kept is not None:
        kept.end(owner)
