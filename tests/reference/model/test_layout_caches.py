"""A race measures what a session pays for, also where a session on an equal layout was open before."""

import sys
from functools import _lru_cache_wrapper

import pytest

from unitdoku import Layout, Puzzle, find_backend
from unitdoku.encoders.answering.in_worker import opened_here
from unitdoku.layouts import classic, diagonal, killer, thermometer
from unitdoku.reference.model.layout import forget

OTHER = classic(4)
NEW = thermometer(killer([(["A1", "A2"], 7), (["B3", "C3", "C4"], 11)], diagonal(classic(6))), ["D1", "D2"])


def filled() -> dict[str, int]:
    """Returns how many results each cache of the package keeps."""
    modules = [module for name, module in sys.modules.items() if name.startswith("unitdoku.")]
    caches = {each for module in modules for each in vars(module).values() if isinstance(each, _lru_cache_wrapper)}
    return {f"{each.__module__}.{each.__qualname__}": each.cache_info().currsize for each in caches}


@pytest.mark.parametrize(
    "name", ["reference", "native", "sat:minisat22", "sat:minisat22:sum=adder", "cpsat", "ilp:scip"]
)
def test_what_a_session_computes_of_a_layout_is_forgotten(name: str) -> None:
    backend = find_backend(name)

    def use(layout: Layout) -> dict[str, int]:
        with opened_here(backend, layout) as session:
            session.solve(Puzzle.empty(layout))
        return filled()

    forget(OTHER)
    before = use(OTHER)  # fills the caches of names and libraries too
    after = use(NEW)
    grown = {cache for cache, size in after.items() if size > before.get(cache, 0)}
    assert grown or name in {"cpsat", "ilp:scip"}
    forget(NEW)
    kept = filled()
    assert {cache for cache in grown if kept[cache]} == set()
