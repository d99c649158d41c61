"""Times and ratios as text."""

from __future__ import annotations

from math import inf

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
NONE = "-"
"""The text where there is no value."""


def seconds_text(seconds: float | None, limit: float | None = None) -> str:
    """Returns a time with three digits: `1.52 ms`; `> 10 s` for an infinite one with a limit of 10 seconds."""
    if seconds is None:
        return NONE
    if seconds == inf:
        return NONE if limit is None else f"> {limit:g} s"
    factor, unit = next((known for known in _UNITS if seconds >= known[0]), _UNITS[-1])
    return f"{ratio_text(seconds / factor)} {unit}"


def ratio_text(ratio: float) -> str:
    """Returns a number with three digits."""
    if ratio >= 1000:
        return f"{ratio:,.0f}"
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}"
