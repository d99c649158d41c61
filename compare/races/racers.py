"""Racers that wait for the next batch: each is a process that loaded one backend."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from threading import Lock

from ...encoders.workers.worker import Worker

_MOST_IDLE = 16
"""Idle racers that are kept; of more, the one that has waited longest is ended."""


class RaceEnded(Exception):
    """The race is over: no batch runs any more."""


class Racers:
    """The idle racers of a race, by what they are for; several threads may use them."""

    def __init__(self) -> None:
        self._idle: list[tuple[Hashable, Worker]] = []
        self._lock = Lock()
        self._closed = False

    def take(self, key: Hashable, start: Callable[[], Worker]) -> Worker:
        """Returns an idle racer that was given back under this key, else what `start` returns."""
        with self._lock:
            for index, (known, racer) in enumerate(self._idle):
                if known == key:
                    del self._idle[index]
                    if racer.alive:
                        return racer
                    racer.kill()
                    break
        return start()

    def give_back(self, racer: Worker, key: Hashable) -> None:
        """Keeps a racer that has done its batch, unless the race is over."""
        with self._lock:
            self._idle.append((key, racer))
            surplus = self._idle.pop(0)[1] if len(self._idle) > (0 if self._closed else _MOST_IDLE) else None
        if surplus is not None:
            surplus.kill()

    def check(self) -> None:
        """Raises `RaceEnded` after `close`."""
        if self._closed:
            raise RaceEnded

    def close(self) -> None:
        """Ends the idle racers; threads that run a batch end theirs, and raise `RaceEnded`, within 0.1 s or so."""
        self._closed = True
        self.end_idle()

    def end_idle(self) -> None:
        """Ends the idle racers; batches that run go on."""
        with self._lock:
            idle, self._idle = self._idle, []
        for _, racer in idle:
            racer.kill()


@cache
def racers_of_process(_: int) -> Racers:
    """Returns the racers of a process that other programs manage, by its number; they end with it."""
    return Racers()
