from __future__ import annotations

import pytest

pytest.importorskip("clingo", reason="clingo is not installed: pip install 'unitdoku[asp]'")

from exhaustive import all_grids

from unitdoku import Puzzle, Sum, Unsupported, Verdict, classic, find_backend, from_units, solve
from unitdoku.encoders.backends import asp
from unitdoku.reference.contract.deadline import Deadline
from unitdoku.reference.contract.errors import OptionError, UnknownBackend
from unitdoku.reference.contract.session import Ended


def test_names() -> None:
    with pytest.raises(UnknownBackend, match="'asp:dlv'"):
        find_backend("asp:dlv")
    with pytest.raises(OptionError, match="asp:clingo has no option 'threads'"):
        find_backend("asp:clingo", threads=2)


def test_the_time_is_looked_at_between_solutions() -> None:
    class Over(Deadline):
        over = False

        @property
        def expired(self) -> bool:
            return self.over

    empty, deadline = Puzzle.empty(classic()), Over(None)
    with find_backend("asp:clingo").open(empty.layout) as session:
        search = session.search(empty, 10**7, deadline)
        assert not isinstance(search, Ended)
        assert next(search) is not None
        deadline.over = True
        with pytest.raises(StopIteration) as end:
            next(search)
        assert not end.value.value.exhausted
        assert session.solve(empty, 3).verdict is Verdict.SAT


@pytest.mark.parametrize("coefficient", [10**8, 3 * 10**8, 357_913_940, 357_913_941, 2**32 + 1])
def test_sums_near_what_clingo_can_represent(coefficient: int) -> None:
    """It counts all values of a cell: three times each coefficient, and adds the total."""
    terms = (coefficient, -coefficient)
    puzzle = Puzzle.empty(from_units(2, [Sum("s", (0, 1), 0, terms, "<=")], (1, 2)))
    if 6 * coefficient >= 2**31:
        with pytest.raises(Unsupported, match=r"sums below 2,147,483,648"):
            solve(puzzle, "asp:clingo")
    else:
        assert set(solve(puzzle, "asp:clingo", 9).solutions) == all_grids(puzzle)


def test_a_large_layout_is_answered_in_a_worker() -> None:
    backend = asp.AspBackend()
    assert (backend.stops(classic(36)), backend.stops(classic(49))) == (True, False)
