from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import count as numbers
from itertools import product
from math import comb

import pytest

pytest.importorskip("pysat", reason="python-sat is not installed: pip install 'unitdoku[sat]'")

from pysat.card import EncType  # type: ignore[import-untyped]
from pysat.solvers import Solver  # type: ignore[import-untyped]
from small_formulas import propagated

from unitdoku import BackendUnavailable, OptionError
from unitdoku.encoders.cnf.at_most_one import AT_MOST_ONE, at_most_one_named

Clauses = list[tuple[int, ...]]
Size = tuple[int, ...]
"""Clauses, auxiliary variables, and the lengths of all clauses together."""
OF_PYSAT = [f"pysat-{name}" for name in vars(EncType) if name[0] != "_" and name != "native"]
each_name = pytest.mark.parametrize("name", [*AT_MOST_ONE, *OF_PYSAT])


def positive(count: int) -> list[int]:
    return list(range(1, count + 1))


def mixed(count: int) -> list[int]:
    """Descending, not consecutive, every other one negative."""
    return [(3 * number + 2) * (-1) ** number for number in reversed(range(count))]


def built(name: str, literals: Sequence[int]) -> tuple[Clauses, list[int]]:
    """The clauses, and the fresh variables that were handed out: in steps of three, past all literals."""
    handed: list[int] = []

    def fresh() -> int:
        handed.append(100 + 3 * len(handed))
        return handed[-1]

    encode = at_most_one_named(name)
    assert encode is not None
    return list(encode(tuple(literals), fresh)), handed


def total(*sizes: Size) -> Size:
    return tuple(map(sum, zip(*sizes, strict=True)))


@each_name
@pytest.mark.parametrize("signs", [positive, mixed])
def test_truth_table(name: str, signs: Callable[[int], list[int]]) -> None:
    for literals in map(signs, range(9)):
        clauses, _ = built(name, literals)
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            for truths in product((False, True), repeat=len(literals)):
                assumed = [literal if truth else -literal for literal, truth in zip(literals, truths, strict=True)]
                assert solver.solve(assumptions=assumed) == (sum(truths) <= 1)


@each_name
def test_every_variable_that_is_handed_out_is_used(name: str) -> None:
    """A formula of several constraints takes them from one counter, in order, which an encoding must not skip."""
    for count in [*range(20), 40, 66]:
        clauses, handed = built(name, positive(count))
        assert {abs(literal) for clause in clauses for literal in clause if abs(literal) >= 100} == set(handed), count
        assert handed == sorted(set(handed))
        assert built(name, positive(count)) == (clauses, handed)
        assert count > 1 or clauses == []


# A sorting network of PySAT has clauses twice.
@pytest.mark.parametrize("name", sorted({*AT_MOST_ONE, *OF_PYSAT} - {"pysat-sortnetwrk"}))
def test_no_clause_is_there_twice_or_always_true(name: str) -> None:
    for count in range(20):
        clauses, _ = built(name, mixed(count))
        assert len({frozenset(clause) for clause in clauses}) == len(clauses)
        assert all(len({abs(literal) for literal in clause}) == len(clause) for clause in clauses)


def bits(count: int) -> int:
    return (count - 1).bit_length()


def of_pairs(count: int) -> Size:
    return comb(count, 2), 0, 2 * comb(count, 2)


def of_product(count: int) -> Size:
    if count <= 4:
        return of_pairs(count)
    rows = next(side for side in numbers(1) if side**2 >= count)
    columns = -(-count // rows)
    return total((2 * count, rows + columns, 4 * count), of_product(rows), of_product(columns))


def of_commander(count: int) -> Size:
    if count <= 6:
        return of_pairs(count)
    groups = [(7, 1, 16)] * (count // 3) + [(4, 1, 9)] * (count % 3 == 2)
    return total(*groups, of_commander(-(-count // 3)))


# For two literals and more.
FORMULAS: dict[str, Callable[[int], Size]] = {
    "pairwise": of_pairs,
    "sequential-counter": lambda n: (3 * n - 4, n - 1, 6 * n - 8),
    "ladder": lambda n: (4 * n - 2, n, 9 * n - 5),
    "bitwise": lambda n: (n * bits(n), bits(n), 2 * n * bits(n)),
    "product": of_product,
    "commander": of_commander,
    "bimander": lambda n: (n // 2 + n * bits(-(-n // 2)), bits(-(-n // 2)), 2 * (n // 2 + n * bits(-(-n // 2)))),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_sizes_by_formula(name: str) -> None:
    for count in [*range(2, 41), 66, 81]:
        clauses, handed = built(name, positive(count))
        assert (len(clauses), len(handed), sum(map(len, clauses))) == FORMULAS[name](count), count


@each_name
def test_propagation_alone_makes_the_others_false(name: str) -> None:
    for literals in map(mixed, [2, 3, 4, 5, 7, 9, 12, 16, 20, 25, 27]):
        clauses, handed = built(name, literals)
        for chosen in literals:
            true = propagated([chosen], clauses)
            assert true is not None
            assert {-literal for literal in literals if literal != chosen} <= true
            if name in AT_MOST_ONE:
                assert len(true) == len(literals) + len(handed)


def test_an_unknown_name_lists_the_known(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match=f"unknown at-most-one encoding 'binomial'; known: {', '.join(AT_MOST_ONE)}"):
        at_most_one_named("binomial")
    with pytest.raises(OptionError, match=r"at-most-one encoding of PySAT 'native'; known: pairwise, .*totalizer"):
        at_most_one_named("pysat-native")
    monkeypatch.setitem(sys.modules, "pysat.card", None)
    with pytest.raises(BackendUnavailable, match=r"pip install 'unitdoku\[sat\]'"):
        at_most_one_named("pysat-totalizer")
