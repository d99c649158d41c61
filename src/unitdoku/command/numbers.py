"""Types of options that are numbers: a value that is none gets one sentence with what would work."""

from __future__ import annotations

from math import inf

import click

_MOST = 10**15
"""Larger whole numbers are typing errors; SQLite and C hold all that are not."""

_ENDLESS = 1e8
"""Three years. Clocks and timers cannot hold much more, so a larger amount is no limit."""


class WholeNumber(click.IntRange):
    """A whole number from `least` to `most`."""

    def __init__(self, least: int = 1, most: int = _MOST) -> None:
        super().__init__(least)
        self.least = least
        self.most = most

    def convert(self, value: object, parameter: click.Parameter | None, ctx: click.Context | None) -> int:
        """Returns the number; a bad one is bad usage."""
        number = value if isinstance(value, int) else _whole(str(value))
        if number is None or not self.least <= number <= self.most:
            range_ = f"from {self.least} up" if number is None or number < self.least else f"up to {self.most}"
            self.fail(f"{_short(value)} is no whole number {range_}", parameter, ctx)
        return number


class Amount(click.FloatRange):
    """A number from `least` to `most`; where `most` is infinite, `inf` is one too."""

    def __init__(self, least: float = 0.0, most: float = inf) -> None:
        super().__init__(least)
        self.least = least
        self.most = most

    def convert(self, value: object, parameter: click.Parameter | None, ctx: click.Context | None) -> float:
        """Returns the number; a bad one is bad usage."""
        try:
            number = float(str(value))
        except ValueError:
            number = -inf
        if not self.least <= number <= self.most:  # nan is no such number either
            range_ = f"{self.least:g} or more" if self.most == inf else f"{self.least:g} to {self.most:g}"
            self.fail(f"{_short(value)} is no number that fits: give {range_}", parameter, ctx)
        return inf if number > _ENDLESS and self.most == inf else number


def _whole(text: str) -> int | None:
    try:
        return int(text) if len(text) <= 30 else None
    except ValueError:
        return None


def _short(value: object) -> str:
    text = str(value)
    return repr(text if len(text) <= 30 else f"{text[:27]}...")
