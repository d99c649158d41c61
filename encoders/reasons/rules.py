"""The rules of deduction, from easy to hard, as a table."""

from __future__ import annotations

from functools import partial

from .chains import chain
from .fish import fish
from .sets import hidden_set, naked_set
from .step import Technique
from .sums_and_pairs import combined_sums, kept
from .trials import SIMPLE, trial

RULES = (
    *SIMPLE,
    Technique("locked candidates", 2, partial(fish, 1)),
    Technique("innies and outies", 3, partial(kept, combined_sums)),
    Technique("naked pair", 3, partial(naked_set, 2)),
    Technique("hidden pair", 3, partial(hidden_set, 2)),
    Technique("naked triple", 3, partial(naked_set, 3)),
    Technique("hidden triple", 3, partial(hidden_set, 3)),
    Technique("X-wing", 3, partial(fish, 2)),
    Technique("chain", 3, chain),
    Technique("swordfish", 3, partial(fish, 3)),
    Technique("naked quad", 3, partial(naked_set, 4)),
    Technique("hidden quad", 3, partial(hidden_set, 4)),
    Technique("trial", 3, trial),
)
"""The first that finds a step is taken. A new one is a function and a row."""
