"""What holds for every call of a right solver, whatever the answer is; and with that the list of all properties."""

from __future__ import annotations

import random
from collections.abc import Callable

from ..report import Flaw
from .calls import Heard
from .cases import Case
from .promises import Check, Judged, Property
from .properties import PROPERTIES


def _behaviour(pick: Callable[[Heard], Flaw | None]) -> Check:
    def check(asking: object, case: Case, rng: random.Random) -> Judged:  # noqa: ARG001 - one form for all
        return pick(asking.ask(case.puzzle)) or True  # type: ignore[attr-defined]  # an Asking

    return check


BEHAVIOUR = (
    Property("answer", "every puzzle gets an answer: a grid, a count, or None", _behaviour(lambda heard: heard.answer)),
    Property("silence", "nothing is printed", _behaviour(lambda heard: heard.silence)),
    Property("argument", "what the solver is given stays as it is", _behaviour(lambda heard: heard.argument)),
)
"""What every single call is held against."""

INDEPENDENCE = Property("independence", "what was asked before changes no answer", _behaviour(lambda heard: None))  # noqa: ARG005
"""Needs more than one puzzle, so that it has no check of one."""

ALL = (*BEHAVIOUR, *PROPERTIES, INDEPENDENCE)
"""All properties, in the order of a report."""

NAMES = tuple(each.name for each in ALL)
