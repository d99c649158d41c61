"""Times, shares and amounts as people read them."""

from __future__ import annotations

from math import inf

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
NONE = "-"
"""What stands where there is nothing to be said."""


def seconds_text(seconds: float | None, limit: float | None = None) -> str:
    """A time with three digits: `1.52 ms`; above the limit where it is infinite."""
    if seconds is None:
        return NONE
    if seconds == inf:
        return NONE if limit is None else f"> {limit:g} s"
    for factor, unit in _UNITS:
        if seconds >= factor:
            return f"{_three_digits(seconds / factor)} {unit}"
    return f"{_three_digits(seconds / _UNITS[-1][0])} {_UNITS[-1][1]}"


def share_text(share: float | None) -> str:
    """A share in percent with two decimals: `44.57 %`."""
    return NONE if share is None else f"{100 * share:.2f} %"


def count_text(count: int) -> str:
    """A number with commas."""
    return f"{count:,}"


def ratio_text(ratio: float) -> str:
    """A ratio with three digits."""
    return _three_digits(ratio)


def _three_digits(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def tick_text(seconds: float) -> str:
    """A power of ten of seconds as an axis has it: `10 ms`."""
    for factor, unit in _UNITS:
        if seconds >= 0.999 * factor:
            return f"{seconds / factor:g} {unit}"
    return f"{seconds / _UNITS[-1][0]:g} {_UNITS[-1][1]}"
