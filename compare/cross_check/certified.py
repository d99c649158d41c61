"""Answers that a certificate proves: they settle what backends claim, without a vote."""

from __future__ import annotations

from ...encoders.certificates.certify import certify
from ...reference.certificates.checker import verify
from ...reference.contract.errors import BackendError, Unsupported, WrongAnswer
from ...reference.contract.result import Result
from ...reference.model.puzzle import Puzzle
from ..generators.kinds import CONSTRUCTION

CERTIFICATE = "certificate"
"""The name under which such an answer stands beside those of backends."""

KNOWN = frozenset({CONSTRUCTION, CERTIFICATE})
"""Names of answers that come from no backend."""

_SECONDS = 10.0
"""Time for a certificate where the check has no limit."""


def certified_answer(puzzle: Puzzle, seconds: float | None = None) -> Result | None:
    """Returns no solution, the only one or two, as the checker accepts it; None where no certificate is made in time.

    `certify` finds and proves the answer, and `verify` checks it from the rules alone. Raises `InvalidCertificate`
    where it rejects what `certify` made, and `WrongAnswer` where a backend that `certify` asked was wrong.
    """
    try:
        made = certify(puzzle, "auto", _SECONDS if seconds is None else seconds)
        if made is None:
            return None
    except WrongAnswer:
        raise
    except (BackendError, Unsupported):
        return None
    statement = verify(made)
    return Result(statement.grids, exhausted=statement.claim != "several", backend=CERTIFICATE)
