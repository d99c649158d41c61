"""What a solver said of a puzzle, before anybody checked it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...reference.result import Verdict


class Reply(NamedTuple):
    """The solver's verdict, and where that is SAT the values that each cell is given: one, if all is well."""

    verdict: Verdict
    values: Sequence[Sequence[int]] = ()


NO = Reply(Verdict.UNSAT)
OPEN = Reply(Verdict.UNKNOWN)
