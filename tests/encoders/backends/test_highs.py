from __future__ import annotations

import pytest
from corpora import SEVENTEEN

pytest.importorskip("highspy", reason="highspy is not installed: pip install 'unitdoku[highs]'")

from unitdoku import BackendError, Verdict, classic
from unitdoku.encoders.backends.highs import HighsBackend, HighsSession
from unitdoku.reference.contract.errors import OptionError


def session_on(size: int, **parameters: str) -> HighsSession:
    """In this process, and not in a worker."""
    session = HighsBackend("highs", parameters).open_here(classic(size))
    assert isinstance(session, HighsSession)
    return session


def test_time_and_other_limits_prove_nothing() -> None:
    with session_on(9) as session:
        for thousandths in (0, 1, 2, 4):
            assert session.solve(SEVENTEEN, seconds=thousandths / 1000).verdict is not Verdict.UNSAT
        assert session.solve(SEVENTEEN, 2).unique  # the limit of one search is not that of the next
    with session_on(9, mip_max_nodes="0", presolve="off") as session, pytest.raises(BackendError, match="stopped with"):
        session.solve(SEVENTEEN)


def test_parameters() -> None:
    with session_on(4, presolve="off", random_seed="7") as session:
        assert session._solver.getOptionValue("random_seed")[1] == 7
    for name, value in (("nonsense", "1"), ("random_seed", "x")):
        with pytest.raises(OptionError, match=f"HiGHS refuses the parameter {name}={value}"):
            session_on(4, **{name: value})
