"""All faults, by the part of the code that they are in. A new fault is a row in one of these modules."""

from __future__ import annotations

from . import in_at_most_one, in_decoders, in_formulas, in_layouts, in_models, in_parsers, in_search, in_sessions
from .fault import Fault

PARTS: dict[str, tuple[Fault, ...]] = {
    "formulas": in_formulas.FAULTS,
    "at-most-one and reduced": in_at_most_one.FAULTS,
    "search": in_search.FAULTS,
    "sessions and harness": in_sessions.FAULTS,
    "decoders": in_decoders.FAULTS,
    "parsers": in_parsers.FAULTS,
    "layouts": in_layouts.FAULTS,
    "models": in_models.FAULTS,
}
"""By what they are in."""

FAULTS: tuple[Fault, ...] = tuple(fault for faults in PARTS.values() for fault in faults)
"""All of them; names are distinct."""
